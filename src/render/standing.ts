// Where the site stands as an earlier build made it, of the same input, what that build reported is what this one would. Neither a text
// nor a page is read to tell: names, sizes and times of all files do, of the content as of the site, and whatever is not known for
// certain is a no.
import type { Config, Mount } from '../model/config.js';
import { largestFile } from '../model/content/read.js';
import type { Checked, Diagnostic } from '../model/diagnostics/diagnostic.js';
import { lazily } from '../model/lookups.js';
import { filesIn, isUnsettled, type SeenHub, tokenBesideDocs, type Unsettled } from '../model/mounts/see-hub.js';
import { bytesAt } from '../model/regular-file.js';
import type { Site } from '../model/site.js';
import type { SiteVersion, Versions } from '../model/versions/read-versions.js';
import { BuildError } from './build-error.js';
import { sha256 } from './hash.js';
import { openOutFolder } from './output/output.js';
import { readSetting, type Setting } from './setting.js';
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
export interface Standing extends Told {
  /** Names all that the site was made of. */
  readonly input: string;
  /** Names all of that but the docs. */
  readonly beside: string;
  /** Diagnostics before those of its parts. */
  readonly ofSite: number;
  /** Names what its pages depend on beside bodies. */
  readonly siteKey: string;
  /** Files of which bodies of docs hold the texts, by source path. */
  readonly included: readonly string[];
  /** Files of which that name may not tell a change: path on disk, time, hash of the bytes. */
  readonly unsettled: readonly (readonly [path: string, ctime: number, hash: string])[];
  /** Names the files of the site as they stand. */
  readonly site: string;
}

const standingShape = record({
  pages: number,
  diagnostics: list(diagnosticShape),
  input: text,
  beside: text,
  ofSite: number,
  siteKey: text,
  included: list(text),
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
  /** The same, but for the docs. */
  readonly beside: () => string;
  readonly setting: Setting | undefined;
  readonly all: readonly SeenSite[];
}

/** What a build is made of, of what was seen on disk. */
export async function foundationOf(config: Config, seen: SeenSites, store: Store | undefined): Promise<Foundation> {
  const setting = store && (await unlessRefused(() => settingOf(seen)));
  const own = setting && keyOfSetting(setting, seen);
  const key = (tokenOf: (hub: SeenHub) => string) => {
    const sites = seen.all.map(({ mounts, seen }) => [mounts, tokenOf(seen)]);
    return sha256(JSON.stringify([own, sites]));
  };
  const input = own === undefined ? undefined : key(({ token }) => token);
  return { config, store, setting, input, beside: lazily(() => key(tokenBesideDocs)), all: seen.all };
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

/** What is kept of the build that made the site. */
export function readStanding({ config, store, input }: Foundation): Standing | undefined {
  return input === undefined ? undefined : parseAs<Standing>(store?.get(nameOf(config.out)) ?? '', standingShape);
}

/** What the build that made the site reported, where this build would make the same, and nothing of it was touched. */
export async function standingSite(
  foundation: Foundation,
  kept: Standing | undefined,
): Promise<StandingSite | undefined> {
  const { config, all, store, input } = foundation;
  if (!kept || kept.input !== input || !kept.unsettled.every(isUnchanged)) return undefined;
  if (!(await unlessRefused(() => isThere(kept, config)))) return undefined;
  const since = Math.min(...all.map(({ seen }) => seen.since));
  const unsettled = kept.unsettled.filter(([, ctime]) => isUnsettled({ ctime }, since));
  if (unsettled.length < kept.unsettled.length) store?.put(nameOf(config.out), JSON.stringify({ ...kept, unsettled }));
  const { pages, diagnostics } = kept;
  return { pages, diagnostics, sites: sitesOf(foundation) };
}

/** Of a build that read no text. */
export function sitesOf({ all }: Foundation): StandingSite['sites'] {
  return all.map(({ version, seen }) => ({ config: version.config, files: filesIn(seen) }));
}

/** True where nobody has the out folder, no build left anything to clear, and the files of the site are as they were. */
async function isThere({ site }: Standing, config: Config): Promise<boolean> {
  const folder = await openOutFolder(config);
  try {
    return folder.diagnostics.length === 0 && site === folder.look().stamp;
  } finally {
    await folder.close();
  }
}

export interface MadeOf extends Pick<Standing, 'siteKey' | 'included' | 'ofSite'> {
  readonly unsettled: ReadonlyMap<string, Unsettled>;
  readonly stamp: () => string;
}

/** Keeps what a build reported of the site that it just published, or found as it would have made it. */
export function keepStanding(
  { config, store, input, beside }: Foundation,
  told: Told,
  { unsettled: found, stamp, siteKey, included, ofSite }: MadeOf,
): void {
  const unsettled: Standing['unsettled'] = [...found].flatMap(([path, { ctime, hash }]) =>
    hash === undefined ? [] : [[path, ctime, hash] as const],
  );
  const isPassing = ({ code }: Diagnostic) => passing.has(code);
  if (!store || input === undefined || unsettled.length < found.size || told.diagnostics.some(isPassing)) return;
  const { pages, diagnostics } = told;
  const made = { siteKey, included, ofSite, unsettled, site: stamp() };
  const standing: Standing = { pages, diagnostics, input, beside: beside(), ...made };
  store.put(nameOf(config.out), JSON.stringify(standing));
}

/** A file could not be read, or changed meanwhile: that may pass and leave no trace. */
const passing: ReadonlySet<string> = new Set(['DG301', 'DG302']);

/** Undefined where it cannot be told what a site is made of: a module loads what nobody can foresee, a page may name any file of a project. */
async function settingOf({ versions, all }: SeenSites): Promise<Setting | undefined> {
  const listed = all.flatMap(({ seen }) => seen.statics.flatMap(({ files }) => files.value));
  const statics = new Set(listed.map(({ path }) => path));
  const setting = await readSetting({ config: versions.value.main, statics });
  const isOpen = all.some(({ seen }) => seen.folders.folders.some(({ kind }) => kind === 'project'));
  return isOpen || setting.templatesKey === undefined || setting.componentsKey === undefined ? undefined : setting;
}

function keyOfSetting({ frame, buildId, templatesKey, componentsKey }: Setting, { versions }: SeenSites): string {
  const paths = frame.files.map(({ path }) => path); // that hold hashes
  return JSON.stringify([frame.addresses, paths, frame.diagnostics, buildId, templatesKey, componentsKey, versions]);
}

/** True for a file whose bytes are what they were. */
export function isUnchanged([path, , hash]: Standing['unsettled'][number]): boolean {
  const bytes = bytesAt(path, largestFile);
  return bytes !== undefined && sha256(bytes) === hash;
}

const nameOf = (out: string) => sha256(`standing ${out}`);
