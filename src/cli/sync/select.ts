// Selects files of a commit by name, with their paths in the section. Then finds files that these include from elsewhere in their
// repository. Their texts are stored in the snapshot's metadata.
import { posix } from 'node:path';
import { uniq } from 'lodash-es';
import picomatch from 'picomatch';
import type { Source, SourcePathRule } from '../../model/config/schema/content.js';
import { type SyncedSource, syncedName } from '../../model/content/exports.js';
import { isSameKind } from '../../model/content/list-files.js';
import { hasImports, includeCandidates, isSnippet, namedFiles, namedTexts } from '../../model/content/parse/imports.js';
import { namedTextsOf, textOf } from '../../model/content/projects.js';
import { includedPaths, includedText, maxIncludedBytes } from '../../model/content/repository-files.js';
import { kindsIn } from '../../model/content/scan-hub.js';
import { type Checked, type Diagnostic, nearest, problem } from '../../model/diagnostics/diagnostic.js';
import { configFilesIn, projectsIn } from '../../model/generators/generators.js';
import type { NamedFile } from '../../model/input/imports.js';
import { ancestorsOf, isHidden, within } from '../../model/types/path.js';
import type { Commit, TreeEntry } from './commit.js';
import { cleanPath, type Locked } from './plan.js';

export interface Selected {
  readonly entry: TreeEntry;
  /** Path in the section. */
  readonly target: string;
}

const kindOf = kindsIn({});

/** Whether a file is a page, or would be one in another format. */
const isText = (path: string) => /\.(?:mdx?|markdown|mdown|mkd|rst|adoc|asciidoc|ipynb|org|html?)$/i.test(path);

/** Returns whether a file is a page by the rule of its project's generator. Undefined if docgen's own rule applies. */
type PageTest = (target: string) => boolean | undefined;

/** Selects files. `source`: name in messages. `locked`: section and commit. `pageless`: paths of rules without a page. Diagnostics: DG205, DG210. */
export function select(
  tree: readonly TreeEntry[],
  rules: readonly SourcePathRule[],
  source: string,
  locked: Pick<Locked, 'section' | 'commit'> | undefined,
): Checked<readonly Selected[]> & { readonly pageless: (isPage: PageTest) => Checked<readonly string[]> } {
  const diagnostics: Diagnostic[] = [];
  const withTexts: { readonly from: string; readonly targets: readonly string[] }[] = [];
  const missing: string[] = [];
  const selected: Selected[] = [];
  const places = new Places<TreeEntry>();
  const skip = (path: string, reason: string) =>
    diagnostics.push(
      problem.entrySkipped({ source, path: path.length > 300 ? `${path.slice(0, 300)}…` : path, reason }),
    );
  for (const rule of rules) {
    const from = cleanPath(rule.from);
    const matching = tree.filter(matcherOf(rule, from));
    if (matching.length === 0) {
      missing.push(rule.from);
      const near = nearest(from, foldersOf(tree));
      diagnostics.push(problem.nothingGathered({ source, from: rule.from, near, ...locked }));
    }
    const targets: string[] = [];
    for (const entry of matching) {
      const target = exportPath(entry.path, rule, from);
      const fault = skippedModes[entry.mode] ?? pathFault(target);
      if (fault !== undefined) {
        skip(entry.path, fault);
        continue;
      }
      const conflict = places.take(target, entry);
      const isAgain = conflict?.owner.path === entry.path;
      if (!conflict || isAgain) targets.push(target);
      if (!conflict) selected.push({ entry, target });
      else if (!conflict.isSame) skip(entry.path, `its path is a file or folder of \`${conflict.owner.path}\``);
      else if (!isAgain) skip(entry.path, `\`${conflict.owner.path}\` has the same place`);
    }
    if (matching.some(({ path }) => isText(path))) withTexts.push({ from: rule.from, targets });
  }
  const pageless = (isPage: PageTest) => {
    const without = withTexts.filter(({ targets }) => targets.every((path) => kindOf(path, isPage(path)) !== 'doc'));
    const found = without.map(({ from }) => from);
    const ofFound = found.map((from) => problem.pathWithoutPages({ source, from }));
    return { value: [...missing, ...found], diagnostics: ofFound };
  };
  return { value: selected, diagnostics, pageless };
}

/** Set of paths that are distinct on a case-insensitive file system, and of which none is a folder of another. */
export class Places<Owner> {
  readonly #files = new Map<string, Owner>();
  readonly #folders = new Map<string, Owner>();

