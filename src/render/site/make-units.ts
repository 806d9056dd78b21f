// The main loop of a build: reuses or makes every part of a site.
import { setImmediate } from 'node:timers/promises';
import { inHub } from '../../model/site/hub.js';
import type { OutputFile } from '../base/output-file.js';
import type { Stopwatch } from '../base/stopwatch.js';
import type { Body } from '../body/body-types.js';
import type { BuildRecord } from '../cache/build-records.js';
import type { Anchor } from '../pages/links/anchors.js';
import { type ContentAsset, staticOutput } from '../pages/links/assets.js';
import { renderAhead } from '../workers/renderer.js';
import type { BuildUnit, Composed, Composer } from './compose-units.js';
import { keyOf, type Plan } from './plan.js';

interface MadeUnit {
  readonly name: string;
  readonly files: readonly OutputFile[];
  /** Paths of the files of the previous build that are reused: all files of the part, or none. */
  readonly reused: readonly string[];
  readonly record: BuildRecord;
}

/** Makes or reuses each part of a plan, in order. The records contain the diagnostics of bodies and of `composePage`. */
export async function* makeParts(plan: Plan, watch: Stopwatch): AsyncGenerator<MadeUnit, void> {
  const missing = plan.parts.filter((part) => !plan.reused.has(part));
  const inputs = missing.flatMap((part) => plan.inputs.get(part) ?? []);
  const bodies = renderAhead(inputs, plan.render);
  // Workers render while the pages without bodies are made.
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
    await setImmediate(); // lets workers get their next pages
    if (part.input) {
      body = (await watch.time('wait for bodies', async () => next))?.value ?? undefined;
      next = bodies.next();
      next.catch(() => {});
    }
    const phase = part.inputs.length > 0 ? 'one page' : 'compose';
    yield await watch.time(phase, () => makePart(part, body, { plan, compose }));
  }
}

async function makePart(
  part: BuildUnit,
  body: Body | undefined,
  { plan, compose }: { readonly plan: Plan; readonly compose: Composer },
): Promise<MadeUnit> {
  if (part.copy) {
    const { source, version, output, diagnose } = staticOutput(part.copy);
    const diagnostics = diagnose ? [diagnose({ file: source })] : [];
    return unitOf(part, output ? [output] : [], { assets: [{ source, version }], anchors: [], diagnostics });
  }
  const made = await compose(part, { body, input: plan.inputs.get(part) });
  const files = [...made.files.map(plan.finish), ...made.assets.flatMap(({ asset }) => asset?.file ?? [])];
  return unitOf(part, files, { ids: body?.ids, isRepeatable: body?.status !== 'failed', ...made });
}

interface UnitResult extends Pick<Composed, 'anchors' | 'diagnostics' | 'isRepeatable'> {
  readonly ids?: readonly string[] | undefined;
  readonly assets: readonly Pick<ContentAsset, 'source' | 'version'>[];
}

function unitOf(part: BuildUnit, files: readonly OutputFile[], made: UnitResult): MadeUnit {
  const { ids = [], assets, anchors, diagnostics, isRepeatable = true } = made;
  const record: BuildRecord = {
    key: isRepeatable ? keyOf(part) : '', // with an empty key, the next build makes the part again
    ids,
    anchors: anchors.map((anchor) => inHub(anchor, part.of)),
    diagnostics: diagnostics.map((diagnostic) => inHub(diagnostic, part.of)),
    files: files.map(({ path }) => [path, '']),
    sources: assets.flatMap(({ source, version }) => (version ? [[source, version.stamp]] : [])),
  };
  return { name: part.name, files, reused: [], record };
}

/** Returns the ids of all pages that anchors reference, by output path. A shard renders the bodies of referenced pages in other shards. */
export async function idsByPage(
  anchors: readonly Anchor[],
  records: ReadonlyMap<string, BuildRecord>,
  plan: Plan,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map([...records].map(([name, record]) => [name, record.ids]));
  const elsewhere = [...new Set(anchors.map(({ target }) => target))].filter((path) => path !== '' && !ids.has(path));
  const inputs = elsewhere.flatMap((path) => plan.inputOf(path)?.read() ?? []);
  const bodies = renderAhead(inputs, plan.render);
  for (const path of elsewhere) ids.set(path, (await bodies.next()).value?.ids ?? []);
  return ids;
}
