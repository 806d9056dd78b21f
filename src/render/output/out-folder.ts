// The output folder before a build writes to it: whether docgen may write there, what a killed build has left, and which files belong to the site.
import { accessSync, constants, existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { uniq } from 'lodash-es';
import { makeFolder, removeFolder, renameEntry } from '../../disk/files.js';
import { compareStrings, type Diagnostic, problem } from '../../model/diagnostics/diagnostic.js';
import { sha256 } from '../../model/input/hash.js';
import { bytesAt, entryAt, publishedSignature } from '../../model/input/regular-file.js';
import type { GonePage } from '../../model/site/moves.js';
import { attempt } from '../../model/types/attempt.js';
import { isAssetPath, isSitePath, manifestName, shorten } from '../../model/types/path.js';
import { BuildError } from '../base/build-error.js';
import { entriesBelow, finishUpdate, type UpdatePaths } from './in-place.js';

export interface Paths extends UpdatePaths {
  /** Location of the previous site between the two renames. */
  readonly old: string;
}

/** Temporary files of a build. They are next to the output folder, or in it if its parent is not writable. */
const workKinds = ['lock', 'stage', 'old', 'journal'] as const;

export function workPath(
  { dir, name }: { readonly dir: string; readonly name: string },
  kind: (typeof workKinds)[number],
) {
  const short = Buffer.byteLength(name) > 200 ? shorten(name, name, 200) : name; // prefix and suffix must fit into the maximum length of a file name
  return join(dir, `.docgen-${short}.${kind}`);
}

const folderName = (out: string) => basename(out) || 'root';

/** Returns the folder for the temporary files, and whether the output folder can be swapped by renames. @throws BuildError (DG802) if docgen can't write there. */
export function placeFor(out: string, wanted: string): { dir: string; name: string; swap: boolean } {
  const parent = dirname(out);
  const name = folderName(out);
  const stats = entryAt(out);
  if (stats && !stats.isDirectory())
    throw new BuildError(problem.notWritable({ path: wanted, reason: 'it is not a folder' }));
  try {
    makeFolder(parent);
    if (stats) checkWritable(out);
  } catch (error) {
    throw new BuildError(problem.notWritable({ path: wanted, reason: ownerOf(error, stats ? out : parent) }));
  }
  const isMount = stats !== undefined && (lstatSync(parent).dev !== stats.dev || isMountPoint(out));
  const beside = !isMount && canWrite(parent);
  if (beside) return { dir: parent, name, swap: true };
  if (stats) return { dir: out, name, swap: false };
  throw new BuildError(problem.notWritable({ path: wanted, reason: `its parent folder is not writable` }));
}

/** Maximum list of mount points that is read, in bytes. */
const maxMountListBytes = 8 * 1024 * 1024;

/** Whether Linux lists a folder as a mount point. A bind mount can be on the same disk as its parent folder. */
function isMountPoint(dir: string): boolean {
  const lines = bytesAt('/proc/self/mountinfo', maxMountListBytes)?.toString('utf8').split('\n') ?? [];
  const decode = (text: string) => text.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8)));
  return lines.some((line) => decode(line.split(' ', 5)[4] ?? '') === dir);
}

const checkWritable = (dir: string) => accessSync(dir, constants.W_OK | constants.X_OK);
const canWrite = (dir: string) => attempt(() => checkWritable(dir) ?? true) === true;

/** Returns why a folder is not writable, with its owner and mode. */
export function ownerOf(error: unknown, path: string): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const stats = entryAt(path);
  return stats ? `${code}; owner ${stats.uid}, mode ${(stats.mode & 0o777).toString(8)}` : code;
}

/** Recovers from a killed build: restores the previous site, finishes an update in place, removes temporary files. Diagnostics: DG806. */
export function recoverFromKilledBuild(paths: Paths): readonly Diagnostic[] {
  const { out, stage, old, journal } = paths;
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (![stage, old, journal, `${journal}.new`].some(isThere)) return [];
  const isAway = existsSync(old) && !existsSync(out);
  if (isAway) renameEntry(old, out);
  const own = filesOfSite(out, languagesIn(stage)); // the manifest of the hub is the last one that is renamed
  const mayRemove = (path: string) =>
    own.has(path) ||
    !isThere(join(out, path)) ||
    isAssetPath(path.replace(/^.*?(?=assets\/[^/]*$)/, (folder) => (own.has(folder + manifestName) ? '' : folder)));
  const isFinished = existsSync(join(out, manifestName)) && finishUpdate(paths, mayRemove);
  removeFolder(`${journal}.new`);
  removeFolder(journal);
  removeFolder(old);
  removeFolder(stage);
  return [problem.unfinishedRemoved({ isRestored: isAway, isFinished })];
}

