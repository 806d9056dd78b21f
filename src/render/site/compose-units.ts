// Composes the units of a site: pages, and the files that belong to no page. An exception in one page is a DG306 diagnostic of that page.
import { memoize } from 'lodash-es';
import { ContentChanged } from '../../model/content/doc-file.js';
import type { StaticFile } from '../../model/content/read-hub.js';
import { problem } from '../../model/diagnostics/diagnostic.js';
import { allItems } from '../../model/sidebar/sidebar-item.js';
import type { Hub, HubSite } from '../../model/site/hub.js';
import type { OnePage, Page } from '../../model/site/pages/page.js';
import type { Site } from '../../model/site/site.js';
import type { OutputPath } from '../../model/types/path.js';
import { BuildError } from '../base/build-error.js';
import type { OutputFile } from '../base/output-file.js';
import { type Body, escapedSource, movedBody, movedSlots } from '../body/body-types.js';
import { slotsOf } from '../cache/bodies.js';
import type { BuildRecord } from '../cache/build-records.js';
import { linksKey, reusedPage } from '../pages/doc-page.js';
import { type ContentAsset, contentAssets, staticOutput } from '../pages/links/assets.js';
import { composePage, redirectPages } from '../pages/page.js';
import { type ComposedPage, type PageContext, type PageInput, pageContext } from '../pages/page-context.js';
import { loadParts } from '../pages/print/load-templates.js';
import { printer } from '../pages/print/printer.js';
import { chunksLength, withTree } from '../pages/tree/replace-tree.js';
import { pageIndexFile } from '../site-files/page-index.js';
import { cardFiles } from '../site-files/preview/cards.js';
import { type Renderer, renderAhead } from '../workers/renderer.js';
import { type NamedInput, renderTexts } from './body-inputs.js';
import type { BuildEnvironment } from './environment.js';

export interface BuildUnit {
  /** Output path of the page or the static file, '' for the files that belong to no page. */
  readonly id: string;
  readonly page?: Page;
  /** Version that contains the page, or the hub for other units. */
  readonly hubSite: HubSite;
  readonly copy?: StaticFile;
  /** Whether the unit is `index.json`, which is made from the records of the other units. */
  readonly isPageIndex?: boolean;
  /** Inputs of the unit's bodies: one for a doc, those of all chapters in order for a single-page view. */
  readonly inputs: readonly NamedInput[];
  /** Cache key of the unit: the hash of its bodies' inputs. */
  readonly key: string;
  /** Whether the same bodies always result in the same unit. */
  readonly isRepeatable: boolean;
  readonly paths: readonly string[];
}

interface RenderedBody {
  readonly body?: Body | undefined;
  readonly input?: NamedInput | undefined;
}

/** A composed unit. The next build can reuse it if `isRepeatable`. */
export interface Composed extends Pick<BuildRecord, 'ids' | 'headings' | 'sources'>, Omit<ComposedPage, 'assets'> {
  readonly isRepeatable: boolean;
}

export interface ReusedUnit {
  /** The record of this build. Files that change have no signature. */
  readonly record: BuildRecord;
  /** Returns the page with its new sidebar, or undefined if it must be made again. If absent, all files of the unit stay as they are. */
  readonly withTree?: () => OutputFile | undefined;
}

interface PreviousSite {
  /** Reads a file of the output folder. */
  readonly read: (path: OutputPath) => Buffer | undefined;
  /** Whether all links resolve as in the previous build. */
  readonly hasSameLinks: boolean;
}

export interface Composer {
  readonly compose: (unit: BuildUnit, rendered: RenderedBody) => Promise<Composed>;
  /** Reuses the page of a doc. Returns undefined if it doesn't show the same of the site as in the record, or its links resolve to something else. */
  readonly reuse: (unit: BuildUnit, record: BuildRecord, previous: PreviousSite) => ReusedUnit | undefined;
}

interface ComposerInput {
  readonly renderer: Renderer;
  readonly env: BuildEnvironment;
  readonly siteFiles: () => readonly OutputFile[];
  /** The last step of each file. */
  readonly finish: (file: OutputFile) => OutputFile;
}

