// Files that pages name, beside the docs and what lies among them: static files, files of the project by an alias, and the texts of
// those that pages import. All are listed or looked at here, so that nothing behind reads a text from disk.
import { lstatSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Mount } from '../config.js';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { type SourcePath, toSourcePath } from '../path.js';
import { importsOf } from './imports.js';
import { listFiles, readBytes } from './list-files.js';
import { importCandidates, namedPaths, type Roots } from './named-paths.js';
import { type Content, readContent, type SourceFile } from './read.js';
import { type Folder, type FoldersConfig, findFolders } from './static-folders.js';
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
}

/**
 * Reads all of a hub; the cache, where it has a folder, is no content. Diagnostics: those of `readContent`, and DG301–DG309 for static
 * files.
 */
export async function readHub(
  mounts: readonly Mount[],
  config: FoldersConfig,
  cache?: string,
): Promise<Checked<HubContent>> {
  const content = await readContent(mounts, [config.out, ...(cache === undefined ? [] : [cache])]);
  const found = findFolders(mounts, config);
  const roots: Roots = {
    roots: found.folders.map(({ base, kind, project, at }) => ({ base, kind, project, at })),
    aliases: found.aliases,
  };
  const listed = await Promise.all(found.folders.filter(({ kind }) => kind === 'static').map(listStatic));
  const statics = listed.flatMap(({ value }) => value);
  const files = new Map([
    ...content.value.files,
    ...statics.map(({ source, file }) => [source, file] as const),
    ...projectFiles(content.value, roots, found.folders),
  ]);
  const read = readTexts(content.value, files, roots);
  const { texts } = read.value;
  const newest = Math.max(content.value.newest, read.value.newest);
  return {
    value: { ...content.value, files, roots, statics, texts, newest },
    diagnostics: [...content.diagnostics, ...listed.flatMap(({ diagnostics }) => diagnostics), ...read.diagnostics],
  };
}

async function listStatic({ dir, base, isOwned }: Folder): Promise<Checked<StaticFile[]>> {
  const { value, diagnostics } = await listFiles(dir, base, { dot: isOwned });
  const files = value.map((path) => ({
    source: toSourcePath(`${base}/${path}`),
    file: join(dir, path),
    path,
    isOwned,
  }));
  return { value: files, diagnostics };
}

/** Texts that are read, and characters of one and of all. */
const most = { texts: 20_000, characters: 1024 * 1024, all: 64 * 1024 * 1024 };

/** The texts of files that docs and partials import, and those import in turn. */
function readTexts(
  { docs, partials }: Content,
  files: ReadonlyMap<SourcePath, string>,
  roots: Roots,
): Checked<{ readonly texts: ReadonlyMap<SourcePath, string>; readonly newest: number }> {
  const known = new Set([...docs, ...partials].map(({ path }) => path));
  const texts = new Map<SourcePath, string>();
  const seen = new Set<SourcePath>();
  const walked = new Set<SourcePath>();
  const diagnostics: Diagnostic[] = [];
  const queue: Pick<SourceFile, 'path' | 'text'>[] = [...partials, ...docs];
  let left = most.all;
  let newest = 0;
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    for (const { kind, path } of importsOf(source.text)) {
      if (kind !== 'partial' && kind !== 'raw') continue;
      const found = importCandidates({ kind, path }, source.path, roots).find(
        (path) => known.has(path) || files.has(path),
      );
      const file = found && files.get(found);
      if (found === undefined || file === undefined) continue;
      if (!seen.has(found) && left > 0 && texts.size < most.texts) {
        const read = readBytes(found, file, most.characters);
        const { bytes, mtime } = read.value;
        const decoded = bytes && decodeText(bytes, found);
        newest = Math.max(newest, mtime);
        diagnostics.push(...read.diagnostics, ...(decoded?.diagnostics ?? []));
        left -= decoded?.value.length ?? 0;
        if (decoded) texts.set(found, decoded.value);
      }
      seen.add(found);
      const text = texts.get(found);
      if (kind !== 'partial' || text === undefined || walked.has(found)) continue;
      walked.add(found);
      queue.push({ path: found, text });
    }
  }
  return { value: { texts, newest }, diagnostics };
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
  for (const { path: from, text } of [...docs, ...partials]) {
    for (const [written] of text.matchAll(image)) {
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
