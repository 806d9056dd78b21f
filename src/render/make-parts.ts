// The one loop: every part of a site is reused, or made of its body and what all pages share.
import { setImmediate } from 'node:timers/promises';
import type { StaticFile } from '../model/content/named-files.js';
import { renderingStopped } from '../model/diagnostics/reading.js';
import type { OnePage, Page } from '../model/routes.js';
import { type HubSite, inHub } from '../model/versions/hub.js';
import { type Body, type BodyInput, escapedSource, movedBody } from './body/body-types.js';
import { BuildError } from './build-error.js';
import type { OutputFile } from './output-file.js';
import { redirectToFront } from './pages/hub-pages.js';
import type { Anchor } from './pages/links/anchors.js';
import { staticOutput } from './pages/links/assets.js';
import { redirectPages } from './pages/links/redirect-pages.js';
import { composePage } from './pages/page.js';
import type { ComposedPage, PageContext } from './pages/page-context.js';
import { keyOf, type Plan, type SitePart } from './plan.js';
import type { Stopwatch } from './stopwatch.js';
import type { PartRecord } from './threads/previous-build.js';
import { renderAhead } from './threads/render-ahead.js';

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
  const contextOf = missing.length > 0 ? await watch.time('trees', plan.context) : undefined;
  for (const part of plan.parts) {
    const record = plan.reused.get(part);
    if (record || !contextOf) {
      if (record) yield { name: part.name, files: [], reused: record.files.map(([path]) => path), record };
      continue;
    }
    if (part.page?.kind === 'onePage') {
      const { page } = part;
      yield await watch.time('one page', () => makeOnePage(part, page, { plan, contextOf }));
      continue;
    }
    let body: Body | undefined;
    if (part.input) {
      await setImmediate(); // between two pages, so that no thread waits for its next ones
      body = (await watch.time('wait for bodies', async () => next))?.value ?? undefined;
      next = bodies.next();
      next.catch(() => {});
    }
    yield await watch.time('compose', () => makePart(part, body, { plan, contextOf }));
  }
}

interface MakeContext {
  readonly plan: Plan;
  readonly contextOf: (of: HubSite) => PageContext;
}

function makePart(part: SitePart, body: Body | undefined, { plan, contextOf }: MakeContext): MadePart {
  if (part.copy) return copyStatic(part, part.copy);
  const context = contextOf(part.of);
  const made = part.page
    ? composeFenced(part.page, inItsFile(part.page, { body, input: plan.inputs.get(part) }), context)
    : filesOfNoPage(plan, context);
  return madePart(part, made, { plan, ids: body?.ids ?? [], isFinal: body?.status !== 'failed' });
}

/** What composes such pages is loaded where there is one. */
async function makeOnePage(part: SitePart, page: OnePage, { plan, contextOf }: MakeContext): Promise<MadePart> {
  const { composeOnePage } = await import('./pages/one-page/compose-one-page.js');
  const bodies = renderAhead(
    part.inputs.map((input) => input.read()),
    plan.render,
  );
  const { isRepeatable, ...made } = await composeOnePage(page, bodies, contextOf(part.of));
  return madePart(part, made, { plan, ids: [], isFinal: isRepeatable });
}

interface PartFacts {
  readonly plan: Plan;
  readonly ids: readonly string[];
  /** False where the next build is to make it again. */
  readonly isFinal: boolean;
}

function madePart(part: SitePart, made: ComposedPage, { plan, ids, isFinal }: PartFacts): MadePart {
  const { of } = part;
  const files = [...made.files.map(plan.finish), ...made.assets.flatMap(({ asset }) => asset?.file ?? [])];
  const record: PartRecord = {
    key: isFinal ? keyOf(part) : '',
    ids,
    anchors: made.anchors.map((anchor) => inHub(anchor, of)),
    diagnostics: made.diagnostics.map((diagnostic) => inHub(diagnostic, of)),
    files: files.map(({ path }) => [path, -1, -1]),
    sources: made.assets.flatMap(({ source, version }) => (version ? [[source, version.size, version.mtime]] : [])),
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
    files: files.map(({ path }) => [path, -1, -1]),
    sources: version ? [[source, version.size, version.mtime]] : [],
  };
  return { name: part.name, files, reused: [], record };
}

function filesOfNoPage({ siteFiles }: Plan, context: PageContext): ComposedPage {
  const redirect = redirectToFront(context);
  const { files, assets, anchors, diagnostics } = context.surround;
  const moved = redirectPages(context);
  return {
    files: [...siteFiles, ...(redirect ? [redirect] : []), ...moved.files, ...files],
    ...{ assets, diagnostics, anchors: [...moved.anchors, ...anchors] },
  };
}

interface PageBody {
  readonly body?: Body | undefined;
  readonly input?: BodyInput | undefined;
}

/** A body with the file of its page in its places: it may have been rendered for the same text of another version. */
function inItsFile(page: Page, { body, input }: PageBody): PageBody {
  const from = input?.source;
  if (!body || !input || page.kind !== 'doc' || from === page.doc.source) return { body, input };
  return { body: movedBody(body, input.source, page.doc.source), input: { ...input, source: page.doc.source } };
}

/**
 * Whatever composing a page throws is that page's DG306: it shows its source, or, where even that cannot be composed, is left out.
 * What stops a build, such as a broken template, still does.
 */
export function composeFenced(
  page: Page,
  { body, input }: PageBody,
  context: PageContext,
  compose = composePage,
): ComposedPage {
  try {
    return compose(page, body, context);
  } catch (error) {
    if (error instanceof BuildError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const leftOut = renderingStopped(
      { reason: `${reason} (the page is left out)` },
      { file: page.kind === 'doc' ? page.doc.source : page.outputPath },
    );
    const nothing: ComposedPage = { files: [], assets: [], anchors: [], diagnostics: [leftOut] };
    if (!body || !input) return nothing;
    try {
      const source = escapedSource(input, reason, 'failed');
      const diagnostics = [...body.diagnostics, ...source.diagnostics];
      return compose(page, { ...source, ids: body.ids, diagnostics }, context);
    } catch (second) {
      if (second instanceof BuildError) throw second;
      return nothing;
    }
  }
}

/** Ids of the bodies of all docs that anchors name, by output path; a shard has to render some that are pages of others. */
export async function idsByPage(
  anchors: readonly Anchor[],
  records: ReadonlyMap<string, PartRecord>,
  plan: Plan,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>();
  for (const { name, page } of plan.parts) if (page?.kind === 'doc') ids.set(name, records.get(name)?.ids ?? []);
  const elsewhere = [...new Set(anchors.map(({ target }) => target))].filter((path) => path !== '' && !ids.has(path));
  const bodies = renderAhead(
    elsewhere.flatMap((path) => plan.inputOf(path)?.read() ?? []),
    plan.render,
  );
  for (const path of elsewhere) ids.set(path, (await bodies.next()).value?.ids ?? []);
  return ids;
}
