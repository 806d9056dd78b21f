// Props of all templates.
import type { ReactNode } from 'react';
import type { SidebarItem } from '../src/model/sidebar/sidebar-item.js';
import type { Href } from '../src/model/types/path.js';
import type {
  BreadcrumbProps,
  CardProps,
  CurrentLinkProps,
  DocumentProps,
  HeadingProps,
  HeroProps,
  HtmlString,
  LevelLinkProps,
  LevelProps,
  LinkProps,
  LogoProps,
  SourceProps,
  VersionProps,
} from './types.js';

export interface PageGroupProps {
  readonly title: string;
  /** `section` distinguishes pages with the same title. */
  readonly links: readonly (LinkProps & { readonly section?: string })[];
}

/** A link to a list of pages, with their number. */
export interface ListLinkProps extends LinkProps {
  readonly count: number;
}

export interface AllPageProps {
  readonly document: DocumentProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  /** Number of pages in the hub. */
  readonly count: number;
  /** Links to the lists of sections. */
  readonly sections: readonly ListLinkProps[];
  /** All pages by first letter. Empty if the hub has a separate list for each letter. */
  readonly letters: readonly PageGroupProps[];
  readonly letterLists: readonly ListLinkProps[];
}

export interface BreadcrumbsProps {
  readonly crumbs: readonly BreadcrumbProps[];
}

export interface CardEntryProps {
  readonly card: CardProps;
}

export interface CardsProps {
  readonly cards: readonly CardProps[];
}

export interface DocPageProps extends PaginationProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  /** Title above the body. Undefined if the body contains its own, or the author hides it. */
  readonly heading: string | undefined;
  /** Top of a front page, instead of `heading`. */
  readonly hero: HeroProps | undefined;
  readonly unlisted: boolean;
  /** Direction of the text, if it differs from that of the page. */
  readonly dir: 'ltr' | undefined;
  readonly body: HtmlString;
  readonly headings: readonly HeadingProps[];
  /** Pages of the category whose page this is. Otherwise empty. */
  readonly cards: readonly CardProps[];
  /** Single-page view of the folder whose home page this is. */
  readonly onePage: LinkProps | undefined;
  /** Related pages. `section` is their section. */
  readonly seeAlso: PageGroupProps['links'];
  /** Source of a synced page. Undefined for the hub's own pages. */
  readonly source: SourceProps | undefined;
  /** Repositories of the section whose home page this is. */
  readonly origins: readonly SourceProps[];
  /** Tags of the page. */
  readonly tags: readonly LinkProps[];
  readonly editUrl: string | undefined;
  readonly lastUpdate: { readonly date: string | undefined; readonly author: string | undefined } | undefined;
}

export interface DocumentFrameProps extends DocumentProps {
  readonly children?: ReactNode;
}

export interface FooterProps {
  readonly columns: readonly { readonly title: string; readonly links: readonly LinkProps[] }[];
  readonly text: HtmlString | undefined;
}

export interface HeaderProps {
  readonly siteTitle: string;
  readonly home: LinkProps['href'];
  readonly logo: LogoProps | undefined;
  /** Links, and menus of links. */
  readonly links: readonly (LinkProps | { readonly label: string; readonly links: readonly LinkProps[] })[];
  readonly allPages: LinkProps['href'];
  /** Search for pages of this site on another one. `label` is its host. */
  readonly search: LinkProps | undefined;
}

export interface HeadingEntryProps {
  readonly heading: HeadingProps;
  /** Highest level in the list. */
  readonly top: number;
}

export interface HomePageProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly tagline: string;
  readonly hero: HeroProps;
  readonly sections: readonly CardProps[];
  /** Number of pages in the hub. */
  readonly count: number;
  /** Single-page view of the entire hub. */
  readonly onePage: LinkProps | undefined;
  /** Repositories of the version whose home page this is. Empty for the hub. */
  readonly origins: readonly SourceProps[];
}

