// Loads the files that pages reference outside the content folders: static files, files of the project by an alias, and texts of imported files. All are loaded
// here, so that later steps read no text from disk.
import { join } from 'node:path';
import { compact, escapeRegExp, memoize, pick } from 'lodash-es';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import type { NamedFile } from '../input/imports.js';
import { bytesAt } from '../input/regular-file.js';
import { decodeText } from '../input/text.js';
import { globTest } from '../types/globs.js';
import { folderOfGlob, type SourcePath, toSourcePath } from '../types/path.js';
import type { CachedFiles } from './doc-file.js';
import { fileAt, findInRepository, ignoredIn, namesIn, readBytes } from './list-files.js';
import { hasImports, isImage, isSnippet, namedFiles, type namedTexts } from './parse/imports.js';
import { fromProject, globEnding, importCandidates, namedPaths, pagesEnding, type Roots } from './parse/named-paths.js';
import type { Folder } from './project-folders.js';
import { namedTextsOf, pageValues } from './projects.js';
import { type Content, type Memory, readContent } from './read.js';
import {
  includedText,
  maxIncludedBytes,
  type RepositoryFile,
  type RepositoryFiles,
  repositoryFiles,
  tooLargeToInclude,
} from './repository-files.js';
import { linkedFiles, type ScannedHub } from './scan-hub.js';

export interface StaticFile {
  /** Starts with `/`, unlike paths of the content. */
  readonly source: SourcePath;
  readonly file: string;
  /** Path in the static folder, which is its path in the site. */
  readonly path: string;
  readonly isOwned: boolean;
  readonly isAssets: boolean;
  /** The static folder in messages: `/` and its path from the folder of the config. */
  readonly shownFolder: string;
}

export interface HubContent extends Content {
  readonly roots: Roots;
  /** Static files, ordered by folder, then by path. */
  readonly statics: readonly StaticFile[];
  /** Full texts of files that pages import, except docs and partials. */
  readonly texts: ReadonlyMap<SourcePath, string>;
  readonly repositoryFiles: RepositoryFiles;
  /** Whether pages reference files outside the scanned folders, so that a scan can't detect all changes. */
  readonly dependsOnUnscanned: boolean;
  /** Absolute paths of texts that can be outside the listed folders: those that symbolic links lead to, imported ones, and missing ones that might be created. */
  readonly textFiles: readonly string[];
}

/** Reads all files of a hub that was listed. Diagnostics: those of `readContent`, and DG301–DG309 for static files. */
export async function readHub(
  scan: ScannedHub,
  cachedFiles: CachedFiles = new Map(),
  more: Pick<Memory, 'readFacts' | 'maxKept'> = {},
): Promise<Checked<HubContent>> {
  const content = await readContent(scan.mounts, { since: scan.since, cachedFiles, ...more });
  const { folders, aliases } = scan.folders;
  const roots: Roots = {
    roots: folders.map((folder) => pick(folder, ['base', 'kind', 'project', 'at', 'repository', 'isAssets'])),
    aliases,
  };
  const statics = staticFiles(scan);
  const projects = projectReader(folders);
  const files = new Map([...content.value.files, ...statics.map(({ source, file }) => [source, file] as const)]);
  addImages(files, textsIn(content.value), { roots, find: projects.find, image: imagesOutside(roots) });
  const local = new Map<SourcePath, RepositoryFile>();
  const ofRepositories = repositoryFiles(content.value, roots.roots, local);
  const repositories = repositoryReader(roots, local);
  const fileOf = (path: SourcePath) =>
    files.get(path) ?? (/\.(?:astro|mdx?|vue|[cm]?[jt]sx?|json)$/.test(path) ? projects.find(path) : undefined);
  const listAt = (path: SourcePath) => {
    if (path.endsWith(pagesEnding)) return pagesAt(path, content.value);
    const images = imagesAt(path, projects);
    for (const [image, file] of images) files.set(image, file);
    return images.map(([image]) => image.slice(folderOfGlob(path).length));
  };
  const reading = { fileOf, listAt, look: repositories.look, roots, repositoryFiles: ofRepositories };
  const { value: texts, diagnostics } = readTexts(content.value, reading);
  const imported = [...texts].filter(([path]) => /\.mdx?$/.test(path));
  addImages(files, imported, { roots, find: projects.find, image: anyImage });
  const ofTexts = [...texts.keys()].flatMap((path) => fileOf(path) ?? []);
  const dependsOnUnscanned = repositories.isOpen() || projects.isOpen();
  const textFiles = [...linkedFiles(scan), ...ofTexts, ...repositories.files, ...projects.missing];
  const found = { texts, repositoryFiles: ofRepositories, dependsOnUnscanned, textFiles };
  const ofStatics = scan.statics.flatMap(({ files }) => files.diagnostics);
  return {
    value: { ...content.value, files, roots, statics, ...found },
    diagnostics: [...content.diagnostics, ...ofStatics, ...diagnostics],
  };
}

