// What the frame of a page says of it: titles, addresses, previews, the tree.
import type { DocumentProps, LogoProps } from '../../../templates/types.js';
import { isKeptOut, onWeb } from '../../model/config-file/address.js';
import { anchorHref, type Href, type Permalink, pageHref } from '../../model/path.js';
import type { Page } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { allPagesHref } from './all-pages.js';
import { frontHref, type Surround } from './frame/surround.js';
import { markdownCopyHref } from './markdown-copy.js';
import type { OnePageLinks } from './one-page/one-page-links.js';
import { LateMarkup } from './print/markup.js';
import { feedHref } from './sections.js';
import { hereId, type Tree } from './tree/tree.js';

/** Addresses of files that every page names, and what pages may load. */
export interface FrameFiles {
  readonly stylesheet: Href;
  /** Of folders as one page; undefined where the hub has none. */
  readonly onePageStyles: Href | undefined;
  readonly icon: Href;
  readonly iconType: string;
  readonly socialImage: Href;
  readonly logo: LogoProps | undefined;
  readonly policy: string;
}

export interface DocumentContext {
  readonly site: Site;
  readonly frame: FrameFiles;
  readonly surround: Surround;
  readonly onePages: OnePageLinks;
  /** The tree that a page shows. */
  readonly treeOf: (page: Page) => Tree | undefined;
  readonly canonicalOf: (page: Page) => Permalink;
}

/** Characters of a description that search results show. */
const mostDescribed = 160;

/**
 * The description of a list that docgen makes: the owner's, else the first labels of what it lists, else its title. Plain text, never
 * empty, so that `docgen check` does not ask the owner for a description that there is no file to write in.
 */
export function describedList(own: string, labels: readonly string[], title: string): string {
  if (own !== '') return own;
  const shown: string[] = [];
  let left = mostDescribed;
  for (const label of labels) {
    left -= label.length + separator.length;
    if (left < 0) break;
    shown.push(label);
  }
  return shown.join(separator) || title;
}

/** Between labels, in every language. */
const separator = ' · ';

/** The frame of a page; `more` is what its kind knows better. */
export function documentOf(
  page: Page,
  { site, frame, treeOf, canonicalOf, surround, onePages }: DocumentContext,
  more: Partial<DocumentProps> = {},
): DocumentProps {
  const { config } = site;
  const { version, url } = config;
  const tree = treeOf(page);
  const branch = tree?.branchOf(page.permalink);
  return {
    lang: config.lang,
    htmlClass: version.className,
    siteTitle: config.title,
    title: page.title,
    description: '',
    keywords: [],
    canonical: url === '' || page.kind === 'notFound' ? undefined : onWeb(pageHref(canonicalOf(page), config), config),
    preview:
      url === ''
        ? undefined
        : { type: page.kind === 'doc' ? 'article' : 'website', image: onWeb(frame.socialImage, config) },
    noIndex: isKeptOut(config) || page.kind === 'notFound' || page.kind === 'onePage',
    stylesheet: frame.stylesheet,
    onePageStyles: page.kind === 'onePage' ? frame.onePageStyles : undefined,
    runningHead: page.kind === 'onePage' ? page.content.label : undefined,
    icon: frame.icon,
    iconType: frame.iconType,
    policy: frame.policy,
    markdownCopy: page.kind === 'doc' ? markdownCopyHref(page, config.basePath) : undefined,
    feed: feedHref(page, site),
    home: frontHref(site),
    header: surround.header,
    hasSiteLinks: surround.hasSiteLinks,
    announcement: surround.announcement,
    footer: surround.footer,
    allPages: allPagesHref(site),
    onePage: onePages.of(page),
    tree: new LateMarkup(tree?.fill(page.permalink) ?? []),
    level: branch && tree?.levelOf(branch),
    here: branch && anchorHref(hereId),
    ...more,
  };
}
