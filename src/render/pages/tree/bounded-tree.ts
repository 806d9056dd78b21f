// The sidebar of a hub that is too large to be complete on every page. Each page contains the top level, the path to the current page with its siblings and
// children, and as many other links as fit, breadth first. Any other category contains a single link to its own page, with its number of pages. So the size of a
// page doesn't depend on the size of the hub, and every page can still be reached from every other.
//
// Half of the links are the same on all pages, half are for the path to the current page. A level that is too long for its share is split at fixed positions, and
// a page contains the part with its own item.

import type { SidebarCategory, SidebarItem, SidebarLink } from '../../../model/sidebar/sidebar-item.js';
import { withoutTrailingSlash } from '../../../model/types/path.js';
import { allPagesHref } from '../lists/all-pages.js';
import { categoryHref, countPages } from '../lists/cards.js';
import { type Branch, branchesOf, levelsOf } from './level.js';
import { renderTree, type Tree, tagged } from './tree.js';
import { type TreeOptions, type TreePiece, type TreePieces, treePieces, withAttributes } from './tree-chunks.js';

/** Returns the sidebar of a site. It is complete if it has at most `treeLinks` pages. */
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
  /** Number of links, see `linksOf`. */
  readonly links: number;
}

class BoundedTree {
  readonly #items: readonly SidebarItem[];
  readonly #options: TreeOptions;
  readonly #pieces: TreePieces;
  readonly #open: ReadonlySet<SidebarCategory>;
  readonly #levels = new Map<SidebarCategory | undefined, Level>();
  readonly #links = new Map<string, Uint8Array>();

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

  /** Renders the current page's own item, or a category above it. */
  #current(piece: TreePiece, branch: Branch, content: () => Uint8Array[]): Uint8Array[] {
    const { item, tail } = piece;
    const name = item === branch.item ? tagged.first : tagged.branch;
    const head = withAttributes(piece, { name, details: this.#options.expandCurrent ? tagged.open : undefined });
    return item.type === 'category' ? [head, ...content(), tail] : [head];
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

  /** Renders the link to items that are left out (`12 pages`, `3 more pages`). It points to the page of the category, or to the list of all pages. */
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
