// Links, images and fronts that a config or a front matter names: resolved and checked as those in pages.
import type { CardProps, HeroProps, LinkProps } from '../../../../templates/types.js';
import type { UserLink } from '../../../model/config/schema/config.js';
import { type Diagnostic, type Place, problem } from '../../../model/diagnostics/diagnostic.js';
import type { Home } from '../../../model/input/home.js';
import type { Href } from '../../../model/types/path.js';
import type { OutputFile } from '../../base/output-file.js';
import { classify, withScheme } from '../../body/html/refs.js';
import type { Anchor } from './anchors.js';
import type { ContentAsset } from './assets.js';
import { type FillContext, resolveHref, type Used } from './fill-slots.js';
import type { LinkingDoc } from './original-address.js';

interface HeroDefaults {
  readonly title: string;
  readonly lead: string;
  readonly actions: readonly LinkProps[];
}

/** Resolves links, and collects what they use and their problems. */
export class OwnLinks implements Used {
  readonly files: OutputFile[] = [];
  readonly #assets = new Set<ContentAsset>();
  readonly anchors: Anchor[] = [];
  readonly diagnostics: Diagnostic[] = [];

  constructor(
    private readonly doc: LinkingDoc,
    private readonly context: FillContext,
  ) {}

  get assets(): readonly ContentAsset[] {
    return [...this.#assets];
  }

  add({ files, assets, anchors, diagnostics }: Used): void {
    this.files.push(...files);
    for (const asset of assets) this.#assets.add(asset);
    this.anchors.push(...anchors);
    this.diagnostics.push(...diagnostics);
  }

  linksOf(links: readonly UserLink[], place: Place): LinkProps[] {
    return links.flatMap(({ label, href }) => {
      const target = this.#resolve('link', withScheme(href), place).href;
      return target === undefined ? [] : [{ label, href: target }];
    });
  }

  heroOf(home: Home, defaults: HeroDefaults, place: Place): HeroProps {
    return {
      title: home.title || defaults.title,
      lead: (home.lead || defaults.lead).split('\n').filter(Boolean),
      image: home.image && this.#pictureOf(home.image, place),
      actions: home.actions ? this.linksOf(home.actions, place) : defaults.actions,
      features: home.features.map(({ title: label, details: description, href }): CardProps => {
        const [link] = href === undefined ? [] : this.linksOf([{ label, href }], place);
        return { label, description, count: undefined, ...link };
      }),
    };
  }

  #pictureOf({ light, dark, alt }: NonNullable<Home['image']>, place: Place): HeroProps['image'] {
    const imageOf = (url: string) => {
      const { href, asset } = this.#resolve('image', url, place);
      const { width, height } = asset?.asset?.size ?? {};
      return href && { href, width, height };
    };
    const image = imageOf(light);
    return image && { light: image, dark: dark === '' || dark === light ? undefined : imageOf(dark), alt };
  }

  #resolve(kind: 'link' | 'image', url: string, place: Place): Pick<ReturnType<typeof resolveHref>, 'href' | 'asset'> {
    const known = classify(url, kind);
    if (known === 'outside') return { href: url as Href, asset: undefined };
    if (known === 'forbidden') {
      this.diagnostics.push(problem.linkBroken({ url, near: undefined }, place));
      return { href: undefined, asset: undefined };
    }
    const { href, anchor, asset, diagnostics } = resolveHref({ kind, url, place, alt: '' }, this.doc, this.context);
    this.add({ files: [], assets: asset ? [asset] : [], anchors: anchor ? [anchor] : [], diagnostics });
    return { href, asset };
  }
}
