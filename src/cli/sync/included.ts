// Collects files that synced texts include from elsewhere in their repository. The metadata of the snapshot contains their texts.
import { posix } from 'node:path';
import type { Source } from '../../model/config/schema/content.js';
import type { SyncedSource } from '../../model/content/exports.js';
import { includeCandidates, isSnippet, type NamedFile, namedTexts } from '../../model/content/parse/imports.js';
import {
  includedPaths,
  includedText,
  maxIncludedBytes,
  tooLargeToInclude,
} from '../../model/content/repository-files.js';
import { kindsIn } from '../../model/content/scan-hub.js';
import type { Commit } from './commit.js';
import { pathFault, skippedModes, type TreeEntry } from './select.js';

/** Per source: the texts that name files, and the included files and how deep they include each other. */
const limits = { textBytes: 8 * 1024 * 1024, names: 200_000, files: 5000, bytes: 32 * 1024 * 1024, depth: 8 };

interface NamingText {
  /** Path in the repository. */
  readonly path: string;
  /** Path in the section. Files that are themselves included have none. */
  readonly target?: string;
  readonly text: string;
}

interface IncludedInput {
  readonly commit: Commit;
  readonly tree: readonly TreeEntry[];
  readonly source: Pick<Source, 'repo'>;
  /** By path in the section; `paths` are those in the repository. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly paths: Readonly<Record<string, string>>;
}

type Included = SyncedSource['included'];

/** Returns files by path in the repository. The build reports missing ones. */
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

/** Returns Markdown files that are partials by name, and that no text includes. */
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

/** `bytes` limits the texts together. */
async function readTexts(
  commit: Commit,
  entries: readonly TreeEntry[],
  bytes: number,
): Promise<ReadonlyMap<string, Included[string]>> {
  const faults = new Map(entries.map((entry) => [entry, skippedModes[entry.mode] ?? pathFault(entry.path)]));
  const accepted = () => entries.filter((entry) => faults.get(entry) === undefined);
  const sizes = await commit.fetchSizes(accepted());
  let left = bytes;
  for (const entry of accepted()) {
    const size = sizes.get(entry.object) ?? 0;
    if (size > maxIncludedBytes) faults.set(entry, tooLargeToInclude);
    else if (size > left) faults.set(entry, tooMuch.fault);
    else left -= size;
  }
  const contents = await commit.read(accepted(), sizes);
  return new Map(
    entries.map((entry) => {
      const content = faults.get(entry) ?? contents.get(entry.path) ?? '';
      return [entry.path, typeof content === 'string' ? { fault: content } : includedText(entry.path, content)];
    }),
  );
}
