// Files that pages name, beside the docs and what lies among them: static files, files of the project by an alias, and the texts of
// those that pages import. All are listed or looked at here, so that nothing behind reads a text from disk.
import { lstatSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import type { KnownFiles, ParsedDocs } from '../docs/doc-file.js';
import type { SeenHub } from '../mounts/see-hub.js';
import { type SourcePath, toSourcePath } from '../path.js';
import { type Import, importsOf } from './imports.js';
import { readBytes } from './list-files.js';
import { importCandidates, namedPaths, type Roots } from './named-paths.js';
import { type Content, type OnDocs, readContent } from './read.js';
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
}

/** Reads all of a hub that was looked at. Diagnostics: those of `readContent`, and DG301–DG309 for static files. */
export async function readHub(
  seen: SeenHub,
  known: KnownFiles = new Map(),
  { parsed, onDocs }: { readonly parsed?: ParsedDocs | undefined; readonly onDocs?: OnDocs | undefined } = {},
): Promise<Checked<HubContent>> {
  const content = await readContent(seen.mounts, { since: seen.since, known, parsed, onDocs });
  const found = seen.folders;
  const roots = rootsOf(found);
  const statics = seen.statics.flatMap(staticsIn);
  const files = new Map([
    ...content.value.files,
    ...statics.map(({ source, file }) => [source, file] as const),
    ...projectFiles(content.value, roots, found.folders),
  ]);
  const read = readTexts(content.value, files, roots);
  return {
    value: { ...content.value, files, roots, statics, texts: read.value },
    diagnostics: [
      ...content.diagnostics,
      ...seen.statics.flatMap(({ files }) => files.diagnostics),
      ...read.diagnostics,
    ],
  };
}

/** The folders as pages name files in them. */
export function rootsOf({ folders, aliases }: Folders): Roots {
  return { roots: folders.map(({ base, kind, project, at }) => ({ base, kind, project, at })), aliases };
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

/** The texts of files that docs and partials import, and those import in turn. */
function readTexts(
  { docs, partials }: Content,
  files: ReadonlyMap<SourcePath, string>,
  roots: Roots,
): Checked<ReadonlyMap<SourcePath, string>> {
  const known = new Set([...docs, ...partials].map(({ path }) => path));
  const texts = new Map<SourcePath, string>();
  const seen = new Set<SourcePath>();
  const walked = new Set<SourcePath>();
  const diagnostics: Diagnostic[] = [];
  const queue: { readonly path: SourcePath; readonly imports: readonly Import[] }[] = [
    ...partials.map(({ path, text }) => ({ path, imports: importsOf(text) })),
    ...docs.map(({ path, parsed }) => ({ path, imports: parsed.named.imports })),
  ];
  let left = most.all;
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    for (const { kind, path } of source.imports) {
      if (kind !== 'partial' && kind !== 'raw') continue;
      const found = importCandidates({ kind, path }, source.path, roots).find(
        (path) => known.has(path) || files.has(path),
      );
      const file = found && files.get(found);
      if (found === undefined || file === undefined) continue;
      if (!seen.has(found) && left > 0 && texts.size < most.texts) {
        const read = readBytes(found, file, most.characters);
        const decoded = read.value && decodeText(read.value, found);
        diagnostics.push(...read.diagnostics, ...(decoded?.diagnostics ?? []));
        left -= decoded?.value.length ?? 0;
        if (decoded) texts.set(found, decoded.value);
      }
      seen.add(found);
      const text = texts.get(found);
      if (kind !== 'partial' || text === undefined || walked.has(found)) continue;
      walked.add(found);
      queue.push({ path: found, imports: importsOf(text) });
    }
  }
  return { value: texts, diagnostics };
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
