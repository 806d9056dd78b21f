// One source: from its address to the files of its export and the record of where they come from.
import { posix } from 'node:path';
import { type Checked, type Diagnostic, hasError, nearest } from '../../model/diagnostics/diagnostic.js';
import {
  entrySkipped,
  fetchFailed,
  licenseNotFound,
  lockWouldChange,
  noPage,
  refNotFound,
  sourceTooLarge,
} from '../../model/diagnostics/sync.js';
import { shownAddress, shownText } from '../../model/docs/address.js';
import type { GatheredSource } from '../../model/docs/provenance.js';
import { settingsOf } from '../../model/mounts/outdated.js';
import type { Commit } from './commit.js';
import { type Git, isGone } from './git.js';
import { includedFiles, unusedTexts } from './included.js';
import type { Locked } from './lockfile.js';
import { asOptional, cleanPath, type Planned } from './plan.js';
import { isPointer, type Selected, select, sourceLimits, type TreeEntry } from './select.js';

export interface GatherOptions {
  /** Fetch the history of every source, so that each page's own last change is known. */
  readonly history: boolean;
  /** What is fetched must be what the lock says. */
  readonly frozen: boolean;
}

/** What a source gives; without `gathered` it could not be synced. */
export interface GatherResult {
  readonly gathered?: {
    readonly record: GatheredSource;
    readonly files: ReadonlyMap<string, Buffer>;
    readonly locked: Locked;
  };
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Fetches a source. Diagnostics: DG203–DG205, DG208–DG211; of an optional source they are warnings. What a path of the config that is not
 * there would give is left out; the rest is gathered. Throws only when the user stops it.
 */
export async function gather(
  git: Git,
  planned: Planned,
  options: GatherOptions,
  signal: AbortSignal,
): Promise<GatherResult> {
  const result = await git
    .twice(planned.url, () => gatherOnce(git, planned, options))
    .catch((error: unknown): GatherResult => {
      signal.throwIfAborted();
      return { diagnostics: [failureOf(planned, error)] };
    });
  return { ...result, diagnostics: asOptional(planned.source, result.diagnostics) };
}

async function gatherOnce(git: Git, planned: Planned, options: GatherOptions): Promise<GatherResult> {
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
    return { diagnostics: [lockWouldChange({ source: name, reason })] };
  }

  const tree = await commit.tree();
  if (tree.length > sourceLimits.paths) {
    const limit = `${sourceLimits.paths} paths`;
    return { diagnostics: [sourceTooLarge({ source: name, what: 'its repository', limit })] };
  }
  const selected = select(tree, source.paths, {
    name,
    locked: locked && { section: source.section, commit: commit.hash.slice(0, 10) },
  });
  const diagnostics: Diagnostic[] = [...selected.diagnostics];
  const fetched = await fetchContents(commit, selected.value, name);
  diagnostics.push(...fetched.diagnostics);
  if (hasError(fetched.diagnostics)) return { diagnostics };

  const licenseFile = tree.find(({ path, mode }) => isLicense(path) && mode.startsWith('100'));
  const files = await readFiles(commit, fetched.value);
  for (const [path, bytes] of files) {
    if (!isPointer(bytes)) continue;
    files.delete(path);
    diagnostics.push(entrySkipped({ source: name, path, reason: 'it is a Git LFS pointer, not the file' }));
  }
  const license = await licenseOf(commit, source.license, licenseFile);
  if (!license) diagnostics.push(licenseNotFound({ source: name }));
  const gathered = kept(fetched.value, files);
  const ofFiles = [gathered.map(({ entry }) => entry.path), source.paths.map(({ from }) => cleanPath(from))] as const;
  const changes = history ? await commit.changes(...ofFiles) : new Map<string, string>();
  const origins = Object.fromEntries(gathered.map(({ target, entry }) => [target, entry.path]));
  const unused = [...unusedTexts(files)];
  diagnostics.push(...unused.map((path) => noPage({ source: name, path: origins[path] ?? path })));
  const record: GatheredSource = {
    ...settingsOf(source),
    ...{ tag: resolved.tag, branch: resolved.branch },
    commit: commit.hash,
    license,
    files: origins,
    changed: Object.fromEntries(
      gathered.flatMap(({ target, entry }) => {
        const day = changes.get(entry.path);
        return day === undefined ? [] : [[target, day]];
      }),
    ),
    pageless: source.optional ? [] : [...selected.pageless],
    unused: source.optional ? [] : unused,
    tree: tree.map(({ path }) => path),
    included: await includedFiles({ commit, tree, source, files, paths: origins }),
  };
  const { section, repo, ref } = source;
  const { branch, tag } = resolved;
  const asked = { section, repo, ref, ...(tag !== undefined && { tag }) };
  const lock: Locked = { ...asked, commit: commit.hash, branch, paths };
  return { gathered: { record, files, locked: lock }, diagnostics };
}

/** Names that a main branch often has. */
const usual = /^(?:main|master|trunk|develop|HEAD)$/;

