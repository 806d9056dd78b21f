// Props of the document around a page: titles, URLs, link previews, the sidebar.
import type { DocumentProps, LogoProps } from '../../../templates/types.js';
import { isKeptOut, onWeb } from '../../model/config/address.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { anchorHref, type Href, type Permalink, pageHref } from '../../model/types/path.js';
import { frontHref, type Surround } from './frame/surround.js';
import { allPagesHref } from './lists/all-pages.js';
import { feedHref } from './lists/sections.js';
import { markdownCopyHref } from './markdown-copy.js';
import type { OnePageLinks } from './one-page/one-page-links.js';
import { DeferredMarkup } from './print/deferred-markup.js';
import { hereId, type Tree } from './tree/tree.js';

/** URLs of the files that every page uses, and the content security policy. */
export interface FrameFiles {
  readonly stylesheet: Href;
  /** Stylesheet of single-page views, if the hub has any. */
  readonly onePageStyles: Href | undefined;
  readonly icon: Href;
  readonly iconType: string;
  readonly socialImage: Href;
  readonly logo: LogoProps | undefined;
  readonly policy: string;
}

interface DocumentContext {
  readonly site: Site;
  readonly frame: FrameFiles;
  readonly surround: Surround;
  readonly onePages: OnePageLinks;
  readonly treeOf: (page: Page) => Tree | undefined;
  readonly canonicalOf: (page: Page) => Permalink;
}

/** Maximum length of a description, in characters. Search results show about as many. */
const maxDescriptionChars = 160;

/**
 * Returns the description of a generated list: the configured one, or the first labels in the list, or its title. It is plain text and never empty, because
 * `docgen check` would report a missing description although there is no file to add it to.
 */
export function describedList(own: string, labels: readonly string[], title: string): string {
  if (own !== '') return own;
  const shown: string[] = [];
  let left = maxDescriptionChars;
  for (const label of labels) {
    left -= label.length + separator.length;
    if (left < 0) break;
    shown.push(label);
  }
  return shown.join(separator) || title;
}

const separator = ' · ';

/** Returns the props of the document. `more` overrides them for a kind of page. */
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
    tree: new DeferredMarkup(tree?.fill(page.permalink) ?? []),
    level: branch && tree?.levelOf(branch),
    here: branch && anchorHref(hereId),
    ...more,
  };
}
