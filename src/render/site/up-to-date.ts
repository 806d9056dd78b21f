// Up-to-date check: if no input and no output file changed since the last build, its report is still valid and nothing is built.
// Compares file names, sizes and times only. Any doubt means a full build.
import type { ScannedSites } from '../../disk/scan-sites.js';
import type { Config } from '../../model/config/config.js';
import { isStableHub, nonDocFingerprint, type ScannedHub } from '../../model/content/scan-hub.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { sha256 } from '../../model/input/hash.js';
import { BuildError } from '../base/build-error.js';
import { diagnosticSchema, list, number, object, parseAs, text } from '../cache/schema.js';
import type { CacheStore } from '../cache/store.js';
import type { OutFolder } from '../output/output.js';
import { readBuildEnvironment } from './environment.js';
import type { BuildInputs, Run } from './run.js';

export interface BuildSummary {
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface KeptBuild extends BuildSummary {
  readonly inputHash: string;
  readonly outputHash: string;
}

const keptShape = object({ pages: number, diagnostics: list(diagnosticSchema), inputHash: text, outputHash: text });

/**
 * Returns the inputs of a build. Undefined if they are unknown: a module's imports are not static, or a theme file can't be read (which every build reports).
 */
export async function readInputs({ versions, all }: ScannedSites): Promise<BuildInputs | undefined> {
  const listed = all.flatMap(({ scan }) => scan.statics.flatMap(({ files }) => files.value));
  const statics = new Set(listed.map(({ path }) => path));
  const env = await orBuildError(() => readBuildEnvironment({ config: versions.value.main, statics }));
  if (env instanceof BuildError) return undefined;
  const { layout, buildId, templatesKey, componentsKey } = env;
  if (templatesKey === undefined || componentsKey === undefined) return undefined;
  const paths = layout.files.map(({ path }) => path); // contain hashes
  const own = [layout.addresses, paths, layout.diagnostics, buildId, templatesKey, componentsKey, versions];
  const hashOf = (tokenOf: (hub: ScannedHub) => string) =>
    sha256(JSON.stringify([own, all.map(({ mounts, scan }) => [mounts, tokenOf(scan)])]));
  return {
    env,
    hash: hashOf(({ fingerprint }) => fingerprint),
    hashWithoutDocs: () => hashOf(nonDocFingerprint),
  };
}

/** Returns the result of `work`, or the BuildError that it throws. */
async function orBuildError<T>(work: () => Promise<T>): Promise<T | BuildError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BuildError) return error;
    throw error;
  }
}

/** Opens the output folder, runs `work`, and closes the folder. Returns the BuildError if one is thrown. */
export const withOutFolder = <T>(
  { openFolder }: Run,
  work: (folder: OutFolder) => Promise<T>,
): Promise<T | BuildError> =>
  orBuildError(async () => {
    const folder = await openFolder();
    try {
      return await work(folder);
    } finally {
      await folder.close();
    }
  });

/** Returns the report of the last build, if a build of the current inputs would produce the same site. */
export async function findUpToDate(run: Run): Promise<BuildSummary | undefined> {
  const { config, inputs, store } = run;
  const kept = inputs && parseAs<KeptBuild>(store?.get(keyOf(config.out)) ?? '', keptShape);
  if (!kept || kept.inputHash !== inputs.hash) return undefined;
  const isSame = await withOutFolder(
    run,
    async ({ diagnostics, readSignatures }) => diagnostics.length === 0 && kept.outputHash === readSignatures().hash,
  );
  return isSame === true ? { pages: kept.pages, diagnostics: kept.diagnostics } : undefined;
}

/** DG301 and DG302 (a file could not be read, or changed during the build) are transient. */
const transient: ReadonlySet<string> = new Set(['DG301', 'DG302']);

/** Whether no file can change without a new stat signature, and no problem is transient. */
export function isStable({ diagnostics }: BuildSummary, { all }: ScannedSites): boolean {
  return !diagnostics.some(({ code }) => transient.has(code)) && all.every(({ scan }) => isStableHub(scan));
}

export function keepSummary(store: CacheStore, { out }: Config, build: KeptBuild): void {
  store.put(keyOf(out), JSON.stringify(build));
}

const keyOf = (out: string) => sha256(`up to date ${out}`);
