// The props of templates: values only, no lookups.
import type { Href } from '../src/model/path.js';

/** Markup that docgen has sanitised or made; anything else is a string and gets escaped. */
export interface HtmlString {
  readonly html: string;
}

export interface LinkProps {
  readonly href: Href;
  readonly label: string;
}

/** A link that may lead to the page that it stands on. */
export interface CurrentLinkProps extends LinkProps {
  readonly isCurrent: boolean;
}

/** A breadcrumb; `href` is undefined for the page itself and for a category without a page. */
export interface BreadcrumbProps {
  readonly href: Href | undefined;
  readonly label: string;
}

export interface HeadingProps {
  readonly level: number;
  readonly id: string;
  /** Link to it from the same page. */
  readonly href: Href;
  readonly text: string;
  /** The text in parts, between which it may break. */
  readonly words: readonly string[];
}

export interface CardProps extends Partial<LinkProps> {
  readonly label: string;
  readonly description: string;
  /** Pages in a section; undefined for a single page. */
  readonly count: number | undefined;
  /** Some pages of a section: the latest where their dates are known, else the first. */
  readonly pages?: CardPagesProps;
  /** Of many cards, which are a list: the letter that it stands under. */
  readonly letter?: string;
}

export interface CardPagesProps {
  readonly kind: 'latest' | 'beginWith' | undefined;
  readonly links: readonly LinkProps[];
  /** Where all of them are, if those are more. */
  readonly all?: { readonly href: Href } | undefined;
}

export interface LevelLinkProps extends CurrentLinkProps {
  readonly isCategory: boolean;
}

/** The children of one category, among them the current page; on the front of a category, its own children. */
export interface LevelProps {
  /** Of the category. */
  readonly label: string;
  readonly href: Href | undefined;
  readonly links: readonly LevelLinkProps[];
  /** The page that lists those that are too many; undefined where all are here. */
  readonly more: LinkProps | undefined;
}

/** The repository that a page, or a section, was gathered from. */
export interface SourceProps {
  readonly project: string;
  /** Home of the project, or its repository; undefined for a local repository. */
  readonly projectHref: string | undefined;
  /** Beginning of the commit's hash. */
  readonly commit: string;
  /** The file, or the whole repository, at that commit. */
  readonly commitHref: string | undefined;
  readonly license: string | undefined;
  readonly licenseHref: string | undefined;
  /** Day of the last change, `2026-01-31`; of a repository that of its gathered files. Undefined where it is not known. */
  readonly lastChange: string | undefined;
}

/** What social networks and link previews read. */
export interface PreviewProps {
  readonly type: 'website' | 'article';
  /** Absolute address of an image. */
  readonly image: string;
}

export interface LogoImageProps {
  readonly href: Href;
  /** In CSS pixels, where the image says so. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export interface LogoProps {
  readonly light: LogoImageProps;
  /** For readers with a dark scheme; undefined where one image is for both. */
  readonly dark: LogoImageProps | undefined;
  readonly alt: string;
  readonly showTitle: boolean;
}

/** What the frame around every page needs. */
export interface DocumentProps {
  readonly lang: string;
  readonly htmlClass: string;
  readonly siteTitle: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Absolute address of the page; undefined where the config names no `url`. */
  readonly canonical: string | undefined;
  readonly preview: PreviewProps | undefined;
  readonly noIndex: boolean;
  readonly stylesheet: Href;
  /** A stylesheet before that one, of a folder as one page; undefined on any other page. */
  readonly onePageStyles: Href | undefined;
  /** What a browser prints above each sheet of paper; undefined where that is its own matter. */
  readonly runningHead: string | undefined;
  readonly icon: Href;
  readonly iconType: string;
  /** What the page may load: a Content Security Policy. */
  readonly policy: string;
  /** The same page as Markdown. */
  readonly markdownCopy: Href | undefined;
  /** Feed of the section's releases. */
  readonly feed: Href | undefined;
  readonly home: Href;
  /** The header of every page. */
  readonly header: HtmlString;
  readonly hasSiteLinks: boolean;
  readonly announcement: HtmlString | undefined;
  readonly footer: HtmlString | undefined;
  readonly allPages: Href;
  /** The page that has this one beside others of its folder; undefined where there is none. */
  readonly onePage: CurrentLinkProps | undefined;
  readonly tree: HtmlString;
  /** The pages beside this one; undefined where the tree does not have it. */
  readonly level: LevelProps | undefined;
  /** Link to the entry of this page in the tree; undefined where the tree does not have it. */
  readonly here: Href | undefined;
}

/** A version, as a page leads to it. */
export interface VersionChoiceProps extends LinkProps {
  /** False where the link leads to the front of the version, which does not have the page. */
  readonly hasPage: boolean;
  readonly isHere: boolean;
  readonly isLast: boolean;
}

export interface VersionProps {
  readonly label: string;
  readonly badge: boolean;
  readonly banner: 'unreleased' | 'unmaintained' | null;
  /** The last version; undefined where the page is of it. */
  readonly latest: VersionChoiceProps | undefined;
  /** All versions, newest first; empty where there is one only. */
  readonly choices: readonly VersionChoiceProps[];
}
