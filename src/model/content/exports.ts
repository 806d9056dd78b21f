// Provenance of synced pages: the metadata that `docgen sync` writes into each snapshot, and the URLs that are derived from it.
// forges.json: for each kind of host the words in its name, the parts of its URLs (`blob`, `tree`, `raw` at a commit, `edit` on a branch, `line`), and what `docgen init`
// needs: the public host, its name for SSH on port 443, the domain of sites. The first one is assumed for other hosts.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Mount, type Source, sourcePathSchema } from '../config/schema/content.js';
import { type Checked, compareStrings, type Diagnostic, problem } from '../diagnostics/diagnostic.js';
import { generatorNames, headingIdRules } from '../generators/generator.js';
import { attempt } from '../types/attempt.js';
import { encodePart, joined, parseUrl, type SourcePath, toSourcePath } from '../types/path.js';
import { redactUrl, secretIn } from '../types/redact.js';
import forges from './forges.json' with { type: 'json' };
import { isFile, readBytes } from './list-files.js';

/** Name of the list of files in a snapshot's folder. A dot file is not content. */
export const syncedName = '.docgen-source.json';

const withoutSecrets = (repo: string) => (secretIn(repo) === undefined ? repo : redactUrl(repo));

const optionalText = z._default(z.nullable(z.string()), null);
const optionalList = z._default(z.array(z.string()), []);

/** A full hash, of SHA-1 or SHA-256. */
export const commitHash = z.string().check(z.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/));

const gatheredSourceSchema = z.strictObject({
  /** URL as in the config. Sync rejects URLs with credentials, but lists can be older than that rule. */
  repo: z.pipe(z.string(), z.transform(withoutSecrets)),
  ref: z.string(),
  /** The tag, if `ref` is a pattern. */
  tag: z.optional(z.string()),
  /** Branch that can be edited; null if the ref is a tag or a commit. */
  branch: z.nullable(z.string()),
  commit: commitHash,
  /** Day of the commit, in lists of docgen 0.1.0. Not used. */
  date: z.optional(z.string()),
  license: z.nullable(z.strictObject({ name: z.string(), path: optionalText })),
  /** Selected paths, as in the config. */
  paths: z.optional(z.array(sourcePathSchema)),
  homepage: optionalText,
  /** Start of the URLs for editing, without a trailing slash, like `linkBase`. */
  editUrl: optionalText,
  linkBase: optionalText,
  headingIds: z._default(z.nullable(z.enum(headingIdRules)), null),
  routes: z._default(z.nullable(z.enum(generatorNames)), null),
  generator: z._default(z.nullable(z.enum(generatorNames)), null),
  /** Path in the section → path in the repository. */
  files: z.record(z.string(), z.string()),
  /** Path in the section → day of its last change, if the history is known. */
  changed: z._default(z.record(z.string(), z.string()), {}),
  /** Paths of the config that contain no page. */
  pageless: optionalList,
  /** Paths in the section of Markdown files that are neither pages nor included by any text of the source. */
  unused: optionalList,
  /** Every file of the repository at the commit. */
  tree: z.array(z.string()),
  /** Files that synced texts include from outside their folders: path in the repository → text, or why it is missing. */
  included: z._default(
    z.record(z.string(), z.union([z.strictObject({ text: z.string() }), z.strictObject({ fault: z.string() })])),
    {},
  ),
});

const gatheredSchema = z.strictObject({
  version: z.literal(1),
  sources: z.array(gatheredSourceSchema),
  /** Path in the section → SHA-256 of the file; a list that docgen 0.1.0 wrote has none. */
  hashes: z.optional(z.record(z.string(), z.string())),
});

/** The synced part of a repository in a section. */
export type SyncedSource = z.output<typeof gatheredSourceSchema>;
/** The list of the files of a section. */
export type SyncedFiles = z.output<typeof gatheredSchema>;

export interface Provenance {
  readonly section: string;
  readonly source: SyncedSource;
  /** Path in the repository. */
  readonly path: string;
  /** Day of its last change, `2026-01-31`. Undefined if the history was not fetched. */
  readonly lastChange: string | undefined;
}

/** Returns undefined if the metadata is damaged. */
export function parseSynced(text: string): SyncedFiles | undefined {
  const data = attempt(() => JSON.parse(text) as unknown);
  return z.safeParse(gatheredSchema, data).data;
}

/** Returns the web URL of a repository, without a trailing slash, or undefined for a local one. */
export function webAddress(repo: string): string | undefined {
  const scp = /^(?:[\w.-]+@)?([\w.-]+):(?!\/)(.+)$/.exec(repo);
  const url =
    scp && !/^[a-z]:[\\/]/i.test(repo)
      ? `https://${scp[1]}/${scp[2]}`
      : repo.replace(/^ssh:\/\/(?:[^@/]*@)?/, 'https://');
  return /^https:\/\//.test(url) ? url.replace(/\/+$/, '').replace(/\.git$/, '') : undefined;
}

