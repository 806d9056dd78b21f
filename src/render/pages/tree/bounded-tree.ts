// The tree of a hub that is too large to be on every page whole. A page then has the top level, its own branch with all siblings and
// children, and of the rest, breadth first, what fits; any other category is closed over one link that says how many pages are behind
// it. So what a page weighs does not grow with the hub, and every page can still be reached from every other.
//
// Half of the links are for what all pages have alike, half for the branch. A level that is too long for its share is cut into parts
// of fixed places; a page has the part that it stands in.
import { withoutTrailingSlash } from '../../../model/path.js';
import type { SidebarCategory, SidebarItem, SidebarLink } from '../../../model/sidebar/sidebar-item.js';
import { allPagesHref } from '../all-pages.js';
import { categoryHref, countPages } from '../cards.js';
import { type Branch, branchesOf } from './branches.js';
import { levelsOf } from './level.js';
import { renderTree, type Tree, tagged } from './tree.js';
import { type TreeOptions, type TreePiece, type TreePieces, treePieces, withAttributes } from './tree-pieces.js';

/** The tree of a sidebar, whole where it has no more pages than the site's trees may have links. */
export function sidebarTree(items: readonly SidebarItem[], options: TreeOptions): Tree {
  if (countPages(items) <= options.site.treeLinks) return renderTree(items, options);
  const branches = branchesOf(items, options.site);
  const bounded = new BoundedTree(items, options);
  return {
    fill: (permalink) =>
      bounded.fill((permalink !== undefined && branches.get(withoutTrailingSlash(permalink))) || nowhere),
    levelOf: levelsOf(items, options.site),
    branchOf: (permalink) => branches.get(withoutTrailingSlash(permalink)),
  };
}

const nowhere: Branch = { above: [], item: undefined };

/** Links of a list whose categories are closed: each of these has one of its own and one to what is in it. */
function linksOf(items: readonly SidebarItem[]): number {
  return items.length + items.filter(({ type }) => type === 'category').length;
}

/** The categories that are open on every page: breadth first, each that still fits. */
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

/** The children of a category, or the top level, as they are where no page of them is the current one. */
interface Level {
  readonly pieces: readonly TreePiece[];
  readonly indexOf: ReadonlyMap<SidebarItem, number>;
  readonly bytes: Uint8Array;
  /** Where each piece begins in `bytes`, and where the last one ends. */
  readonly offsets: readonly number[];
  /** As `linksOf` counts them. */
  readonly links: number;
}

class BoundedTree {
  readonly #items: readonly SidebarItem[];
  readonly #options: TreeOptions;
  readonly #pieces: TreePieces;
  readonly #open: ReadonlySet<SidebarCategory>;
  readonly #levels = new Map<SidebarCategory | undefined, Level>();
  readonly #links = new Map<string, Uint8Array>();
  readonly #heads = new Map<TreePiece, Uint8Array>();

  constructor(items: readonly SidebarItem[], options: TreeOptions) {
    this.#items = items;
    this.#options = options;
    this.#pieces = treePieces(items, options);
    this.#open = alwaysOpen(items, options.site.treeLinks);
  }

  fill(branch: Branch): Uint8Array[] {
    const share = Math.floor(this.#options.site.treeLinks / 2);
    const below = branch.above.reduce((sum, category) => sum + this.#level(category).links, 0);
    const part = below <= share ? share : Math.max(1, Math.floor(share / branch.above.length));
    const level = (depth: number): Uint8Array[] => {
      const category = branch.above[depth - 1];
      const here = branch.above[depth] ?? branch.item;
      const { pieces, indexOf, bytes, offsets, links } = this.#level(category);
      const at = here === undefined ? undefined : indexOf.get(here);
      const length = Math.max(1, Math.floor(((depth === 0 ? share : part) * pieces.length) / Math.max(1, links)));
      const isWhole = pieces.length <= length || (depth > 0 && below <= share);
      const start = isWhole ? 0 : (at ?? 0) - ((at ?? 0) % length);
      const end = isWhole ? pieces.length : Math.min(pieces.length, start + length);
      const left = [...pieces.slice(0, start), ...pieces.slice(end)].map(({ item }) => item);
      const more = left.length === 0 ? [] : [this.#link(category, left, 'morePages')];
      if (at === undefined) return [bytes.subarray(offsets[start], offsets[end]), ...more];
      const shown = this.#current(pieces[at] as TreePiece, branch, () => level(depth + 1));
      return [
        bytes.subarray(offsets[start], offsets[at]),
        ...shown,
        bytes.subarray(offsets[at + 1], offsets[end]),
        ...more,
      ];
    };
    return [this.#pieces.prefix, ...level(0), this.#pieces.suffix];
  }

  /** The current page's own item, or a category above it. */
  #current(piece: TreePiece, branch: Branch, content: () => Uint8Array[]): Uint8Array[] {
    const { item, tail } = piece;
    const head = item === branch.item ? this.#head(piece, tagged.first) : this.#headAbove(piece);
    return item.type === 'category' ? [head, ...content(), tail] : [head];
  }

  #head(piece: TreePiece, name: Uint8Array): Uint8Array {
    return withAttributes(piece, { name, details: this.#options.expandCurrent ? tagged.open : undefined });
  }

  /** All pages below a category have the same. */
  #headAbove(piece: TreePiece): Uint8Array {
    const head = this.#heads.get(piece) ?? this.#head(piece, tagged.branch);
    this.#heads.set(piece, head);
    return head;
  }

  #level(category: SidebarCategory | undefined): Level {
    const known = this.#levels.get(category);
    if (known) return known;
    const items = category?.items ?? this.#items;
    const pieces = this.#pieces.of(items);
    const offsets = [0];
    const bytes: Uint8Array[] = [];
    for (const piece of pieces) {
      const parts = this.#atRest(piece);
      bytes.push(...parts);
      offsets.push(parts.reduce((sum, { length }) => sum + length, offsets.at(-1) ?? 0));
    }
    const indexOf = new Map(items.map((item, index) => [item, index]));
    const level = { pieces, indexOf, bytes: Buffer.concat(bytes), offsets, links: linksOf(items) };
    this.#levels.set(category, level);
    return level;
  }

  #atRest({ item, head, tail }: TreePiece): Uint8Array[] {
    if (item.type !== 'category') return [head];
    const content = this.#open.has(item) ? this.#level(item).bytes : this.#link(item, [item], 'pages');
    return [head, content, tail];
  }

  /** `12 pages`, `3 more pages`: the way to what is left out, by the page of its category, or that of all pages. */
  #link(category: SidebarCategory | undefined, left: readonly SidebarItem[], more: 'pages' | 'morePages'): Uint8Array {
    const { site } = this.#options;
    const count = countPages(left);
    const label = site.words.count(more, count);
    const href = (category && categoryHref(category, site)) ?? allPagesHref(site);
    const link: SidebarLink = { type: 'link', href, label, autoAddBaseUrl: false };
    const key = `${href} ${label}`;
    const markup = this.#links.get(key) ?? this.#pieces.of([link])[0]?.head ?? new Uint8Array();
    this.#links.set(key, markup);
    return markup;
  }
}