function staticFiles({ statics }: ScannedHub): readonly StaticFile[] {
  return statics.flatMap(({ folder, files }) => {
    const { dir, base, isOwned, isAssets = false, shownFolder = base } = folder;
    return files.value.map((listed) => {
      const { path } = listed;
      const source = toSourcePath(`${base}/${path}`);
      return { source, file: fileAt(dir, listed), path, isOwned, isAssets, shownFolder };
    });
  });
}

/** Maximum number of texts, and of characters of one and of all. */
const maxTexts = { texts: 20_000, characters: 1024 * 1024, all: 64 * 1024 * 1024 };

interface Reading extends Pick<HubContent, 'roots' | 'repositoryFiles'> {
  readonly fileOf: (path: SourcePath) => string | undefined;
  readonly listAt: (glob: SourcePath) => readonly unknown[];
  /** Loads a file outside the listed folders, if it exists. */
  readonly look: (path: SourcePath) => RepositoryFile | undefined;
}

/** Reads the texts that docs and partials import or include snippets of, recursively. */
function readTexts({ docs, partials, rules }: Content, reading: Reading): Checked<ReadonlyMap<SourcePath, string>> {
  const { fileOf, listAt, look, roots, repositoryFiles } = reading;
  const inContent = new Set([...docs, ...partials].map(({ path }) => path));
  const texts = new Map<SourcePath, string>();
  const diagnostics: Diagnostic[] = [];
  let left = maxTexts.all;
  const hasRoom = () => left > 0 && texts.size < maxTexts.texts;
  const add = (path: SourcePath, text: string) => {
    left -= text.length;
    texts.set(path, text);
  };
  const readOnce = memoize((path: SourcePath): void => {
    const file = fileOf(path);
    if (file === undefined || !hasRoom()) return;
    const read = readBytes(path, file, maxTexts.characters);
    const decoded = read.value && decodeText(read.value, path);
    diagnostics.push(...read.diagnostics, ...(decoded?.diagnostics ?? []));
    if (decoded) add(path, decoded.value);
  });
  const exists = (path: SourcePath) => inContent.has(path) || fileOf(path) !== undefined || look(path) !== undefined;
  const candidatesOf = (file: NamedFile, from: SourcePath) => [
    ...(file.kind === 'include' || isSnippet(file) ? [] : importCandidates(file, from, roots)),
    ...(file.kind === 'partial' ? [] : repositoryFiles.candidates(file, from)),
  ];
  const addList = (glob: SourcePath): void => {
    const list = hasRoom() && !texts.has(glob) ? listAt(glob) : [];
    if (list.length > 0) add(glob, JSON.stringify(list));
  };

  const namesOf = (path: SourcePath) => namedTextsOf(rules.get(path)?.project);
  const queue: { readonly path: SourcePath; readonly files: readonly NamedFile[]; namesOf: typeof namedTexts }[] = [
    ...partials.map(({ path, text }) => ({ path, files: namedFiles(namesOf(path)(text)), namesOf: namesOf(path) })),
    ...docs.map(({ path, parsed }) => ({ path, files: namedFiles(parsed.named), namesOf: namesOf(path) })),
  ];
  const walked = new Set<SourcePath>();
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    for (const file of source.files) {
      const { kind } = file;
      if (kind === 'code' || kind === 'module') continue;
      const candidates = candidatesOf(file, source.path);
      if (kind === 'glob' || kind === 'pages') candidates.forEach(addList);
      const found = candidates.find(exists);
      if (found === undefined) continue;
      readOnce(found);
      const text = texts.get(found) ?? look(found)?.text;
      const hasNoNames = kind === 'raw' || (kind === 'data' && !hasImports(found));
      if (hasNoNames || text === undefined || walked.has(found)) continue;
      walked.add(found);
      queue.push({ ...source, path: found, files: namedFiles(source.namesOf(text, found)) });
    }
  }
  return { value: texts, diagnostics };
}

