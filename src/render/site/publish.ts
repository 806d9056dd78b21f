// Makes or reuses the parts of a pending site, checks them, and publishes them if no diagnostic prevents it.
import { setImmediate } from 'node:timers/promises';
import { differenceBy, memoize, sumBy, uniq } from 'lodash-es';
import { filesIn, linkedFiles, revisionOf } from '../../model/content/scan-hub.js';
import { type Diagnostic, hasError, problem } from '../../model/diagnostics/diagnostic.js';
import { inHub } from '../../model/site/hub.js';
import type { StrictResult } from '../../model/strict/baseline.js';
import { shownText } from '../../model/types/shown-address.js';
import { BuildError } from '../base/build-error.js';
import type { OutputFile } from '../base/output-file.js';
import type { Body, RenderBody } from '../body/body-types.js';
import { type BuildRecord, type BuildRecords, keptFiles } from '../cache/build-records.js';
import type { OutFolder } from '../output/output.js';
import { checkAnchors } from '../pages/links/anchors.js';
import { renderAhead } from '../workers/renderer.js';
import { type BuildUnit, type Composed, composeCopy, composeIndex } from './compose-units.js';
import { isDoc, type Plan, publishedSite } from './plan.js';
import type { PendingSite, Run } from './run.js';
import { type BuildSummary, inFolder, isStable, keepSummary } from './up-to-date.js';

export interface Outcome extends Omit<StrictResult, 'isRefused'> {
  /** Whether the output folder now contains the new site. */
  readonly published: boolean;
  /** Whether the whole site was checked. If not, problems that the build does not report can exist. */
  readonly isComplete: boolean;
  readonly pages: number;
  /** Config of each version that was read, and the files that its pages may reference. */
  readonly sites: PendingSite['sites'];
}

interface Attempted {
  /** Undefined if the build must start over, or must read the site from disk. */
  readonly outcome?: Outcome | undefined;
  /** Diagnostics about the output folder that this attempt fixed. */
  readonly ofFolder?: readonly Diagnostic[] | undefined;
}

/** Joins the outcomes of a hub's languages. A problem of an untranslated doc belongs to the default language. */
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
  const attempted = await inFolder(run, (folder) =>
    publishTo(folder, site, { run, diagnostics, ofFolder: [...earlier, ...folder.diagnostics] }),
  );
  if (!(attempted instanceof BuildError)) return attempted;
  diagnostics.push(attempted.diagnostic);
  return failed();
}

/** Publishes the other languages of a site that is up to date. Returns undefined if the current severities reject the site. */
export async function publishUnchanged({ pages, diagnostics }: BuildSummary, run: Run): Promise<Outcome | undefined> {
  const { seen, publish, weigh } = run;
  const { isRefused, ...weighed } = weigh(diagnostics);
  if (isRefused) return undefined;
  const sites = seen.all.map(({ version, seen }) => ({
    config: version.config,
    files: filesIn(seen),
    textFiles: linkedFiles(seen),
  }));
  const outcome = { ...weighed, published: true, isComplete: true, pages, sites };
  if (!publish) return outcome;
  const ofOthers = await inFolder(run, (folder) => {
    folder.begin();
    return publish(folder);
  });
  const published = ofOthers !== undefined && !(ofOthers instanceof BuildError);
  const added = published ? ofOthers : (ofOthers?.diagnostic ?? []);
  return { ...outcome, published, diagnostics: weighed.diagnostics.concat(added) };
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
  const { watch, renderer, tick, weigh } = run;
  const plan = await watch.time('plan', () => site.plan(folder));
  if (!plan) return { ofFolder };
  diagnostics.push(...plan.diagnostics);
  const output = folder.begin();
  const made = new Map<string, BuildRecord>();
  const recordOf = (name: string) => (run.shard ? undefined : (made.get(name) ?? plan.others?.records.get(name)));
  for await (const part of makeParts(plan, run, recordOf)) {
    diagnostics.push(...(await watch.time('write', () => output.add(part))));
    made.set(part.name, part.record);
    if (made.size % batch === 0) await tick('building', made.size, plan.parts.length);
  }
  const records = plan.others ? new Map([...plan.others.records, ...made]) : made;
  diagnostics.push(...(await diagnosticsOf(records, plan, renderer.render)));
  const summary = { pages: plan.pages, diagnostics: [...diagnostics] };
  const fault = renderer.parserFault();
  diagnostics.push(...plan.moved, ...ofFolder);
  if (fault !== undefined) diagnostics.push(problem.parserNotNative({ reason: shownText(fault) }));
  if (!run.isLast && [...site.exports].some(([dir, edition]) => revisionOf(dir) !== edition)) return {};
  const verdict = weigh(diagnostics);
  if (verdict.isRefused) return { outcome: outcomeOf(site, verdict), ofFolder };

  renderer.endThreads();
  await tick('publishing', 0, 0);
  output.complete(publishedSite(plan, made));
  const ofPublishing = await watch.time('publish', () => run.publish?.(folder) ?? folder.publish());
  if (!ofPublishing) return { outcome: outcomeOf(site, verdict), ofFolder };
  diagnostics.push(...ofPublishing);
  if (plan.reused.size < plan.parts.length) await watch.time('save', () => plan.save(records));
  await watch.time('save', site.saveFiles);
  await watch.time('save', () => keep(site, run, { plan, made, records, folder, summary }));
  const outcome = outcomeOf(site, ofPublishing.length === 0 ? verdict : weigh(diagnostics));
  return { outcome: { ...outcome, published: true, pages: plan.pages } };
}