/** Returns the origin of a project's own site, which paths with a leading slash refer to. */
export function hostOf({ homepage, linkBase, repo }: SyncedSource): string | undefined {
  if (linkBase) return parseUrl(linkBase)?.origin;
  const host = homepage === null ? undefined : parseUrl(homepage)?.origin;
  const forge = parseUrl(webAddress(repo) ?? '')?.origin;
  return host !== forge && /^https?:/.test(host ?? '') ? host : undefined;
}

/** Returns `owner/name`, or the closest to it. */
export function projectName({ repo, homepage }: Pick<SyncedSource, 'repo'> & Partial<SyncedSource>): string {
  const address = repo === '.' ? (homepage ?? repo) : repo; // `.` is the hub's own repository
  const parts = address
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:\\]/);
  return parts.filter(Boolean).slice(-2).join('/');
}

/** Returns `owner/name@commit:path`, the name of a synced file in messages. */
export function originText({ source, path }: Provenance): string {
  return `${projectName(source)}@${source.commit.slice(0, 10)}:${path}`;
}

const encoded = (path: string) => path.split('/').map(encodePart).join('/');

/** Returns the URL of a file (`blob`), a folder (`tree`) or the bytes of a file (`raw`) at the commit. */
export function fileAddress(source: SyncedSource, path: string, kind: 'blob' | 'tree' | 'raw'): string | undefined {
  return forgeAddress(source, kind, `${source.commit}/${encoded(path)}`.replace(/\/$/, ''));
}

/** Returns the URL of a file, or of a line of its source, since lines of rendered Markdown have no URL. */
export function lineAddress({ source, path }: Provenance, line?: number): string | undefined {
  return forgeAddress(source, 'blob', `${source.commit}/${encoded(path)}`, line);
}

/** Returns the forge of a host by the words in its name. */
export const forgeAt = (host: string) =>
  forges.find(({ words }) => words.some((word) => host.split('.').includes(word)));

/** Returns a URL below that of a repository. The URLs of an unknown host are assumed to be those of GitHub. */
function forgeAddress({ repo }: SyncedSource, kind: 'blob' | 'tree' | 'raw' | 'edit', path: string, line?: number) {
  const base = webAddress(repo);
  const forge = forgeAt(parseUrl(base ?? '')?.hostname ?? '') ?? (forges[0] as (typeof forges)[number]);
  return base && `${base}/${forge[kind]}/${path}${line === undefined ? '' : forge.line + line}`;
}

/** Returns the URL at which a file can be edited: below `editUrl`, or on the synced branch. */
export function editAddress({ source, path }: Provenance): string | undefined {
  if (source.editUrl !== null && source.editUrl !== '') return `${source.editUrl}/${encoded(path)}`;
  if (source.branch === null) return undefined;
  return forgeAddress(source, 'edit', `${encoded(source.branch)}/${encoded(path)}`);
}

/**
 * Returns the source path of a file that pages include from elsewhere in its repository. It contains the commit, so two files with this
 * path have the same text.
 */
export const includedSource = (source: SyncedSource, path: string) =>
  toSourcePath(`/${projectName(source)}@${source.commit}:${path}`);

/** Finds a file of a repository by its path, with or without a leading slash. */
export function includedFrom(records: readonly SyncedFiles[], file: string): Provenance | undefined {
  const path = file.replace(/^\/?/, '/');
  for (const { sources } of records)
    for (const source of sources) {
      const start = includedSource(source, '');
      const inRepository = path.slice(start.length);
      if (path.startsWith(start) && Object.hasOwn(source.included, inRepository))
        return { section: '', source, path: inRepository, lastChange: undefined };
    }
  return undefined;
}

/** A file of a snapshot; `hash` is '' if it could not be read. */
export interface HashedFile {
  readonly relativePath: string;
  readonly path: SourcePath;
  readonly hash: string;
}

/** Compares the files of a snapshot with its list. Diagnostics: DG213. */
export function damageOf(section: string, synced: SyncedFiles, dir: string, files: readonly HashedFile[]) {
  const { sources, hashes = {} } = synced;
  const known = new Set(sources.flatMap((source) => Object.keys(source.files)));
  const listed = new Set(files.map(({ relativePath }) => relativePath));
  const wrong = files.filter(
    ({ relativePath: path, hash }) => hash !== '' && !(known.has(path) && hashes[path] === hash),
  );
  // Dot files are not listed, but may exist.
  const removed = [...known].filter((path) => !listed.has(path) && !isFile(join(dir, path))).sort(compareStrings);
  const damaged = (path: string, change: string, file: string) =>
    problem.exportDamaged({ section, path, change }, { file });
  const changeOf = (path: string) => (known.has(path) ? 'changed' : 'added');
  return [
    ...wrong.map(({ relativePath, path }) => damaged(relativePath, changeOf(relativePath), path)),
    ...removed.map((path) => damaged(path, 'removed', `${section}/${path}`)),
  ];
}

