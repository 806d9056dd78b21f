// Files that pages name, beside the docs and what lies among them: static files, files of the project by an alias, and the texts of
// those that pages import. All are listed or looked at here, so that nothing behind reads a text from disk.
import { lstatSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import type { KnownFiles, ParsedDocs } from '../docs/doc-file.js';
import { gitIgnores, type Ignores } from '../mounts/git-ignore.js';
import {
  includedText,
  largestIncluded,
  type RepositoryFile,
  type RepositoryFiles,
  repositoryFiles,
  tooLargeToInclude,
} from '../mounts/repository-files.js';
import type { SeenHub } from '../mounts/see-hub.js';
import { type SourcePath, toSourcePath } from '../path.js';
import { bytesAt, entryAt } from '../regular-file.js';
import { type Import, isSnippet, namedTexts } from './imports.js';
import { readBytes } from './list-files.js';
import { importCandidates, namedPaths, type Roots } from './named-paths.js';
import { type Content, type ReadContentFacts, readContent } from './read.js';
import type { Folder, Folders } from './static-folders.js';
import { decodeText } from './text.js';

/** A file of a static folder. */
export interface StaticFile {
  /** Begins with `/`, which no path of the content does. */
  readonly source: SourcePath;
  /** Path on disk. */
  readonly file: string;
  /** Path from the static folder: where the file is wanted in the site. */
  readonly path: string;
  /** True where the config names its folder. */
  readonly isOwned: boolean;
}

/** Content, and what its pages name beside it. */
export interface HubContent extends Content {
  readonly roots: Roots;
  /** In the order of their folders and paths. */
  readonly statics: readonly StaticFile[];
  /** Whole texts of files that pages import, but for docs and partials. */
  readonly texts: ReadonlyMap<SourcePath, string>;
  readonly repositoryFiles: RepositoryFiles;
  /** True if pages name files outside the folders that are listed: no list shows a change of those. */
  readonly isOpen: boolean;
}

/** Reads all of a hub that was looked at. Diagnostics: those of `readContent`, and DG301–DG309 for static files. */
export async function readHub(
  seen: SeenHub,
  known: KnownFiles = new Map(),
  {
    parsed,
    readFacts,
  }: { readonly parsed?: ParsedDocs | undefined; readonly readFacts?: ReadContentFacts | undefined } = {},
): Promise<Checked<HubContent>> {
  const content = await readContent(seen.mounts, { since: seen.since, known, parsed, readFacts });
  const found = seen.folders;
  const roots = rootsOf(found);
  const statics = seen.statics.flatMap(staticsIn);
  const files = new Map([
    ...content.value.files,
    ...statics.map(({ source, file }) => [source, file] as const),
    ...projectFiles(content.value, roots, found.folders),
  ]);
  const local = new Map<SourcePath, RepositoryFile>();
  const ofRepositories = repositoryFiles({ ...content.value, roots: roots.roots, local });
  const repositories = repositoryReader(roots, local);
  const read = readTexts(content.value, { files, roots, repositoryFiles: ofRepositories, look: repositories.look });
  const { isOpen } = repositories;
  return {
    value: {
      ...{ ...content.value, files, roots, statics, texts: read.value },
      ...{ repositoryFiles: ofRepositories, isOpen: isOpen() },
    },
    diagnostics: [
      ...content.diagnostics,
      ...seen.statics.flatMap(({ files }) => files.diagnostics),
      ...read.diagnostics,
    ],
  };
}

/** The folders as pages name files in them. */
export function rootsOf({ folders, aliases }: Folders): Roots {
  return {
    roots: folders.map(({ base, kind, project, at, repository }) => ({ base, kind, project, at, repository })),
    aliases,
  };
}

function staticsIn({ folder: { dir, base, isOwned }, files }: SeenHub['statics'][number]): StaticFile[] {
  return files.value.map(({ path }) => ({
    source: toSourcePath(`${base}/${path}`),
    file: join(dir, path),
    path,
    isOwned,
  }));
}

/** Texts that are read, and characters of one and of all. */
const most = { texts: 20_000, characters: 1024 * 1024, all: 64 * 1024 * 1024 };

interface TextSources extends Pick<HubContent, 'files' | 'roots' | 'repositoryFiles'> {
  /** Reads a file outside the listed folders; undefined where there is none. */
  readonly look: (path: SourcePath) => RepositoryFile | undefined;
}

/** The texts of files that docs and partials import or have snippets of, and those in turn. */
function readTexts(
  { docs, partials }: Content,
  { files, roots, repositoryFiles, look }: TextSources,
): Checked<ReadonlyMap<SourcePath, string>> {
  const known = new Set([...docs, ...partials].map(({ path }) => path));
  const texts = new Map<SourcePath, string>();
  const seen = new Set<SourcePath>();
  const walked = new Set<SourcePath>();
  const diagnostics: Diagnostic[] = [];
  const queue: { readonly path: SourcePath; readonly imports: readonly Import[] }[] = [
    ...partials.map(({ path, text }) => ({ path, imports: namedTexts(text).imports })),
    ...docs.map(({ path, parsed }) => ({ path, imports: parsed.named.imports })),
  ];
  let left = most.all;
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    for (const { kind, path } of source.imports) {
      if (kind !== 'partial' && kind !== 'raw' && !isSnippet({ kind })) continue;
      const candidates = isSnippet({ kind })
        ? repositoryFiles.candidates({ kind, path }, source.path)
        : importCandidates({ kind, path }, source.path, roots);
      const found = candidates.find((path) => known.has(path) || files.has(path) || look(path) !== undefined);
      const file = found && files.get(found);
      if (found === undefined) continue;
      if (file !== undefined && !seen.has(found) && left > 0 && texts.size < most.texts) {
        const read = readBytes(found, file, most.characters);
        const decoded = read.value && decodeText(read.value, found);
        diagnostics.push(...read.diagnostics, ...(decoded?.diagnostics ?? []));
        left -= decoded?.value.length ?? 0;
        if (decoded) texts.set(found, decoded.value);
      }
      seen.add(found);
      const text = texts.get(found) ?? look(found)?.text;
      if (kind === 'raw' || text === undefined || walked.has(found)) continue;
      walked.add(found);
      queue.push({ path: found, imports: namedTexts(text).imports });
    }
  }
  return { value: texts, diagnostics };
}