/** Loads the templates and returns the composer of units.
 * @throws BuildError (DG114) if a template can't be loaded. */
export async function composerOf(hub: Hub, { renderer, env, siteFiles, finish }: ComposerInput): Promise<Composer> {
  const { config } = hub.main;
  const parts = await loadParts(config.templates, config.cwd);
  const texts = await renderTexts(config, env, renderer.render);
  const sanitizeHtml = await sanitizerFor(hub);
  const contextOf = contextsOf(hub, { layoutFiles: env.layout.addresses, parts, texts, sanitizeHtml });
  const reuse: Composer['reuse'] = (unit, record, previous) => {
    const { hubSite, page } = unit;
    if (page?.kind !== 'doc') return undefined;
    const { outputPath: path } = page;
    const { sidebar, files } = record;
    const reused = reusedPage(record, page, contextOf(hubSite));
    if (!previous.hasSameLinks && reused && !hasSameLinks(unit, record)) return undefined;
    if (!reused?.tree || !sidebar) return reused && { record };
    const { siteKey, tree } = reused;
    const length = chunksLength(tree.pieces);
    const unsigned = files.map((file) => (file[0] === path ? ([path, ''] as const) : file));
    return {
      record: { ...record, siteKey, sidebar: [sidebar[0], length], files: unsigned },
      withTree() {
        const former = previous.read(path);
        const bytes = former && withTree(former, sidebar, tree);
        return bytes && { path, bytes };
      },
    };
  };
  const hasSameLinks = ({ hubSite, page, inputs: [input], key }: BuildUnit, { links }: BuildRecord) => {
    if (links === '') return true;
    const body = renderer.store?.get(key);
    const slots = body === undefined ? undefined : slotsOf(body);
    if (page?.kind !== 'doc' || !input || !slots) return false;
    return linksKey(page, movedSlots(slots, input.source, page.doc.source), contextOf(hubSite)) === links;
  };
  const compose: Composer['compose'] = async ({ hubSite, page, inputs }, rendered) => {
    const context = contextOf(hubSite);
    const { body } = rendered;
    const made: ComposedPage & { readonly isRepeatable?: boolean } = !page
      ? composeSharedFiles([...siteFiles(), ...cardFiles(hub.sites.map(contextOf))], context)
      : page.kind === 'onePage'
        ? await composeOne(page, inputs, { renderer, context })
        : composeWithErrorBoundary(page, relocated(page, rendered), context);
    const { anchors, diagnostics, assets, siteKey, links, sidebar, isRepeatable = body?.status !== 'failed' } = made;
    const files = [...made.files.map(finish), ...assets.flatMap(({ asset }) => asset?.file ?? [])];
    const { ids, headings } = body ?? { ids: [], headings: [] };
    const inIndex = headings.filter(({ level }) => level === 2 || level === 3);
    return {
      files,
      anchors,
      diagnostics,
      siteKey,
      links,
      sidebar,
      ids,
      isRepeatable,
      headings: inIndex.map(({ id, text }) => [id, text] as const),
      sources: assets.flatMap(sourceOf),
    };
  };
  return { compose, reuse };
}

/** Returns a static file, or nothing if it may not be published. */
export function composeCopy(copy: StaticFile): Composed {
  const asset = staticOutput(copy);
  const { output, diagnose } = asset;
  const diagnostics = diagnose ? [diagnose({ file: asset.source })] : [];
  const files = output ? [output] : [];
  return { ...nothing, files, diagnostics, sources: sourceOf(asset) };
}

const nothing = { anchors: [], diagnostics: [], ids: [], headings: [], sources: [], isRepeatable: true };

/** Returns `index.json`. The records of other shards are missing, so that its pages have no headings there. */
export function composePageIndex(buildUnit: BuildUnit, recordOf: (name: string) => BuildRecord | undefined): Composed {
  const { hubSite } = buildUnit;
  let isRepeatable = true;
  const index = pageIndexFile(hubSite.site, (path) => {
    const record = recordOf(path);
    isRepeatable &&= record?.key !== '';
    return record?.headings ?? [];
  });
  return { ...nothing, files: [index], isRepeatable };
}

