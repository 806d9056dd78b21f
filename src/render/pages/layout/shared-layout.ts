// Layout that is the same on all pages: header, announcement, footer. Rendered once.
import { mapKeys, pick, pickBy } from 'lodash-es';
import type { Parts } from '../../../../templates/parts.js';
import type { HeaderProps } from '../../../../templates/props.js';
import type { HeadTagProps, HeroProps, LinkProps, LogoProps } from '../../../../templates/types.js';
import type { Config } from '../../../model/config/config.js';
import type { Place } from '../../../model/diagnostics/diagnostic.js';
import { globTest } from '../../../model/types/globs.js';
import { encodePart, type Href, parseUrl, toPermalink, toSourcePath } from '../../../model/types/path.js';
import type { Body } from '../../body/body-types.js';
import { fillSlots } from '../links/fill-slots.js';
import type { LinkingDoc } from '../links/original-address.js';
import { type PageResources, type SlotContext, SlotResolver } from '../links/slot-resolver.js';
import { allPagesHref, frontHref } from '../lists/all-pages.js';
import { editionOf } from '../lists/sections.js';
import { DeferredMarkup, renderSharedTemplate } from '../print/render-template.js';
import { localeMenu } from './locales.js';

/** Keys of the config whose values are Markdown. */
export type LayoutTextKey = 'announcement' | 'footer.text' | 'notFound';

export const textSource = (key: LayoutTextKey) => toSourcePath(`docgen.config (${key})`);

export type LayoutBodies = Readonly<Partial<Record<LayoutTextKey, Body>>>;

interface SharedLayoutInput extends SlotContext {
  readonly parts: Parts;
  readonly logo: LogoProps | undefined;
  readonly texts: LayoutBodies;
  /** Link to the page that newcomers read first. */
  readonly firstStep: readonly LinkProps[];
}

/** The rendered layout, with the files and diagnostics of its texts and links. */
export interface SharedLayout extends PageResources {
  /** The elements in the config key `head`, with a test for the pages that have them, by path below the base path. */
  readonly head: readonly { readonly props: HeadTagProps; readonly isOn: (path: string) => boolean }[];
  readonly header: DeferredMarkup;
  readonly hasSiteLinks: boolean;
  readonly hero: HeroProps;
  readonly announcement: DeferredMarkup | undefined;
  readonly footer: DeferredMarkup | undefined;
  readonly notFound: DeferredMarkup | undefined;
}

/** Resolves the links and texts of the layout, and renders it. Diagnostics: those of `SlotResolver`. */
export function sharedLayoutOf(input: SharedLayoutInput): SharedLayout {
  const { site, logo, parts } = input;
  const { title, footer } = site.config;
  const context = { parts, words: site.words };
  const collector = new LayoutResolver(input);
  // The order of the calls is the order of the diagnostics.
  const links = headerLinks(site.config, collector);
  const head = headElements(site.config, collector);
  const linksIn = ({ links }: (typeof footer.columns)[number]) => collector.linksOf(links, placeIn('footer'));
  const columns = footer.columns.map((column) => ({ title: column.title, links: linksIn(column) }));
  const hero = heroOf(input, collector);
  const text = collector.textOf('footer.text');
  const footerProps = { columns, text: text === undefined ? undefined : { html: text } };
  const ofFooter = renderSharedTemplate('Footer', footerProps, context);
  const announcement = deferred(collector.textOf('announcement'));
  const notFound = deferred(collector.textOf('notFound'));
  const lists = { allPages: allPagesHref(site), search: searchLink(site.config) };
  return {
    head,
    header: renderSharedTemplate('Header', { siteTitle: title, home: frontHref(site), logo, links, ...lists }, context),
    hasSiteLinks: links.length > 0,
    hero,
    announcement,
    notFound,
    footer: ofFooter.pieces.every((piece) => piece.length === 0) ? undefined : ofFooter,
    ...pick(collector, ['files', 'assets', 'anchors', 'diagnostics']),
  };
}

