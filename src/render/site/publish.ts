// Makes or reuses the units of a pending site, checks them, and publishes them if no diagnostic prevents it.
import { setImmediate } from 'node:timers/promises';
import { differenceBy, memoize, uniq } from 'lodash-es';
import { filesIn, linkedFiles, revisionOf } from '../../model/content/scan-hub.js';
import { type Diagnostic, hasError, problem } from '../../model/diagnostics/diagnostic.js';
import { withHubPath } from '../../model/site/hub.js';
import type { StrictResult } from '../../model/strict/severities.js';
import { redactText } from '../../model/types/redact.js';
import { BuildError } from '../base/build-error.js';
import type { OutputFile } from '../base/output-file.js';
import type { RenderBody } from '../body/body-types.js';
import { type BuildRecord, type BuildRecords, keptFiles } from '../cache/build-records.js';
import type { OutFolder } from '../output/output.js';
import { checkAnchors } from '../pages/links/anchors.js';
import { renderAhead } from '../workers/renderer.js';
import { type BuildUnit, type Composed, composeCopy, composePageIndex } from './compose-units.js';
import { isDoc, type Plan, publishedSite } from './plan.js';
import type { PendingSite, Run } from './run.js';
import { type BuildSummary, isStable, keepSummary, withOutFolder } from './up-to-date.js';

export interface Outcome extends Omit<StrictResult, 'isRejected'> {
  /** Whether the output folder now contains the new site. */
  readonly published: boolean;
  /** Whether the whole site was checked. If not, problems that the build does not report can exist. */
  readonly isComplete: boolean;
  readonly pages: number;
  /** Config of each version that was read, and the files that its pages may reference. */
  readonly sites: PendingSite['sites'];
}

interface Attempted {
  /** Undefined if nothing was published: content changed, so that the build starts over, or an edited site must be read from disk (then `ofFolder` is present). */
  readonly outcome?: Outcome | undefined;
  /** Diagnostics about the output folder that this attempt fixed. */
  readonly ofFolder?: readonly Diagnostic[] | undefined;
}

/** Joins the outcomes of two languages of a hub. A problem of an untranslated doc belongs to the first. */
export function joinOutcomes<T extends Outcome>(first: T, other: T): T {
  const keyOf = ({ code, message, place }: Diagnostic) => JSON.stringify(place ? [code, place] : [code, message]);
  return {
    ...first,
    published: first.published && other.published,
    isComplete: first.isComplete && other.isComplete,
    pages: first.pages + other.pages,
    off: first.off + other.off,
    sites: [...first.sites, ...other.sites],
    diagnostics: [...first.diagnostics, ...differenceBy(other.diagnostics, first.diagnostics, keyOf)],
  };
}

/** Publishes a site. `earlier` are the diagnostics of the output folder of an attempt before this one. */
export async function publishSite(
  site: PendingSite,
  run: Run,
  earlier: readonly Diagnostic[] = [],
): Promise<Attempted> {
  const diagnostics = [...site.diagnostics];
  const failed = () => ({ outcome: { ...outcomeOf(site, run.strictResultOf(diagnostics, false)), isComplete: false } });
  if (hasError(diagnostics)) return failed();
  const attempted = await withOutFolder(run, (folder) =>
    publishTo(folder, site, { run, diagnostics, ofFolder: [...earlier, ...folder.diagnostics] }),
  );
  if (!(attempted instanceof BuildError)) return attempted;
  diagnostics.push(attempted.diagnostic);
  return failed();
}

/** Publishes the other languages of a site that is up to date. Returns undefined if the current severities reject the site. */
export async function publishUnchanged({ pages, diagnostics }: BuildSummary, run: Run): Promise<Outcome | undefined> {
  const { scanned, publish, strictResultOf } = run;
  const { isRejected, ...result } = strictResultOf(diagnostics);
  if (isRejected) return undefined;
  const sites = scanned.all.map(({ version, scan }) => ({
    config: version.config,
    files: filesIn(scan),
    textFiles: linkedFiles(scan),
  }));
  const outcome = { ...result, published: true, isComplete: true, pages, sites };
  if (!publish) return outcome;
  const ofOthers = await withOutFolder(run, (folder) => {
    folder.stageSite();
    return publish(folder);
  });
  const published = ofOthers !== undefined && !(ofOthers instanceof BuildError);
  const added = published ? ofOthers : (ofOthers?.diagnostic ?? []);
  return { ...outcome, published, diagnostics: result.diagnostics.concat(added) };
}

