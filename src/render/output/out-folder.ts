// The out folder before a site is put into it: whether docgen may write there, what an earlier build left, which files are the site's.
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { removeFolder } from '../../disk/remove-folder.js';
import { compareStrings, type Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { foreignOutput, notWritable, unfinishedRemoved } from '../../model/diagnostics/output.js';
import { isAssetPath, shorten } from '../../model/path.js';
import { bytesAt, entryAt, lookOf } from '../../model/regular-file.js';
import { BuildError } from '../build-error.js';
import { sha256 } from '../hash.js';
import { entriesBelow, finishUpdate, manifestName } from './in-place.js';

export interface Paths {
  readonly out: string;
  readonly stage: string;
  /** Where the previous site stands for the moment between the two renames. */
  readonly old: string;
  /** What an update in place does; see in-place.ts. */
  readonly journal: string;
}

/** What a build needs beside the site, or in it where nothing can be made beside it. */
const workKinds = ['lock', 'stage', 'old', 'journal'] as const;

export function workPath(
  { dir, name }: { readonly dir: string; readonly name: string },
  kind: (typeof workKinds)[number],
) {
  const short = Buffer.byteLength(name) > 200 ? shorten(name, name, 200) : name; // the whole has to be a name as well
  return join(dir, `.docgen-${short}.${kind}`);
}

const folderName = (out: string) => basename(out) || 'root';

/** The folder in which stage and lock stand: beside the out folder, or in it where nothing can be made beside it. */
export function placeFor(out: string, wanted: string): { dir: string; name: string; swap: boolean } {
  const parent = dirname(out);
  const name = folderName(out);
  const stats = entryAt(out);
  if (stats && !stats.isDirectory()) throw new BuildError(notWritable({ path: wanted, reason: 'it is not a folder' }));
  try {
    mkdirSync(parent, { recursive: true });
    if (stats) accessSync(out, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new BuildError(notWritable({ path: wanted, reason: ownerOf(error, stats ? out : parent) }));
  }
  const isMount = stats !== undefined && (lstatSync(parent).dev !== stats.dev || isMountPoint(out));
  const beside = !isMount && canWrite(parent);
  if (beside) return { dir: parent, name, swap: true };
  if (stats) return { dir: out, name, swap: false };
  throw new BuildError(notWritable({ path: wanted, reason: `its parent folder is not writable` }));
}

/** Maximum list of mount points that is read, in bytes. */
const largestMountList = 8 * 1024 * 1024;

/** Whether Linux lists a folder as a mount point. A bind mount is one on the disk of its parent folder. */
function isMountPoint(dir: string): boolean {
  const lines = bytesAt('/proc/self/mountinfo', largestMountList)?.toString('utf8').split('\n') ?? [];
  const decode = (text: string) => text.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8)));
  return lines.some((line) => decode(line.split(' ', 5)[4] ?? '') === dir);
}

function canWrite(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why nothing can be written to a folder, with whose it is. */
export function ownerOf(error: unknown, path: string): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const stats = entryAt(path);
  return stats ? `${code}; owner ${stats.uid}, mode ${(stats.mode & 0o777).toString(8)}` : code;
}

/** Ends what a killed build began: puts a site back that was moved away, finishes an update, removes the rest. Diagnostics: DG806. */
export function recover(paths: Paths): readonly Diagnostic[] {
  const { out, stage, old, journal } = paths;
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (![stage, old, journal, `${journal}.new`].some(isThere)) return [];
  const isAway = existsSync(old) && !existsSync(out);
  if (isAway) renameSync(old, out);
  const manifest = readManifest(out);
  const isFinished =
    existsSync(join(out, manifestName)) && finishUpdate(paths, (path) => isAssetPath(path) || manifest.has(path));
  removeFolder(`${journal}.new`);
  removeFolder(journal);
  removeFolder(old);
  removeFolder(stage);
  return [unfinishedRemoved({ site: isAway ? 'restored' : isFinished ? 'finished' : 'whole' })];
}

export function refuseForeign(out: string, wanted: string): void {
  if (!existsSync(out) || existsSync(join(out, manifestName))) return;
  const entries = readdirSync(out).filter((name) => !name.startsWith('.docgen-'));
  if (entries.length > 0) throw new BuildError(foreignOutput({ path: wanted }));
}

/** True where the out folder holds the site of these pages, and no asset but these: no other build has written to it since. */
export function isSiteOf(out: string, paths: readonly string[], assets: ReadonlySet<string>): boolean {
  return manifestIn(out) === manifestOf(paths) && assetsIn(out).every((path) => assets.has(path));
}

/** The files of a site as they stand, assets too. */
export interface SeenFiles {
  /** The same only if each of them looks the same. */
  readonly stamp: string;
  /** By `lookOf`. */
  readonly looks: ReadonlyMap<string, string>;
}

/** `known` are those that were just looked at. */
export function lookAtSite(out: string, known: ReadonlyMap<string, string> = new Map()): SeenFiles {
  const entryOf = entriesBelow(out);
  const paths = [manifestName, ...readManifest(out), ...assetsIn(out).sort(compareStrings)];
  const looks = new Map(paths.map((path) => [path, known.get(path) ?? lookOf(entryOf(path))]));
  return { stamp: sha256(JSON.stringify([...looks])), looks };
}

/** Paths of the assets of the out folder, of whichever build. */
export function assetsIn(out: string): string[] {
  return namesIn(join(out, 'assets'))
    .map((name) => `assets/${name}`)
    .filter(isAssetPath);
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** The text of the manifest. */
export function manifestOf(paths: readonly string[]): string {
  return `${[...paths].sort(compareStrings).join('\n')}\n`;
}

/** Bytes of a manifest that is read. */
const longestManifest = 64 * 1024 * 1024;

const manifestIn = (out: string) => bytesAt(join(out, manifestName), longestManifest)?.toString('utf8');

const isNoPath = /^$|\0|(?:^|\/)\.\.(?:\/|$)/;

export function readManifest(out: string): Set<string> {
  const lines = manifestIn(out)?.split('\n') ?? [];
  return new Set(lines.filter((line) => !isNoPath.test(line)));
}

/** The path with the symbolic links in it resolved as far as it exists. */
export function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolveLinks(parent), basename(path));
  }
}

/** True for a folder that is another, or in it. */
export function isInside(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

export function overlaps(a: string, b: string): boolean {
  return isInside(a, b) || isInside(b, a);
}