/** Reports parts of sources without pages, as found by the sync. Diagnostics: DG220, DG221. */
export function pagelessIn(section: string, { sources }: SyncedFiles): readonly Diagnostic[] {
  return sources.flatMap(({ repo, pageless, unused, files }) => {
    const source = `${section === '' ? '' : `${section}: `}${redactUrl(repo)}`;
    return [
      ...pageless.map((from) => problem.pathWithoutPages({ source, from })),
      ...unused.map((path) => problem.noPage({ source, path: files[path] ?? path }, { file: joined(section, path) })),
    ];
  });
}

/** Maximum list, in bytes: twice the size of one with a million paths. */
export const maxSyncedFilesBytes = 256 * 1024 * 1024;

export function readSyncedFiles({ dir, prefix }: Pick<Mount, 'dir' | 'prefix'>): Checked<SyncedFiles | undefined> {
  const read = readBytes(toSourcePath(syncedName), join(dir, syncedName), maxSyncedFilesBytes);
  const value = read.value && parseSynced(read.value.toString('utf8'));
  return { value, diagnostics: value ? [] : [problem.exportDamaged({ section: prefix })] };
}

/** Returns provenance by path in the section. */
export function provenanceByFile(section: string, synced: SyncedFiles | undefined): Map<string, Provenance> {
  const provenances = new Map<string, Provenance>();
  for (const source of synced?.sources ?? [])
    for (const [file, path] of Object.entries(source.files))
      provenances.set(file, { section, source, path, lastChange: source.changed[file] });
  return provenances;
}

const withoutSlash = (url: string | undefined) => url?.replace(/\/+$/, '') ?? null;

/** Returns the settings of a source that determine its snapshot, in the form of the snapshot's list. */
export function settingsOf({ repo, ref, paths, homepage, editUrl, linkBase, headingIds, routes, generator }: Source) {
  return {
    repo,
    ref,
    paths,
    homepage: homepage ?? null,
    editUrl: withoutSlash(editUrl),
    linkBase: withoutSlash(linkBase),
    headingIds: headingIds ?? null,
    routes: routes ?? null,
    generator: generator ?? null,
  };
}

/** An entry of the lockfile, as far as builds read it. */
export type LockedCommit = Pick<Source, 'section'> & Partial<Readonly<Record<'repo' | 'ref' | 'commit', unknown>>>;

/** Compares the snapshot of a section with its sources in the config, and with the lockfile if there is one. Diagnostics: DG223. */
export function outdatedSnapshot(
  section: string,
  records: readonly SyncedSource[],
  { sources, locked }: { readonly sources: readonly Source[]; readonly locked: readonly LockedCommit[] | undefined },
): readonly Diagnostic[] {
  const own = sources.filter((source) => source.section === section);
  const isLocked = ({ repo, ref, commit }: SyncedSource) =>
    locked?.some((one) => one.section === section && one.repo === repo && one.ref === ref && one.commit === commit);
  let difference = own.map((source) => differenceOf(source, records)).find((text) => text !== undefined);
  if (!records.every(({ repo }) => own.some((source) => source.repo === repo)))
    difference ??= 'with a source that the config does not have';
  if (locked && !records.every(isLocked)) difference ??= 'at a commit that docgen.lock.json does not have';
  return difference === undefined ? [] : [problem.exportOutdated({ section, difference })];
}

/** Returns how the export of a source differs from the config, or undefined if it does not. */
function differenceOf(source: Source, records: readonly SyncedSource[]): string | undefined {
  const settings = Object.entries(settingsOf(source));
  /** Records of docgen 0.1.0 have no `paths`. */
  const differing = (record: SyncedSource) =>
    settings.find(([key, value]) => {
      const noted = record[key as keyof SyncedSource];
      return noted !== undefined && JSON.stringify(noted) !== JSON.stringify(value);
    })?.[0];
  if (records.some((record) => differing(record) === undefined)) return undefined;
  const same = records.filter(({ repo }) => repo === source.repo);
  const former = same.find(({ ref }) => ref === source.ref) ?? same[0];
  const key = former && differing(former);
  if (key !== undefined) return `with ${key === 'paths' ? 'other' : 'another'} \`${key}\` than the config has`;
  return source.optional ? undefined : 'without a source that the config has';
}
