// The sidebar: the same bytes on every page, except for the path to the current page. It is complete if it has at most `treeLinks` pages. A larger one has on every page
// the top level and as many other links as fit in half of `treeLinks`, breadth first. The other half is for the path to the current page, with siblings and children. Any
// other category has a single link to its own page. A level that is too long for its share is split at fixed positions.
import type { LevelProps } from '../../../../templates/types.js';
import type { SidebarCategory, SidebarItem, SidebarLink } from '../../../model/sidebar/sidebar-item.js';
import { type Permalink, withoutTrailingSlash } from '../../../model/types/path.js';
import { allPagesHref } from '../lists/all-pages.js';
import { categoryHref, countPages, entriesOf } from '../lists/cards.js';
import { type Branch, levelsOf } from './level.js';
import { headWith, type Mark, type TreeOptions, type TreePiece, type TreePieces, treePieces } from './tree-chunks.js';

export interface Tree {
  /** Returns the UTF-8 markup with the current page and the categories above it marked. */
  readonly fill: (permalink: Permalink) => readonly Uint8Array[];
  readonly levelOf: (branch: Branch) => LevelProps;
  /** Returns the location of a page, or undefined if the sidebar doesn't show it. */
  readonly branchOf: (permalink: Permalink) => Branch | undefined;
}

/** Id of the current page's entry. A link to it makes the browser expand all categories above it. */
export const hereId = 'docgen-here';

/** Attributes of entries: the first one of the current page, its others, categories above it, expanded ones. */
const attributes = {
  first: Buffer.from(` aria-current="page" id="${hereId}"`),
  page: Buffer.from(' aria-current="page"'),
  branch: Buffer.from(' data-current="branch"'),
  open: Buffer.from(' open'),
};

/** Counts the links of a list with collapsed categories. Each category has its own link and one to its contents. */
function linksOf(items: readonly SidebarItem[]): number {
  return items.length + items.filter(({ type }) => type === 'category').length;
}

/** Returns the categories that are complete on every page: breadth first, as many as fit. */
export function alwaysOpen(items: readonly SidebarItem[], maxLinks: number): ReadonlySet<SidebarCategory> {
  const open = new Set<SidebarCategory>();
  let rest = Math.floor(maxLinks / 2) - linksOf(items);
  for (let level: readonly SidebarItem[] = items; level.length > 0; ) {
    const deeper: SidebarItem[] = [];
    for (const item of level) {
      const more = item.type === 'category' ? linksOf(item.items) - 1 : 0;
      if (item.type !== 'category' || more > rest) continue;
      rest -= more;
      open.add(item);
      deeper.push(...item.items);
    }
    level = deeper;
  }
  return open;
}

/** The items of a category, or of the top level, without a current page. */
interface Level {
  readonly pieces: readonly TreePiece[];
  readonly indexOf: ReadonlyMap<SidebarItem, number>;
  readonly bytes: Uint8Array;
  /** Offset of each chunk in `bytes`, and the end of the last one. */
  readonly offsets: readonly number[];
  readonly links: number;
}

export class SidebarTree implements Tree {
  readonly levelOf: Tree['levelOf'];
  readonly #items: readonly SidebarItem[];
  readonly #options: TreeOptions;
  readonly #pieces: TreePieces;
  readonly #isWhole: boolean;
  readonly #maxLinks: number;
  readonly #open: ReadonlySet<SidebarCategory>;
  readonly #branches: ReadonlyMap<string, readonly Branch[]>;
  readonly #levels = new Map<SidebarCategory | undefined, Level>();
  readonly #links = new Map<string, Uint8Array>();

  constructor(items: readonly SidebarItem[], options: TreeOptions) {
    const { site } = options;
    this.#items = items;
    this.#options = options;
    this.#pieces = treePieces(items, options);
    this.#isWhole = countPages(items) <= site.treeLinks;
    this.#maxLinks = this.#isWhole ? Number.MAX_SAFE_INTEGER : site.treeLinks;
    this.#open = alwaysOpen(items, this.#maxLinks);
    this.#branches = branchesOf(items, options);
    this.levelOf = levelsOf(items, site);
  }

  branchOf(permalink: Permalink): Branch | undefined {
    return this.#branches.get(withoutTrailingSlash(permalink))?.find((branch) => this.#isShown(branch));
  }