/** Reads files of the repositories of content folders, each once, into `local`. */
function repositoryReader({ roots }: Roots, local: Map<SourcePath, RepositoryFile>) {
  const asked = new Map<SourcePath, RepositoryFile | undefined>();
  const ignoring = new Map<string, Ignores>();
  let left = most.all;
  const look = (path: SourcePath): RepositoryFile | undefined => {
    const { dir, base } = roots.find(({ repository }) => path.startsWith(`${repository?.base}/`))?.repository ?? {};
    if (dir === undefined || base === undefined || asked.has(path) || asked.size === most.texts) return asked.get(path);
    const ignores = ignoring.get(dir) ?? gitIgnores(dir);
    ignoring.set(dir, ignores);
    const found = repositoryFile(dir, path.slice(base.length + 1), ignores);
    const file = found?.text !== undefined && found.text.length > left ? { fault: 'pages include too much' } : found;
    left -= file?.text?.length ?? 0;
    asked.set(path, file);
    if (file) local.set(path, file);
    return file;
  };
  return { look, isOpen: () => asked.size > 0 };
}

/** The text of a file below the folder of a repository, or why it is not shown; undefined where there is none. */
function repositoryFile(dir: string, path: string, ignores: Ignores): RepositoryFile | undefined {
  const names = path.split('/');
  for (const [index, name] of names.entries()) {
    const folder = join(dir, ...names.slice(0, index));
    const entry = entryAt(join(folder, name));
    if (!entry) return undefined;
    if (entry.isSymbolicLink()) return { fault: 'it is a symbolic link' };
    const isLast = index === names.length - 1;
    if (isLast ? !entry.isFile() : !entry.isDirectory()) return undefined;
    if (/^(?:\..*|node_modules)$/.test(name) || ignores(folder, [{ name, isFolder: !isLast }]).has(name))
      return { fault: 'it is hidden, or git ignores it' };
    if (isLast && entry.size > largestIncluded) return { fault: tooLargeToInclude };
  }
  const bytes = bytesAt(join(dir, ...names), largestIncluded);
  return bytes ? includedText(path, bytes) : { fault: 'it cannot be read' };
}

const mostProjectFiles = 10_000;

/** Images of a project outside its content that docs name by an alias or by a path that leaves the content folder. */
function projectFiles({ docs, partials }: Content, roots: Roots, folders: readonly Folder[]): Map<SourcePath, string> {
  const files = new Map<SourcePath, string>();
  const projects = folders.filter(({ kind }) => kind === 'project');
  if (projects.length === 0) return files;
  const beginnings = ['../', ...new Set(roots.aliases.map(({ written }) => written))].map((text) =>
    text.replace(/[^\w/]/g, '\\$&'),
  );
  const image = new RegExp(
    `(?:${beginnings.join('|')})[^\\s"'\`()<>\\\\]{1,300}?\\.(?:png|jpe?g|gif|webp|avif|svg)\\b`,
    'gi',
  );
  const texts = [...docs, ...partials.map(({ path, text }) => ({ path, text: () => text }))];
  for (const { path: from, text } of texts) {
    for (const [written] of text().matchAll(image)) {
      if (files.size === mostProjectFiles) return files;
      for (const candidate of namedPaths(written, from, roots)) {
        const project = projects.find(({ base }) => candidate.startsWith(`${base}/`));
        const file = project && plainFile(project.dir, candidate.slice(project.base.length + 1));
        if (file !== undefined) files.set(candidate, file);
      }
    }
  }
  return files;
}

/** The path on disk of a regular file below a folder, where no link and no hidden folder is on the way. */
function plainFile(dir: string, path: string): string | undefined {
  if (path.split('/').some((name) => /^(?:\..*|node_modules|)$/.test(name))) return undefined;
  try {
    const file = join(realpathSync(dir), ...path.split('/'));
    return realpathSync(file) === file && lstatSync(file).isFile() && basename(file) === path.split('/').at(-1)
      ? file
      : undefined;
  } catch {
    return undefined; // nothing there
  }
}
