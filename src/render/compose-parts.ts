// Parts of a site that are composed of all that its pages share.
import type { StaticFile } from '../model/content/named-files.js';
import type { OnePage, Page } from '../model/routes.js';
import type { SidebarItem } from '../model/sidebar/sidebar-item.js';
import type { Site } from '../model/site.js';
import type { Hub, HubSite } from '../model/versions/hub.js';
import type { NamedInput } from './body-inputs.js';
import { composeFenced, inItsFile, type RenderedBody } from './fence.js';
import type { OutputFile } from './output-file.js';
import { renderTexts } from './pages/frame/frame-texts.js';
import { redirectToFront } from './pages/hub-pages.js';
import { contentAssets } from './pages/links/assets.js';
import { redirectPages } from './pages/links/redirect-pages.js';
import { type ComposedPage, type PageContext, type PageInput, pageContext } from './pages/page-context.js';
import { loadParts } from './pages/parts.js';
import { printer } from './pages/print/printer.js';
import type { Setting } from './setting.js';
import { type Renderer, renderAhead } from './threads/renderer.js';

/** A page, a static file, or the files that belong to no page. */
export interface SitePart {
  /** The output path of the page or the static file; '' for the files that belong to none. */
  readonly name: string;
  /** Undefined for a static file, and for the files that belong to no page. */
  readonly page: Page | undefined;
  /** The version that the page is of; the hub's for a part without one. */
  readonly of: HubSite;
  /** What it is a copy of. */
  readonly copy: StaticFile | undefined;
  /** Names what its body is rendered from; undefined for a page without one. */
  readonly input: NamedInput | undefined;
  /** The same for a page of many bodies, in their order; empty for any other. */
  readonly inputs: readonly NamedInput[];
  /** Files that it must consist of, beside its assets. */
  readonly paths: readonly string[];
}

/** What a part becomes; `isRepeatable` where the next build need not make it again, whatever its own body says. */
type Composed = ComposedPage & { readonly isRepeatable?: boolean };

export type Composer = (part: SitePart, rendered: RenderedBody) => Composed | Promise<Composed>;

interface ComposerInput {
  readonly renderer: Renderer;
  readonly setting: Setting;
  readonly siteFiles: () => readonly OutputFile[];
}

/** Loads the templates. Throws a `BuildError` with DG114. */
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
    return composeFenced(page, inItsFile(page, rendered), context);
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

/** What composes such pages is loaded where there is one. */
async function composeOne(
  page: OnePage,
  inputs: readonly NamedInput[],
  { renderer, context }: { readonly renderer: Renderer; readonly context: PageContext },
): Promise<Composed> {
  const { composeOnePage, readOnePage } = await import('./pages/one-page/compose-one-page.js');
  const texts = inputs.map((input) => input.read());
  const read = await readOnePage(page, renderAhead(texts, renderer.render), context);
  const made = composeFenced(page, {}, context, () => composeOnePage(page, read, context));
  return { ...made, isRepeatable: read.isRepeatable && made.files.length > 0 };
}

/** What reads the markup of sidebars is loaded where there is some. */
async function sanitizerFor({ sites }: Hub): Promise<PageInput['sanitizeHtml']> {
  const isWanted = sites.some(({ site }) => [...site.sidebars.byName.values()].some(hasHtml));
  return isWanted ? (await import('./body/html/raw-html.js')).sanitizeHtml : () => '';
}

function hasHtml(items: readonly SidebarItem[]): boolean {
  return items.some((item) => item.type === 'html' || (item.type === 'category' && hasHtml(item.items)));
}

/** What the pages of each version share, prepared when the first of them asks. */
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