const sourceOf = ({ source, version }: Pick<ContentAsset, 'source' | 'version'>): (readonly [string, string])[] =>
  version ? [[source, version.signature]] : [];

function composeSharedFiles(siteFiles: readonly OutputFile[], context: PageContext): ComposedPage {
  const { files, assets, anchors, diagnostics } = context.sharedLayout;
  const moved = redirectPages(context);
  return {
    files: [...siteFiles, ...moved.files, ...files],
    assets,
    diagnostics,
    anchors: [...moved.anchors, ...anchors],
  };
}

/** Composes a single-page view. Its modules are only loaded if there is one. */
async function composeOne(
  page: OnePage,
  inputs: readonly NamedInput[],
  { renderer, context }: { readonly renderer: Renderer; readonly context: PageContext },
): Promise<ComposedPage & { readonly isRepeatable: boolean }> {
  const { composeOnePage, readOnePage } = await import('../pages/compose-one-page.js');
  const read = await readOnePage(page, renderAhead(inputs, renderer.render), context);
  const made = composeWithErrorBoundary(page, {}, context, () => composeOnePage(page, read, context));
  return { ...made, isRepeatable: read.isRepeatable && made.files.length > 0 };
}

/** Returns the sanitizer for HTML in sidebars. It is only loaded if a sidebar contains HTML. */
async function sanitizerFor({ sites }: Hub): Promise<PageInput['sanitizeHtml']> {
  const items = sites.flatMap(({ site }) => [...site.sidebars.byName.values()].flatMap(allItems));
  const isWanted = items.some(({ type }) => type === 'html');
  return isWanted ? (await import('../body/html/raw-html.js')).sanitizeHtml : () => '';
}

/** Returns the context that all pages of a version share. It is created for the first page. */
function contextsOf(
  { main, choicesOf, canonicalOf }: Hub,
  shared: Pick<PageInput, 'layoutFiles' | 'parts' | 'texts' | 'sanitizeHtml'>,
): (of: HubSite) => PageContext {
  const print = printer({ parts: shared.parts, words: main.words }, main.config.title);
  const contextOf = memoize((site: Site) =>
    pageContext({
      ...shared,
      site,
      hub: main,
      print,
      assetOf: contentAssets(site),
      choicesOf: (page) => choicesOf(page, site),
      canonicalOf: (page) => canonicalOf(page, site),
    }),
  );
  return ({ site }) => contextOf(site);
}

/** Returns the body with locations in the file of its page. It might have been rendered for the same text in another version. */
function relocated(page: Page, { body, input }: RenderedBody): RenderedBody {
  if (!body || !input || page.kind !== 'doc' || input.source === page.doc.source) return { body, input };
  return { body: movedBody(body, input.source, page.doc.source), input: { ...input, source: page.doc.source } };
}

/**
 * Composes a page. If that throws, reports DG306 and composes the page with its escaped source instead. If that throws too, leaves the page out.
 * @throws BuildError for problems that stop the build, such as a broken template.
 */
function composeWithErrorBoundary(
  page: Page,
  { body, input }: RenderedBody,
  context: PageContext,
  compose = composePage,
): ComposedPage {
  try {
    return compose(page, body, context);
  } catch (error) {
    if (error instanceof BuildError || error instanceof ContentChanged) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const leftOut = problem.renderingStopped(
      { reason, isOmitted: true },
      { file: page.kind === 'doc' ? page.doc.source : page.outputPath },
    );
    const nothing: ComposedPage = { files: [], assets: [], anchors: [], diagnostics: [leftOut] };
    if (!body || !input) return nothing;
    try {
      const source = escapedSource({ ...input.read(), source: input.source }, reason, 'failed');
      const diagnostics = [...body.diagnostics, ...source.diagnostics];
      return compose(page, { ...source, ids: body.ids, diagnostics }, context);
    } catch (second) {
      if (second instanceof BuildError) throw second;
      return nothing;
    }
  }
}
