// Finds images and documents that the pages of a source reference elsewhere in its repository, usually in a folder of assets or static files.
import { posix } from 'node:path';
import { map, sumBy } from 'lodash-es';
import type { SyncedSource } from '../../model/content/exports.js';
import { filePaths } from '../../model/content/repository-files.js';
import { sha256 } from '../../model/input/hash.js';
import extensions from '../../model/site/publishable.json' with { type: 'json' };
import { below, decodeAddress, within } from '../../model/types/path.js';
import { type Commit, sourceLimits, type TreeEntry } from './commit.js';
import { cleanPath, type Planned } from './plan.js';
import { limits, type NamingText, namingTexts, pathFault, type Selected, skippedModes } from './select.js';

/** Maximum length of a path, in characters. */
const maxCharacters = 1000;

/**
 * Reads these files. `files` are those of the section by their paths in it, `origins` their paths in the repository, `included` texts from elsewhere in it. Files
 * that the source excludes, or that exceed the limits of a source, are left out: pages then link to them in the repository.
 */
export async function filesElsewhere(
  commit: Commit,
  source: Planned['source'],
  files: ReadonlyMap<string, Buffer>,
  { files: origins, included }: Pick<SyncedSource, 'files' | 'included'>,
): Promise<readonly (Selected & { readonly content: Buffer })[]> {
  // A section can contain several repositories, or several versions of one. A build would ignore a hidden folder.
  const folder = `_repository/${sha256(`${source.repo} ${source.ref}`).slice(0, 8)}`;
  const partials = Object.entries(included).flatMap(([path, file]): NamingText[] =>
    'text' in file && /\.mdx?$/i.test(path) ? [{ path, text: file.text }] : [],
  );
  const selected = entriesNamed(commit.entries(), source, [...namingTexts(files, origins), ...partials])
    .map((entry) => ({ entry, target: posix.join(folder, entry.path.replace(/(^|\/)\./g, '$1_.')) }))
    .filter(({ entry, target }) => skippedModes[entry.mode] === undefined && pathFault(target) === undefined)
    .slice(0, Math.max(0, sourceLimits.files - files.size));
  const bytes = sourceLimits.bytes - sumBy([...files.values()], 'length');
  const contents = await commit.readWithin(map(selected, 'entry'), { ...sourceLimits, bytes, excess: '' });
  return selected.flatMap((one) => {
    const content = contents.get(one.entry.path);
    return Buffer.isBuffer(content) ? { ...one, content } : [];
  });
}

/** Returns the files of a repository that its texts reference outside the source's folders. */
function entriesNamed(
  entries: ReadonlyMap<string, TreeEntry>,
  source: Planned['source'],
  texts: readonly NamingText[],
) {
  const own = source.paths.map(({ from }) => cleanPath(from));
  const isExcluded = (path: string) => own.some((from) => within(path, from) && !/(^|\/)\./.test(below(path, from)));
  const found = new Set<string>();
  let left = limits.names;
  for (const { path: from, text } of texts) {
    const names = filesNamedIn(text).slice(0, left);
    left -= names.length;
    for (const name of names) {
      const path = filePaths(name, { path: from }).find((one) => entries.has(one));
      if (path !== undefined && !isExcluded(path)) found.add(path);
    }
  }
  return [...found].flatMap((path) => entries.get(path) ?? []);
}

const fileTypes = new Set([extensions.images, extensions.media, extensions.documents].join(' ').split(' '));

/** Returns the words of a text that might be paths of such files, regardless of the syntax around them. */
function filesNamedIn(text: string): readonly string[] {
  const words = text.split(/[\s"'`()<>[\]{}|,;=]+/).map((word) => word.slice(0, maxCharacters).replace(/[?#].*$/s, ''));
  const isFile = (word: string) => fileTypes.has(posix.extname(word).slice(1).toLowerCase());
  return words.filter((word) => isFile(word) && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(word)).map(decodeAddress);
}
