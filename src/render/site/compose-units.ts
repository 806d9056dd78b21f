// Composes the parts of a site: pages, and the files that belong to no page. An exception in one page is a DG306 diagnostic of that page.
import type { StaticFile } from '../../model/content/named-files.js';
import { problem } from '../../model/diagnostics/diagnostic.js';
import type { SidebarItem } from '../../model/sidebar/sidebar-item.js';
import type { Hub, HubSite } from '../../model/site/hub.js';
import type { OnePage, Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { BuildError } from '../base/build-error.js';
import type { OutputFile } from '../base/output-file.js';
import { type Body, type BodyInput, escapedSource, movedBody } from '../body/body-types.js';
import { renderTexts } from '../pages/frame/frame-texts.js';
import { contentAssets } from '../pages/links/assets.js';
import { composePage, redirectPages, redirectToFront } from '../pages/page.js';
import { type ComposedPage, type PageContext, type PageInput, pageContext } from '../pages/page-context.js';
import { loadParts } from '../pages/print/load-templates.js';
import { printer } from '../pages/print/printer.js';
import { type Renderer, renderAhead } from '../workers/renderer.js';
import type { NamedInput } from './body-inputs.js';
import type { BuildEnvironment } from './environment.js';

export interface BuildUnit {
  /** Output path of the page or the static file, '' for the files that belong to no page. */
  readonly name: string;
  readonly page: Page | undefined;
  /** Version that contains the page, or the hub for other parts. */
  readonly of: HubSite;
  readonly copy: StaticFile | undefined;
  readonly input: NamedInput | undefined;
  /** Inputs of the bodies of a single-page view, in order. Empty for other parts. */
  readonly inputs: readonly NamedInput[];
  readonly paths: readonly string[];
}

interface RenderedBody {
  readonly body?: Body | undefined;
  readonly input?: BodyInput | undefined;
}

/** A composed part. `isRepeatable` overrides whether the next build can reuse it. */
export type Composed = ComposedPage & { readonly isRepeatable?: boolean };

export type Composer = (part: BuildUnit, rendered: RenderedBody) => Composed | Promise<Composed>;

interface ComposerInput {
  readonly renderer: Renderer;
  readonly setting: BuildEnvironment;
  readonly siteFiles: () => readonly OutputFile[];
}

/** Loads the templates and returns a function that composes parts.
 * @throws BuildError (DG114) if a template can't be loaded. */
export async function composerOf(
  hub: Hub,
  { renderer, setting: { frame, buildId }, siteFiles }: ComposerInput,
): Promise<Composer> {
  const { config } = hub.main;
  const templates = await loadParts(config.templates, config.cwd);
  const texts = await renderTexts(config, renderer.render, buildId);
  const sanitizeHtml = await sanitizerFor(hub);
  const contextOf = contextsOf(hub, { frame: frame.addresses, parts: templates, texts, sanitizeHtml });
  return ({ of, page, inputs }, rendered) => {
    const context = contextOf(of);
    if (!page) return filesOfNoPage(siteFiles(), context);
    if (page.kind === 'onePage') return composeOne(page, inputs, { renderer, context });
    return composeWithErrorBoundary(page, inItsFile(page, rendered), context);
  };
}

function filesOfNoPage(siteFiles: readonly OutputFile[], context: PageContext): ComposedPage {
  const redirect = redirectToFront(context);
  const { files, assets, anchors, diagnostics } = context.surround;
  const moved = redirectPages(context);
  return {
    files: [...siteFiles, ...(redirect ? [redirect] : []), ...moved.files, ...files],
    ...{ assets, diagnostics, anchors: [...moved.anchors, ...anchors] },
  };
}

/** Composes a single-page view. Its modules are only loaded if there is one. */
async function composeOne(
  page: OnePage,
  inputs: readonly NamedInput[],
  { renderer, context }: { readonly renderer: Renderer; readonly context: PageContext },
): Promise<Composed> {
  const { composeOnePage, readOnePage } = await import('../pages/compose-one-page.js');
  const texts = inputs.map((input) => input.read());
  const read = await readOnePage(page, renderAhead(texts, renderer.render), context);
  const made = composeWithErrorBoundary(page, {}, context, () => composeOnePage(page, read, context));
  return { ...made, isRepeatable: read.isRepeatable && made.files.length > 0 };
}

/** Returns the sanitizer for HTML in sidebars. It is only loaded if a sidebar contains HTML. */
async function sanitizerFor({ sites }: Hub): Promise<PageInput['sanitizeHtml']> {
  const isWanted = sites.some(({ site }) => [...site.sidebars.byName.values()].some(hasHtml));
  return isWanted ? (await import('../body/html/raw-html.js')).sanitizeHtml : () => '';
}

function hasHtml(items: readonly SidebarItem[]): boolean {
  return items.some((item) => item.type === 'html' || (item.type === 'category' && hasHtml(item.items)));
}

/** Returns the context that all pages of a version share. It is created for the first page. */
function contextsOf(
  hub: Hub,
  shared: Pick<PageInput, 'frame' | 'parts' | 'texts' | 'sanitizeHtml'>,
): (of: HubSite) => PageContext {
  const contexts = new Map<Site, PageContext>();
  const { main } = hub;
  const print = printer({ parts: shared.parts, words: main.words }, main.config.title);
  return ({ site }) => {
    const known = contexts.get(site);
    if (known) return known;
    const choicesOf = (page: Page) => hub.choicesOf(page, site);
    const canonicalOf = (page: Page) => hub.canonicalOf(page, site);
    const of = { site, hub: main, print, choicesOf, canonicalOf };
    const context = pageContext({ ...shared, ...of, assetOf: contentAssets(site) });
    contexts.set(site, context);
    return context;
  };
}

/** Returns the body with locations in the file of its page. It might have been rendered for the same text in another version. */
function inItsFile(page: Page, { body, input }: RenderedBody): RenderedBody {
  const from = input?.source;
  if (!body || !input || page.kind !== 'doc' || from === page.doc.source) return { body, input };
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
    if (error instanceof BuildError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const leftOut = problem.renderingStopped(
      { reason, isOmitted: true },
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
