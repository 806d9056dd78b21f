// Files that gathered texts include from outside their folders, from the same repository and commit: code, partials, files that imports
// show. They are no pages and no files of the section: the record of the export holds their texts.
import { posix } from 'node:path';
import type { Source } from '../../model/config-file/source.js';
import { includeCandidates, isSnippet, type NamedFile, namedTexts } from '../../model/content/imports.js';
import type { GatheredSource } from '../../model/docs/provenance.js';
import { kindsIn } from '../../model/mounts/file-kinds.js';
import {
  includedPaths,
  includedText,
  largestIncluded,
  tooLargeToInclude,
} from '../../model/mounts/repository-files.js';
import type { Commit } from './commit.js';
import { isPointer, pathFault, skippedModes, type TreeEntry } from './select.js';

/**
 * Of one source: bytes of a text that names files, and such names; files that are included, bytes of all, and how deep they include each
 * other.
 */
const limits = {
  ...{ textBytes: 8 * 1024 * 1024, names: 200_000 },
  ...{ files: 5000, bytes: 32 * 1024 * 1024, depth: 8 },
};

/** A text that may include others. */
interface NamingText {
  /** Path in the repository. */
  readonly path: string;
  /** Path in the section; undefined for a file that is itself included. */
  readonly target?: string;
  readonly text: string;
}

export interface IncludedInput {
  readonly commit: Commit;
  readonly tree: readonly TreeEntry[];
  readonly source: Pick<Source, 'repo'>;
  /** What is exported, by path in the section, and the path of each in the repository. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly paths: Readonly<Record<string, string>>;
}

type Included = GatheredSource['included'];

/** Reads what the texts of a source include, by path in the repository. What is not there is reported with the page, by the build. */
export async function includedFiles({ commit, tree, source, files, paths }: IncludedInput): Promise<Included> {
  const entries = new Map(tree.map((entry) => [entry.path, entry]));
  const exported = new Set(Object.values(paths));
  const included = new Map<string, Included[string]>();
  const left = { names: limits.names, bytes: limits.bytes };
  let naming: readonly NamingText[] = [...files].flatMap(([target, bytes]) =>
    /\.mdx?$/i.test(target) && bytes.length <= limits.textBytes
      ? [{ target, path: paths[target] ?? target, text: bytes.toString() }]
      : [],
  );
  for (let depth = 0; naming.length > 0 && depth < limits.depth; depth += 1) {
    const wanted = new Map<string, boolean>();
    for (const { path, target, text } of naming)
      for (const file of namedIn(text)) {
        if (left.names === 0) break;
        left.names -= 1;
        const isCode = file.kind === 'code' || isSnippet(file);
        const beside = isCode || target === undefined ? [] : includeCandidates(file.path, target);
        if (beside.some((at) => files.has(at))) continue;
        const found = includedPaths(file, { source, path }).find((at) => entries.has(at));
        if (found === undefined || included.has(found) || (isSnippet(file) && exported.has(found))) continue;
        const isNaming = isSnippet(file)
          ? /\.(?:mdx?|txt|html)$/i.test(found)
          : /^(?:include|partial)$/.test(file.kind);
        wanted.set(found, wanted.get(found) === true || isNaming);
      }
    const asked = [...wanted.keys()]
      .flatMap((path) => entries.get(path) ?? [])
      .slice(0, Math.max(0, limits.files - included.size));
    const read = await readTexts(commit, asked, left.bytes);
    naming = [...read].flatMap(([path, file]) => {
      included.set(path, file);
      if (!('text' in file)) return [];
      left.bytes -= Buffer.byteLength(file.text);
      return wanted.get(path) === true ? [{ path, text: file.text }] : [];
    });
    for (const path of wanted.keys()) if (!included.has(path)) included.set(path, tooMuch);
  }
  return Object.fromEntries([...included].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const tooMuch = { fault: 'the pages of its repository include too much' };

/** Markdown files, by path in the section, that are no pages by their names, and that no text includes: the name of the file decides. */
export function unusedTexts(files: IncludedInput['files']): readonly string[] {
  const texts = [...files].filter(([path, { length }]) => /\.mdx?$/.test(path) && length <= limits.textBytes);
  const partials = texts.filter(([path]) => kindOf(path) === 'partial');
  if (partials.length === 0) return [];
  const nameOf = (path: string) => posix.basename(path).replace(/\.mdx?$/, '');
  const named = new Set(texts.flatMap(([, bytes]) => namedIn(bytes.toString()).map(({ path }) => nameOf(path))));
  return partials.flatMap(([path]) => (named.has(nameOf(path)) ? [] : [path]));
}

const kindOf = kindsIn({});

function namedIn(text: string): readonly NamedFile[] {
  const { includes, imports } = namedTexts(text);
  return [...includes.map((path) => ({ kind: 'include', path }) as const), ...imports];
}

/** The texts of some files of a commit, of so many bytes together, or why they are none. */
async function readTexts(
  commit: Commit,
  entries: readonly TreeEntry[],
  bytes: number,
): Promise<ReadonlyMap<string, Included[string]>> {
  const found = new Map<string, Included[string]>();
  const plain: TreeEntry[] = [];
  for (const entry of entries) {
    const fault = skippedModes[entry.mode] ?? pathFault(entry.path);
    if (fault === undefined) plain.push(entry);
    else found.set(entry.path, { fault });
  }
  if (plain.length === 0) return found;
  const refused = await commit.fetchObjects(plain.map(({ object }) => object));
  const there = plain.filter(({ object }) => !refused.has(object));
  const sizes = await commit.sizes(there.map(({ object }) => object));
  const taken: TreeEntry[] = [];
  let left = bytes;
  for (const entry of plain) {
    const size = sizes.get(entry.object) ?? 0;
    if (refused.has(entry.object)) found.set(entry.path, { fault: 'the server does not have its content' });
    else if (size > largestIncluded) found.set(entry.path, { fault: tooLargeToInclude });
    else if (size > left) found.set(entry.path, tooMuch);
    else {
      taken.push(entry);
      left -= size;
    }
  }
  const contents = await commit.read(taken.map(({ object }) => object));
  for (const [index, { path }] of taken.entries()) found.set(path, textOf(path, contents[index] ?? Buffer.alloc(0)));
  return found;
}

function textOf(path: string, bytes: Buffer): Included[string] {
  if (isPointer(bytes)) return { fault: 'it is a Git LFS pointer, not the file' };
  return includedText(path, bytes);
}