/** The branch or tag that was meant; if none is alike, the main branch for the usual name of one. */
async function noRef(git: Git, { url, name, source: { ref } }: Planned): Promise<Diagnostic> {
  const { main, names } = await git.refs(url);
  const likely = main ?? names.find((other) => usual.test(other)) ?? (names.length === 1 ? names[0] : undefined);
  const near = nearest(ref, names) ?? (usual.test(ref) ? likely : undefined);
  return refNotFound({ source: name, ref, near, isEmpty: names.length === 0 });
}

/** Why a source could not be fetched, as a diagnostic. */
function failureOf({ name, source, locked }: Planned, error: unknown): Diagnostic {
  if (isGone(error))
    return refNotFound({ source: name, ref: locked ? `${source.ref} at ${locked.commit.slice(0, 10)}` : source.ref });
  const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  return fetchFailed({ source: name, reason: shownText(reason), address: shownAddress(source.repo) });
}

/** The hash of what is at each path of the config; a path that is not there has none. */
async function hashesOf(commit: Commit, { source }: Planned): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { from } of source.paths) {
    const hash = await commit.hashOf(cleanPath(from));
    if (hash !== undefined) found[cleanPath(from)] = hash;
  }
  return found;
}

/** Brings the contents into the store, if they are within the limits; what the server does not have is skipped. */
async function fetchContents(
  commit: Commit,
  selected: readonly Selected[],
  source: string,
): Promise<Checked<readonly Selected[]>> {
  const over = (what: string, limit: string) => ({ value: [], diagnostics: [sourceTooLarge({ source, what, limit })] });
  if (selected.length > sourceLimits.files) return over(`${selected.length} files`, `${sourceLimits.files} files`);
  const refused = await commit.fetchObjects(selected.map(({ entry }) => entry.object));
  const lost = selected.filter(({ entry }) => refused.has(entry.object));
  const there = selected.filter(({ entry }) => !refused.has(entry.object));
  const objects = there.map(({ entry }) => entry.object);
  const sizes = await commit.sizes(objects);
  const largest = there.find(({ entry }) => (sizes.get(entry.object) ?? 0) > sourceLimits.fileBytes);
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  if (largest) {
    const what = `\`${largest.entry.path}\`, ${megabytes(sizes.get(largest.entry.object) ?? 0)},`;
    return over(what, `${megabytes(sourceLimits.fileBytes)} for a file`);
  }
  const total = objects.reduce((sum, object) => sum + (sizes.get(object) ?? 0), 0);
  if (total > sourceLimits.bytes) return over(megabytes(total), megabytes(sourceLimits.bytes));
  const reason = 'the server does not have its content';
  return { value: there, diagnostics: lost.map(({ entry }) => entrySkipped({ source, path: entry.path, reason })) };
}

async function readFiles(commit: Commit, selected: readonly Selected[]): Promise<Map<string, Buffer>> {
  const contents = await commit.read(selected.map(({ entry }) => entry.object));
  return new Map(selected.map(({ target }, index) => [target, contents[index] ?? Buffer.alloc(0)]));
}

const kept = (selected: readonly Selected[], files: ReadonlyMap<string, Buffer>) =>
  selected.filter(({ target }) => files.has(target));

function isLicense(path: string): boolean {
  return posix.dirname(path) === '.' && /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]+)?$/i.test(path);
}

const licenses: readonly (readonly [RegExp, string])[] = [
  [/Apache License[\s,]+Version 2\.0/i, 'Apache-2.0'],
  [/GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i, 'AGPL-3.0'],
  [/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i, 'LGPL-3.0'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 3/i, 'GPL-3.0'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/i, 'GPL-2.0'],
  [/Mozilla Public License,? Version 2\.0|Mozilla Public License Version 2\.0/i, 'MPL-2.0'],
  [/Permission is hereby granted, free of charge/i, 'MIT'],
  [/Redistribution and use in source and binary forms[\s\S]*Neither the name/i, 'BSD-3-Clause'],
  [/Redistribution and use in source and binary forms/i, 'BSD-2-Clause'],
  [/Permission to use, copy, modify, and(?:\/or)? distribute this software for any/i, 'ISC'],
  [/Attribution-ShareAlike 4\.0/i, 'CC-BY-SA-4.0'],
  [/Attribution 4\.0 International/i, 'CC-BY-4.0'],
  [/This is free and unencumbered software/i, 'Unlicense'],
];

/** The licence of the config, else the one that the text of the licence file matches, with that file. */
async function licenseOf(
  commit: Commit,
  named: string | undefined,
  file: TreeEntry | undefined,
): Promise<GatheredSource['license']> {
  if (!file) return named === undefined ? null : { name: named, path: null };
  if (named !== undefined) return { name: named, path: file.path };
  const refused = await commit.fetchObjects([file.object]);
  const [bytes] = refused.has(file.object) ? [] : await commit.read([file.object]);
  const text = bytes?.toString('utf8').slice(0, 60_000) ?? '';
  const [, oneLine] = /^\s*(?:the )?([A-Z][\w.+-]{1,30})(?: licen[cs]e)?\s*$/i.exec(text) ?? [];
  return { name: licenses.find(([pattern]) => pattern.test(text))?.[1] ?? oneLine ?? file.path, path: file.path };
}
