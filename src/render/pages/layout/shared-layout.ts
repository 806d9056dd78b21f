// Layout that is the same on all pages: header, announcement, footer. Rendered once.
import { mapKeys, pickBy } from 'lodash-es';
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
  const { header, title } = site.config;
  const context = { parts, words: site.words };
  const collector = new LayoutResolver(input);
  const links = header.links.flatMap((item): HeaderProps['links'] => {
    if (!('links' in item)) return collector.linksOf([item], placeIn('header'));
    const inside = collector.linksOf(item.links, placeIn('header'));
    return inside.length === 0 ? [] : [{ label: item.label, links: inside }];
  });
  const locales = localeMenu(site.config);
  if (locales) links.push(locales);
  const head = site.config.head.flatMap(({ tag, attributes, pages }) => {
    const [link] =
      'href' in attributes ? collector.linksOf([{ label: '', href: attributes.href }], placeIn('head')) : [];
    if ('href' in attributes && !link) return [];
    const given = pickBy({ ...attributes, href: link?.href }, (value) => value !== undefined);
    const resolved = mapKeys(given, (_, name) => reactNames[name] ?? name);
    return { props: { tag, attributes: resolved }, isOn: pages === undefined ? () => true : globTest([pages].flat()) };
  });
  const columns = site.config.footer.columns.map((column) => ({
    title: column.title,
    links: collector.linksOf(column.links, placeIn('footer')),
  }));
  const { section, name } = editionOf(site, input.hub);
  const own = section === '' ? { title, lead: site.config.tagline } : { title: name, lead: '' };
  const fallback = { ...own, actions: input.firstStep };
  const hero = collector.heroOf(site.config.hero ?? noHome, fallback, placeIn('home'));
  const text = collector.textOf('footer.text');
  const footer = { columns, text: text === undefined ? undefined : { html: text } };
  const ofFooter = renderSharedTemplate('Footer', footer, context);
  const announcement = deferred(collector.textOf('announcement'));
  const notFound = deferred(collector.textOf('notFound'));
  const lists = { allPages: allPagesHref(site), search: searchLink(site.config) };
  const { files, assets, anchors, diagnostics } = collector;
  return {
    head,
    header: renderSharedTemplate('Header', { siteTitle: title, home: frontHref(site), logo, links, ...lists }, context),
    hasSiteLinks: links.length > 0,
    hero,
    announcement,
    notFound,
    footer: ofFooter.pieces.every((piece) => piece.length === 0) ? undefined : ofFooter,
    files,
    assets,
    anchors,
    diagnostics,
  };
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
