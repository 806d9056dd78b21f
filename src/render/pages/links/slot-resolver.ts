// Resolves the links and images of a page or a text (in its body, front matter or the config), and collects the files that they use and their diagnostics.
import type { CardProps, HeroProps, LinkProps } from '../../../../templates/types.js';
import type { UserLink } from '../../../model/config/schema/config.js';
import { type Diagnostic, type Place, problem } from '../../../model/diagnostics/diagnostic.js';
import { sha256 } from '../../../model/input/hash.js';
import type { Home } from '../../../model/input/home.js';
import type { Href, SourcePath } from '../../../model/types/path.js';
import type { OutputFile } from '../../base/output-file.js';
import { classify, withScheme } from '../../body/html/refs.js';
import type { Slot } from '../../body/print/fragment.js';
import type { Anchor } from './anchors.js';
import type { Asset, ContentAsset } from './assets.js';
import type { LinkingDoc } from './original-address.js';
import { type LinkContext, resolveSlot } from './resolve-slot.js';

/** Results of a page or a text other than its markup. */
export interface PageResources {
  /** Files of the page. For a doc, also its Markdown version and generated images. */
  readonly files: readonly OutputFile[];
  readonly assets: readonly ContentAsset[];
  readonly anchors: readonly Anchor[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface SlotContext extends LinkContext {
  readonly assetOf: (source: SourcePath) => ContentAsset;
}

/** Maximum number of diagnostics of one page with a hint. A page can contain a million broken links. */
const maxHints = 100;

interface HeroDefaults {
  readonly title: string;
  readonly lead: string;
  readonly actions: readonly LinkProps[];
}

interface ResolvedLink {
  /** Undefined if the target doesn't exist or is not published. */
  readonly href?: Href | undefined;
  readonly isOutside?: boolean;
  readonly asset?: Asset | undefined;
}

export class SlotResolver implements PageResources {
  readonly files: OutputFile[] = [];
  readonly #assets = new Set<ContentAsset>();
  readonly anchors: Anchor[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #resolved: ReturnType<typeof resolveSlot>[] = [];
  /** Whether a link that only a program of the site can resolve was reported. */
  #hasForeignLink = false;

  constructor(
    private readonly doc: LinkingDoc,
    readonly context: SlotContext,
  ) {}

  get assets(): readonly ContentAsset[] {
    return [...this.#assets];
  }

  /** Key of what the links in slots resolve to, except the contents of files. '' if there are no links. */
  get key(): string {
    return this.#resolved.length === 0 ? '' : sha256(JSON.stringify(this.#resolved));
  }

  add({ files, assets, anchors, diagnostics }: PageResources): void {
    this.files.push(...files);
    for (const asset of assets) this.#assets.add(asset);
    this.anchors.push(...anchors);
    this.diagnostics.push(...diagnostics);
  }

  /** Resolves a slot. Diagnostics: DG601, DG603–DG606, DG704, DG706, DG711, DG301, DG305. */
  resolve(slot: Slot): ResolvedLink {
    const { site, hub, assetOf, hints = true } = this.context;
    const linkContext = { site, hub, hints: hints && this.diagnostics.length < maxHints };
    const resolution = resolveSlot(slot, this.doc, linkContext);
    this.#resolved.push(resolution);
    const { target, anchor, diagnostics } = resolution;
    const used = target.kind === 'file' ? assetOf(target.source) : undefined;
    for (const diagnostic of diagnostics) {
      const isForeign = diagnostic.code === problem.foreignSyntax.code;
      if (!isForeign || !this.#hasForeignLink) this.diagnostics.push(diagnostic);
      this.#hasForeignLink ||= isForeign;
    }
    if (used?.diagnose) this.diagnostics.push(used.diagnose(slot.place));
    if (used) this.#assets.add(used);
    if (anchor) this.anchors.push(anchor);
    const asset = used?.asset;
    return 'href' in target
      ? { href: target.href, isOutside: target.kind === 'outside' }
      : { href: asset?.href, asset };
  }

  linksOf(links: readonly UserLink[], place: Place): LinkProps[] {
    return links.flatMap(({ label, href }) => {
      const target = this.resolveUrl('link', withScheme(href), place).href;
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
      const { href, asset } = this.resolveUrl('image', url, place);
      const { width, height } = asset?.size ?? {};
      return href && { href, width, height };
    };
    const image = imageOf(light);
    return image && { light: image, dark: dark === '' || dark === light ? undefined : imageOf(dark), alt };
  }

  /** Resolves a URL of front matter or the config. Diagnostics: those of `resolve`. */
  resolveUrl(kind: 'link' | 'image', url: string, place: Place): ResolvedLink {
    const known = classify(url, kind);
    if (known === 'inside') return this.resolve({ kind, url, place, alt: '', template: '' });
    if (known === 'outside') return { href: url as Href };
    this.diagnostics.push(problem.linkBroken({ url, near: undefined }, place));
    return {};
  }
}