/** Returns the links and menus of the header, and the menu of languages. A menu without links is left out. */
function headerLinks(config: Config, collector: LayoutResolver): HeaderProps['links'] {
  const links = config.header.links.flatMap((item): HeaderProps['links'] => {
    if (!('links' in item)) return collector.linksOf([item], placeIn('header'));
    const inside = collector.linksOf(item.links, placeIn('header'));
    return inside.length === 0 ? [] : [{ label: item.label, links: inside }];
  });
  const locales = localeMenu(config);
  return locales ? [...links, locales] : links;
}

/** Returns the elements of the config key `head`, with React's names of attributes. One whose `href` has no target is left out. */
function headElements(config: Config, collector: LayoutResolver): SharedLayout['head'] {
  return config.head.flatMap(({ tag, attributes, pages }) => {
    const written = 'href' in attributes ? [{ label: '', href: attributes.href }] : [];
    const [link] = collector.linksOf(written, placeIn('head'));
    if (written.length > 0 && !link) return [];
    const given = pickBy({ ...attributes, href: link?.href }, (value) => value !== undefined);
    const resolved = mapKeys(given, (_, name) => reactNames[name] ?? name);
    return { props: { tag, attributes: resolved }, isOn: pages === undefined ? () => true : globTest([pages].flat()) };
  });
}

/** Returns the top of the home page. Without one in the config, it has the title of the site or section, and a link to the first page. */
function heroOf({ site, hub, firstStep }: SharedLayoutInput, collector: LayoutResolver): HeroProps {
  const { title, tagline, hero } = site.config;
  const { section, name } = editionOf(site, hub);
  const own = section === '' ? { title, lead: tagline } : { title: name, lead: '' };
  return collector.heroOf(hero ?? noHome, { ...own, actions: firstStep }, placeIn('home'));
}

const reactNames: Readonly<Record<string, string>> = {
  hreflang: 'hrefLang',
  crossorigin: 'crossOrigin',
  referrerpolicy: 'referrerPolicy',
};

/** Returns a link to a search for pages of this site, if the config has one. A search engine needs the URL of the site. */
function searchLink({ searchUrl, url, basePath }: Config): LinkProps | undefined {
  const [search, own] = [parseUrl(searchUrl), parseUrl(url)];
  if (!search || !own) return undefined;
  const query = encodePart(`site:${own.host}${basePath.replace(/\/$/, '')} `);
  return { href: `${searchUrl}${query}` as Href, label: search.hostname.replace(/^www\./, '') };
}

const deferred = (markup: string | undefined) => (markup === undefined ? undefined : new DeferredMarkup(markup));

const noHome = { title: '', lead: '', features: [] };

const placeIn = (of: 'header' | 'footer' | 'home' | 'head'): Place => ({ file: `docgen.config (${of})` });

class LayoutResolver extends SlotResolver {
  constructor(private readonly input: SharedLayoutInput) {
    super(rootDoc('announcement', input), { ...input, hub: input.site });
  }

  textOf(key: LayoutTextKey): string | undefined {
    const body = this.input.texts[key];
    if (!body) return undefined;
    const own = new SlotResolver(rootDoc(key, this.input), this.input);
    const markup = fillSlots(body, own);
    const place = { file: textSource(key) };
    const anchors = own.anchors.map((anchor) => ({ ...anchor, place }));
    const diagnostics = [...body.diagnostics, ...own.diagnostics].map((diagnostic) => ({ ...diagnostic, place }));
    this.add({ files: own.files, assets: own.assets, anchors, diagnostics });
    return markup.trim();
  }
}

/** Returns a virtual doc at the root of the content, which URLs are resolved against. */
function rootDoc(key: LayoutTextKey, { site }: SharedLayoutInput): LinkingDoc {
  const { basePath, routeBase } = site.config;
  const permalink = toPermalink(basePath, routeBase, '/');
  return { id: '', source: toSourcePath(textSource(key)), sourceDirName: '.', permalink };
}
