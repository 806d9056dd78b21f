// Syncs one source: from its URL to the files of its snapshot and their provenance.
import { posix } from 'node:path';
import { type SyncedSource, settingsOf } from '../../model/content/exports.js';
import { type Checked, type Diagnostic, nearest, problem } from '../../model/diagnostics/diagnostic.js';
import { shownAddress, shownText } from '../../model/types/shown-address.js';
import type { Commit } from './commit.js';
import { type Git, isGone } from './git.js';
import { includedFiles, unusedTexts } from './included.js';
import licenses from './licenses.json' with { type: 'json' };
import type { Locked } from './lockfile.js';
import { asOptional, cleanPath, type Planned } from './plan.js';
import { isPointer, type Selected, select, skipReasons, sourceLimits, type TreeEntry } from './select.js';

interface SyncSourceOptions {
  /** Whether to fetch the history, for the last change of each page. */
  readonly history: boolean;
  readonly frozen: boolean;
}

/** `synced` is undefined if the source could not be synced. */
export interface SyncSourceResult {
  readonly synced?: {
    readonly record: SyncedSource;
    readonly files: ReadonlyMap<string, Buffer>;
    readonly locked: Locked;
  };
  readonly diagnostics: readonly Diagnostic[];
}

/** Syncs the other paths if one is missing. Diagnostics: DG203–DG205, DG208–DG211, as warnings for an optional source. @throws if interrupted */
export async function syncSource(
  git: Git,
  planned: Planned,
  options: SyncSourceOptions,
  signal: AbortSignal,
): Promise<SyncSourceResult> {
  const result = await git
    .twice(planned.url, () => gatherOnce(git, planned, options))
    .catch((error: unknown): SyncSourceResult => {
      signal.throwIfAborted();
      return { diagnostics: [failureOf(planned, error)] };
    });
  return { ...result, diagnostics: asOptional(planned.source, result.diagnostics) };
}

async function gatherOnce(git: Git, planned: Planned, options: SyncSourceOptions): Promise<SyncSourceResult> {
  const { source, name, url, locked } = planned;
  const resolved = locked ?? (await git.resolve(url, source.ref));
  if (!resolved) return { diagnostics: [await noRef(git, planned)] };
  const history = options.history || source.history === true;
  const commit = await git.fetchCommit(url, resolved, { history });

  const paths = await hashesOf(commit, planned);
  const changed = Object.keys(paths).find((path) => locked?.paths[path] !== paths[path]);
  if (changed !== undefined && options.frozen) {
    const isNew = locked?.paths[changed] === undefined;
    const reason = `\`${changed}\` ${isNew ? 'is in the config, and not in docgen.lock.json' : 'has changed'}`;
    return { diagnostics: [problem.lockWouldChange({ source: name, reason })] };
  }

  const tree = await commit.tree();
  if (tree.length > sourceLimits.paths) {
    const limit = `${sourceLimits.paths} paths`;
    return { diagnostics: [problem.sourceTooLarge({ source: name, what: 'its repository', limit })] };
  }
  const lockedAt = locked && { section: source.section, commit: commit.hash.slice(0, 10) };
  const selected = select(tree, source.paths, { name, locked: lockedAt });
  const licenseFile = tree.find(({ path, mode }) => isLicense(path) && mode.startsWith('100'));
  const contents = await readContents(commit, selected.value, licenseFile, name);
  if (!contents.value) return { diagnostics: contents.diagnostics };
  const synced = [...contents.value.keys()];
  const files = new Map([...contents.value].map(([{ target }, bytes]) => [target, bytes]));
  const diagnostics: Diagnostic[] = [...selected.diagnostics, ...contents.diagnostics];
  const license = await licenseOf(commit, source.license, licenseFile);
  if (!license) diagnostics.push(problem.licenseNotFound({ source: name }));
  const [changing, below] = [synced.map(({ entry }) => entry.path), source.paths.map(({ from }) => cleanPath(from))];
  const days = history ? await commit.changes(changing, below) : new Map<string, string>();
  const origins = Object.fromEntries(synced.map(({ target, entry }) => [target, entry.path]));
  const unused = [...unusedTexts(files)];
  diagnostics.push(...unused.map((path) => problem.noPage({ source: name, path: origins[path] ?? path })));
  const { section, repo, ref } = source;
  const { branch, tag } = resolved;
  const record: SyncedSource = {
    ...settingsOf(source),
    ...{ tag, branch, commit: commit.hash, license },
    files: origins,
    changed: Object.fromEntries(
      synced.flatMap(({ target, entry }) => {
        const day = days.get(entry.path);
        return day === undefined ? [] : [[target, day]];
      }),
    ),
    pageless: source.optional ? [] : [...selected.pageless],
    unused: source.optional ? [] : unused,
    tree: tree.map(({ path }) => path),
    included: await includedFiles({ commit, tree, source, files, paths: origins }),
  };
  const entry: Locked = { section, repo, ref, ...(tag !== undefined && { tag }), commit: commit.hash, branch, paths };
  return { synced: { record, files, locked: entry }, diagnostics };
}