export interface IndexPageProps extends PaginationProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  readonly title: string;
  readonly description: string;
  readonly cards: readonly CardProps[];
  /** Single-page view of the folder whose home page this is. */
  readonly onePage: LinkProps | undefined;
  /** Repositories of the section whose home page this is. */
  readonly origins: readonly SourceProps[];
}

export interface LevelEntryProps {
  readonly link: LevelLinkProps;
}

export interface ListEntryProps {
  readonly entry: ListedPageProps;
}

/** An entry in a list, with text that readers might search for. */
export interface ListedPageProps extends LinkProps {
  /** Labels of the folders that contain it. */
  readonly folder: string;
  readonly description: string;
  readonly keywords: string;
}

export interface ListPageProps extends PaginationProps {
  readonly document: DocumentProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  readonly title: string;
  /** Number of pages in the list. */
  readonly count: number;
  readonly entries: readonly ListedPageProps[];
}

export interface NotFoundPageProps {
  readonly document: DocumentProps;
  /** Configured text. Undefined for docgen's own. */
  readonly text: HtmlString | undefined;
  readonly sections: readonly CardProps[];
}

/** An entry in the table of contents of a single-page view, with nested entries. */
export interface ContentsEntryProps extends LinkProps {
  readonly entries: readonly ContentsEntryProps[];
}

/** A chapter of a single-page view: a page, or a category of the sidebar. */
export interface ChapterProps {
  readonly id: string;
  /** Undefined if the body contains its own. */
  readonly heading: string | undefined;
  readonly description: string;
  /** Items, if it is a category. */
  readonly cards: readonly CardProps[];
  /** Direction of the text, if it differs from that of the page. */
  readonly dir: 'ltr' | undefined;
  /** Body with headings from level 2. */
  readonly body: HtmlString | undefined;
  /** Link to the page, if the chapter is over the size limit. */
  readonly elsewhere: LinkProps | undefined;
}

export interface OnePageProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  readonly title: string;
  readonly description: string;
  /** Number of pages in the view. */
  readonly count: number;
  readonly contents: readonly ContentsEntryProps[];
  readonly chapters: readonly ChapterProps[];
  /** Repositories of the section. */
  readonly origins: readonly SourceProps[];
}

export interface PageEntryProps {
  readonly link: PageGroupProps['links'][number];
}

export interface PaginationProps {
  readonly previous: LinkProps | undefined;
  readonly next: LinkProps | undefined;
}

export interface RedirectPageProps {
  readonly lang: string;
  readonly target: LinkProps;
  /** Canonical URL for search engines. */
  readonly canonical?: string | undefined;
}

export interface SidebarProps {
  readonly tree: HtmlString;
  readonly allPages: LinkProps['href'];
  /** Page with the complete sidebar, if this one is not complete. */
  readonly wholeTree: LinkProps['href'] | undefined;
  /** Single-page view that contains this page, if there is one. */
  readonly onePage: CurrentLinkProps | undefined;
  /** Short menu of the current page. Undefined if the sidebar doesn't contain it. */
  readonly level: LevelProps | undefined;
  /** Link to the entry of the page in the sidebar. */
  readonly here: LinkProps['href'] | undefined;
}

export interface SidebarTreeProps {
  /** The items of the list. */
  readonly children: ReactNode;
}

export interface SidebarEntryProps {
  readonly item: SidebarItem;
  /** URL of the item. Undefined for a category without a page. */
  readonly href: Href | undefined;
  /** Attributes of the element with the label, which mark the current page. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Attributes of the `<details>` of a category, such as `open`. */
  readonly detailsAttributes: Readonly<Record<string, string>>;
  /** Sanitized markup of an `html` item. */
  readonly html: HtmlString | undefined;
  /** List of the items of a category. */
  readonly children?: ReactNode;
}

export interface TableOfContentsProps {
  readonly headings: readonly HeadingProps[];
}

export interface TreePageProps {
  readonly document: DocumentProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  /** The complete sidebars of the hub. */
  readonly trees: HtmlString;
}

export interface VersionNoticeProps {
  readonly siteTitle: string;
  readonly version: VersionProps;
}