  /** Adds a path, or returns the owner of an existing one that conflicts. */
  take(path: string, owner: Owner): { readonly owner: Owner; readonly isSame: boolean } | undefined {
    const key = path.normalize('NFC').toLowerCase();
    const twin = this.#files.get(key);
    if (twin !== undefined) return { owner: twin, isSame: true };
    const folders = ancestorsOf(key);
    const other = this.#folders.get(key) ?? folders.map((dir) => this.#files.get(dir)).find((one) => one !== undefined);
    if (other !== undefined) return { owner: other, isSame: false };
    this.#files.set(key, owner);
    for (const dir of folders) if (!this.#folders.has(dir)) this.#folders.set(dir, owner);
    return undefined;
  }
}

/** Maximum number of symbolic links to follow. `maxLinkBytes`: maximum length of the path in one. */
const maxLinks = 1000;
const maxLinkBytes = 1000;

/** Replaces symbolic links in a source's folders by their target files in the commit. Links to links, hidden files or other file types stay. */
export async function followLinks(commit: Commit, rules: readonly SourcePathRule[]): Promise<readonly TreeEntry[]> {
  const { tree, entries } = commit;
  const folders = rules.map(({ from }) => cleanPath(from));
  const links = tree.filter(({ mode, path }) => mode === '120000' && folders.some((from) => within(path, from)));
  const limits = { bytes: maxLinks * maxLinkBytes, fileBytes: maxLinkBytes, excess: '' };
  const followed = new Map<string, TreeEntry>();
  for (const [path, target] of await commit.readWithin(links.slice(0, maxLinks), limits)) {
    if (typeof target === 'string' || target.toString().startsWith('/')) continue;
    const found = entries().get(posix.join(posix.dirname(path), target.toString()));
    if (found?.mode.startsWith('100') && !isHidden(found.path) && isSameKind(path, found.path))
      followed.set(path, { ...found, path });
  }
  return followed.size === 0 ? tree : tree.map((entry) => followed.get(entry.path) ?? entry);
}

export const skippedModes: Readonly<Record<string, string>> = {
  '120000': 'it is a symbolic link',
  '160000': 'it is a submodule',
};

function matcherOf({ include, exclude }: SourcePathRule, from: string): (entry: TreeEntry) => boolean {
  const options = { nocase: false, nonegate: true, noextglob: true };
  const wanted = include.length === 0 ? () => true : picomatch([...include], options);
  const unwanted = exclude.length === 0 ? () => false : picomatch([...exclude], options);
  return ({ path }) => {
    if (path === from) return true;
    const inside = from === '' ? path : path.startsWith(`${from}/`) ? path.slice(from.length + 1) : undefined;
    // Also names that only a forged tree has: `.` and `..`.
    if (inside === undefined || inside.split('/').some((part) => part.startsWith('.'))) return false;
    return wanted(inside) && !unwanted(inside);
  };
}

function exportPath(path: string, { to, rename }: SourcePathRule, from: string): string {
  const isFile = path === from;
  const inside = isFile ? posix.basename(path) : from === '' ? path : path.slice(from.length + 1);
  if (Object.hasOwn(rename, inside)) return cleanPath(posix.join(isFile ? '.' : to, rename[inside] ?? inside));
  // For a single file, `to` is a new name or a folder.
  if (isFile && to !== '' && !to.endsWith('/') && posix.extname(to) !== '') return cleanPath(to);
  return cleanPath(posix.join(to, inside));
}

/** Matches characters in names that some file systems ignore. */
const ignored = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Returns why a path can't be a file of the snapshot, or undefined. */
export function pathFault(path: string): string | undefined {
  if (path === '' || path.startsWith('/')) return 'its name is empty';
  if (path === '__proto__' || path === syncedName) return 'its name is reserved';
  if (Buffer.byteLength(path) > 800) return 'its path is too long';
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'its path is outside the folder';
    if (/[\u0000-\u001f\u007f\\]/.test(part))
      return 'its name is not UTF-8, or contains control characters or backslashes';
    const plain = part
      .replace(ignored, '')
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[. ]+$|:.*$/g, '');
    if (plain === '.git' || plain === 'git~1') return 'its name is reserved by git';
    if (Buffer.byteLength(part) > 250) return 'its name is too long';
  }
  return undefined;
}

/** Maximum number of files among which a similar name is searched. */
const maxSearched = 20_000;

const foldersOf = (tree: readonly TreeEntry[]) =>
  uniq(tree.slice(0, maxSearched).flatMap(({ path }) => [path, ...ancestorsOf(path)]));

/** Limits per source: texts that reference files, included files, and their depth. */
export const limits = { textBytes: 8 * 1024 * 1024, names: 200_000, files: 5000, bytes: 32 * 1024 * 1024, depth: 8 };

/** Maximum number of config files of generators, which define the order of pages and templates. */
const maxConfigs = 1000;

export interface NamingText {
  /** Path in the repository. */
  readonly path: string;
  /** Path in the section. Absent for included files. */
  readonly target?: string;
  readonly text: string;
}

type Included = SyncedSource['included'];

