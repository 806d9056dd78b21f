// Publishes a pending site: makes its parts, checks them, and puts them into the output folder if no diagnostic prevents that.
import { differenceBy, sumBy } from 'lodash-es';
import { revisionOf } from '../../model/content/scan-hub.js';
import { type Diagnostic, hasError, problem } from '../../model/diagnostics/diagnostic.js';
import { lazily } from '../../model/site/lookups.js';
import type { StrictResult } from '../../model/strict/baseline.js';
import { shownText } from '../../model/types/shown-address.js';
import { BuildError } from '../base/build-error.js';
import type { BuildRecord } from '../cache/build-records.js';
import { type OutFolder, openOutFolder } from '../output/output.js';
import { checkAnchors } from '../pages/links/anchors.js';
import { idsByPage, makeParts } from './make-units.js';
import type { PendingSite, Run } from './pending-site.js';
import { areRepeatable, type Plan } from './plan.js';
import { type BuildSummary, isStable, keepSummary } from './up-to-date.js';

export interface Outcome extends Omit<StrictResult, 'isRefused'> {
  /** Whether the output folder now contains the new site. */
  readonly published: boolean;
  /** False if the build stopped before it had checked the whole site: a problem that it does not report may still exist. */
  readonly isComplete: boolean;
  readonly pages: number;
  /** Config of each version that was read, and the files that its pages may reference. */
  readonly sites: PendingSite['sites'];
}

interface Attempted {
  /** Undefined if the build has to start over, or to read the site from disk. */
  readonly outcome?: Outcome | undefined;
  /** Problems of the output folder that this attempt solved. */
  readonly ofFolder?: readonly Diagnostic[] | undefined;
}

/** Joins the outcomes of the sites of a hub's languages. A problem of a doc that is not translated is that of the default language. */
export function joinOutcomes<T extends Outcome>(first: T, others: readonly T[]): T {
  const keyOf = ({ code, message, place }: Diagnostic) => JSON.stringify(place ? [code, place] : [code, message]);
  const all = [first, ...others];
  const joinNew = (known: readonly Diagnostic[], { diagnostics }: Outcome) =>
    known.concat(differenceBy(diagnostics, known, keyOf));
  return {
    ...first,
    published: all.every(({ published }) => published),
    isComplete: all.every(({ isComplete }) => isComplete),
    pages: sumBy(all, 'pages'),
    off: sumBy(all, 'off'),
    sites: all.flatMap(({ sites }) => sites),
    diagnostics: others.reduce(joinNew, first.diagnostics),
  };
}

/** Publishes a site. `earlier` are the diagnostics of the output folder of an attempt before this one. */
export async function publishSite(
  site: PendingSite,
  run: Run,
  earlier: readonly Diagnostic[] = [],
): Promise<Attempted> {
  const diagnostics = [...site.diagnostics];
  const failed = () => ({ outcome: { ...outcomeOf(site, run.weigh(diagnostics, false)), isComplete: false } });
  if (hasError(diagnostics)) return failed();
  let folder: OutFolder | undefined;
  try {
    folder = await openOutFolder(run.config);
    return await publishTo(folder, site, { run, diagnostics, ofFolder: [...earlier, ...folder.diagnostics] });
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    diagnostics.push(error.diagnostic);
    return failed();
  } finally {
    await folder?.close();
  }
}

const outcomeOf = ({ sites }: PendingSite, { diagnostics, off }: StrictResult) => ({
  ...{ published: false, isComplete: true, pages: 0, sites, diagnostics, off },
});

interface PublishContext {
  readonly run: Run;
  /** Diagnostics of the site. Publishing adds its own, so that they are reported if it fails. */
  readonly diagnostics: Diagnostic[];
  readonly ofFolder: readonly Diagnostic[];
}

/** @throws BuildError if a file can't be written. */
async function publishTo(folder: OutFolder, site: PendingSite, context: PublishContext): Promise<Attempted> {
  const { run, diagnostics, ofFolder } = context;
  const { watch, renderer, tick, weigh } = run;
  const plan = await watch.time('plan', () => site.plan(folder));
  if (!plan) return { ofFolder };
  renderer.expect(plan.inputs.size);
  diagnostics.push(...plan.diagnostics);
  const output = plan.change === 'none' ? undefined : folder.begin(plan.change);
  const records = new Map<string, BuildRecord>();
  for await (const part of makeParts(plan, watch)) {
    if (output) diagnostics.push(...(await watch.time('write', () => output.add(part))));
    records.set(part.name, part.record);
    if (records.size % batch === 0) await tick('building', records.size, plan.parts.length);
  }
  diagnostics.push(...(await diagnosticsOf(plan.all(records), plan)));
  const summary = { pages: plan.pages, diagnostics: [...diagnostics] };
  const fault = renderer.parserFault();
  diagnostics.push(...plan.moved, ...ofFolder);
  if (fault !== undefined) diagnostics.push(problem.parserNotNative({ reason: shownText(fault) }));
  if (!run.isLast && [...site.exports].some(([dir, edition]) => revisionOf(dir) !== edition)) return {};
  const verdict = weigh(diagnostics);
  if (verdict.isRefused) return { outcome: outcomeOf(site, verdict), ofFolder };

  renderer.endThreads();
  await tick('publishing', 0, 0);
  const ofPublishing = output ? await watch.time('publish', () => output.publish(plan.published(records))) : [];
  diagnostics.push(...ofPublishing);
  if (output) await watch.time('save', () => plan.save(records));
  await watch.time('save', site.saveKnown);
  await watch.time('save', () => keep(site, run, { plan, records, folder, summary }));
  const outcome = outcomeOf(site, ofPublishing.length === 0 ? verdict : weigh(diagnostics));
  return { outcome: { ...outcome, published: true, pages: plan.pages } };
}

const batch = 32;

interface Made {
  readonly plan: Plan;
  readonly records: ReadonlyMap<string, BuildRecord>;
  readonly folder: OutFolder;
  readonly summary: BuildSummary;
}

/** Keeps the site for the next process and for the next build of this one. */
function keep(site: PendingSite, run: Run, { plan, records, folder, summary }: Made): void {
  const { config, seen, inputs, memory, store } = run;
  const isRepeatable = inputs !== undefined && !site.isOpen && areRepeatable(plan.parts, records);
  const outputHash = lazily(() => folder.look(plan.untouched).stamp);
  if (store && isRepeatable && isStable(summary, seen)) keepSummary(config, inputs, store, summary, outputHash());
  if (memory) memory.last = isRepeatable ? site.remember({ plan, records, outputHash: outputHash() }) : undefined;
}

async function diagnosticsOf(records: ReadonlyMap<string, BuildRecord>, plan: Plan): Promise<readonly Diagnostic[]> {
  const made = [...records.values()];
  const anchors = made.flatMap((record) => record.anchors);
  const broken = checkAnchors(anchors, await idsByPage(anchors, records, plan));
  return [...made.flatMap((record) => record.diagnostics), ...broken];
}
