// The props of every part: what a template is given.
import type { ReactNode } from 'react';
import type { Href } from '../src/model/path.js';
import type { SidebarItem } from '../src/model/sidebar/sidebar-item.js';
import type {
  BreadcrumbProps,
  CardProps,
  CurrentLinkProps,
  DocumentProps,
  HeadingProps,
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
  /** `section` tells pages of one title apart. */
  readonly links: readonly (LinkProps & { readonly section?: string })[];
}

/** A list of pages and how many it has. */
export interface ListLinkProps extends LinkProps {
  readonly count: number;
}

export interface AllPageProps {
  readonly document: DocumentProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  /** Pages of the whole hub. */
  readonly count: number;
  /** The list of each section. */
  readonly sections: readonly ListLinkProps[];
  /** Every page by its first letter; empty for a hub that has a list of each letter. */
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
  /** The title to show above the body; undefined where the body has its own or the author hides it. */
  readonly heading: string | undefined;
  readonly unlisted: boolean;
  /** Of a text that runs the other way than the page. */
  readonly dir: 'ltr' | undefined;
  readonly body: HtmlString;
  readonly headings: readonly HeadingProps[];
  /** The pages of the category that this page leads to; empty for any other page. */
  readonly cards: readonly CardProps[];
  /** All of the folder that this page is the front of, on one page; undefined for any other page. */
  readonly onePage: LinkProps | undefined;
  /** Pages elsewhere that a reader of this one may want; `section` says where. */
  readonly seeAlso: PageGroupProps['links'];
  /** Where the page was gathered from; undefined for a page of the hub's own. */
  readonly source: SourceProps | undefined;
  /** The repositories of the section that this page is the front of. */
  readonly origins: readonly SourceProps[];
  /** The tags of the page. */
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
  /** Links, and lists of links behind a label. */
  readonly links: readonly (LinkProps | { readonly label: string; readonly links: readonly LinkProps[] })[];
}

export interface HeadingEntryProps {
  readonly heading: HeadingProps;
  /** The least level of the list. */
  readonly top: number;
}

export interface HomePageProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly tagline: string;
  readonly sections: readonly CardProps[];
  /** Pages of the whole hub. */
  readonly count: number;
  /** The whole hub on one page. */
  readonly onePage: LinkProps | undefined;
  /** The repositories of a version of a section, of which this page is the front; empty for the hub. */
  readonly origins: readonly SourceProps[];
}

export interface IndexPageProps extends PaginationProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  readonly title: string;
  readonly description: string;
  readonly cards: readonly CardProps[];
  /** All of the folder that this page is the front of, on one page; undefined for any other page. */
  readonly onePage: LinkProps | undefined;
  /** The repositories of the section that this page is the front of. */
  readonly origins: readonly SourceProps[];
}

export interface LevelEntryProps {
  readonly link: LevelLinkProps;
}

export interface ListEntryProps {
  readonly entry: ListedPageProps;
}

/** A page in a list, with what else a reader may look for. */
export interface ListedPageProps extends LinkProps {
  /** Labels of the folders that it is in. */
  readonly folder: string;
  readonly description: string;
  readonly keywords: string;
}

export interface ListPageProps extends PaginationProps {
  readonly document: DocumentProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  readonly title: string;
  /** Pages of this list. */
  readonly count: number;
  readonly entries: readonly ListedPageProps[];
}

export interface NotFoundPageProps {
  readonly document: DocumentProps;
  /** The owner's text; undefined for docgen's. */
  readonly text: HtmlString | undefined;
  readonly sections: readonly CardProps[];
}

/** A page in the contents of a folder on one page, with those below it. */
export interface ContentsEntryProps extends LinkProps {
  readonly entries: readonly ContentsEntryProps[];
}

/** A page of a folder on one page, or a category of the tree. */
export interface ChapterProps {
  readonly id: string;
  /** Undefined where the body has its own. */
  readonly heading: string | undefined;
  readonly description: string;
  /** Of a category: what is in it. */
  readonly cards: readonly CardProps[];
  /** Of a text that runs the other way than the page. */
  readonly dir: 'ltr' | undefined;
  /** Its headings begin with the second level. */
  readonly body: HtmlString | undefined;
  /** The page that a chapter is left out for; undefined for one that is here. */
  readonly elsewhere: LinkProps | undefined;
}

export interface OnePageProps {
  readonly document: DocumentProps;
  readonly version: VersionProps;
  readonly breadcrumbs: readonly BreadcrumbProps[];
  readonly title: string;
  readonly description: string;
  /** Pages that are here. */
  readonly count: number;
  readonly contents: readonly ContentsEntryProps[];
  readonly chapters: readonly ChapterProps[];
  /** The repositories of the section. */
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
  /** The address that search engines should list in its place. */
  readonly canonical?: string | undefined;
}

export interface SidebarProps {
  readonly tree: HtmlString;
  readonly allPages: LinkProps['href'];
  /** The page that has this one beside others of its folder; undefined where there is none. */
  readonly onePage: CurrentLinkProps | undefined;
  /** The pages beside the current one; undefined where the tree does not have it. */
  readonly level: LevelProps | undefined;
  /** Link to the entry of the page in the tree. */
  readonly here: LinkProps['href'] | undefined;
}

export interface SidebarTreeProps {
  /** The items of the list. */
  readonly children: ReactNode;
}

export interface SidebarEntryProps {
  readonly item: SidebarItem;
  /** Address of the item; undefined for a category without a page. */
  readonly href: Href | undefined;
  /** Further attributes of the element that names the item: where the reader is. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Attributes of the `<details>` of a category: whether it is open. */
  readonly detailsAttributes: Readonly<Record<string, string>>;
  /** Safe markup of an `html` item; undefined for any other. */
  readonly html: HtmlString | undefined;
  /** The list of what a category holds. */
  readonly children?: ReactNode;
}

export interface TableOfContentsProps {
  readonly headings: readonly HeadingProps[];
}

export interface VersionNoticeProps {
  readonly siteTitle: string;
  readonly version: VersionProps;
}
