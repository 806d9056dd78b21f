// Layout that is the same on all pages: header, announcement, footer. Rendered once.
import { mapKeys, pickBy } from 'lodash-es';
import type { Parts } from '../../../../templates/parts.js';
import type { HeaderProps } from '../../../../templates/props.js';
import type { CardProps, HeadTagProps, HeroProps, LinkProps, LogoProps } from '../../../../templates/types.js';
import type { Config } from '../../../model/config/config.js';
import type { UserLink } from '../../../model/config/schema/config.js';
import { type Diagnostic, type Place, problem } from '../../../model/diagnostics/diagnostic.js';
import { globTest } from '../../../model/types/globs.js';
import { encodePart, type Href, parseUrl, toPermalink, toSourcePath } from '../../../model/types/path.js';
import type { OutputFile } from '../../base/output-file.js';
import type { Body } from '../../body/body-types.js';
import { classify, withScheme } from '../../body/html/refs.js';
import type { Anchor } from '../links/anchors.js';
import type { ContentAsset } from '../links/assets.js';
import { type FillContext, fillSlots, resolveHref, type Used } from '../links/fill-slots.js';
import type { LinkingDoc } from '../links/original-address.js';
import { allPagesHref, frontHref } from '../lists/all-pages.js';
import { DeferredMarkup, renderSharedTemplate } from '../print/render-template.js';
import { type FrameTextKey, textSource } from './frame-texts.js';
import { localeMenu } from './locales.js';

export type LayoutBodies = Readonly<Partial<Record<FrameTextKey, Body>>>;

interface SurroundInput extends FillContext {
  readonly parts: Parts;
  readonly logo: LogoProps | undefined;
  readonly texts: LayoutBodies;
}

/** The layout, and what its texts and links use. */
export interface Surround extends Used {
  /** The elements of the config key `head`, and the pages that have them by their paths below the base path. */
  readonly head: readonly { readonly props: HeadTagProps; readonly isOn: (path: string) => boolean }[];
  readonly header: DeferredMarkup;
  readonly hasSiteLinks: boolean;
  readonly hero: HeroProps | undefined;
  readonly announcement: DeferredMarkup | undefined;
  readonly footer: DeferredMarkup | undefined;
  readonly notFound: DeferredMarkup | undefined;
}

/** Resolves the links and texts of the layout, and renders it. Diagnostics: those of `fillSlots`. */
export function surroundOf(input: SurroundInput): Surround {
  const { site, logo, parts } = input;
  const { header, title } = site.config;
  const context = { parts, words: site.words };
  const collector = new Collector(input);
  const links = header.links.flatMap((item): HeaderProps['links'] => {
    if (!('links' in item)) return collector.linksOf([item], 'header');
    const inside = collector.linksOf(item.links, 'header');
    return inside.length === 0 ? [] : [{ label: item.label, links: inside }];
  });
  const locales = localeMenu(site.config);
  if (locales) links.push(locales);
  const head = site.config.head.flatMap(({ tag, attributes, pages }) => {
    const [link] = 'href' in attributes ? collector.linksOf([{ label: '', href: attributes.href }], 'head') : [];
    if ('href' in attributes && !link) return [];
    const given = pickBy({ ...attributes, href: link?.href }, (value) => value !== undefined);
    const resolved = mapKeys(given, (_, name) => reactNames[name] ?? name);
    return { props: { tag, attributes: resolved }, isOn: pages === undefined ? () => true : globTest([pages].flat()) };
  });
  const columns = site.config.footer.columns.map((column) => ({
    title: column.title,
    links: collector.linksOf(column.links, 'footer'),
  }));
  const own = site.config.hero;
  const hero = own && {
    title: own.title || title,
    lead: own.lead || site.config.tagline,
    actions: collector.linksOf(own.actions, 'home'),
    features: own.features.map(({ title: label, details: description, href }): CardProps => {
      const [link] = href === undefined ? [] : collector.linksOf([{ label, href }], 'home');
      return { label, description, count: undefined, ...link };
    }),
  };
  const text = collector.textOf('footer.text');
  const footer = { columns, text: text === undefined ? undefined : { html: text } };
  const ofFooter = renderSharedTemplate('Footer', footer, context);
  const announcement = late(collector.textOf('announcement'));
  const notFound = late(collector.textOf('notFound'));
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
    assets: [...assets],
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

const late = (markup: string | undefined) => (markup === undefined ? undefined : new DeferredMarkup(markup));

class Collector {
  readonly files: OutputFile[] = [];
  readonly assets = new Set<ContentAsset>();
  readonly anchors: Anchor[] = [];
  readonly diagnostics: Diagnostic[] = [];

  constructor(private readonly input: SurroundInput) {}

  textOf(key: FrameTextKey): string | undefined {
    const body = this.input.texts[key];
    if (!body) return undefined;
    const filled = fillSlots(this.#docOf(key), body, this.input);
    const file = textSource(key);
    this.files.push(...filled.files);
    for (const asset of filled.assets) this.assets.add(asset);
    this.anchors.push(...filled.anchors.map((anchor) => ({ ...anchor, place: { file } })));
    const found = [...body.diagnostics, ...filled.diagnostics];
    this.diagnostics.push(...found.map((diagnostic) => ({ ...diagnostic, place: { file } })));
    return filled.markup.trim();
  }

  linksOf(links: readonly UserLink[], of: 'header' | 'footer' | 'home' | 'head'): LinkProps[] {
    const place = { file: `docgen.config (${of})` };
    return links.flatMap(({ label, href }) => {
      const target = this.#hrefOf(withScheme(href), place);
      return target === undefined ? [] : [{ label, href: target }];
    });
  }

  #hrefOf(url: string, place: Place): Href | undefined {
    const kind = classify(url, 'link');
    if (kind === 'outside') return url as Href;
    if (kind === 'forbidden') {
      this.diagnostics.push(problem.linkBroken({ url, near: undefined }, place));
      return undefined;
    }
    const slot = { kind: 'link', url, place, alt: '' } as const;
    const input = { ...this.input, hub: this.input.site };
    const { href, anchor, asset, diagnostics } = resolveHref(slot, this.#docOf('announcement'), input);
    this.diagnostics.push(...diagnostics);
    if (anchor) this.anchors.push(anchor);
    if (asset) this.assets.add(asset);
    return href;
  }

  /** Returns a virtual doc at the root of the content, which URLs are resolved against. */
  #docOf(key: FrameTextKey): LinkingDoc {
    const { basePath, routeBase } = this.input.site.config;
    const permalink = toPermalink(basePath, routeBase, '/');
    return { id: '', source: toSourcePath(textSource(key)), sourceDirName: '.', permalink };
  }
}
