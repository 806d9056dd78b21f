// Reads many small files with limits.
import { partition, sortBy, uniq } from 'lodash-es';

export interface TextFiles {
  readonly paths: readonly string[];
  /** Returns undefined if the file does not exist or is too large. */
  readonly read: (path: string) => string | undefined;
}

/** Maximum number of texts, of characters of one, and of characters of all. */
const maxTexts = { files: 500, each: 128_000, characters: 1_000_000 };

/** Reads the files whose paths are wanted, the smallest first, up to a limit. `unread` are the paths of those beyond it. */
export function readTexts({ paths, read }: TextFiles, isWanted: (path: string) => boolean) {
  let left = maxTexts.characters;
  const wanted = paths.filter(isWanted);
  const written = wanted.slice(0, maxTexts.files).map((path) => ({ path, text: read(path) ?? '' }));
  const small = sortBy(written, 'text.length').filter(({ text: { length } }) => {
    left -= length;
    return left >= 0 && length <= maxTexts.each;
  });
  const texts = new Map(small.map(({ path, text }) => [path, text]));
  const [known, unread] = partition(wanted, (path) => texts.has(path));
  return { paths: known, read: (path: string) => texts.get(path), unread };
}

/** Maximum number of characters of a text that is returned, and of folders. */
const [maxNamedChars, maxFolders] = [8_000, 20];

/**
 * Returns texts by the groups of `pattern` in their paths, in lower case and joined by `/`: those whose names start with
 * `first`, and those whose names another text contains in quotes. A text in a later folder replaces one in an earlier folder.
 */
export function textsByName(files: TextFiles, folders: readonly string[], pattern: RegExp, first: string) {
  const known = uniq(folders).slice(-maxFolders);
  const isIn = (path: string) => known.some((folder) => path.startsWith(folder));
  const { paths, read } = readTexts(files, (path) => pattern.test(path) && isIn(path));
  const nameOf = (path: string) => pattern.exec(path)?.slice(1).join('/').toLowerCase() ?? '';
  const found = known.flatMap((folder) =>
    paths.filter((path) => path.startsWith(folder)).map((path) => [nameOf(path), read(path) ?? ''] as const),
  );
  const small = found.filter(([, { length }]) => length <= maxNamedChars);
  const all = small.map(([, text]) => text).join('\n');
  const isNamed = (name: string) => all.includes(`"${name.slice(name.indexOf('/') + 1)}`);
  return Object.fromEntries(small.filter(([name]) => name.startsWith(first) || isNamed(name)));
}