const usual = /^(?:main|master|trunk|develop|HEAD)$/;

/** Suggests a branch or tag that is alike, or the main branch for the usual name of one. */
async function noRef(git: Git, { url, name, source: { ref } }: Planned): Promise<Diagnostic> {
  const { main, names } = await git.refs(url);
  const likely = main ?? names.find((other) => usual.test(other)) ?? (names.length === 1 ? names[0] : undefined);
  const near = nearest(ref, names) ?? (usual.test(ref) ? likely : undefined);
  return problem.refNotFound({ source: name, ref, near, isEmpty: names.length === 0 });
}

function failureOf({ name, source, locked }: Planned, error: unknown): Diagnostic {
  if (isGone(error))
    return problem.refNotFound({
      source: name,
      ref: locked ? `${source.ref} at ${locked.commit.slice(0, 10)}` : source.ref,
    });
  const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  const repo = shownAddress(source.repo);
  return problem.fetchFailed({
    ...{ source: name, reason: shownText(reason), repo },
    near: intendedUrl(repo),
    isRefused: accessRefused.test(reason),
  });
}

/** Git's errors if the server asks for credentials, or rejects them. */
const accessRefused = /could not read|authentication failed|permission denied|returned error: 40[13]|terminal prompts/i;

/** Completes `owner/name` and `host/owner/name`. */
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

/** Skips what the server doesn't have, and Git LFS pointers. Undefined if the files are over a limit. */
async function readContents(
  commit: Commit,
  selected: readonly Selected[],
  license: TreeEntry | undefined,
  source: string,
): Promise<Checked<ReadonlyMap<Selected, Buffer> | undefined>> {
  const over = (what: string, limit: string) => ({
    value: undefined,
    diagnostics: [problem.sourceTooLarge({ source, what, limit })],
  });
  if (selected.length > sourceLimits.files) return over(`${selected.length} files`, `${sourceLimits.files} files`);
  const entries = [...selected.map(({ entry }) => entry), ...(license ? [license] : [])];
  const sizes = await commit.fetchSizes(entries.map(({ object }) => object));
  const sizeOf = ({ entry }: Selected) => sizes.get(entry.object) ?? 0;
  const largest = selected.find((one) => sizeOf(one) > sourceLimits.fileBytes);
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  if (largest) {
    const what = `\`${largest.entry.path}\`, ${megabytes(sizeOf(largest))},`;
    return over(what, `${megabytes(sourceLimits.fileBytes)} for a file`);
  }
  const total = selected.reduce((sum, one) => sum + sizeOf(one), 0);
  if (total > sourceLimits.bytes) return over(megabytes(total), megabytes(sourceLimits.bytes));
  const present = selected.filter(({ entry }) => sizes.has(entry.object));
  const missing = selected.filter(({ entry }) => !sizes.has(entry.object));
  const contents = await commit.read(present.map(({ entry }) => entry.object));
  const read = present.map((one, index) => [one, contents[index] ?? Buffer.alloc(0)] as const);
  const skip = (path: string, reason: string) => problem.entrySkipped({ source, path, reason });
  return {
    value: new Map(read.filter(([, bytes]) => !isPointer(bytes))),
    diagnostics: [
      ...missing.map(({ entry }) => skip(entry.path, skipReasons.lacking)),
      ...read.flatMap(([{ target }, bytes]) => (isPointer(bytes) ? [skip(target, skipReasons.pointer)] : [])),
    ],
  };
}

function isLicense(path: string): boolean {
  return posix.dirname(path) === '.' && /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]+)?$/i.test(path);
}

/** Returns the license of the config, else the first one in licenses.json whose pattern matches the license file. */
async function licenseOf(
  commit: Commit,
  named: string | undefined,
  file: TreeEntry | undefined,
): Promise<SyncedSource['license']> {
  if (!file) return named === undefined ? null : { name: named, path: null };
  if (named !== undefined) return { name: named, path: file.path };
  const sizes = await commit.fetchSizes([file.object]);
  const [bytes] = sizes.has(file.object) ? await commit.read([file.object]) : [];
  const text = bytes?.toString('utf8').slice(0, 60_000) ?? '';
  const [known] = Object.entries(licenses).find(([, pattern]) => new RegExp(pattern, 'i').test(text)) ?? [];
  const [, oneLine] = /^\s*(?:the )?([A-Z][\w.+-]{1,30})(?: licen[cs]e)?\s*$/i.exec(text) ?? [];
  return { name: known ?? oneLine ?? file.path, path: file.path };
}
