// Props that all kinds of pages share: the document around a page (titles, URLs, link previews, the sidebar), breadcrumbs, version menu, the previous and next page.
import { posix } from 'node:path';
import type { PaginationProps } from '../../../templates/props.js';
import type { DocumentProps, SourceProps, VersionChoiceProps, VersionProps } from '../../../templates/types.js';
import { absoluteUrl, isNoIndex } from '../../model/config/address.js';
import {
  fileAddress,
  type Provenance,
  projectName,
  type SyncedSource,
  webAddress,
} from '../../model/content/exports.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { isCategoryIndex } from '../../model/docs/slug.js';
import type { Page, Site } from '../../model/site/site.js';
import {
  anchorHref,
  below,
  canonicalHref,
  type Href,
  pageHref,
  within,
  withoutTrailingSlash,
} from '../../model/types/path.js';
import { alternatesOf, headerFor } from './layout/locales.js';
import { allPagesHref, frontHref, wholeTreeHref } from './lists/all-pages.js';
import { editionOf, feedHref } from './lists/sections.js';
import { markdownCopyHref } from './markdown-copy.js';
import type { PageContext } from './page-context.js';
import { DeferredMarkup } from './print/render-template.js';
import { hereId } from './tree/tree.js';

/** Maximum length of a description, in characters. Search results show about as many. */
const maxDescriptionChars = 160;

/** The props of a document, with a sidebar that is inserted after React has rendered. */
export interface TreeDocumentProps extends DocumentProps {
  readonly tree: DeferredMarkup;
}

interface ListInput extends Partial<TreeDocumentProps> {
  readonly entries: readonly { readonly label: string; readonly count?: number | undefined }[];
}

// Without a description, lists the number of entries and the first ones, because `docgen check` would report a missing description that no author can add.
export function listDocument(page: Page, context: PageContext, { entries, ...more }: ListInput): TreeDocumentProps {
  const title = page.kind === 'doc' ? '' : page.title;
  const description = more.description || (entries.length > 0 ? summaryOf(page, entries, context) : title);
  return documentOf(page, context, { ...more, description });
}

function summaryOf(page: Page, entries: ListInput['entries'], { site: { words } }: PageContext): string {
  const pages = entries.reduce((sum, { count = 1 }) => sum + count, 0);
  let listed = page.kind === 'tags' ? '' : `${words.count('pages', pages)}: `;
  for (const [index, { label }] of entries.entries()) {
    const separator = index === 0 ? '' : words.text('listSeparator');
    if (listed.length + separator.length + label.length > maxDescriptionChars) return `${listed}${separator}…`;
    listed += separator + label;
  }
  return listed;
}

/** Returns the props of the document. `more` overrides them for a kind of page. */
export function documentOf(page: Page, context: PageContext, more: Partial<TreeDocumentProps> = {}): TreeDocumentProps {
  const { site, layoutFiles, treeOf, canonicalOf, sharedLayout, onePages, titleNames } = context;
  const { config } = site;
  const { version, url } = config;
  const { name: edition } = editionOf(site, context.hub);
  const isFront = page.kind === 'home' && edition !== '';
  const tree = treeOf(page);
  const branch = tree?.branchOf(page.permalink);
  // The collapsed sidebar shows the entries of the top level, so that a second list of them is not needed.
  const isInside = branch !== undefined && branch.above.length > 0;
  const { label, choices } = versionOf(page, context);
  const path = withoutTrailingSlash(page.permalink.slice(config.basePath.length));
  const headTags = sharedLayout.head.flatMap(({ props, isOn }) => (isOn(path) ? props : []));
  const hasThemeColor = headTags.some(({ attributes }) => attributes['name'] === 'theme-color');
  const [isDoc, locale] = [page.kind === 'doc', config.lang.replaceAll('-', '_')];
  return {
    lang: config.lang,
    htmlClass: version.className,
    siteTitle: config.title,
    title: isFront ? edition : page.title,
    titleNames: [...(titleNames.get(page.outputPath) ?? []), ...(isFront || edition === '' ? [] : [edition])],
    description: '',
    keywords: [],
    canonical:
      url === '' || page.kind === 'notFound'
        ? undefined
        : absoluteUrl(canonicalHref(canonicalOf(page), config), config),
    alternates: alternatesOf(page, config),
    preview:
      url === ''
        ? undefined
        : { type: isDoc ? 'article' : 'website', image: absoluteUrl(previewImage(page, context), config), locale },
    noIndex: isNoIndex(config) || page.kind === 'notFound' || page.kind === 'onePage',
    stylesheet: layoutFiles.stylesheet,
    onePageStyles: page.kind === 'onePage' ? layoutFiles.onePageStyles : undefined,
    runningHead: page.kind === 'onePage' ? page.content.label : undefined,
    icon: layoutFiles.icon,
    touchIcon: layoutFiles.touchIcon,
    themeColor: hasThemeColor ? undefined : layoutFiles.themeColor,
    headTags,
    policy: layoutFiles.policy,
    markdownCopy: isDoc ? markdownCopyHref(page, config.basePath) : undefined,
    feed: feedHref(page, site),
    home: frontHref(site),
    header: headerFor(page, sharedLayout.header, config),
    version: choices.length > 0 ? { label, choices } : undefined,
    hasSiteLinks: sharedLayout.hasSiteLinks,
    announcement: sharedLayout.announcement,
    footer: sharedLayout.footer,
    allPages: allPagesHref(site),
    wholeTree: tree?.isWhole === false ? wholeTreeHref(site) : undefined,
    onePage: onePages.of(page),
    tree: new DeferredMarkup(tree?.fill(page.permalink) ?? []),
    level: isInside && !config.sidebar.expandCurrent ? tree?.levelOf(branch) : undefined,
    here: isInside ? anchorHref(hereId) : undefined,
    ...more,
  };
}