/** Reads files of the repositories of content folders, each once, into `local`. */
function repositoryReader({ roots }: Roots, local: Map<SourcePath, RepositoryFile>) {
  const requested = new Map<SourcePath, RepositoryFile | undefined>();
  const files: string[] = [];
  const ignoresOf = memoize(ignoredIn);
  let left = maxTexts.all;
  const look = (path: SourcePath): RepositoryFile | undefined => {
    const { dir, base } = roots.find(({ repository }) => path.startsWith(`${repository?.base}/`))?.repository ?? {};
    if (dir === undefined || base === undefined || requested.has(path) || requested.size === maxTexts.texts)
      return requested.get(path);
    const found = repositoryFile(dir, path.slice(base.length + 1), ignoresOf(dir));
    const file = found?.text !== undefined && found.text.length > left ? { fault: 'pages include too much' } : found;
    left -= file?.text?.length ?? 0;
    requested.set(path, file);
    if (file) local.set(path, file);
    files.push(join(dir, path.slice(base.length + 1)));
    return file;
  };
  return { look, files, isOpen: () => requested.size > 0 };
}

/** Loads a file below the folder of a repository. Returns its text, why it can't be shown, or undefined if it doesn't exist. */
function repositoryFile(
  dir: string,
  path: string,
  isIgnored: ReturnType<typeof ignoredIn>,
): RepositoryFile | undefined {
  const found = findInRepository(dir, path, isIgnored);
  if (!found || 'fault' in found) return found;
  if (found.size > maxIncludedBytes) return { fault: tooLargeToInclude };
  const bytes = bytesAt(found.file, maxIncludedBytes);
  return bytes ? includedText(path, bytes) : { fault: 'it cannot be read' };
}

const maxProjectFiles = 10_000;
const maxPages = 1000;

const imagePath = String.raw`[^\s"'\`()<>\\]{1,300}?\.(?:png|jpe?g|gif|webp|avif|svg|mp4|webm)\b`;
const anyImage = new RegExp(String.raw`(?<![^\s"'\`()<>\\])${imagePath}`, 'gi');

/** Matches the paths of images in a text of the content that can be outside of it: by an alias, from the folder of the project, or above the folder of the text. */
export function imagesOutside({ roots, aliases }: Roots): RegExp | undefined {
  if (roots.every(({ kind }) => kind !== 'project')) return undefined;
  const beginnings = ['../', '/src/', ...new Set(aliases.map(({ written }) => written))];
  return new RegExp(`(?:${beginnings.map(escapeRegExp).join('|')})${imagePath}`, 'gi');
}

function* textsIn({ docs, partials }: Content): Generator<readonly [SourcePath, string]> {
  for (const { path, text } of docs) yield [path, text()];
  for (const { path, text } of partials) yield [path, text];
}

