// Types of the pages of a hub, and which docs lists contain.
import type { RedirectStatus } from '../../config/schema/config.js';
import type { Place } from '../../diagnostics/diagnostic.js';
import type { Doc } from '../../docs/doc.js';
import type { TagGroup } from '../../docs/doc-set.js';
import type { GeneratedIndex, SidebarCategory, SidebarItem } from '../../sidebar/sidebar.js';
import type { Href, OutputPath, Permalink } from '../../types/path.js';

interface PageBase {
  readonly permalink: Permalink;
  readonly outputPath: OutputPath;
  readonly title: string;
}
type PageOf<Kind extends string, Fields = object> = PageBase & { readonly kind: Kind } & Readonly<Fields>;

export type DocRoute = PageOf<'doc', { doc: Doc }>;
export type GeneratedIndexPage = PageOf<'generatedIndex', { category: SidebarCategory; index: GeneratedIndex }>;
/** List page of a folder without its own page, so that every folder has a URL. Not in Docusaurus's metadata. */
export type FolderIndexPage = PageOf<
  'folderIndex',
  { dir: string; category: SidebarCategory | undefined; items: readonly SidebarItem[] }
>;
export type TagPage = PageOf<'tag', { group: TagGroup }>;
export type TagsPage = PageOf<'tags', { groups: readonly TagGroup[] }>;
export type ListPage = PageOf<'list', { list: PageList }>;
export type OnePage = PageOf<'onePage', { content: OnePageContent }>;
/** The home page, the list of all titles, the complete sidebar if pages only show a part of it, and the page for unknown URLs. */
export type SinglePage = PageOf<'home' | 'all' | 'tree' | 'notFound'>;
export type Page =
  | DocRoute
  | GeneratedIndexPage
  | FolderIndexPage
  | TagPage
  | TagsPage
  | ListPage
  | OnePage
  | SinglePage;

/** A page of the folder as a chapter, or a category with the chapters below it. */
export interface Chapter {
  readonly title: string;
  /** Id of the chapter's heading: unique, without `:`, and not the start of an id that the layout uses. */
  readonly id: string;
  readonly page: DocRoute | GeneratedIndexPage | FolderIndexPage | undefined;
  /** Item in the sidebar. Undefined for a doc outside of sidebars. */
  readonly item: SidebarItem | undefined;
  readonly below: readonly Chapter[];
}

export interface OnePageContent {
  /** Path from the root of the content. `.` is the whole hub. */
  readonly dir: string;
  readonly label: string;
  readonly address: Permalink;
  /** Generated index of the folder. It doesn't become a chapter, because the single page replaces it. */
  readonly index: GeneratedIndexPage | FolderIndexPage | undefined;
  readonly chapters: readonly Chapter[];
}

/** Whether a page is a doc that lists, sidebars and search can contain. */
export const isListedDoc = (page: Page): page is DocRoute => page.kind === 'doc' && !page.doc.unlisted;

/** A page that lists can contain: docs that are not unlisted, and generated indexes. */
export type ListedPage = DocRoute | GeneratedIndexPage;

/** The pages of a section in the order of the sidebar, or of a letter sorted by title. A long list is split into parts. */
export interface PageList {
  readonly kind: 'section' | 'letter';
  readonly title: string;
  readonly part: number;
  readonly parts: number;
  readonly index: number;
  readonly pages: readonly ListedPage[];
}

/** A redirect from an old URL to a current one. */
export interface Redirect {
  /** Old URL path: not encoded, with the base path, without a trailing slash. */
  readonly from: Permalink;
  readonly isPrefix: boolean;
  /** Whether the rest of the URL is appended to `to`, which then ends with a slash. */
  readonly takesRest: boolean;
  readonly to: Href;
  readonly page: Page | undefined;
  readonly label: string;
  readonly status: RedirectStatus;
  /** Output path of the redirect's HTML page. Undefined if no page can have the URL. */
  readonly outputPath: OutputPath | undefined;
  readonly fragment: string;
  readonly place: Place | undefined;
  /** Whether a wildcard redirect also matches, so that hosts need no separate line. */
  readonly isCovered: boolean;
}
