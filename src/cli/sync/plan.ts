// Reads and writes docgen.lock.json, and decides which sources are fetched, unchanged or rejected.
import { posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sortBy } from 'lodash-es';
import * as z from 'zod/mini';
import { maxLockfileBytes } from '../../disk/snapshots.js';
import type { Source } from '../../model/config/schema/content.js';
import { snapshotFolder } from '../../model/config/sources.js';
import { commitHash } from '../../model/content/exports.js';
import { type Checked, type Diagnostic, nearest, problem } from '../../model/diagnostics/diagnostic.js';
import { folderFault, readRegular } from '../../model/input/regular-file.js';
import { parseUrl } from '../../model/types/path.js';
import { redactText, redactUrl, secretIn } from '../../model/types/redact.js';
import type { Options } from '../options.js';

const lockedSchema = z.strictObject({
  section: z.string(),
  repo: z.string(),
  ref: z.string(),
  /** Resolved tag, if `ref` is a pattern. */
  tag: z.optional(z.string()),
  commit: commitHash,
  /** Branch of the ref. Null for a tag or a commit. */
  branch: z.nullable(z.string()),
  /** Hashes of the synced paths. */
  paths: z.record(z.string(), commitHash),
});
const lockSchema = z.strictObject({ version: z.literal(1), sources: z.array(lockedSchema) });

export type Locked = z.output<typeof lockedSchema>;
export type Lockfile = readonly Locked[];

