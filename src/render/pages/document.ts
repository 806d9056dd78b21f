// What the frame of a page says of it: titles, addresses, previews, the tree.
import type { DocumentProps } from '../../../templates/types.js';
import { type Href, toHref, toPermalink } from '../../model/path.js';
import type { Page } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { feedHref } from '../site-files/feeds.js';
import { markdownCopyHref } from '../site-files/llms.js';
import { allPagesHref } from './all-pages.js';
import { LateMarkup } from './markup.js';
import { hereId, type Tree } from './tree/tree.js';

/** Addresses of files that every page names. */
export interface FrameFiles {
  readonly stylesheet: Href;
  readonly icon: Href;
  readonly socialImage: Href;
}

export interface DocumentContext {
  readonly site: Site;
  readonly files: FrameFiles;
  /** The tree that a page shows. */
  readonly treeOf: (page: Page) => Tree | undefined;
}

/** The frame of a page; `more` is what its kind knows better. */
export function documentOf(
  page: Page,
  { site, files, treeOf }: DocumentContext,
  more: Partial<DocumentProps> = {},
): DocumentProps {
  const { config } = site;
  const { version, url } = config;
  const tree = treeOf(page);
  return {
    lang: config.lang,
    htmlClass: version.className,
    siteTitle: config.title,
    title: page.title,
    description: '',
    keywords: [],
    canonical: url === '' || page.kind === 'notFound' ? undefined : url + toHref(page.permalink),
    preview:
      url === '' ? undefined : { type: page.kind === 'doc' ? 'article' : 'website', image: url + files.socialImage },
    noIndex: version.noIndex || page.kind === 'notFound',
    stylesheet: files.stylesheet,
    icon: files.icon,
    markdownCopy: page.kind === 'doc' ? markdownCopyHref(page, config.basePath) : undefined,
    feed: feedHref(page, site),
    home: toHref(toPermalink(config.basePath, config.routeBase, '/')),
    allPages: allPagesHref(site),
    tree: new LateMarkup(tree?.fill(page.permalink) ?? []),
    here: tree?.has(page.permalink) ? (`#${hereId}` as Href) : undefined,
    ...more,
  };
}
