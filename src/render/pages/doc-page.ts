// Composes the page of a doc: its body with filled slots, in the layout that its front matter configures.
import { trimEnd } from 'lodash-es';
import type { DocPageProps } from '../../../templates/props.js';
import type { HeadingProps } from '../../../templates/types.js';
import { absoluteUrl, isNoIndex } from '../../model/config/address.js';
import { editAddress } from '../../model/content/exports.js';
import { type Doc, dateOf, placeOfKey } from '../../model/docs/doc.js';
import { sha256 } from '../../model/input/hash.js';
import { isRecord } from '../../model/input/plain-data.js';
import type { Words } from '../../model/labels/ui-text.js';
import type { DocRoute, Site } from '../../model/site/site.js';
import {
  anchorHref,
  below,
  encodeAddress,
  type Href,
  isUrl,
  pageHref,
  type SourcePath,
  withoutTrailingSlash,
} from '../../model/types/path.js';
import type { Body } from '../body/body-types.js';
import { hasRightToLeft } from '../body/html/directions.js';
import { withScheme } from '../body/html/refs.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { listDocument, neighbourLinks, originsOf, sourceOf, versionOf } from './document.js';
import { tagLinks } from './index-page.js';
import { fillSlots } from './links/fill-slots.js';
import { SlotResolver } from './links/slot-resolver.js';
import { cardsOf, firstStep } from './lists/cards.js';
import { markdownCopy } from './markdown-copy.js';
import type { ComposedPage, PageContext } from './page-context.js';
import { DeferredMarkup } from './print/render-template.js';
import { treeSpan } from './tree/replace-tree.js';

export function composeDoc(page: DocRoute, body: Body, context: PageContext): ComposedPage {
  const { site, landings, print } = context;
  const items = landings.get(page.doc.id)?.items;
  const isInText = body.html.slots.some(({ kind }) => kind === 'cards');
  const above = site.trail.get(withoutTrailingSlash(page.permalink))?.at(-1)?.items;
  const siblings = above ?? site.sidebars.byName.get(site.neighbours(page).sidebar ?? '');
  const cards = cardsOf(items ?? (isInText ? (siblings ?? []) : []), site);
  const cardsInText = isInText && cards.length > 0 ? print('Cards', { cards }).join('') : '';
  const own = new SlotResolver(page.doc, context);
  const markup = fillSlots(body, own, cardsInText);
  const { home } = page.doc.frontMatter;
  const siteProps = sitePropsOf(page, cards, context);
  const actions = home ? firstStep(items ?? siblings ?? context.firstItems, site, page.doc) : [];
  // The title of the body moves into the hero.
  const [title = ''] = (home && body.isTitled && /^<h1[ >][\s\S]*?<\/h1>\n?/.exec(markup)) || [];
  const hero = home && {
    ...own.heroOf(
      home,
      { title: page.title, lead: page.doc.shown.description, actions },
      placeOfKey(page.doc, page.doc.keyLines.has('home') ? 'home' : 'hero'),
    ),
    id: title === '' ? undefined : body.headings.find(({ level }) => level === 1)?.id,
  };
  const shown = { body, hero, markup: markup.slice(title.length) };
  const document = withOwnPreview(siteProps.document, ownPreviewImage(page.doc, own), site);
  const html = print('DocPage', {
    ...siteProps,
    ...bodyProps(page, shown, context),
    ...(isInText && { cards: [] }),
    document,
  });
  return {
    // The text of these pages also shows other pages.
    siteKey: isInText || home ? '' : siteKeyOf(page, siteProps, context),
    links: own.key,
    sidebar: site.config.relative ? undefined : treeSpan(html, siteProps.document.tree),
    files: [{ path: page.outputPath, bytes: html }, markdownCopy(page, hasTitle(page, body)), ...own.files],
    assets: own.assets,
    anchors: own.anchors,
    diagnostics: [...body.diagnostics, ...own.diagnostics],
  };
}