const outcomeOf = ({ sites }: PendingSite, { diagnostics, off }: StrictResult) => ({
  published: false,
  isComplete: true,
  pages: 0,
  sites,
  diagnostics,
  off,
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
  const { watch, renderer, tick, strictResultOf } = run;
  const plan = await watch.time('plan', () => site.plan(folder));
  if (!plan) return { ofFolder };
  diagnostics.push(...plan.diagnostics);
  const output = folder.stageSite();
  const made = new Map<string, BuildRecord>();
  const recordOf = (name: string) => (run.shard ? undefined : (made.get(name) ?? plan.others?.records.get(name)));
  for await (const unit of makeUnits(plan, run, recordOf)) {
    diagnostics.push(...(await watch.time('write', () => output.add(unit))));
    made.set(unit.id, unit.record);
    if (made.size % batch === 0) await tick('building', made.size, plan.units.length);
  }
  const records = plan.others ? new Map([...plan.others.records, ...made]) : made;
  diagnostics.push(...(await diagnosticsOf(records, plan, renderer.render)));
  const summary = { pages: plan.pages, diagnostics: [...diagnostics] };
  const fault = renderer.parserFault();
  diagnostics.push(...plan.moved, ...ofFolder);
  if (fault !== undefined) diagnostics.push(problem.parserNotNative({ reason: redactText(fault) }));
  if (!run.isLastAttempt && [...site.revisions].some(([dir, revision]) => revisionOf(dir) !== revision)) return {};
  const verdict = strictResultOf(diagnostics);
  if (verdict.isRejected) return { outcome: outcomeOf(site, verdict), ofFolder };

  renderer.endThreads();
  await tick('publishing', 0, 0);
  output.complete(publishedSite(plan, made));
  const ofPublishing = await watch.time('publish', () => run.publish?.(folder) ?? folder.publish());
  if (!ofPublishing) return { outcome: outcomeOf(site, verdict), ofFolder };
  diagnostics.push(...ofPublishing);
  if (plan.reused.size < plan.units.length) await watch.time('save', () => plan.save(records));
  await watch.time('save', site.saveFiles);
  await watch.time('save', () => keep(site, run, { plan, records, folder, summary }));
  const outcome = outcomeOf(site, ofPublishing.length === 0 ? verdict : strictResultOf(diagnostics));
  return { outcome: { ...outcome, published: true, pages: plan.pages } };
}

const batch = 32;

interface Published {
  readonly plan: Plan;
  readonly records: BuildRecords;
  readonly folder: OutFolder;
  readonly summary: BuildSummary;
}

/** Keeps the site for the next process and for the next build of this one, if these would produce the same units. */
function keep(pendingSite: PendingSite, run: Run, { plan, records, folder, summary }: Published): void {
  const { dependsOnUnscanned, kept } = pendingSite;
  const { config, scanned, inputs, memory, store } = run;
  const isSame = (unit: BuildUnit) => unit.isRepeatable && records.get(unit.id)?.key === unit.key;
  const isRepeatable = inputs !== undefined && !dependsOnUnscanned && plan.units.every(isSame);
  const outputHash = memoize(() => folder.readSignatures(plan.untouched).hash);
  if (store && isRepeatable && isStable(summary, scanned))
    keepSummary(store, config, { ...summary, inputHash: inputs.hash, outputHash: outputHash() });
  const whole = plan.others?.plan ?? plan;
  if (memory)
    memory.last = isRepeatable && kept ? { ...kept, plan: whole, records, outputHash: outputHash() } : undefined;
}

interface MadeUnit {
  readonly id: string;
  readonly files: readonly OutputFile[];
  /** Paths of the files of the previous build that stay. */
  readonly reused: readonly string[];
  readonly record: BuildRecord;
}

/** Makes or reuses each unit of a plan, in order. The body of a page whose sidebar can't be replaced was not rendered ahead. The records contain the diagnostics of bodies and of `composePage`. */
async function* makeUnits(
  plan: Plan,
  { renderer, watch }: Run,
  recordOf: (name: string) => BuildRecord | undefined,
): AsyncGenerator<MadeUnit, void> {
  const missing = plan.units.filter((unit) => !plan.reused.has(unit));
  const inputs = missing.flatMap((unit) => (isDoc(unit) ? unit.inputs : []));
  const bodies = renderAhead(inputs, renderer.render);
  // Workers render while the pages without bodies are made.
  const nextBody = async () => (await bodies.next()).value ?? undefined;
  let ahead = missing.length > 0 ? nextBody() : undefined;
  ahead?.catch(() => {});
  for (const unit of plan.units) {
    const reused = plan.reused.get(unit);
    const withNewTree = reused?.withTree && (await watch.time('compose', reused.withTree));
    if (reused && (withNewTree || !reused.withTree)) {
      const { record } = reused;
      yield { id: unit.id, files: withNewTree ? [withNewTree] : [], reused: keptFiles(record), record };
      continue;
    }
    const composer = await watch.time('trees', plan.composer);
    await setImmediate(); // lets workers get their next pages
    const [input] = isDoc(unit) ? unit.inputs : [];
    const body = input && (await watch.time('wait for bodies', () => (reused ? renderer.render(input.read()) : ahead)));
    if (input && !reused) {
      ahead = nextBody();
      ahead.catch(() => {});
    }
    const phase = unit.page?.kind === 'onePage' ? 'one page' : 'compose';
    yield await watch.time(phase, async () => {
      const made = unit.copy ? composeCopy(unit.copy) : unit.isPageIndex ? composePageIndex(unit, recordOf) : undefined;
      return unitOf(unit, made ?? (await composer.compose(unit, { body, input })), plan);
    });
  }
}

function unitOf(unit: BuildUnit, made: Composed, plan: Plan): MadeUnit {
  const { files, siteKey = plan.key, links = plan.links, anchors, diagnostics, isRepeatable, ...facts } = made;
  const record: BuildRecord = {
    ...facts,
    key: isRepeatable ? unit.key : '', // the next build makes a unit with a body and an empty key again
    siteKey,
    links,
    anchors: anchors.map((anchor) => withHubPath(anchor, unit.hubSite)),
    diagnostics: diagnostics.map((diagnostic) => withHubPath(diagnostic, unit.hubSite)),
    files: files.map(({ path }) => [path, '']),
  };
  return { id: unit.id, files, reused: [], record };
}

/** Returns the diagnostics of all units, and of anchors. A shard renders the bodies of referenced pages in other shards. */
async function diagnosticsOf(records: BuildRecords, plan: Plan, render: RenderBody): Promise<readonly Diagnostic[]> {
  const made = [...records.values()];
  const anchors = made.flatMap((record) => record.anchors);
  const ids = new Map([...records].map(([name, record]) => [name, record.ids]));
  const elsewhere = [...new Set(anchors.map(({ target }) => target))].filter((path) => path !== '' && !ids.has(path));
  const inputs = elsewhere.flatMap((path) => plan.inputOf(path) ?? []);
  const bodies = renderAhead(inputs, render);
  for (const path of elsewhere) ids.set(path, (await bodies.next()).value?.ids ?? []);
  const leftOut = (name: string) => {
    // A removed link is an info, so its anchor is not checked.
    const isContent = ({ code, severity }: Diagnostic) => severity === 'warning' && /^DG(?:609|704|711)$/.test(code);
    const all = records.get(name)?.diagnostics.filter(isContent) ?? [];
    return uniq(all.flatMap(({ message }) => /`(.+?)`/.exec(message)?.[1] ?? [])).slice(0, 3);
  };
  return [...made.flatMap((record) => record.diagnostics), ...checkAnchors(anchors, ids, { get: leftOut })];
}
