// The one loop: every part of a site is reused, or made of its body and what all pages share.
import { setImmediate } from 'node:timers/promises';
import type { StaticFile } from '../model/content/named-files.js';
import { inHub } from '../model/versions/hub.js';
import type { Body } from './body/body-types.js';
import type { PartRecord } from './cache/pages.js';
import type { Composer, SitePart } from './compose-parts.js';
import type { OutputFile } from './output-file.js';
import type { Anchor } from './pages/links/anchors.js';
import { staticOutput } from './pages/links/assets.js';
import { keyOf, type Plan } from './plan.js';
import type { Stopwatch } from './stopwatch.js';
import { renderAhead } from './threads/renderer.js';

/** What became of a part of the site. */
export interface MadePart {
  readonly name: string;
  readonly files: readonly OutputFile[];
  /** Paths of files of the previous build that are taken over: all of a part, or none. */
  readonly reused: readonly string[];
  readonly record: PartRecord;
}

/** Makes or reuses each part of a plan, in its order. Diagnostics, in the records: those of bodies, and of `composePage`. */
export async function* makeParts(plan: Plan, watch: Stopwatch): AsyncGenerator<MadePart, void> {
  const missing = plan.parts.filter((part) => !plan.reused.has(part));
  const bodies = renderAhead(
    missing.flatMap((part) => plan.inputs.get(part) ?? []),
    plan.render,
  );
  // Threads begin while the pages without bodies are made.
  let next = missing.length > 0 ? bodies.next() : undefined;
  next?.catch(() => {});
  const compose = missing.length > 0 ? await watch.time('trees', plan.composer) : undefined;
  for (const part of plan.parts) {
    const record = plan.reused.get(part);
    if (record || !compose) {
      if (record) yield { name: part.name, files: [], reused: record.files.map(([path]) => path), record };
      continue;
    }
    let body: Body | undefined;
    await setImmediate(); // between two pages, so that no thread waits for its next ones
    if (part.input) {
      body = (await watch.time('wait for bodies', async () => next))?.value ?? undefined;
      next = bodies.next();
      next.catch(() => {});
    }
    const phase = part.inputs.length > 0 ? 'one page' : 'compose';
    yield await watch.time(phase, () => makePart(part, body, { plan, compose }));
  }
}

interface MakeContext {
  readonly plan: Plan;
  readonly compose: Composer;
}

async function makePart(part: SitePart, body: Body | undefined, { plan, compose }: MakeContext): Promise<MadePart> {
  if (part.copy) return copyStatic(part, part.copy);
  const { of } = part;
  const { isRepeatable = body?.status !== 'failed', ...made } = await compose(part, {
    body,
    input: plan.inputs.get(part),
  });
  const files = [...made.files.map(plan.finish), ...made.assets.flatMap(({ asset }) => asset?.file ?? [])];
  const record: PartRecord = {
    key: isRepeatable ? keyOf(part) : '', // made again by the next build
    ids: body?.ids ?? [],
    anchors: made.anchors.map((anchor) => inHub(anchor, of)),
    diagnostics: made.diagnostics.map((diagnostic) => inHub(diagnostic, of)),
    files: files.map(({ path }) => [path, '']),
    sources: made.assets.flatMap(({ source, version }) => (version ? [[source, version.stamp]] : [])),
  };
  return { name: part.name, files, reused: [], record };
}

function copyStatic(part: SitePart, copy: StaticFile): MadePart {
  const { source, version, output, problem } = staticOutput(copy);
  const files = output ? [output] : [];
  const record: PartRecord = {
    key: keyOf(part),
    ids: [],
    anchors: [],
    diagnostics: problem ? [problem({ file: source })] : [],
    files: files.map(({ path }) => [path, '']),
    sources: version ? [[source, version.stamp]] : [],
  };
  return { name: part.name, files, reused: [], record };
}

/** Ids of the bodies of all docs that anchors name, by output path; a shard has to render some that are pages of others. */
export async function idsByPage(
  anchors: readonly Anchor[],
  records: ReadonlyMap<string, PartRecord>,
  plan: Plan,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>();
  for (const [name, record] of records) ids.set(name, record.ids);
  const elsewhere = [...new Set(anchors.map(({ target }) => target))].filter((path) => path !== '' && !ids.has(path));
  const bodies = renderAhead(
    elsewhere.flatMap((path) => plan.inputOf(path)?.read() ?? []),
    plan.render,
  );
  for (const path of elsewhere) ids.set(path, (await bodies.next()).value?.ids ?? []);
  return ids;
}