  fill(permalink: Permalink): Uint8Array[] {
    const all = this.#branches.get(withoutTrailingSlash(permalink)) ?? [];
    const branches = this.#isWhole ? all.filter((branch) => this.#isShown(branch)) : all.slice(0, 1);
    const marks = this.#marksOf(branches);
    const above = branches[0]?.above ?? [];
    const share = Math.floor(this.#maxLinks / 2);
    const below = above.reduce((sum, category) => sum + this.#level(category).links, 0);
    const part = below <= share ? share : Math.max(1, Math.floor(share / above.length));
    const contentOf = (category: SidebarCategory | undefined, depth: number): Uint8Array[] => {
      const { pieces, indexOf, bytes, offsets, links } = this.#level(category);
      const marked = [...marks.keys()].flatMap((item) => indexOf.get(item) ?? []).sort((a, b) => a - b);
      const length = Math.max(1, Math.floor(((depth === 0 ? share : part) * pieces.length) / Math.max(1, links)));
      const isWhole = pieces.length <= length || (depth > 0 && below <= share);
      const start = isWhole ? 0 : (marked[0] ?? 0) - ((marked[0] ?? 0) % length);
      const end = isWhole ? pieces.length : Math.min(pieces.length, start + length);
      const filled: Uint8Array[] = [];
      let done = offsets[start];
      for (const index of marked) {
        const piece = pieces[index] as TreePiece;
        const { item, tail } = piece;
        filled.push(bytes.subarray(done, offsets[index]), ...headWith(piece, marks.get(item) ?? {}));
        if (item.type === 'category') filled.push(...contentOf(item, depth + 1), tail);
        done = offsets[index + 1];
      }
      filled.push(bytes.subarray(done, offsets[end]));
      const left = [...pieces.slice(0, start), ...pieces.slice(end)].map(({ item }) => item);
      return left.length === 0 ? filled : [...filled, this.#link(category, left, 'morePages')];
    };
    return [this.#pieces.prefix, ...contentOf(undefined, 0), this.#pieces.suffix];
  }

  /** Returns the marks of all items on the paths to a page's entries. Only categories of the first path have attributes. */
  #marksOf(branches: readonly Branch[]): Map<SidebarItem, Mark> {
    const marks = new Map<SidebarItem, Mark>();
    const details = this.#options.expandCurrent ? attributes.open : undefined;
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

  #level(category: SidebarCategory | undefined): Level {
    const known = this.#levels.get(category);
    if (known) return known;
    const items = category?.items ?? this.#items;
    const pieces = this.#pieces.of(items);
    const offsets = [0];
    const bytes: Uint8Array[] = [];
    for (const piece of pieces) {
      const { item, head, tail } = piece;
      const parts = item.type === 'category' ? [head, this.#contentOf(item), tail] : [head];
      bytes.push(...parts);
      offsets.push(parts.reduce((sum, { length }) => sum + length, offsets.at(-1) ?? 0));
    }
    const indexOf = new Map(items.map((item, index) => [item, index]));
    const level = { pieces, indexOf, bytes: Buffer.concat(bytes), offsets, links: linksOf(items) };
    this.#levels.set(category, level);
    return level;
  }

  #contentOf(category: SidebarCategory): Uint8Array {
    return this.#open.has(category) ? this.#level(category).bytes : this.#link(category, [category], 'pages');
  }

  /** Renders the link to items that are left out (`12 pages`, `3 more pages`). It points to the page of the category, or to the list of all pages. */
  #link(category: SidebarCategory | undefined, left: readonly SidebarItem[], more: 'pages' | 'morePages'): Uint8Array {
    const { site } = this.#options;
    const label = site.words.count(more, countPages(left));
    const href = (category && categoryHref(category, site)) ?? allPagesHref(site);
    const link: SidebarLink = { type: 'link', href, label, autoAddBaseUrl: false };
    const key = `${href} ${label}`;
    const markup = this.#links.get(key) ?? this.#pieces.of([link])[0]?.head ?? new Uint8Array();
    this.#links.set(key, markup);
    return markup;
  }
}

/** Returns the locations of all pages by permalink without trailing slash. */
function branchesOf(items: readonly SidebarItem[], { site }: TreeOptions): Map<string, Branch[]> {
  const branches = new Map<string, Branch[]>();
  const walk = (list: readonly SidebarItem[], above: readonly SidebarCategory[]) => {
    for (const item of list) {
      const inside = item.type === 'category' ? [...above, item] : above;
      for (const key of entriesOf(item, site)) {
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
