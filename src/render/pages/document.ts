// Props of the document around a page: titles, URLs, link previews, the sidebar.
import type { DocumentProps } from '../../../templates/types.js';
import { isKeptOut, onWeb } from '../../model/config/address.js';
import type { Page } from '../../model/site/routes.js';
import { anchorHref, pageHref } from '../../model/types/path.js';
import { allPagesHref, frontHref } from './lists/all-pages.js';
import { feedHref } from './lists/sections.js';
import { markdownCopyHref } from './markdown-copy.js';
import type { PageContext } from './page-context.js';
import { DeferredMarkup } from './print/deferred-markup.js';
import { hereId } from './tree/tree.js';

/** Maximum length of a description, in characters. Search results show about as many. */
const maxDescriptionChars = 160;

const separator = ' · ';

interface ListInput extends Partial<DocumentProps> {
  readonly entries: readonly { readonly label: string }[];
}

// Without a description, it has the first labels in the list, because `docgen check` would report a missing one although there is no file to add it to.
export function listDocument(page: Page, context: PageContext, { entries, ...more }: ListInput): DocumentProps {
  const shown: string[] = [];
  let left = maxDescriptionChars;
  for (const { label } of entries) {
    left -= label.length + separator.length;
    if (left < 0) break;
    shown.push(label);
  }
  return documentOf(page, context, { ...more, description: more.description || shown.join(separator) || page.title });
}

/** Returns the props of the document. `more` overrides them for a kind of page. */
export function documentOf(
  page: Page,
  { site, frame, treeOf, canonicalOf, surround, onePages }: PageContext,
  more: Partial<DocumentProps> = {},
): DocumentProps {
  const { config } = site;
  const { version, url } = config;
  const tree = treeOf(page);
  const branch = tree?.branchOf(page.permalink);
  const isDoc = page.kind === 'doc';
  return {
    lang: config.lang,
    htmlClass: version.className,
    siteTitle: config.title,
    title: page.title,
    description: '',
    keywords: [],
    canonical: url === '' || page.kind === 'notFound' ? undefined : onWeb(pageHref(canonicalOf(page), config), config),
    preview: url === '' ? undefined : { type: isDoc ? 'article' : 'website', image: onWeb(frame.socialImage, config) },
    noIndex: isKeptOut(config) || page.kind === 'notFound' || page.kind === 'onePage',
    stylesheet: frame.stylesheet,
    onePageStyles: page.kind === 'onePage' ? frame.onePageStyles : undefined,
    runningHead: page.kind === 'onePage' ? page.content.label : undefined,
    icon: frame.icon,
    iconType: frame.iconType,
    policy: frame.policy,
    markdownCopy: isDoc ? markdownCopyHref(page, config.basePath) : undefined,
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