const batch = 32;

interface Published {
  readonly plan: Plan;
  /** Records of the parts of the plan, and of all parts of the site. */
  readonly made: BuildRecords;
  readonly records: BuildRecords;
  readonly folder: OutFolder;
  readonly summary: BuildSummary;
}

/** Keeps the site for the next process and for the next build of this one, if these would produce the same parts. */
function keep({ isOpen, kept }: PendingSite, run: Run, { plan, made, records, folder, summary }: Published): void {
  const { config, seen, inputs, memory, store } = run;
  const isSame = (part: BuildUnit) => part.isRepeatable && made.get(part.name)?.key === part.key;
  const isRepeatable = inputs !== undefined && !isOpen && plan.parts.every(isSame);
  const outputHash = memoize(() => folder.look(plan.untouched).stamp);
  if (store && isRepeatable && isStable(summary, seen)) keepSummary(config, inputs, store, summary, outputHash());
  const whole = plan.others?.plan ?? plan;
  if (memory)
    memory.last = isRepeatable && kept ? { ...kept, plan: whole, records, outputHash: outputHash() } : undefined;
}

interface MadeUnit {
  readonly name: string;
  readonly files: readonly OutputFile[];
  /** Paths of the files of the previous build that stay. */
  readonly reused: readonly string[];
  readonly record: BuildRecord;
}

/** Makes or reuses each part of a plan, in order. The records contain the diagnostics of bodies and of `composePage`. */
async function* makeParts(
  plan: Plan,
  { renderer, watch }: Run,
  recordOf: (name: string) => BuildRecord | undefined,
): AsyncGenerator<MadeUnit, void> {
  const missing = plan.parts.filter((part) => !plan.reused.has(part));
  const bodies = renderAhead(
    missing.flatMap((part) => (isDoc(part) ? part.inputs : [])),
    renderer.render,
  );
  // Workers render while the pages without bodies are made.
  let next = missing.length > 0 ? bodies.next() : undefined;
  next?.catch(() => {});
  for (const part of plan.parts) {
    const reused = plan.reused.get(part);
    const changed = reused?.withTree && (await watch.time('compose', reused.withTree));
    if (reused && (changed || !reused.withTree)) {
      const { record } = reused;
      yield { name: part.name, files: changed ? [changed] : [], reused: keptFiles(record), record };
      continue;
    }
    const composer = await watch.time('trees', plan.composer);
    await setImmediate(); // lets workers get their next pages
    const [input] = isDoc(part) ? part.inputs : [];
    const body =
      input && (await watch.time('wait for bodies', () => (reused ? renderer.render(input.read()) : bodyOf(next))));
    if (input && !reused) {
      next = bodies.next();
      next.catch(() => {});
    }
    const phase = part.page?.kind === 'onePage' ? 'one page' : 'compose';
    yield await watch.time(phase, async () => {
      const made = part.copy ? composeCopy(part.copy) : part.isIndex ? composeIndex(part, recordOf) : undefined;
      return unitOf(part, made ?? (await composer.compose(part, { body, input })), plan);
    });
  }
}

const bodyOf = async (next: Promise<IteratorResult<Body, void>> | undefined) => (await next)?.value ?? undefined;

function unitOf(part: BuildUnit, made: Composed, plan: Plan): MadeUnit {
  const { files, frame = plan.key, links = plan.links, anchors, diagnostics, isRepeatable, ...facts } = made;
  const record: BuildRecord = {
    ...facts,
    key: isRepeatable ? part.key : '', // with an empty key, the next build makes the part again
    frame,
    links,
    anchors: anchors.map((anchor) => inHub(anchor, part.of)),
    diagnostics: diagnostics.map((diagnostic) => inHub(diagnostic, part.of)),
    files: files.map(({ path }) => [path, '']),
  };
  return { name: part.name, files, reused: [], record };
}

/** Returns the diagnostics of all parts, and of anchors. A shard renders the bodies of referenced pages in other shards. */
async function diagnosticsOf(records: BuildRecords, plan: Plan, render: RenderBody): Promise<readonly Diagnostic[]> {
  const made = [...records.values()];
  const anchors = made.flatMap((record) => record.anchors);
  const ids = new Map([...records].map(([name, record]) => [name, record.ids]));
  const elsewhere = [...new Set(anchors.map(({ target }) => target))].filter((path) => path !== '' && !ids.has(path));
  const bodies = renderAhead(
    elsewhere.flatMap((path) => plan.inputOf(path) ?? []),
    render,
  );
  for (const path of elsewhere) ids.set(path, (await bodies.next()).value?.ids ?? []);
  const leftOut = (name: string) => {
    // A removed link is an info, so its anchor is not checked.
    const isContent = ({ code, severity }: Diagnostic) => severity === 'warning' && /^DG(?:609|704|711)$/.test(code);
    const all = records.get(name)?.diagnostics.filter(isContent) ?? [];
    return uniq(all.flatMap(({ message }) => /`(.+?)`/.exec(message)?.[1] ?? [])).slice(0, 3);
  };
  return [...made.flatMap((record) => record.diagnostics), ...checkAnchors(anchors, ids, { get: leftOut })];
}
