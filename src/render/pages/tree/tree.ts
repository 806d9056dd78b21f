// The sidebar: the same bytes on every page, except for the path to the current page. It is complete if it has at most `sidebar.maxLinks` pages. A larger one has the top level and
// the path to the current page with siblings and children, and on the page of a category the items of the categories in it, if these are few. Any other category is a link to its own page. A level that is too long is split at fixed positions.
import { memoize, once, sumBy } from 'lodash-es';
import type { LevelLinkProps, LevelProps } from '../../../../templates/types.js';
import { sha256 } from '../../../model/input/hash.js';
import { countPages, type SidebarCategory, type SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site/site.js';
import { type Href, type Permalink, withoutTrailingSlash } from '../../../model/types/path.js';
import { allPagesHref, frontHref, wholeTreeHref } from '../lists/all-pages.js';
import { categoryHref, firstLinks, linksIn, listedLink } from '../lists/cards.js';
import { headWith, type Mark, type TreeOptions, type TreePiece, treePieces } from './tree-chunks.js';

/** Id of the current page's entry. A link to it makes the browser expand all categories above it. */
export const hereId = 'docgen-here';

/** Attributes of entries: the first one of the current page, its others, categories above it, expanded ones. */
const attributes = {
  first: Buffer.from(` aria-current="page" id="${hereId}"`),
  page: Buffer.from(' aria-current="page"'),
  branch: Buffer.from(' data-current="branch"'),
  open: Buffer.from(' open'),
};

/** Maximum number of items of a level in a sidebar that is not complete. */
const maxItems = 100;

/** The state of the sidebar on one page: marked items, expanded categories, and the maximum number of items per level. */
interface FilledPage {
  readonly marks: ReadonlyMap<SidebarItem, Mark>;
  readonly opened: readonly SidebarItem[];
  readonly maxOfLevel: number;
}

export class SidebarTree {
  readonly levelOf: (branch: Branch) => LevelProps;
  readonly #pieces: ReturnType<typeof treePieces>;
  readonly #maxLinks: number;
  readonly #branches: ReadonlyMap<string, readonly Branch[]>;

  /** `maxLinks` is the maximum number of links, if the sidebar has more pages. */
  constructor(
    private readonly items: readonly SidebarItem[],
    private readonly options: TreeOptions,
    maxLinks = options.site.config.sidebar.maxLinks,
  ) {
    this.#pieces = treePieces(items, options);
    this.#maxLinks = countPages(items) <= maxLinks ? Number.POSITIVE_INFINITY : maxLinks;
    this.#branches = branchesOf(items, options);
    this.levelOf = levelsOf(items, options.site);
  }

  /** Returns the location of a page, or undefined if the sidebar doesn't show it. */
  branchOf(permalink: Permalink): Branch | undefined {
    return this.#branches.get(withoutTrailingSlash(permalink))?.find((branch) => this.#isShown(branch));
  }

  /** Returns the UTF-8 markup with the current page and the categories above it marked. */
  fill(permalink: Permalink): Uint8Array[] {
    const all = this.#branches.get(withoutTrailingSlash(permalink)) ?? [];
    const branches = this.isWhole ? all.filter((branch) => this.#isShown(branch)) : all.slice(0, 1);
    const { above = [], item } = branches[0] ?? {};
    const ofCategory = above.at(-1) === item ? above.at(-1) : undefined;
    const page = {
      marks: this.#marksOf(branches),
      opened: this.isWhole || !ofCategory ? [] : smallCategories(ofCategory.items, this.#maxLinks / 4),
      maxOfLevel: Math.min(maxItems, Math.max(1, Math.floor(this.#maxLinks / (above.length + 1)))),
    };
    return [this.#pieces.prefix, ...this.#contentOf(undefined, page), this.#pieces.suffix];
  }

  /** Returns the items of a category, or of the top level. If the sidebar is not complete, these are the items around the marked one. */
  #contentOf(category: SidebarCategory | undefined, page: FilledPage): Uint8Array[] {
    const { pieces, indexOf, bytes, offsets, counts } = this.#level(category);
    const indexesOf = (items: Iterable<SidebarItem>) => [...items].flatMap((item) => indexOf.get(item) ?? []);
    const marked = indexesOf(page.marks.keys()).sort((a, b) => a - b);
    const [first = 0] = marked;
    const start = this.isWhole ? 0 : first - (first % page.maxOfLevel);
    const end = this.isWhole ? pieces.length : Math.min(pieces.length, start + page.maxOfLevel);
    const opened = indexesOf(page.opened).filter((index) => index < end);
    const filled: Uint8Array[] = [];
    let from = offsets[start];
    for (const index of opened.length > 0 ? opened : marked) {
      const piece = pieces[index] as TreePiece;
      const { item, tail } = piece;
      filled.push(bytes.subarray(from, offsets[index]), ...headWith(piece, page.marks.get(item) ?? {}));
      if (item.type === 'category') filled.push(...this.#contentOf(item, page), tail);
      from = offsets[index + 1];
    }
    filled.push(bytes.subarray(from, offsets[end]));
    if (start === 0 && end === pieces.length) return filled;
    const [before = 0, within = 0, all = 0] = [counts[start], counts[end], counts.at(-1)];
    return [...filled, this.#linkToRest(category, all - within + before)];
  }

  /** Returns the marks of all items on the paths to a page's entries. Only categories of the first path have attributes. */
  #marksOf(branches: readonly Branch[]): Map<SidebarItem, Mark> {
    const marks = new Map<SidebarItem, Mark>();
    const details = this.options.site.config.sidebar.expandCurrent ? attributes.open : undefined;
    for (const [index, { above, item }] of branches.entries()) {
      const isFirst = index === 0;
      for (const category of above)
        if (!marks.has(category)) marks.set(category, isFirst ? { name: attributes.branch, details } : {});
      marks.set(item, isFirst ? { name: attributes.first, details } : { name: attributes.page, ...marks.get(item) });
    }
    return marks;
  }

  /** Whether the template prints the entry of a page. It omits unlisted docs. */
  #isShown({ above, item }: Branch): boolean {
    const { pieces, indexOf } = this.#level(above.filter((category) => category !== item).at(-1));
    return pieces[indexOf.get(item) ?? -1]?.slots.some(({ kind }) => kind === 'name') === true;
  }

  /** Key of a complete sidebar. With the page, it determines what the page shows. '' for one that is not complete, whose part on a page can be hashed. */
  get key(): string {
    return this.isWhole ? this.#key() : '';
  }

  readonly #key = once(() => sha256(this.#level(undefined).bytes));

  /** Whether every page has the same, complete sidebar. */
  get isWhole(): boolean {
    return this.#maxLinks === Number.POSITIVE_INFINITY;
  }

  /** Returns the items of a category, or of the top level, without a current page. */
  readonly #level = memoize((category: SidebarCategory | undefined) => {
    const items = category?.items ?? this.items;
    const pieces = this.#pieces.of(items);
    const closed = this.isWhole ? pieces : this.#pieces.of(items.map((item) => this.#closed(item)));
    const offsets = [0]; // of each chunk in `bytes`, and the end of the last one
    const counts = [0]; // of pages in the items before each one, and in all, if not all items are shown
    const bytes: Uint8Array[] = [];
    for (const [index, { item, head, tail }] of closed.entries()) {
      const parts = item.type === 'category' ? [head, this.#level(item).bytes, tail] : [head];
      bytes.push(...parts);
      offsets.push(parts.reduce((sum, { length }) => sum + length, offsets[index] ?? 0));
    }
    if (!this.isWhole) for (const item of items) counts.push((counts.at(-1) ?? 0) + countPages([item]));
    const indexOf = new Map(items.map((item, index) => [item, index]));
    return { pieces, indexOf, bytes: Buffer.concat(bytes), offsets, counts };
  });

  /** Returns a link that replaces a category: to its own page, or to the page with the complete sidebar. */
  #closed(item: SidebarItem): SidebarItem {
    if (item.type !== 'category') return item;
    const { site } = this.options;
    const href = categoryHref(item, site) ?? firstLinks(item, site)[0]?.href ?? wholeTreeHref(site);
    const className = ['folder', item.className].filter((name) => name !== undefined).join(' ');
    return { type: 'link', href, label: item.label, className, autoAddBaseUrl: false };
  }

  /** Renders the link to items that are not shown (`3 more pages`). It points to the page of the category, or to the page with the complete sidebar. */
  #linkToRest(category: SidebarCategory | undefined, pages: number): Uint8Array {
    const { site } = this.options;
    const label = site.words.count('morePages', pages);
    const href = (category && categoryHref(category, site)) ?? wholeTreeHref(site);
    return this.#rest(href, label);
  }

  readonly #rest = memoize(
    (href: Href, label: string): Uint8Array =>
      this.#pieces.of([{ type: 'link', href, label, autoAddBaseUrl: false }])[0]?.head ?? new Uint8Array(),
    (href, label) => `${href} ${label}`,
  );
}

/** Returns the categories whose items a partial sidebar shows on the page of their parent category: all of them, or none if there are too many items. */
function smallCategories(items: readonly SidebarItem[], max: number): readonly SidebarCategory[] {
  const categories = items.filter((item) => item.type === 'category');
  return sumBy(categories, (category) => category.items.length) > max ? [] : categories;
}

/** Returns the locations of all pages by permalink without trailing slash. */
function branchesOf(items: readonly SidebarItem[], { site }: TreeOptions): Map<string, Branch[]> {
  const branches = new Map<string, Branch[]>();
  const walk = (list: readonly SidebarItem[], above: readonly SidebarCategory[]) => {
    for (const item of list) {
      const inside = item.type === 'category' ? [...above, item] : above;
      for (const key of linksIn(item, site)) {
        const known = branches.get(key);
        if (known) known.push({ above: inside, item });
        else branches.set(key, [{ above: inside, item }]);
      }
      if (item.type === 'category') walk(item.items, inside);
    }
  };
  walk(items, []);
  return branches;
}

interface Branch {
  /** Categories above the page, outermost first. If it is the page of a category, that category is the last. */
  readonly above: readonly SidebarCategory[];
  readonly item: SidebarItem;
}

/** Maximum number of lines, including the link to the other items. */
const maxLinks = 24;

/**
 * Returns the short menus next to pages by their locations in the sidebar: the siblings of a page, or on the page of a category its items. If there are
 * many, those around the page. Each menu is created once.
 */
function levelsOf(items: readonly SidebarItem[], site: Site): (branch: Branch) => LevelProps {
  const levelOf = memoize((category: SidebarCategory | undefined) => levelBelow(category, items, site));
  return ({ above, item }) => {
    const { links, indexOf, ...shared } = levelOf(above.at(-1));
    const at = indexOf.get(item);
    const length = links.length <= maxLinks ? maxLinks : maxLinks - 1;
    const start = Math.max(0, Math.min((at ?? -1) - Math.floor(length / 2), links.length - length));
    const shown = links.slice(start, start + length);
    const current = at === undefined ? undefined : links[at];
    return {
      links: current && at !== undefined ? shown.with(at - start, { ...current, isCurrent: true }) : shown,
      ...shared,
    };
  };
}

function levelBelow(category: SidebarCategory | undefined, items: readonly SidebarItem[], site: Site) {
  const links: LevelLinkProps[] = [];
  const indexOf = new Map<SidebarItem, number>();
  for (const item of category?.items ?? items) {
    const link = listedLink(item, site);
    if (!link) continue;
    indexOf.set(item, links.length);
    links.push({ ...link, isCategory: item.type === 'category', isCurrent: false });
  }
  const href = category ? categoryHref(category, site) : frontHref(site);
  const left = links.length <= maxLinks ? 0 : links.length - maxLinks + 1;
  const more =
    left === 0 ? undefined : { href: (category && href) ?? allPagesHref(site), label: site.words.count('more', left) };
  return { label: category?.label ?? site.config.title, href, links, more, indexOf };
}
