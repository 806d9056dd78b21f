// Every file of a site, some at a time, so that a large hub is never in memory whole: a page is made when its body is there, and
// waits only where a link of it needs the ids of a page that comes later.
import type { Parts } from '../../templates/parts.js';
import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import { renderingStopped } from '../model/diagnostics/reading.js';
import type { Doc } from '../model/docs/doc.js';
import type { Page } from '../model/routes.js';
import type { Site } from '../model/site.js';
import { type Body, type BodyInput, escapedSource } from './body/body-types.js';
import { BuildError } from './build-error.js';
import type { FrameFiles } from './pages/document.js';
import type { Assets } from './pages/links/assets.js';
import { anchorTargets } from './pages/links/links.js';
import { createComposer, type OutputFile } from './pages/page.js';
import { feeds } from './site-files/feeds.js';
import { llmsText, markdownCopy, markdownCopyPath } from './site-files/llms.js';
import { headers, robots, sitemap } from './site-files/machine.js';
import type { Stopwatch } from './stopwatch.js';
import type { Bodies } from './threads/bodies.js';
import type { Keeper } from './threads/previous-build.js';

/** Part number `index`, from 1, of `count`: every `count`-th page; files that belong to no page are in the first part. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface Composed {
  /** Pages that were made. */
  readonly pages: number;
  readonly files: readonly OutputFile[];
  /** Paths of files that stay as the last build made them. */
  readonly kept: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ComposeInput {
  readonly site: Site;
  readonly bodies: Bodies;
  readonly assets: Assets;
  readonly files: FrameFiles;
  readonly parts: Parts;
  readonly shard: Shard;
  readonly watch: Stopwatch;
  /** Knows what the last build made; undefined where nothing does. */
  readonly keeper: Keeper | undefined;
}

export interface Composition {
  /** Pages of this shard. */
  readonly pages: readonly Page[];
  /** Paths of all files of the site, in whatever shard, but of the assets. */
  readonly paths: readonly string[];
  /** The files of this shard, a page or a few at a time. Diagnostics: DG301, DG305, DG306, DG601–DG609, DG702–DG707. */
  readonly composed: AsyncGenerator<Composed>;
}

/** Prepares the files of a site, or of a shard of it. */
export function composeSite(input: ComposeInput): Composition {
  const { site, bodies, assets, shard, watch, keeper } = input;
  const composer = createComposer({ ...input, idsOf: (docId) => bodies.idsOf(docId) ?? [] });
  const pages = site.pages.filter((_, index) => index % shard.count === shard.index - 1);
  const single = [composer.redirect, sitemap(site), robots(site), llmsText(site), headers(site.config.basePath)];
  const shared = [...single.filter((file) => file !== undefined), ...feeds(site)];
  const first = shard.index === 1 ? [...shared, ...assets.take()] : [];
  keeper?.note(undefined, { ids: [], diagnostics: [], paths: [...first.map(({ path }) => path), ...assets.named()] });
  const copies = site.pages.flatMap((page) => (page.kind === 'doc' ? [markdownCopyPath(page)] : []));

  const composeWhole = (page: Page, body: Body | undefined): Composed => {
    const started = performance.now();
    const { file, diagnostics } = composer.compose(page, body);
    const copy = page.kind === 'doc' ? [markdownCopy(page, body?.isTitled ?? false)] : [];
    watch.add('compose', performance.now() - started);
    const all = [...(body?.diagnostics ?? []), ...diagnostics];
    const paths = [...[file, ...copy].map(({ path }) => path), ...assets.named()];
    keeper?.note(page, { ids: body?.ids ?? [], diagnostics: all, paths });
    return { ...nothing, pages: 1, files: [file, ...copy, ...assets.take()], diagnostics: all };
  };
  const composePage = fenced(composeWhole, (doc) => bodies.inputOf(doc));

  return {
    pages,
    paths: [...site.pages.map(({ outputPath }) => outputPath), ...copies, ...shared.map(({ path }) => path)],
    composed: inTurn({ site, bodies, pages, composePage, first, watch, keeper }),
  };
}

/** Docs whose ids a page needs; none where looking for them fails, which composing the page then reports. */
function targetsOf(body: Body, doc: Doc, site: Site): Doc[] {
  try {
    return anchorTargets(body.html.holes, doc, site);
  } catch {
    return [];
  }
}

type ComposePage = (page: Page, body: Body | undefined) => Composed;

