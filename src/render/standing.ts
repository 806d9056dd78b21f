// Where the site stands as an earlier build made it, of the same input, what that build reported is what this one would. Neither a text
// nor a page is read to tell: names, sizes and times of all files do, of the content as of the site, and whatever is not known for
// certain is a no.
import type { Config, Mount } from '../model/config.js';
import { readBytes } from '../model/content/list-files.js';
import { largestFile } from '../model/content/read.js';
import type { Checked, Diagnostic } from '../model/diagnostics/diagnostic.js';
import { filesIn, isUnsettled, type SeenHub, type Unsettled } from '../model/mounts/see-hub.js';
import { toSourcePath } from '../model/path.js';
import type { Site } from '../model/site.js';
import type { SiteVersion, Versions } from '../model/versions/read-versions.js';
import { BuildError } from './build-error.js';
import { sha256 } from './hash.js';
import { openOutFolder } from './output/output.js';
import { readSetting } from './setting.js';
import { diagnosticShape, list, number, parseAs, record, text, tuple } from './threads/shape.js';
import type { Store } from './threads/store.js';

/** What a build reported of its site. */
export interface Told {
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** A site that stands. */
export interface StandingSite extends Told {
  /** Its versions: of what config, and the files beside the docs. */
  readonly sites: readonly Pick<Site, 'config' | 'files'>[];
}

/** What is kept of a build. */
interface Standing extends Told {
  /** Names all that the site was made of. */
  readonly input: string;
  /** Files of which that name may not tell a change: path on disk, time, hash of the bytes. */
  readonly unsettled: readonly (readonly [path: string, ctime: number, hash: string])[];
  /** Names the files of the site as they stand. */
  readonly site: string;
}

const standingShape = record({
  pages: number,
  diagnostics: list(diagnosticShape),
  input: text,
  unsettled: list(tuple(text, number, text)),
  site: text,
});

/** A version of the hub as it stands on disk. */
export interface SeenSite {
  readonly version: SiteVersion;
  readonly mounts: Checked<readonly Mount[]>;
  readonly seen: SeenHub;
}

export interface SeenSites {
  readonly versions: Checked<Versions>;
  readonly all: readonly SeenSite[];
}

/** What the site of a build is made of, and where what is known of it is kept. */
export interface Foundation {
  readonly config: Config;
  readonly store: Store | undefined;
  /** Names all of it as it was before a text was read; undefined where that cannot be told, or nothing is kept. */
  readonly input: string | undefined;
  readonly all: readonly SeenSite[];
}

/** What a build is made of, of what was seen on disk. */
export async function foundationOf(config: Config, seen: SeenSites, store: Store | undefined): Promise<Foundation> {
  const input = store && (await unlessRefused(() => inputKey(seen)));
  return { config, store, input, all: seen.all };
}

/** Undefined for what is met again, and reported, on the way of every build. */
async function unlessRefused<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BuildError) return undefined;
    throw error;
  }
}

/** What the build that made the site reported, where this build would make the same, and nothing of it was touched. */
export async function standingSite(foundation: Foundation): Promise<StandingSite | undefined> {
  return unlessRefused(() => findStanding(foundation));
}

async function findStanding({ config, all, store, input }: Foundation): Promise<StandingSite | undefined> {
  if (input === undefined) return undefined;
  const kept = parseAs<Standing>((await store?.get(nameOf(config.out))) ?? '', standingShape);
  if (!kept || kept.input !== input || !kept.unsettled.every(isUnchanged)) return undefined;
  if (!(await isThere(kept, config))) return undefined;
  const since = Math.min(...all.map(({ seen }) => seen.since));
  const unsettled = kept.unsettled.filter(([, ctime]) => isUnsettled({ ctime }, since));
  if (unsettled.length < kept.unsettled.length)
    await store?.put(nameOf(config.out), JSON.stringify({ ...kept, unsettled }));
  const { pages, diagnostics } = kept;
  return {
    pages,
    diagnostics,
    sites: all.map(({ version, seen }) => ({ config: version.config, files: filesIn(seen) })),
  };
}

/** True where nobody has the out folder, no build left anything to clear, and the files of the site are as they were. */
async function isThere({ site }: Standing, config: Config): Promise<boolean> {
  const folder = await openOutFolder(config);
  try {
    return folder.diagnostics.length === 0 && site === (await folder.stamp());
  } finally {
    await folder.close();
  }
}

/** Keeps what a build reported of the site that it just published, or found as it would have made it. */
export async function keepStanding(
  { config, store, input }: Foundation,
  told: Told,
  { unsettled, stamp }: { readonly unsettled: ReadonlyMap<string, Unsettled>; readonly stamp: () => Promise<string> },
): Promise<void> {
  const files = [...unsettled].flatMap(([path, { ctime, hash }]) => (hash === undefined ? [] : [[path, ctime, hash]]));
  const isPassing = ({ code }: Diagnostic) => passing.has(code);
  if (!store || input === undefined || files.length < unsettled.size || told.diagnostics.some(isPassing)) return;
  const { pages, diagnostics } = told;
  await store.put(
    nameOf(config.out),
    JSON.stringify({ pages, diagnostics, input, unsettled: files, site: await stamp() }),
  );
}

/** A file could not be read, or changed meanwhile: that may pass and leave no trace. */
const passing: ReadonlySet<string> = new Set(['DG301', 'DG302']);

/** Names all that a site is made of; undefined where that cannot be told: a module loads what nobody can foresee, a page may name any file of a project. */
async function inputKey({ versions, all }: SeenSites): Promise<string | undefined> {
  const listed = all.flatMap(({ seen }) => seen.statics.flatMap(({ files }) => files.value));
  const statics = new Set(listed.map(({ path }) => path));
  const { frame, buildId, templatesKey, componentsKey } = await readSetting({ config: versions.value.main, statics });
  const isOpen = all.some(({ seen }) => seen.folders.folders.some(({ kind }) => kind === 'project'));
  if (isOpen || templatesKey === undefined || componentsKey === undefined) return undefined;
  const paths = frame.files.map(({ path }) => path); // that hold hashes
  const sites = all.map(({ mounts, seen }) => [mounts, seen.token]);
  const own = [frame.addresses, paths, frame.diagnostics, buildId, templatesKey, componentsKey];
  return sha256(JSON.stringify([own, versions, sites]));
}

function isUnchanged([path, , hash]: Standing['unsettled'][number]): boolean {
  const bytes = readBytes(toSourcePath(path), path, largestFile).value;
  return bytes !== undefined && sha256(bytes) === hash;
}

const nameOf = (out: string) => sha256(`standing ${out}`);
