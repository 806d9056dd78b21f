// Syncs one source: from its URL to the files of its snapshot and their provenance.
import { posix } from 'node:path';
import { isString, mapValues, pickBy, sumBy } from 'lodash-es';
import { type SyncedSource, settingsOf } from '../../model/content/exports.js';
import { rulesOfMount } from '../../model/content/projects.js';
import { type Diagnostic, nearest, problem } from '../../model/diagnostics/diagnostic.js';
import { redactText, redactUrl } from '../../model/types/redact.js';
import type { Options } from '../options.js';
import { type Commit, sourceLimits } from './commit.js';
import { filesElsewhere } from './elsewhere.js';
import { type Git, isGone } from './git.js';
import licenses from './licenses.json' with { type: 'json' };
import { asOptional, cleanPath, type Locked, type Planned } from './plan.js';
import { followLinks, includedFiles, type Selected, select, unusedTexts } from './select.js';

/** Result for one source. `synced` is undefined if it could not be synced. */
export interface SyncSourceResult {
  readonly synced?: {
    readonly record: SyncedSource;
    readonly files: ReadonlyMap<string, Buffer>;
    readonly locked: Locked;
  };
  readonly diagnostics: readonly Diagnostic[];
}

/** Syncs a source. A missing path doesn't stop the others. Diagnostics: DG203–DG205, DG208–DG211, as warnings if optional. */
export async function syncSource(git: Git, planned: Planned, options: Options): Promise<SyncSourceResult> {
  const result = await git
    .twice(planned.url, () => gatherOnce(git, planned, options))
    .catch((error: unknown): SyncSourceResult => ({ diagnostics: [failureOf(planned, error)] }));
  return { ...result, diagnostics: asOptional(planned.source, result.diagnostics) };
}

async function gatherOnce(git: Git, planned: Planned, options: Options): Promise<SyncSourceResult> {
  const { source, name, url, locked } = planned;
  const resolved = locked ?? (await git.resolve(url, source.ref));
  if (!resolved) return { diagnostics: [await noRef(git, planned)] };
  /** Whether to fetch the history, for the last change of each page. */
  const history = options.history || source.history === true;
  const commit = await git.fetchCommit(url, resolved, { history });

  const paths = await hashesOf(commit, planned);
  const reason = options.frozen ? lockFault(paths, locked?.paths) : undefined;
  if (reason !== undefined) return { diagnostics: [problem.lockWouldChange({ source: name, reason })] };

  const { tree } = commit;
  if (tree.length > sourceLimits.paths) {
    const limit = `${sourceLimits.paths} paths`;
    return { diagnostics: [problem.sourceTooLarge({ source: name, what: 'its repository', limit })] };
  }
  const lockedAt = locked && { section: source.section, commit: commit.hash.slice(0, 10) };
  const selected = select(await followLinks(commit, source.paths), source.paths, name, lockedAt);
  const licenseFile = tree.find(({ path, mode }) => isLicense(path) && mode.startsWith('100'));
  const entries = [...selected.value.map(({ entry }) => entry), ...(licenseFile ? [licenseFile] : [])];
  const sizes = await commit.fetchSizes(selected.value.length > sourceLimits.files ? [] : entries);
  const excess = excessOf(selected.value, sizes);
  if (excess) return { diagnostics: [problem.sourceTooLarge({ source: name, ...excess })] };
  const contents = await commit.read(entries, sizes);
  const { files, origins, skipped } = filesOf(selected.value, contents, name);
  const diagnostics: Diagnostic[] = [...selected.diagnostics, ...skipped];
  const license = licenseOf(source.license, licenseFile?.path, contents);
  if (!license) diagnostics.push(problem.licenseNotFound({ source: name }));
  const below = source.paths.map(({ from }) => cleanPath(from));
  const days = history ? await commit.changes(Object.values(origins), below) : new Map<string, string>();
  const changed = mapValues(origins, (path) => days.get(path));
  const { section, repo, ref } = source;
  const { branch, tag } = resolved;
  const found: SyncedSource = {
    ...settingsOf(source),
    tag,
    branch,
    commit: commit.hash,
    license,
    files: origins,
    changed: pickBy(changed, isString),
    pageless: [],
    unused: [],
    tree: tree.map(({ path }) => path),
    included: await includedFiles(commit, source, files, origins),
  };
  for (const { entry, target, content } of await filesElsewhere(commit, source, files, found)) {
    files.set(target, content);
    origins[target] = entry.path;
  }
  const rulesOf = rulesOfMount(source, undefined, { version: 1, sources: [found] });
  const isPage = (target: string) => {
    const origin = { section, source: found, path: origins[target] ?? target, lastChange: undefined };
    return rulesOf(origin, target).isPage;
  };
  const [pageless, unused] = [selected.pageless(isPage), unusedTexts(files, isPage)];
  diagnostics.push(...pageless.diagnostics);
  diagnostics.push(...unused.map((path) => problem.noPage({ source: name, path: origins[path] ?? path })));
  const record = source.optional ? found : { ...found, pageless: [...pageless.value], unused: [...unused] };
  const entry: Locked = { section, repo, ref, ...(tag !== undefined && { tag }), commit: commit.hash, branch, paths };
  return { synced: { record, files, locked: entry }, diagnostics };
}