function previewImage(page: Page, { layoutFiles, titleNames, previews }: PageContext): Href {
  const name = titleNames.get(page.outputPath)?.at(-1) ?? page.title;
  return layoutFiles.socialImage ?? previews.of(name).href;
}

/** Returns the version of a page, and links to the page in other versions. */
export function versionOf(page: Page, { site, hub, choicesOf }: PageContext): VersionProps {
  const { label, badge, banner } = site.config.version;
  const choices = choicesOf(page).map(
    ({ permalink, ...choice }): VersionChoiceProps => ({ ...choice, href: pageHref(permalink, site.config) }),
  );
  const here = choices.find(({ isHere }) => isHere);
  const latest = here?.isLast ? undefined : choices.find(({ isLast }) => isLast);
  const { section } = editionOf(site, hub);
  return { section, label: here?.label ?? label, badge: badge && choices.length === 0, banner, latest, choices };
}

export function neighbourLinks(page: Page, site: Site): PaginationProps {
  const { previous, next } = site.neighbours(page);
  const toLink = (link: typeof next) => link && { href: pageHref(link.permalink, site.config), label: link.title };
  return { previous: toLink(previous), next: toLink(next) };
}

export function sourceOf(provenance: Provenance, { isDated }: { readonly isDated: boolean }): SourceProps {
  const { source, path, lastChange: day } = provenance;
  const lastChange = isDated ? undefined : day;
  return { ...sourceProps(source), commitHref: fileAddress(source, path, 'blob'), lastChange };
}

/** Returns the repositories of a section for its home page: the page at its URL, or the index doc of its folder. None for other pages. */
export function originsOf(page: Page, site: Site): SourceProps[] {
  const { routeBase } = site.config;
  const folder = page.outputPath.replace(/\/?index\.html$|\.html$/, '');
  const section = within(folder, routeBase) ? below(folder, routeBase) : '';
  const isIndex = page.kind === 'doc' && isCategoryIndex(page.doc.source);
  const synced = site.synced.get(section) ?? site.synced.get(isIndex ? posix.parse(page.doc.source).dir : section);
  const once = new Map<string, SourceProps>();
  for (const source of synced?.sources ?? []) {
    const { lastChange, ...props } = sourceProps(source);
    const key = JSON.stringify(props);
    const days = [lastChange, once.get(key)?.lastChange].filter((day) => day !== undefined);
    once.set(key, { ...props, lastChange: days.sort(compareStrings).at(-1) });
  }
  return [...once.values()];
}

function sourceProps(source: SyncedSource): SourceProps {
  const { license, homepage, commit, changed } = source;
  return {
    project: projectName(source),
    projectHref: homepage ?? webAddress(source.repo),
    commit: commit.slice(0, 10),
    commitHref: fileAddress(source, '', 'tree'),
    license: license?.name,
    licenseHref: license?.path == null ? undefined : fileAddress(source, license.path, 'blob'),
    lastChange: Object.values(changed).sort(compareStrings).at(-1),
  };
}
