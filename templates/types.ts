// Types of template props. They contain only values, no lookups.
import type { Href } from '../src/model/types/path.js';

/** Markup that docgen has sanitized or generated. Anything else is a string and is escaped. */
export interface HtmlString {
  readonly html: string;
}

export interface LinkProps {
  readonly href: Href;
  readonly label: string;
  /** Language of the target, if it differs from that of the page. */
  readonly lang?: string;
}

/** A link that can point to the current page. */
export interface CurrentLinkProps extends LinkProps {
  readonly isCurrent: boolean;
}

/** A breadcrumb. `href` is undefined for a category without a page. */
export interface BreadcrumbProps {
  readonly href: Href | undefined;
  readonly label: string;
}

export interface HeadingProps {
  readonly level: number;
  readonly id: string;
  /** Link to the heading from the same page. */
  readonly href: Href;
  readonly text: string;
  /** The text, split where line breaks are allowed. */
  readonly words: readonly string[];
}

export interface CardProps extends Partial<LinkProps> {
  readonly label: string;
  readonly description: string;
  /** Number of pages in a section. Undefined for a single page. */
  readonly count: number | undefined;
  /** Some pages of a section: the latest if their dates are known, otherwise the first. */
  readonly pages?: CardPagesProps;
  /** Letter of the group in a compact list. */
  readonly letter?: string;
}

/** Texts and links of a front page. */
export interface HeroProps {
  readonly title: string;
  /** Id of the title, if it was the first heading of the text. */
  readonly id?: string | undefined;
  /** Paragraphs. */
  readonly lead: readonly string[];
  readonly image?: PictureProps | undefined;
  /** The first one looks like a button. */
  readonly actions: readonly LinkProps[];
  readonly features: readonly CardProps[];
}

export interface CardPagesProps {
  readonly kind: 'latest' | 'beginWith' | undefined;
  readonly links: readonly LinkProps[];
  /** Link to all pages, if there are more. */
  readonly all?: { readonly href: Href } | undefined;
}

export interface LevelLinkProps extends CurrentLinkProps {
  readonly isCategory: boolean;
}

/** The short menu next to a page: its siblings, or on the page of a category its items. */
export interface LevelProps {
  /** Label of the category. */
  readonly label: string;
  readonly href: Href | undefined;
  readonly links: readonly LevelLinkProps[];
  /** Link to a list of the other items, if there are too many. */
  readonly more: LinkProps | undefined;
}

/** Source of a synced page or section. */
export interface SourceProps {
  readonly project: string;
  /** URL of the project, or of its repository. Undefined for a local repository. */
  readonly projectHref: string | undefined;
  /** Abbreviated commit hash. */
  readonly commit: string;
  /** URL of the file, or of the repository, at that commit. */
  readonly commitHref: string | undefined;
  readonly license: string | undefined;
  readonly licenseHref: string | undefined;
  /** Day of the last change, `2026-01-31`. For a repository, of its synced files. Undefined if unknown. */
  readonly lastChange: string | undefined;
}

/** Metadata for social networks and link previews. */
export interface PreviewProps {
  readonly type: 'website' | 'article';
  /** Absolute URL of an image. */
  readonly image: string;
  /** Language of the page, with an underscore. */
  readonly locale: string;
}

export interface LogoImageProps {
  readonly href: Href;
  /** Size in CSS pixels, if known. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export interface PictureProps {
  readonly light: LogoImageProps;
  /** Image for dark mode. Undefined if one image is for both modes. */
  readonly dark: LogoImageProps | undefined;
  readonly alt: string;
}

export interface LogoProps extends PictureProps {
  readonly showTitle: boolean;
}

/** An element of the config key `head`. */
export interface HeadTagProps {
  readonly tag: 'meta' | 'link';
  /** Attributes by React's names. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Props of the layout of every page. */
export interface DocumentProps {
  readonly lang: string;
  readonly htmlClass: string;
  readonly siteTitle: string;
  readonly title: string;
  /** Names after the title in `<title>`: the folders that distinguish the page from others with the same title, and the section. */
  readonly titleNames: readonly string[];
  readonly description: string;
  readonly keywords: readonly string[];
  /** Absolute URL of the page. Undefined if the config has no `url`. */
  readonly canonical: string | undefined;
  /** Absolute URLs of the page in each language of the hub. Undefined if it has only one. */
  readonly alternates?: readonly { readonly lang: string; readonly url: string }[] | undefined;
  readonly preview: PreviewProps | undefined;
  readonly noIndex: boolean;
  readonly stylesheet: Href;
  /** Stylesheet of single-page views, which loads first. Undefined on other pages. */
  readonly onePageStyles: Href | undefined;
  /** Text above each printed sheet. Undefined for the browser's default. */
  readonly runningHead: string | undefined;
  readonly icon: Href;
  /** Icon for home screens. Undefined if the site owner's icon is not a PNG. */
  readonly touchIcon: Href | undefined;
  /** Colors around the page in a browser. Undefined if the site owner's stylesheet has another page color. */
  readonly themeColor: { readonly light: string; readonly dark: string } | undefined;
  /** Content security policy. */
  readonly policy: string;
  /** The elements of the config key `head` for this page. */
  readonly headTags: readonly HeadTagProps[];
  /** URL of the page's Markdown version. */
  readonly markdownCopy: Href | undefined;
  /** URL of the feed of the section's releases. */
  readonly feed: Href | undefined;
  readonly home: Href;
  /** Contents of the header. */
  readonly header: HtmlString;
  /** Menu of versions in the header. Undefined if there is only one version. */
  readonly version: Pick<VersionProps, 'label' | 'choices'> | undefined;
  readonly hasSiteLinks: boolean;
  readonly announcement: HtmlString | undefined;
  readonly footer: HtmlString | undefined;
  readonly allPages: Href;
  /** Page with the complete sidebar, if the one of this page is not complete. */
  readonly wholeTree: Href | undefined;
  /** Single-page view that contains this page, if there is one. */
  readonly onePage: CurrentLinkProps | undefined;
  readonly tree: HtmlString;
  /** Short menu of the page. Undefined if the sidebar doesn't contain it. */
  readonly level: LevelProps | undefined;
  /** Link to the entry of the page in the sidebar. Undefined if the sidebar doesn't contain it. */
  readonly here: Href | undefined;
}

/** An entry of the version menu. */
export interface VersionChoiceProps extends LinkProps {
  /** Whether the version contains the page. If not, the link points to its home page. */
  readonly hasPage: boolean;
  readonly isHere: boolean;
  readonly isLast: boolean;
}

export interface VersionProps {
  /** Name of the section that has versions, '' for the hub and for the latest version. */
  readonly section: string;
  readonly label: string;
  readonly badge: boolean;
  readonly banner: 'unreleased' | 'unmaintained' | null;
  /** The latest version. Undefined if the page belongs to it. */
  readonly latest: VersionChoiceProps | undefined;
  /** All versions, newest first. Empty if there is only one. */
  readonly choices: readonly VersionChoiceProps[];
}
