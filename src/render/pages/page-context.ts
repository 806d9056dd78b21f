// Data that all pages share, prepared once: sidebars, cards of the home page, templates.
import type { Parts } from '../../../templates/parts.js';
import type { CardProps, DocumentProps, LogoProps } from '../../../templates/types.js';
import type { SidebarCategory, SidebarItem } from '../../model/sidebar/sidebar-item.js';
import type { VersionChoice } from '../../model/site/hub.js';
import type { Page, Site } from '../../model/site/site.js';
import type { Href, OutputPath, Permalink, SourcePath } from '../../model/types/path.js';
import { titleNames } from './breadcrumbs.js';
import { type LayoutBodies, type SharedLayout, sharedLayoutOf } from './layout/shared-layout.js';
import type { ContentAsset } from './links/assets.js';
import type { PageResources } from './links/slot-resolver.js';
import { sectionLists } from './lists/all-pages.js';
import { firstStep, sectionCards } from './lists/cards.js';
import { onePageLinks } from './one-page/one-page-links.js';
import { cardsOf, type HubTexts } from './preview-image.js';
import type { PrintPage } from './print/printer.js';
import type { TreeSpan } from './tree/replace-tree.js';
import { SidebarTree } from './tree/tree.js';

/** URLs of the files that every page uses, and the content security policy. */
export interface LayoutFiles
  extends Pick<DocumentProps, 'stylesheet' | 'onePageStyles' | 'icon' | 'touchIcon' | 'themeColor' | 'policy'> {
  /** The site owner's image of link previews. Undefined if docgen draws cards with these texts. */
  readonly socialImage: Href | undefined;
  readonly card: HubTexts;
  readonly logo: LogoProps | undefined;
}

export interface PageInput {
  /** Site of the version that contains the page. */
  readonly site: Site;
  /** The hub, which contains the latest versions. */
  readonly hub: Site;
  readonly layoutFiles: LayoutFiles;
  readonly parts: Parts;
  readonly sanitizeHtml: (html: string) => string;
  readonly print: PrintPage;
  /** Rendered texts of the config, by key. */
  readonly texts: LayoutBodies;
  readonly assetOf: (source: SourcePath) => ContentAsset;
  /** Returns the version menu of a page, empty if there is only one version. */
  readonly choicesOf: (page: Page) => readonly VersionChoice[];
  readonly canonicalOf: (page: Page) => Permalink;
}

export interface ComposedPage extends PageResources {
  /** Key of what the page of a doc shows of the site, see `reusedPage`. '' if it has no key. */
  readonly siteKey?: string | undefined;
  /** Key of what the links in a doc's body resolve to, see `linksKey`. */
  readonly links?: string | undefined;
  /** Where the page of a doc contains its sidebar. Undefined if another one can't replace it there: the links of a site with `relative` differ from page to page. */
  readonly sidebar?: TreeSpan | undefined;
}

export interface PageContext extends PageInput {
  readonly sharedLayout: SharedLayout;
  readonly treeOf: (page: Page) => SidebarTree | undefined;
  /** Returns the UTF-8 markup of all sidebars, complete. */
  readonly wholeTrees: () => readonly Uint8Array[];
  /** Names after the titles of pages in `<title>`, by output path. */
  readonly titleNames: ReadonlyMap<OutputPath, readonly string[]>;
  readonly previews: ReturnType<typeof cardsOf>;
  readonly onePages: ReturnType<typeof onePageLinks>;
  /** Items of the first sidebar, which the home page uses. */
  readonly firstItems: readonly SidebarItem[];
  readonly sections: readonly CardProps[];
  /** Categories by the id of the doc that is their page. */
  readonly landings: ReadonlyMap<string, SidebarCategory>;
}

/** A permalink that no page has. */
const noPage = '' as Permalink;

export function pageContext(input: PageInput): PageContext {
  const { site, parts, sanitizeHtml } = input;
  const options = { site, parts, sanitizeHtml };
  const trees = new Map([...site.sidebars.byName].map(([name, items]) => [name, new SidebarTree(items, options)]));
  const [firstTree] = trees.values();
  const [firstItems = []] = site.sidebars.byName.values();
  const names = titleNames(site);
  return {
    ...input,
    sharedLayout: sharedLayoutOf({ ...input, logo: input.layoutFiles.logo, firstStep: firstStep(firstItems, site) }),
    treeOf: (page) => trees.get(site.neighbours(page).sidebar ?? '') ?? firstTree,
    wholeTrees: () =>
      [...site.sidebars.byName.values()].flatMap((items) => new SidebarTree(items, options, Infinity).fill(noPage)),
    titleNames: names,
    previews: cardsOf(names, input.layoutFiles.card, site.config.basePath),
    onePages: onePageLinks(site),
    firstItems,
    sections: sectionCards(firstItems, site, sectionLists(site)),
    landings: landingCategories(site),
  };
}

function landingCategories({ sidebars }: Site): Map<string, SidebarCategory> {
  const categories = new Map<string, SidebarCategory>();
  for (const [category, { docId }] of sidebars.origins)
    if (docId !== undefined && !categories.has(docId)) categories.set(docId, category);
  return categories;
}
