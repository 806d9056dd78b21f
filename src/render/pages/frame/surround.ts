// Layout that is the same on all pages: header, announcement, footer. Rendered once.
import type { ComponentProps } from 'react';
import type { Parts } from '../../../../templates/parts.js';
import type { HeaderProps } from '../../../../templates/props.js';
import type { LinkProps, LogoProps } from '../../../../templates/types.js';
import type { UserLink } from '../../../model/config/schema/frame.js';
import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { problem } from '../../../model/diagnostics/problem.js';
import type { Site } from '../../../model/site/site.js';
import { type Href, toPermalink, toSourcePath } from '../../../model/types/path.js';
import type { OutputFile } from '../../base/output-file.js';
import type { Body } from '../../body/body-types.js';
import { classify, withScheme } from '../../body/html/url-policy.js';
import type { Anchor } from '../links/anchors.js';
import type { ContentAsset } from '../links/assets.js';
import { type FillContext, fillSlots, resolveHref } from '../links/fill-slots.js';
import type { LinkingDoc } from '../links/original-address.js';
import { frontHref } from '../lists/all-pages.js';
import { DeferredMarkup } from '../print/deferred-markup.js';
import { type FrameTextKey, textSource } from './frame-texts.js';

export type LayoutBodies = Readonly<Partial<Record<FrameTextKey, Body>>>;

interface SurroundInput extends FillContext {
  readonly site: Site;
  readonly logo: LogoProps | undefined;
  readonly texts: LayoutBodies;
}

export interface Surround {
  readonly header: DeferredMarkup;
  readonly hasSiteLinks: boolean;
  readonly announcement: DeferredMarkup | undefined;
  readonly footer: DeferredMarkup | undefined;
  /** Configured text of `404.html`. */
  readonly notFound: DeferredMarkup | undefined;
  /** Files, assets and anchors that its texts and links use, as those of a page. */
  readonly files: readonly OutputFile[];
  readonly assets: readonly ContentAsset[];
  readonly anchors: readonly Anchor[];
  readonly diagnostics: readonly Diagnostic[];
}

type PrintPart = <Name extends keyof Parts>(name: Name, props: ComponentProps<Parts[Name]>) => DeferredMarkup;

/** Resolves the links and texts of the layout, and renders it. Diagnostics: those of `fillSlots`. */
export function surroundOf(input: SurroundInput, print: PrintPart): Surround {
  const { site, texts, logo } = input;
  const { header, footer, title } = site.config;
  const collector = new Collector(input);
  const links = header.links.flatMap((item): HeaderProps['links'] => {
    if (!('links' in item)) return collector.links([item], 'header');
    const inside = collector.links(item.links, 'header');
    return inside.length === 0 ? [] : [{ label: item.label, links: inside }];
  });
  const columns = footer.columns.map((column) => ({
    title: column.title,
    links: collector.links(column.links, 'footer'),
  }));
  const text = collector.text('footer.text', texts);
  const hasFooter = text !== undefined || columns.some((column) => column.links.length > 0);
  const own = { announcement: collector.text('announcement', texts), notFound: collector.text('notFound', texts) };
  const home = frontHref(site);
  return {
    header: print('Header', { siteTitle: title, home, logo, links }),
    hasSiteLinks: links.length > 0,
    announcement: late(own.announcement),
    notFound: late(own.notFound),
    footer: hasFooter ? print('Footer', { columns, text: text === undefined ? undefined : { html: text } }) : undefined,
    ...collector.rest(),
  };
}

const late = (markup: string | undefined) => (markup === undefined ? undefined : new DeferredMarkup(markup));

/** Collects files, assets, anchors and diagnostics while links and texts are resolved. */
class Collector {
  readonly #input: FillContext;
  readonly #files: OutputFile[] = [];
  readonly #assets = new Set<ContentAsset>();
  readonly #anchors: Anchor[] = [];
  readonly #diagnostics: Diagnostic[] = [];

  constructor(input: FillContext) {
    this.#input = input;
  }

  rest(): Pick<Surround, 'files' | 'assets' | 'anchors' | 'diagnostics'> {
    return {
      files: this.#files,
      assets: [...this.#assets],
      anchors: this.#anchors,
      diagnostics: this.#diagnostics,
    };
  }

  /** Returns the markup of a text, or undefined if the config has none. */
  text(key: FrameTextKey, texts: LayoutBodies): string | undefined {
    const body = texts[key];
    if (!body) return undefined;
    const filled = fillSlots(this.#docOf(key), body, this.#input);
    const file = textSource(key);
    this.#files.push(...filled.files);
    for (const asset of filled.assets) this.#assets.add(asset);
    this.#anchors.push(...filled.anchors.map((anchor) => ({ ...anchor, place: { file } })));
    const found = [...body.diagnostics, ...filled.diagnostics];
    this.#diagnostics.push(...found.map((diagnostic) => ({ ...diagnostic, place: { file } })));
    return filled.markup.trim();
  }

  /** Resolves links, and leaves out broken ones. */
  links(links: readonly UserLink[], of: 'header' | 'footer'): LinkProps[] {
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
      this.#diagnostics.push(problem.linkBroken({ url, near: undefined }, place));
      return undefined;
    }
    const { site, assetOf } = this.#input;
    const slot = { kind: 'link', url, place, alt: '' } as const;
    const { href, anchor, asset, diagnostics } = resolveHref(slot, this.#docOf('announcement'), {
      site,
      hub: site,
      assetOf,
    });
    this.#diagnostics.push(...diagnostics);
    if (anchor) this.#anchors.push(anchor);
    if (asset) this.#assets.add(asset);
    return href;
  }

  /** Returns a virtual doc at the root of the content, which URLs are resolved against. */
  #docOf(key: FrameTextKey): LinkingDoc {
    const { basePath, routeBase } = this.#input.site.config;
    const permalink = toPermalink(basePath, routeBase, '/');
    return { id: '', source: toSourcePath(textSource(key)), sourceDirName: '.', permalink };
  }
}
