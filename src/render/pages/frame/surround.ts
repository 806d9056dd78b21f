// What stands around every page and is the same on each: header, announcement, footer. Printed once.
import type { ComponentProps } from 'react';
import type { Parts } from '../../../../templates/parts.js';
import type { HeaderProps } from '../../../../templates/props.js';
import type { LinkProps, LogoProps } from '../../../../templates/types.js';
import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { linkBroken } from '../../../model/diagnostics/links.js';
import { type Href, pageHref, toPermalink, toSourcePath } from '../../../model/path.js';
import type { Site } from '../../../model/site.js';
import type { UserLink } from '../../../model/user-config.js';
import type { Body } from '../../body/body-types.js';
import { classify, withScheme } from '../../body/html/url-policy.js';
import type { OutputFile } from '../../output-file.js';
import type { Anchor } from '../links/anchors.js';
import type { ContentAsset } from '../links/assets.js';
import { type FillContext, fillHoles } from '../links/fill-holes.js';
import type { LinkingDoc } from '../links/linked-site.js';
import { resolveHole } from '../links/links.js';
import { LateMarkup } from '../print/markup.js';
import { type FrameTextKey, textSource } from './frame-texts.js';

export type FrameBodies = Readonly<Partial<Record<FrameTextKey, Body>>>;

/** What it is made of. */
export interface SurroundInput extends FillContext {
  readonly site: Site;
  readonly logo: LogoProps | undefined;
  readonly texts: FrameBodies;
}

export interface Surround {
  readonly header: LateMarkup;
  readonly hasSiteLinks: boolean;
  readonly announcement: LateMarkup | undefined;
  readonly footer: LateMarkup | undefined;
  /** The owner's text for addresses that lead nowhere. */
  readonly notFound: LateMarkup | undefined;
  /** What its texts and links bring along, as those of a page do. */
  readonly files: readonly OutputFile[];
  readonly assets: readonly ContentAsset[];
  readonly anchors: readonly Anchor[];
  readonly diagnostics: readonly Diagnostic[];
}

type PrintPart = <Name extends keyof Parts>(name: Name, props: ComponentProps<Parts[Name]>) => LateMarkup;

/** What its links and texts mean. Diagnostics: those of `fillHoles`. */
export function surroundOf(input: SurroundInput, print: PrintPart): Surround {
  const { site, texts, logo } = input;
  const { header, footer, title } = site.config;
  const made = new Made(input);
  const links = header.links.flatMap((item): HeaderProps['links'] => {
    if (!('links' in item)) return made.links([item], 'header');
    const inside = made.links(item.links, 'header');
    return inside.length === 0 ? [] : [{ label: item.label, links: inside }];
  });
  const columns = footer.columns.map((column) => ({ title: column.title, links: made.links(column.links, 'footer') }));
  const text = made.text('footer.text', texts);
  const hasFooter = text !== undefined || columns.some((column) => column.links.length > 0);
  const own = { announcement: made.text('announcement', texts), notFound: made.text('notFound', texts) };
  const home = frontHref(site);
  return {
    header: print('Header', { siteTitle: title, home, logo, links }),
    hasSiteLinks: links.length > 0,
    announcement: late(own.announcement),
    notFound: late(own.notFound),
    footer: hasFooter ? print('Footer', { columns, text: text === undefined ? undefined : { html: text } }) : undefined,
    ...made.rest(),
  };
}

const late = (markup: string | undefined) => (markup === undefined ? undefined : new LateMarkup(markup));

/** The address of the hub's front. */
export function frontHref({ config }: Site): Href {
  return pageHref(toPermalink(config.basePath, config.routeBase, '/'), config);
}

/** What is found while links and texts are resolved. */
class Made {
  readonly #input: FillContext;
  readonly #files: OutputFile[] = [];
  readonly #assets = new Set<ContentAsset>();
  readonly #anchors: Anchor[] = [];
  readonly #diagnostics: Diagnostic[] = [];

  constructor(input: FillContext) {
    this.#input = input;
  }

  rest(): Pick<Surround, 'files' | 'assets' | 'anchors' | 'diagnostics'> {
    const [files, anchors, diagnostics] = [this.#files, this.#anchors, this.#diagnostics];
    return { files, assets: [...this.#assets], anchors, diagnostics };
  }

  /** The markup of a text; undefined where the config has none. */
  text(key: FrameTextKey, texts: FrameBodies): string | undefined {
    const body = texts[key];
    if (!body) return undefined;
    const filled = fillHoles(this.#docOf(key), body, this.#input);
    const file = textSource(key);
    this.#files.push(...filled.files);
    for (const asset of filled.assets) this.#assets.add(asset);
    this.#anchors.push(...filled.anchors.map((anchor) => ({ ...anchor, place: { file } })));
    const found = [...body.diagnostics, ...filled.diagnostics];
    this.#diagnostics.push(...found.map((problem) => ({ ...problem, place: { file } })));
    return filled.markup.trim();
  }

  /** Links without those that lead nowhere. */
  links(links: readonly UserLink[], of: 'header' | 'footer'): LinkProps[] {
    const place = { file: `docgen.config (${of})` };
    return links.flatMap(({ label, href }) => {
      const target = this.#hrefOf(withScheme(href), place);
      return target === undefined ? [] : [{ label, href: target }];
    });
  }

  #hrefOf(url: string, place: Place): Href | undefined {
    const { site, assetOf } = this.#input;
    const kind = classify(url, 'link');
    if (kind === 'outside') return url as Href;
    if (kind === 'forbidden') {
      this.#diagnostics.push(linkBroken({ url, near: undefined }, place));
      return undefined;
    }
    const { target, anchor, diagnostics } = resolveHole(
      { kind: 'link', url, place, alt: '' },
      this.#docOf('announcement'),
      { site },
    );
    this.#diagnostics.push(...diagnostics);
    if (anchor) this.#anchors.push(anchor);
    if (target.kind !== 'file') return target.kind === 'none' ? undefined : target.href;
    const named = assetOf(target.source);
    this.#assets.add(named);
    if (named.problem) this.#diagnostics.push(named.problem(place));
    return named.asset?.href;
  }

  /** Addresses are read as in a doc at the root of the content. */
  #docOf(key: FrameTextKey): LinkingDoc {
    const { basePath, routeBase } = this.#input.site.config;
    const permalink = toPermalink(basePath, routeBase, '/');
    return { id: '', source: toSourcePath(textSource(key)), sourceDirName: '.', permalink };
  }
}
