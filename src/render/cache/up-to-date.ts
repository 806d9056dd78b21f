// Up-to-date check: if no input and no output file changed since the last build, its report is still valid and nothing is built.
// Compares names, sizes and times of files only. Any doubt means a build.
import type { Config } from '../../model/config.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { isSettled, type SeenHub, tokenBesideDocs } from '../../model/mounts/see-hub.js';
import { BuildError } from '../build-error.js';
import { sha256 } from '../hash.js';
import { openOutFolder } from '../output/output.js';
import type { SeenSites } from '../read-sites.js';
import { readSetting, type Setting } from '../setting.js';
import { diagnosticShape, list, number, parseAs, record, text } from './shape.js';
import type { Store } from './store.js';

/** What a build reported about its site. */
export interface BuildSummary {
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
}

interface KeptBuild extends BuildSummary {
  readonly inputHash: string;
  readonly outputHash: string;
}

const keptShape = record({ pages: number, diagnostics: list(diagnosticShape), inputHash: text, outputHash: text });

/** Hashes of everything that a site is made of. */
export interface Inputs {
  readonly setting: Setting;
  readonly hash: string;
  /** The same without the texts of docs. */
  readonly hashBesideDocs: () => string;
}

/**
 * Returns undefined if the inputs can't be determined: a module loads files that no static analysis finds, a page may use any file of a
 * project, or a setting can't be read (which every build reports).
 */
export async function readInputs({ versions, all }: SeenSites): Promise<Inputs | undefined> {
  const listed = all.flatMap(({ seen }) => seen.statics.flatMap(({ files }) => files.value));
  const statics = new Set(listed.map(({ path }) => path));
  const setting = await unlessRefused(() => readSetting({ config: versions.value.main, statics }));
  const isOpen = all.some(({ seen }) => seen.folders.folders.some(({ kind }) => kind === 'project'));
  if (!setting || isOpen || setting.templatesKey === undefined || setting.componentsKey === undefined) return undefined;
  const { frame, buildId, templatesKey, componentsKey } = setting;
  const paths = frame.files.map(({ path }) => path); // contain hashes
  const own = [frame.addresses, paths, frame.diagnostics, buildId, templatesKey, componentsKey, versions];
  const hashOf = (tokenOf: (hub: SeenHub) => string) =>
    sha256(JSON.stringify([own, all.map(({ mounts, seen }) => [mounts, tokenOf(seen)])]));
  return { setting, hash: hashOf(({ token }) => token), hashBesideDocs: () => hashOf(tokenBesideDocs) };
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BuildError) return undefined;
    throw error;
  }
}

/** Returns the report of the last build, if a build of these inputs would make the same site. */
export async function findUpToDate(config: Config, inputs: Inputs, store: Store): Promise<BuildSummary | undefined> {
  const kept = parseAs<KeptBuild>(store.get(keyOf(config.out)) ?? '', keptShape);
  if (kept?.inputHash !== inputs.hash) return undefined;
  const isSame = await unlessRefused(async () => {
    const folder = await openOutFolder(config);
    try {
      return folder.diagnostics.length === 0 && kept.outputHash === folder.look().stamp;
    } finally {
      await folder.close();
    }
  });
  return isSame ? { pages: kept.pages, diagnostics: kept.diagnostics } : undefined;
}

/** DG301, DG302: a file could not be read, or changed meanwhile. That can end without a trace. */
const transient: ReadonlySet<string> = new Set(['DG301', 'DG302']);

/** Whether the same inputs will give the same site: no file can change and keep its stamp, and no problem is transient. */
export function isStable({ diagnostics }: BuildSummary, { all }: SeenSites): boolean {
  return !diagnostics.some(({ code }) => transient.has(code)) && all.every(({ seen }) => isSettled(seen));
}

/** Keeps the report of a site that was published. */
export function keepSummary({ out }: Config, inputs: Inputs, store: Store, summary: BuildSummary, outputHash: string) {
  store.put(keyOf(out), JSON.stringify({ ...summary, inputHash: inputs.hash, outputHash } satisfies KeptBuild));
}

const keyOf = (out: string) => sha256(`up to date ${out}`);