interface ImageFiles {
  readonly image: RegExp | undefined;
  readonly roots: Roots;
  readonly files: Pick<ReadonlyMap<SourcePath, string>, 'has'>;
}

/** Yields the source paths that images in a text can refer to and that aren't files of the hub. */
export function* unscannedImages(
  [from, text]: readonly [from: SourcePath, text: string],
  { image, roots, files }: ImageFiles,
): Generator<SourcePath> {
  for (const [written] of image ? text.matchAll(image) : []) {
    const candidates = [written, ...fromProject(written)].flatMap((one) => namedPaths(one, from, roots));
    if (!candidates.some((one) => files.has(one))) yield* candidates;
  }
}

/** Adds the images outside the content that texts reference to the files. */
function addImages(
  files: Map<SourcePath, string>,
  texts: Iterable<readonly [SourcePath, string]>,
  { find, ...of }: Omit<ImageFiles, 'files'> & { readonly find: FindFile },
): void {
  let left = maxProjectFiles;
  for (const text of of.image ? texts : []) {
    for (const candidate of unscannedImages(text, { ...of, files })) {
      const file = find(candidate);
      if (file === undefined) continue;
      if (left === 0) return;
      files.set(candidate, file);
      left -= 1;
    }
  }
}

/** Whether a pattern has many wildcards, which would take time that is not linear. */
const isSlow = (pattern: string): boolean => (pattern.match(/[*?+@!(]/g)?.length ?? 0) > 4;

/** Returns the names and the values of the pages that a pattern matches. */
function pagesAt(glob: SourcePath, { docs, rules }: Content): readonly unknown[] {
  const folder = folderOfGlob(glob);
  const pattern = glob.slice(folder.length, -pagesEnding.length);
  const matches = isSlow(pattern) ? () => false : globTest([pattern]);
  const found = docs.filter(({ path }) => path.startsWith(folder) && matches(path.slice(folder.length)));
  return found
    .slice(0, maxPages)
    .map(({ path, parsed }) => [path.slice(folder.length), pageValues(path, parsed, rules.get(path))]);
}

/** Finds the images in a folder of a project that a pattern for one folder matches. */
function imagesAt(
  glob: SourcePath,
  { find, dirOf }: ReturnType<typeof projectReader>,
): readonly (readonly [SourcePath, string])[] {
  const folder = folderOfGlob(glob);
  const dir = dirOf(folder);
  const pattern = glob.slice(folder.length, -globEnding.length);
  if (dir === undefined || isSlow(pattern)) return [];
  const names = isImage(pattern) && !/[*?[{(!]/.test(pattern) ? [pattern] : namesIn(dir).slice(0, maxProjectFiles);
  return names.filter(globTest([pattern])).flatMap((name) => {
    const path = toSourcePath(folder + name);
    const file = isImage(name) ? find(path) : undefined;
    return file === undefined ? [] : [[path, file] as const];
  });
}

type FindFile = (path: SourcePath) => string | undefined;

/** Finds files of projects outside their content. */
function projectReader(folders: readonly Folder[]) {
  const projects = folders.filter(({ kind }) => kind === 'project');
  let isOpen = false;
  const inProject = <T>(path: string, read: (dir: string, rest: string) => T): T | undefined => {
    const project = projects.find(({ base }) => path.startsWith(`${base}/`));
    isOpen ||= project !== undefined;
    return project && read(project.dir, path.slice(project.base.length + 1));
  };
  const ignoresOf = memoize(ignoredIn);
  const missing: string[] = [];
  const dirOf = (path: string) => inProject(path, join);
  const find = memoize<FindFile>((path) => {
    const found = inProject(path, (dir, rest) => findInRepository(dir, rest, ignoresOf(dir)));
    if (found && 'file' in found) return found.file;
    missing.push(...compact([dirOf(path)]));
  });
  return { find, dirOf, missing, isOpen: () => isOpen };
}