/** Returns the key of what the links in the body of a doc resolve to in the current site. Reads no file. */
export function linksKey({ doc }: DocRoute, slots: Body['html']['slots'], context: PageContext): string {
  const assetOf = (source: SourcePath) => ({ source, version: undefined, asset: undefined, diagnose: undefined });
  const own = new SlotResolver(doc, { ...context, assetOf });
  for (const slot of slots) if (slot.kind !== 'diagram' && slot.kind !== 'cards') own.resolve(slot);
  ownPreviewImage(doc, own);
  return own.key;
}

/** Returns the URL of the image that front matter names for link previews. Undefined if there is none, or the site has no URL and so no previews. */
function ownPreviewImage(doc: Doc, own: SlotResolver): Href | undefined {
  const { image = '' } = doc.frontMatter;
  if (image === '' || own.context.site.config.url === '') return undefined;
  return own.resolveUrl('image', withScheme(image), placeOfKey(doc, 'image')).href;
}

function withOwnPreview({ preview, ...rest }: SiteProps['document'], image: Href | undefined, { config }: Site) {
  if (image === undefined || !preview) return { preview, ...rest };
  return { ...rest, preview: { ...preview, image: isUrl(image) ? image : absoluteUrl(image, config) } };
}

/** Returns the direction of a text, if it differs from that of the page. */
export function directionOf(text: string, words: Words): 'ltr' | undefined {
  return words.dir === 'rtl' && !hasRightToLeft(text) ? 'ltr' : undefined;
}

interface Shown extends Pick<DocPageProps, 'hero'> {
  readonly body: Body;
  readonly markup: string;
}

/** Returns the props that depend on the body. */
function bodyProps(page: DocRoute, { body, markup, hero }: Shown, { site }: PageContext) {
  const { frontMatter } = page.doc;
  const { toc } = site.config;
  const { toc_min_heading_level: min = toc.min, toc_max_heading_level: max = toc.max } = frontMatter;
  return {
    heading: frontMatter.hide_title === true || hasTitle(page, body) ? undefined : page.title,
    hero,
    dir: directionOf(page.title + markup, site.words),
    body: new DeferredMarkup(markup),
    headings: frontMatter.hide_table_of_contents || hero ? [] : headingsOf(body, [min, max]),
  };
}

/** Props that depend on the site and on the front matter of the page. */
type SiteProps = Omit<DocPageProps, 'document' | keyof ReturnType<typeof bodyProps>> & {
  readonly document: ReturnType<typeof listDocument>;
};

function sitePropsOf(page: DocRoute, cards: DocPageProps['cards'], context: PageContext): SiteProps {
  const { site } = context;
  const { frontMatter, unlisted, shown } = page.doc;
  const { keywords = [] } = frontMatter;
  const origin = site.provenance.get(page.doc.source);
  const lastUpdate = lastUpdateOf(page);
  const noIndex = isNoIndex(site.config) || unlisted;
  return {
    document: listDocument(page, context, { description: shown.description, keywords, noIndex, entries: cards }),
    version: versionOf(page, context),
    breadcrumbs: breadcrumbsOf(page, site),
    unlisted,
    cards,
    onePage: context.onePages.ofFront(page),
    seeAlso: site.seeAlso(page.doc).map((doc) => seeAlsoLink(doc, site)),
    source: origin && sourceOf(origin, { isDated: lastUpdate?.date !== undefined }),
    origins: originsOf(page, site),
    tags: tagLinks(page.doc, site),
    editUrl: editUrlOfPage(page, site),
    lastUpdate,
    ...neighbourLinks(page, site),
  };
}

/** The page of a doc in the previous build. */
type FormerPage = { readonly siteKey: string } & Pick<ComposedPage, 'sidebar'>;

/**
 * Compares what a page shows of the site with the previous build. Returns undefined if anything but its sidebar differs. Otherwise only its body and what its links
 * resolve to can change the page. `tree` is its new sidebar, if the sidebar differs because a title in it has changed.
 */