export function refuseOthers(out: string, wanted: string): void {
  if (!existsSync(out) || existsSync(join(out, manifestName))) return;
  const entries = readdirSync(out).filter((name) => !name.startsWith('.docgen-'));
  if (entries.length > 0) throw new BuildError(problem.foreignOutput({ path: wanted }));
}

/** Whether the output folder contains exactly these pages and assets, so that no other build has written to it. */
export function isSiteOf(out: string, paths: readonly string[], assets: ReadonlySet<string>): boolean {
  return manifestIn(out) === manifestOf(paths) && assetsIn(out).every((path) => assets.has(path));
}

/** Returns the signatures (`publishedSignature`) of all files of the site, including assets, and their hash. `known` contains signatures that are known already. */
export function readSignatures(out: string, known: ReadonlyMap<string, string> = new Map()) {
  const entryOf = entriesBelow(out);
  const own = [...readManifest(out)].filter((path) => !path.endsWith(`/${manifestName}`)); // other languages have their own
  const paths = [manifestName, ...own, ...assetsIn(out).sort(compareStrings)];
  const signatures = new Map(paths.map((path) => [path, known.get(path) ?? publishedSignature(entryOf(path))]));
  return { hash: sha256(JSON.stringify([...signatures])), signatures };
}

/** Returns the paths of all files that docgen wrote to the output folder, also in the folders of languages: those in its manifest, and `folders`. */
export function filesOfSite(out: string, folders: readonly string[] = []): ReadonlySet<string> {
  const paths = uniq(['', ...languagesIn(out), ...folders]).flatMap((folder) =>
    [manifestName, ...readManifest(join(out, folder)), ...assetsIn(join(out, folder))].map((path) => folder + path),
  );
  return new Set(paths);
}

/** Returns the folders of other languages that a manifest lists, with a slash at their ends. */
const languagesIn = (dir: string) =>
  [...readManifest(dir)].flatMap((path) =>
    path.endsWith(`/${manifestName}`) ? path.slice(0, -manifestName.length) : [],
  );

/** Returns the paths of all assets in the output folder, whichever build wrote them. */
function assetsIn(out: string): string[] {
  const names = attempt(() => readdirSync(join(out, 'assets'))) ?? [];
  return names.map((name) => `assets/${name}`).filter(isAssetPath);
}

export const manifestOf = (paths: readonly string[]): string => `${[...paths].sort().join('\n')}\n`;

const maxManifestBytes = 64 * 1024 * 1024;

const manifestIn = (out: string) => bytesAt(join(out, manifestName), maxManifestBytes)?.toString('utf8');

const isNoPath = /^$|\0|(?:^|\/)\.\.(?:\/|$)/;

export function readManifest(out: string): Set<string> {
  const lines = manifestIn(out)?.split('\n') ?? [];
  return new Set(lines.filter((line) => !isNoPath.test(line)));
}

/** Maximum number of pages to read, and maximum size of one in bytes. */
const maxGonePages = { pages: 1000, bytes: 1024 * 1024 };

/** Returns the pages of the previous site whose files are not in `paths`, with the text of their Markdown versions. */
export function gonePages(out: string, paths: readonly string[]) {
  const previous = readManifest(out);
  const now = new Set(paths);
  const isGone = (path: string) => previous.has(path) && !now.has(path);
  const entryOf = entriesBelow(out);
  const copies = [...previous].filter(
    (path) => path.endsWith('.md') && isSitePath(path) && isGone(path) && isGone(path.replace(/\.md$/, '.html')),
  );
  const gone = copies
    .sort(compareStrings)
    .slice(0, maxGonePages.pages)
    .flatMap((path): GonePage[] => {
      const entry = entryOf(path);
      if (entry === undefined || entry === 'blocked' || !entry.isFile() || entry.size > maxGonePages.bytes) return [];
      const bytes = bytesAt(join(out, path), maxGonePages.bytes);
      return bytes ? [{ path, text: bytes.toString('utf8') }] : [];
    });
  return { gone, had: (path: string) => previous.has(path) };
}
