// What all pages share, prepared once: the trees, the cards of the front, the templates.
import type { Parts } from '../../../templates/parts.js';
import type { CardProps, LinkProps } from '../../../templates/types.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { type Permalink, pageHref, type SourcePath } from '../../model/path.js';
import type { Page } from '../../model/routes.js';
import type { SidebarCategory, SidebarItem } from '../../model/sidebar/sidebar-item.js';
import type { Site } from '../../model/site.js';
import type { VersionChoice } from '../../model/versions/hub.js';
import type { OutputFile } from '../output-file.js';
import { sectionLists } from './all-pages.js';
import { sectionCards } from './cards.js';
import type { FrameFiles } from './document.js';
import { type FrameBodies, type Surround, surroundOf } from './frame/surround.js';
import type { Anchor } from './links/anchors.js';
import type { ContentAsset } from './links/assets.js';
import { type OnePageLinks, onePageLinks } from './one-page/one-page-links.js';
import { printPart } from './print/part.js';
import type { PrintPage } from './print/printer.js';
import { sidebarTree } from './tree/bounded-tree.js';
import type { Tree } from './tree/tree.js';

export interface PageInput {
  /** The version that the page is of. */
  readonly site: Site;
  /** The hub: the last version of everything. */
  readonly hub: Site;
  readonly frame: FrameFiles;
  readonly parts: Parts;
  /** Makes markup of sidebars safe to show. */
  readonly sanitizeHtml: (html: string) => string;
  /** One for all versions: they have the same words and templates. */
  readonly print: PrintPage;
  /** What the config's texts became, by their keys. */
  readonly texts: FrameBodies;
  /** The asset that a content file becomes, by its source path. */
  readonly assetOf: (source: SourcePath) => ContentAsset;
  /** The versions as a page leads to them; empty where there is one only. */
  readonly choicesOf: (page: Page) => readonly VersionChoice[];
  /** The page that readers are to find in place of a page, which may be that itself. */
  readonly canonicalOf: (page: Page) => Permalink;
}

/** What a page becomes. */
export interface ComposedPage {
  /** The page; with a doc its Markdown copy, and the images that its body brings. */
  readonly files: readonly OutputFile[];
  /** Content files that the page names. */
  readonly assets: readonly ContentAsset[];
  /** Places in pages that its links name. */
  readonly anchors: readonly Anchor[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface PageContext extends PageInput {
  /** What is around every page. */
  readonly surround: Surround;
  /** The tree that a page shows; undefined where the site has no sidebar. */
  readonly treeOf: (page: Page) => Tree | undefined;
  /** Where pages are beside others on one page. */
  readonly onePages: OnePageLinks;
  /** Items of the first sidebar, which is that of the front. */
  readonly firstItems: readonly SidebarItem[];
  /** Cards of the sections. */
  readonly sections: readonly CardProps[];
  /** The categories that docs lead to, by doc id. */
  readonly landings: ReadonlyMap<string, SidebarCategory>;
}

export function pageContext(input: PageInput): PageContext {
  const { site, parts, sanitizeHtml } = input;
  const templates = { parts, words: site.words };
  const { sidebar } = site.config;
  const options = { site, expandCurrent: sidebar.expandCurrent, parts, sanitizeHtml };
  const trees = new Map([...site.sidebars.byName].map(([name, items]) => [name, sidebarTree(items, options)]));
  const [firstTree] = trees.values();
  const [firstItems = []] = site.sidebars.byName.values();
  return {
    ...input,
    surround: surroundOf({ ...input, logo: input.frame.logo }, (name, props) => printPart(name, props, templates)),
    treeOf: (page) => trees.get(site.neighbours(page).sidebar ?? '') ?? firstTree,
    onePages: onePageLinks(site),
    firstItems,
    sections: sectionCards(firstItems, site, sectionLists(site)),
    landings: landingCategories(site),
  };
}

function landingCategories({ sidebars }: Site): Map<string, SidebarCategory> {
  const found = new Map<string, SidebarCategory>();
  for (const [category, { docId }] of sidebars.origins)
    if (docId !== undefined && !found.has(docId)) found.set(docId, category);
  return found;
}

/** The links to the pages before and behind a page. */
export function neighbourLinks(
  page: Page,
  site: Site,
): { previous: LinkProps | undefined; next: LinkProps | undefined } {
  const { previous, next } = site.neighbours(page);
  const toLink = (link: typeof next) => link && { href: pageHref(link.permalink, site.config), label: link.title };
  return { previous: toLink(previous), next: toLink(next) };
}