export function reusedPage({ siteKey: former, sidebar }: FormerPage, page: DocRoute, context: PageContext) {
  const { site, landings, treeOf } = context;
  const isSameTree = former.startsWith(`${treeOf(page)?.key} `);
  if (former === '' || !(isSameTree || sidebar)) return undefined;
  const cards = cardsOf(landings.get(page.doc.id)?.items ?? [], site);
  const shown = sitePropsOf(page, cards, context);
  const siteKey = siteKeyOf(page, shown, context);
  if (siteKey === former) return { siteKey };
  return !isSameTree && afterTree(siteKey) === afterTree(former) ? { siteKey, tree: shown.document.tree } : undefined;
}

const afterTree = (key: string) => key.slice(key.indexOf(' '));

function siteKeyOf(page: DocRoute, siteProps: SiteProps, { treeOf }: PageContext): string {
  const ofTree = treeOf(page)?.key;
  const shown = ofTree ? { ...siteProps, document: { ...siteProps.document, tree: undefined } } : siteProps;
  return `${ofTree} ${sha256(JSON.stringify([shown, page.doc.frontMatter]))}`;
}

function seeAlsoLink(doc: Doc, { trail, config }: Site): DocPageProps['seeAlso'][number] {
  const above = (trail.get(withoutTrailingSlash(doc.permalink)) ?? []).map(({ label }) => label);
  const section = [...new Set([...above.slice(0, 1), ...above.slice(-1)])].join(' / ');
  return { href: pageHref(doc.permalink, config), label: doc.shown.title, ...(section !== '' && { section }) };
}

/** Returns the table of contents. Level-1 headings after the title are parents of the others. */
function headingsOf({ headings, isTitled }: Body, [min, max]: readonly [number, number]): HeadingProps[] {
  const titleAt = isTitled ? headings.findIndex(({ level }) => level === 1) : -1;
  return headings
    .filter(({ level }, index) => level >= min && level <= max && index !== titleAt)
    .map(({ level, id, text }) => ({ level, id, text, href: anchorHref(id), words: breakable(text) }));
}

/** Splits a long name where a line break is allowed (`useQueryClient`, `max_open_files`). */
function breakable(text: string): string[] {
  return text.length >= 20 && /\S{20}/.test(text) ? text.split(/(?<=[_./])(?=\w)|(?<=[a-z])(?=[A-Z])/) : [text];
}

/** Whether the body has its own title: at its start, or as the first level-1 heading. */
export function hasTitle({ title }: Pick<DocRoute, 'title'>, { isTitled, headings }: Body): boolean {
  return isTitled || headings.find(({ level }) => level === 1)?.text === title;
}

/** Returns the URL of “Edit this page”. Front matter `null` hides the link. */
function editUrlOfPage({ doc }: DocRoute, { config, provenance, mountOf, rules }: Site): string | undefined {
  const custom = doc.frontMatter.custom_edit_url;
  if (custom === null || custom === '') return undefined;
  if (custom !== undefined) return /^https?:\/\//i.test(custom) ? custom : undefined;
  const origin = provenance.get(doc.source);
  if (origin) return editAddress(origin);
  const mount = mountOf.get(doc.source);
  const { project, path = '' } = rules.get(doc.source) ?? {};
  const [folder, file] =
    mount?.editUrl !== undefined
      ? [mount.editUrl, below(doc.source, mount.prefix)]
      : config.editUrl !== '' || project?.editUrl === undefined
        ? [config.editUrl, doc.source]
        : [project.editUrl, path];
  return folder === '' ? undefined : `${trimEnd(folder, '/')}/${encodeAddress(file)}`;
}

function lastUpdateOf({ doc }: DocRoute): DocPageProps['lastUpdate'] {
  const update: unknown = doc.frontMatter.last_update;
  if (!isRecord(update)) return undefined;
  const date = dateOf(doc) ?? (typeof update['date'] === 'string' ? update['date'].slice(0, 40) : undefined);
  const author = typeof update['author'] === 'string' ? update['author'] : undefined;
  return date === undefined && author === undefined ? undefined : { date, author };
}