/**
 * Whatever composing a page throws is that page's DG306: it shows its source, or, where even that cannot be composed, is left out.
 * What stops a build, such as a broken template, still does.
 */
export function fenced(compose: ComposePage, inputOf: (doc: Doc) => BodyInput): ComposePage {
  return (page, body) => {
    try {
      return compose(page, body);
    } catch (error) {
      if (error instanceof BuildError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const left = `${reason} (the page is left out)`;
      if (page.kind !== 'doc' || !body) return leftOut(left, page.outputPath);
      try {
        const source = escapedSource(inputOf(page.doc), reason, 'failed');
        return compose(page, { ...source, ids: body.ids, diagnostics: [...body.diagnostics, ...source.diagnostics] });
      } catch (second) {
        if (second instanceof BuildError) throw second;
        return leftOut(left, page.doc.source);
      }
    }
  };
}

function leftOut(reason: string, file: string): Composed {
  return { ...nothing, diagnostics: [renderingStopped({ reason }, { file })] };
}

const nothing: Composed = { pages: 0, files: [], kept: [], diagnostics: [] };

interface Turn {
  readonly site: Site;
  readonly bodies: Bodies;
  readonly pages: readonly Page[];
  readonly composePage: ComposePage;
  /** Files that wait for no page. */
  readonly first: readonly OutputFile[];
  readonly watch: Stopwatch;
  readonly keeper: Keeper | undefined;
}

/** Of more changed pages than these, the others are looked at too. */
const fewChanges = 64;

/**
 * The pages that changed, with their bodies, where they are few and the ids of all pages are what they were; then every other page is
 * as it was. Undefined where all pages have to be looked at.
 */
async function freshPages({
  bodies,
  pages,
  keeper,
  watch,
}: Pick<Turn, 'bodies' | 'pages' | 'watch'> & { keeper: Keeper }): Promise<Map<Page, Body | undefined> | undefined> {
  const changed = pages.filter((page) => !keeper.former(page));
  if (changed.length > fewChanges || changed.length === pages.length) return undefined;
  const docPages = changed.filter((page) => page.kind === 'doc');
  const fresh = new Map<Page, Body | undefined>(changed.map((page) => [page, undefined]));
  const arriving = bodies.inOrder(docPages.map(({ doc }) => doc));
  for (const page of docPages) {
    const { value: body } = await watch.time('wait for bodies', () => arriving.next());
    if (!body || keeper.formerIds(page)?.join() !== body.ids.join()) return undefined;
    fresh.set(page, body);
  }
  for (const page of pages) if (page.kind === 'doc') bodies.know(page.doc.id, keeper.formerIds(page) ?? []);
  return fresh;
}

async function* inTurn({ site, bodies, pages, composePage, first, watch, keeper }: Turn): AsyncGenerator<Composed> {
  const fresh = keeper && (await freshPages({ bodies, pages, keeper, watch }));
  if (fresh) {
    yield { ...nothing, files: first };
    for (const page of pages) {
      const former = fresh.has(page) ? undefined : keeper.former(page);
      if (!former) yield composePage(page, fresh.get(page));
      else yield keeper.keep(page, former);
    }
    return;
  }
  const docPages = pages.filter((page) => page.kind === 'doc');
  const arriving = bodies.inOrder(docPages.map(({ doc }) => doc));
  const next = arriving.next(); // threads begin while the other pages are made
  next.catch(() => {});
  yield { ...nothing, files: first };
  for (const page of pages) if (page.kind !== 'doc') yield composePage(page, undefined);

  const waiting: { page: Page; body: Body; needs: Doc[] }[] = [];
  for (const [index, page] of docPages.entries()) {
    const { value: body } = await watch.time('wait for bodies', () => (index === 0 ? next : arriving.next()));
    if (body === undefined) throw new Error(`no body for ${page.doc.id}`);
    const targets = targetsOf(body, page.doc, site);
    const needs = targets.filter(({ id }) => bodies.idsOf(id) === undefined);
    if (needs.length > 0) waiting.push({ page, body, needs });
    const composed = needs.length === 0 ? composePage(page, body) : nothing;
    yield composed;
  }
  // Only a shard still has to render some: pages of other shards.
  const missing = new Set(waiting.flatMap(({ needs }) => needs).filter(({ id }) => bodies.idsOf(id) === undefined));
  for await (const _ of bodies.inOrder([...missing])) yield nothing;
  for (const { page, body } of waiting) yield composePage(page, body);
}
