// What the templates are given: values, and nothing to look anything up with.
import type { Href } from '../src/model/path.js';

/** Markup that docgen has sanitised or made; anything else is a string and gets escaped. */
export interface HtmlString {
  readonly html: string;
}

export interface LinkProps {
  readonly href: Href;
  readonly label: string;
}

/** A step of the way to a page; the last, the page itself, has no address. */
export interface BreadcrumbProps {
  readonly href: Href | undefined;
  readonly label: string;
}

export interface HeadingProps {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface CardProps extends Partial<LinkProps> {
  readonly label: string;
  readonly description: string;
  /** Pages in a section; undefined for a single page. */
  readonly count: number | undefined;
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
  readonly noIndex: boolean;
  readonly stylesheet: Href;
  readonly home: Href;
  readonly tree: HtmlString;
}

export interface VersionProps {
  readonly label: string;
  readonly badge: boolean;
  readonly banner: 'unreleased' | 'unmaintained' | null;
}