/** Returns the pages and partials among the files of a section, by path in it. `paths` are those in the repository. */
export const namingTexts = (files: ReadonlyMap<string, Buffer>, paths: SyncedSource['files']): readonly NamingText[] =>
  [...files].flatMap(([target, bytes]) =>
    /\.mdx?$/i.test(target) && bytes.length <= limits.textBytes
      ? [{ target, path: paths[target] ?? target, text: bytes.toString() }]
      : [],
  );

/** Finds included files. `files` are by path in the section, `paths` and the result by path in the repository. The build reports missing files. */
export async function includedFiles(
  commit: Commit,
  source: Pick<Source, 'repo'>,
  files: ReadonlyMap<string, Buffer>,
  paths: Readonly<Record<string, string>>,
): Promise<Included> {
  const entries = commit.entries();
  const entriesAt = (all: readonly string[]) => all.flatMap((path) => entries.get(path) ?? []);
  const configs = entriesAt(configFilesIn([...entries.keys()]).slice(0, maxConfigs));
  const exported = new Set(Object.values(paths));
  const included = new Map(await readTexts(commit, configs, limits.bytes));
  const projectOf = projectsIn([...entries.keys()], (path) => textOf(included.get(path)));
  const left = { names: limits.names, bytes: limits.bytes };
  /** Returns the path of a file that a text of the section or of the repository includes, if it is neither exported nor read yet. */
  const includedPath = (file: NamedFile, { path, target }: NamingText): string | undefined => {
    const { folder = '', project } = projectOf(path) ?? {};
    const isCode = file.kind === 'code' || isSnippet(file);
    const inSection = isCode || target === undefined ? [] : includeCandidates(file.path, target);
    if (inSection.some((at) => files.has(at))) return undefined;
    const folders = project?.included?.map((dir) => posix.join(folder, dir));
    const found = includedPaths(file, { source, path }, folders).find((at) => entries.has(at));
    return found === undefined || included.has(found) || (isSnippet(file) && exported.has(found)) ? undefined : found;
  };
  let naming: readonly NamingText[] = namingTexts(files, paths);
  for (let depth = 0; naming.length > 0 && depth < limits.depth; depth += 1) {
    /** The included files, and whether they can include others. */
    const wanted = new Map<string, boolean>();
    for (const one of naming) {
      const named = namedFiles(namedTextsOf(projectOf(one.path)?.project)(one.text, one.path)).slice(0, left.names);
      left.names -= named.length;
      for (const file of named) {
        const path = includedPath(file, one);
        if (path !== undefined) wanted.set(path, wanted.get(path) === true || canInclude(file, path));
      }
    }
    const selected = entriesAt([...wanted.keys()]).slice(0, Math.max(0, limits.files - included.size));
    const read = await readTexts(commit, selected, left.bytes);
    naming = [...read].flatMap(([path, file]) => {
      included.set(path, file);
      if (!('text' in file)) return [];
      left.bytes -= Buffer.byteLength(file.text);
      return wanted.get(path) === true ? [{ path, text: file.text }] : [];
    });
    for (const path of wanted.keys()) if (!included.has(path)) included.set(path, { fault: tooMuch });
  }
  return Object.fromEntries([...included].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether the text of an included file can include others. */
function canInclude(file: NamedFile, path: string): boolean {
  if (isSnippet(file)) return /\.(?:mdx?|txt|html)$/i.test(path);
  return /^(?:include|partial)$/.test(file.kind) || hasImports(path);
}

const tooMuch = 'the pages of its repository include too much';

/** Returns partials (by their names) that no text includes and for which no generator has a rule. */
export function unusedTexts(files: ReadonlyMap<string, Buffer>, isPage: PageTest): readonly string[] {
  const texts = [...files].filter(([path, { length }]) => /\.mdx?$/.test(path) && length <= limits.textBytes);
  const partials = texts.filter(([path]) => kindOf(path) === 'partial' && isPage(path) === undefined);
  if (partials.length === 0) return [];
  const nameOf = (path: string) => posix.basename(path).replace(/\.mdx?$/, '');
  const named = new Set(
    texts.flatMap(([, bytes]) => namedFiles(namedTexts(bytes.toString())).map(({ path }) => nameOf(path))),
  );
  return partials.flatMap(([path]) => (named.has(nameOf(path)) ? [] : [path]));
}

/** Reads texts. `bytes` limits their total size. */
async function readTexts(
  commit: Commit,
  entries: readonly TreeEntry[],
  bytes: number,
): Promise<ReadonlyMap<string, Included[string]>> {
  const faultOf = ({ mode, path }: TreeEntry) => skippedModes[mode] ?? pathFault(path);
  const sound = entries.filter((entry) => faultOf(entry) === undefined);
  const contents = await commit.readWithin(sound, { bytes, fileBytes: maxIncludedBytes, excess: tooMuch });
  return new Map(
    entries.map((entry) => {
      const content = faultOf(entry) ?? contents.get(entry.path) ?? '';
      return [entry.path, typeof content === 'string' ? { fault: content } : includedText(entry.path, content)];
    }),
  );
}