/** Reads the lockfile. Diagnostics: DG215. */
export function readLock(path: string): Checked<Lockfile> & { readonly text: string | undefined } {
  let text: string | undefined;
  const refuse = (reason: string) => ({ text, value: [], diagnostics: [problem.lockUnreadable({ reason })] });
  try {
    text = readRegular(path, maxLockfileBytes).toString();
    const { data, error } = z.safeParse(lockSchema, JSON.parse(text));
    if (data) return { text, value: data.sources, diagnostics: [] };
    const [issue] = error.issues;
    const at = issue?.path.length ? `\`${issue.path.join('.')}\`: ` : '';
    return refuse(at + issue?.message.toLowerCase());
  } catch (error) {
    const { code = 'it is not valid JSON' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { text, value: [], diagnostics: [] } : refuse(code);
  }
}

/** Formats the lockfile. Its entries can be in any order. */
export function printLock(lock: Lockfile): string {
  const sources = sortBy(lock, keyOf).map((locked) => ({
    ...locked,
    paths: Object.fromEntries(sortBy(Object.entries(locked.paths), 0)),
  }));
  return `${JSON.stringify({ version: 1, sources }, null, 2)}\n`;
}

type SourceKey = Pick<Source, 'section' | 'repo' | 'ref'>;

/** Returns the key of an entry. There is one commit per section, repository and ref. */
export const keyOf = ({ section, repo, ref }: SourceKey): string => JSON.stringify([section, repo, ref]);

/** Finds the entry of a source. If its `ref` or `repo` has changed, finds it by the section and the other one. */
export function entryOf<Entry extends SourceKey>(
  source: SourceKey,
  entries: readonly Entry[],
  sources: readonly SourceKey[],
): Entry | undefined {
  const known = new Set(sources.map(keyOf));
  const former = entries.filter((entry) => entry.section === source.section && !known.has(keyOf(entry)));
  return (
    entries.find((entry) => keyOf(entry) === keyOf(source)) ??
    former.find(({ repo }) => repo === source.repo) ??
    former.find(({ ref }) => ref === source.ref)
  );
}

export interface Planned {
  readonly source: Source;
  /** Name in messages. */
  readonly name: string;
  /** URL or absolute path for Git. */
  readonly url: string;
  /** Locked commit. Undefined to resolve the ref. */
  readonly locked: Locked | undefined;
  /** Commit before the update. */
  readonly previous: string | undefined;
}

/** Plans the sync of sections, by default of all. Rejected sources are left out. Diagnostics: DG201, DG202, DG208, DG216. */
export function plan(
  sources: readonly Source[],
  lock: Lockfile,
  sections: readonly string[],
  { update, frozen }: Options,
): Checked<readonly Planned[]> {
  const known = [...new Set(sources.map(({ section }) => section))];
  const diagnostics: Diagnostic[] = sections
    .filter((section) => !known.includes(section))
    .map((section) => problem.sectionUnknown({ section, near: nearest(section, known), known }));
  if (diagnostics.length > 0) return { value: [], diagnostics };

  const isWanted = ({ section }: Pick<Source, 'section'>) => sections.length === 0 || sections.includes(section);
  if (frozen) diagnostics.push(...goneFrom(sources, lock.filter(isWanted)));

  const planned = sources.filter(isWanted).flatMap((source): Planned[] => {
    const name = sourceName(source);
    const found = lock.find((one) => keyOf(one) === keyOf(source));
    const unlike = frozen ? lockFault(source, sources, entryOf(source, lock, sources)) : [];
    const fault = sourceFault(source, name) ?? asOptional(source, unlike)[0];
    if (fault) diagnostics.push(fault);
    const locked = update ? undefined : found;
    const previous = update ? found?.commit : undefined;
    return fault ? [] : [{ source, name, url: urlOf(source.repo), locked, previous }];
  });
  return { value: planned, diagnostics };
}

export function sourceName({ section, repo }: Pick<Source, 'section' | 'repo'>): string {
  return `${section.slice(0, 80)}: ${redactUrl(repo)}`;
}

/** Lowers errors of an optional source to warnings. */
export function asOptional({ optional }: Source, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((one) => (optional && one.severity === 'error' ? { ...one, severity: 'warning' } : one));
}

/** Compares a source with the lockfile, without using the repository. */
function lockFault(source: Source, sources: readonly Source[], locked: Locked | undefined): readonly Diagnostic[] {
  const same = sources.filter((other) => keyOf(other) === keyOf(source));
  const paths = new Set(same.flatMap((other) => other.paths.map(({ from }) => cleanPath(from))));
  const gone = Object.keys(locked?.paths ?? {}).find((path) => !paths.has(path));
  const changed = (['ref', 'repo'] as const).find((key) => locked && locked[key] !== source[key]);
  const shown = (one: Source | Locked) => (changed === 'repo' ? redactUrl(one.repo) : redactText(one.ref));
  let reason: string | undefined;
  if (!locked) reason = 'the config has this source, and docgen.lock.json does not';
  else if (changed)
    reason = `its \`${changed}\` is \`${shown(source)}\` in the config, and \`${shown(locked)}\` in docgen.lock.json`;
  else if (gone !== undefined)
    reason = `docgen.lock.json has the path \`${gone}\` of this source, and the config does not`;
  return reason === undefined ? [] : [problem.lockWouldChange({ source: sourceName(source), reason })];
}

function goneFrom(sources: readonly Source[], lock: Lockfile): readonly Diagnostic[] {
  const known = new Set(sources.map((source) => entryOf(source, lock, sources)));
  const reason = 'docgen.lock.json has this source, and the config does not';
  return lock
    .filter((locked) => !known.has(locked))
    .map((locked) => problem.lockWouldChange({ source: sourceName(locked), reason }));
}

/** Removes slashes at the ends of a path. '' is the root. */
export function cleanPath(path: string): string {
  const normal = posix.normalize(path).replace(/^\/+|\/+$/g, '');
  return normal === '.' ? '' : normal;
}

const hasScheme = /^[A-Za-z][\w+.-]*:\/\//;
const remoteSchemes = ['https:', 'ssh:', 'file:'];
/** Schemes without encryption. Only allowed for this machine. */
const localSchemes = ['http:', 'git:'];
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const scpAddress = /^(?:[A-Za-z_][\w.-]*@)?([A-Za-z0-9][A-Za-z0-9.-]+):(?!\/)([^-].*)$/;

/** Returns the URL for Git, which can't partially fetch from a path ("promisor remote name cannot begin with '/'"). A bundle is a file. */
function urlOf(repo: string): string {
  if (isAddress(repo)) return repo;
  const path = resolve(repo);
  return folderFault(path) === 'is not a folder' ? path : pathToFileURL(path).href;
}

const isAddress = (repo: string): boolean => hasScheme.test(repo) || scpAddress.test(repo);

function sourceFault({ section, repo, ref, paths }: Source, name: string): Diagnostic | undefined {
  const bad = (key: string, value: string, reason: string, near?: string) =>
    problem.sourceArgument({ source: name, key, value, reason, near });
  const isOption = 'looks like an option of git';
  if (Buffer.byteLength(snapshotFolder(section)) > maxSectionBytes)
    return bad('section', `${section.slice(0, 40)}…`, 'is too long');
  if (/[\u0000-\u001f\u007f\ud800-\udfff]/u.test(section)) return bad('section', section, 'is not a folder name');
  if (repo.startsWith('-')) return bad('repo', redactUrl(repo), isOption);
  if (ref.startsWith('-')) return bad('ref', redactText(ref), isOption);
  const reason = addressFault(repo);
  if (reason !== undefined) return problem.sourceRefused({ source: name, reason });
  if (!isRef(ref)) return bad('ref', redactText(ref), 'is not the name of a branch, a tag or a commit');
  for (const { from, to, rename } of paths) {
    if (from.startsWith('-') || from.startsWith(':')) return bad('from', redactText(from), isOption);
    const path = [from, to, ...Object.values(rename)].find(leavesItsFolder);
    if (path === undefined) continue;
    const inside = path.startsWith('/') && !leavesItsFolder(cleanPath(path)) ? redactText(cleanPath(path)) : undefined;
    return bad('paths', redactText(path), 'is outside its folder', inside);
  }
  return undefined;
}

/** Maximum section name, in bytes. Folder names can have 255, and a sync appends to the name while it writes. */
const maxSectionBytes = 200;

function leavesItsFolder(path: string): boolean {
  const normal = posix.normalize(path.replaceAll('\\', '/'));
  return normal === '..' || normal.startsWith('../') || normal.startsWith('/') || /[\u0000-\u001f]/.test(path);
}

function addressFault(repo: string): string | undefined {
  const secret = secretIn(repo);
  if (secret !== undefined) return secret;
  if (/[\u0000-\u0020\u007f]|%0[0ad]/i.test(repo) && (isAddress(repo) || /[\u0000-\u001f\u007f]/.test(repo)))
    return 'its URL contains invalid characters';
  const helper = /^([\w+.-]+)::/.exec(repo)?.[1];
  if (helper !== undefined) return `\`${helper}::\` would run a program`;
  if (!hasScheme.test(repo)) return undefined; // `git@host:path`, or a local path
  const url = parseUrl(repo);
  if (!url) return 'its URL is invalid';
  const isLocal = localSchemes.includes(url.protocol) && loopback.test(url.hostname);
  if (!remoteSchemes.includes(url.protocol) && !isLocal) return `\`${url.protocol}//\` is not allowed`;
  const host = url.hostname;
  if (url.protocol !== 'file:' && !loopback.test(host) && !/^[a-z0-9][a-z0-9.-]*$/i.test(host))
    return `\`${host.slice(0, 40)}\` is not a host name`;
  if (!/^[\w.-]*$/.test(url.username) || url.username.startsWith('-')) return 'the user name in its URL is invalid';
  return url.pathname.startsWith('/-') ? 'its path looks like an option' : undefined;
}

/** Whether a ref is valid by the rules of `git check-ref-format`. `*` in a pattern of tags is any text. */
function isRef(ref: string): boolean {
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?\^?$/.test(ref)) return true;
  const name = ref.replaceAll('*', 'x');
  return (
    name.length <= 250 &&
    !/[\u0000-\u0020\u007f~^:?[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^-|^@$/.test(name) &&
    name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  );
}