/** Returns files, and their paths in the repository, by path in the section. Diagnostics: DG210. */
function filesOf(selected: readonly Selected[], contents: ReadonlyMap<string, Buffer | string>, source: string) {
  const files = new Map<string, Buffer>();
  const origins: Record<string, string> = {};
  const skipped: Diagnostic[] = [];
  for (const { target, entry } of selected) {
    const content = contents.get(entry.path) ?? '';
    if (typeof content !== 'string') {
      files.set(target, content);
      origins[target] = entry.path;
    } else skipped.push(problem.entrySkipped({ source, path: entry.path, reason: content }));
  }
  return { files, origins, skipped };
}

/** Returns why `--frozen` rejects the files of a source, or undefined. */
function lockFault(hashes: Locked['paths'], locked: Locked['paths'] = {}): string | undefined {
  const changed = Object.keys(hashes).find((path) => locked[path] !== hashes[path]);
  if (changed === undefined) return undefined;
  return `\`${changed}\` ${locked[changed] === undefined ? 'is in the config, and not in docgen.lock.json' : 'has changed'}`;
}

const usual = /^(?:main|master|trunk|develop|HEAD)$/;

/** Reports a missing ref. Suggests a similar branch or tag, or the main branch for a usual name of one. */
async function noRef(git: Git, { url, name, source: { ref } }: Planned): Promise<Diagnostic> {
  const { main, names } = await git.refs(url);
  const likely = main ?? names.find((other) => usual.test(other)) ?? (names.length === 1 ? names[0] : undefined);
  const near = nearest(ref, names) ?? (usual.test(ref) ? likely : undefined);
  return problem.refNotFound({ source: name, ref, near, isEmpty: names.length === 0 });
}

function failureOf({ name, source, locked }: Planned, error: unknown): Diagnostic {
  const ref = locked ? `${source.ref} at ${locked.commit.slice(0, 10)}` : source.ref;
  if (isGone(error)) return problem.refNotFound({ source: name, ref });
  const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const repo = redactUrl(source.repo);
  return problem.fetchFailed({
    source: name,
    reason: redactText(reason),
    repo,
    near: intendedUrl(repo),
    isRefused: accessRefused.test(reason),
  });
}

/** Matches Git's errors about credentials. */
const accessRefused = /could not read|authentication failed|permission denied|returned error: 40[13]|terminal prompts/i;

/** Returns the full URL for `owner/name` and `host/owner/name`. */
function intendedUrl(repo: string): string | undefined {
  if (!/^\w[\w-]*\/[\w.-]+$|^[\w-]+(?:\.[\w-]+)+\/[\w./-]+$/.test(repo)) return undefined;
  return /^[\w-]+(?:\.[\w-]+)+\//.test(repo) ? `https://${repo}` : `https://github.com/${repo}`;
}

async function hashesOf(commit: Commit, { source }: Planned): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { from } of source.paths) {
    const hash = await commit.hashOf(cleanPath(from));
    if (hash !== undefined) found[cleanPath(from)] = hash;
  }
  return found;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

function excessOf(selected: readonly Selected[], sizes: ReadonlyMap<string, number>) {
  const { files, fileBytes, bytes } = sourceLimits;
  if (selected.length > files) return { what: `${selected.length} files`, limit: `${files} files` };
  const sizeOf = ({ entry }: Selected) => sizes.get(entry.object) ?? 0;
  const largest = selected.find((one) => sizeOf(one) > fileBytes);
  if (largest) {
    const what = `\`${largest.entry.path}\`, ${megabytes(sizeOf(largest))},`;
    return { what, limit: `${megabytes(fileBytes)} for a file` };
  }
  const total = sumBy(selected, sizeOf);
  return total > bytes ? { what: megabytes(total), limit: megabytes(bytes) } : undefined;
}

function isLicense(path: string): boolean {
  return posix.dirname(path) === '.' && /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]+)?$/i.test(path);
}

/** Returns the license: that in the config, or the first in licenses.json whose pattern matches the license file. */
function licenseOf(
  named: string | undefined,
  path: string | undefined,
  contents: ReadonlyMap<string, Buffer | string>,
): SyncedSource['license'] {
  if (named !== undefined || path === undefined)
    return named === undefined ? null : { name: named, path: path ?? null };
  const content = contents.get(path) ?? '';
  const text = typeof content === 'string' ? '' : content.toString('utf8').slice(0, 60_000);
  const [known] = Object.entries(licenses).find(([, pattern]) => new RegExp(pattern, 'i').test(text)) ?? [];
  const [, oneLine] = /^\s*(?:the )?([A-Z][\w.+-]{1,30})(?: licen[cs]e)?\s*$/i.exec(text) ?? [];
  return { name: known ?? oneLine ?? path, path };
}
