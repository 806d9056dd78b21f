// The sidebar is the same on every page but for where the reader is: it is put together once, and a page's tree is that markup with a
// few attributes put in.
import type { LevelProps } from '../../../../templates/types.js';
import { type Permalink, withoutTrailingSlash } from '../../../model/path.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import { entriesOf } from '../cards.js';
import { type Branch, branchesOf } from './branches.js';
import { levelsOf } from './level.js';
import {
  byPlace,
  type Insertion,
  insert,
  type TreeOptions,
  type TreePiece,
  treePieces,
  written,
} from './tree-pieces.js';

export interface Tree {
  /** The markup, in UTF-8, with the current page and the categories above it marked; `permalink` undefined marks nothing. */
  readonly fill: (permalink: Permalink | undefined) => readonly Uint8Array[];
  /** What stands beside a page of it. */
  readonly levelOf: (branch: Branch) => LevelProps;
  /** Where a page is in it; undefined where it has no entry for the page. */
  readonly branchOf: (permalink: Permalink) => Branch | undefined;
}

/** The id of the current page's entry; a link to it makes the browser open every category above it. */
export const hereId = 'docgen-here';

/** Attributes of the entry that is the current page (its first one has the id), and of the categories above it. */
export const currentPage = { 'aria-current': 'page' };
export const currentBranch = { 'data-current': 'branch' };
/** The same in a tag, and those of a category that is open. */
export const tagged = {
  first: written({ ...currentPage, id: hereId }),
  page: written(currentPage),
  branch: written(currentBranch),
  open: written({ open: '' }),
};

/** Where in the markup, in bytes, attributes of an item's name, and of a category's `<details>`, are put. */
interface Offsets {
  readonly name: Map<SidebarItem, number>;
  readonly details: Map<SidebarItem, number>;
}

/** The whole tree of a sidebar. */
export function renderTree(items: readonly SidebarItem[], options: TreeOptions): Tree {
  const { of, prefix, suffix } = treePieces(items, options);
  const offsets: Offsets = { name: new Map(), details: new Map() };
  const markup: Uint8Array[] = [prefix];
  let length = prefix.length;
  const add = (bytes: Uint8Array) => {
    markup.push(bytes);
    length += bytes.length;
  };
  const addPiece = ({ item, head, tail, nameAt, detailsAt }: TreePiece) => {
    if (nameAt !== undefined) offsets.name.set(item, length + nameAt);
    if (detailsAt !== undefined) offsets.details.set(item, length + detailsAt);
    add(head);
    if (item.type === 'category') for (const piece of of(item.items)) addPiece(piece);
    add(tail);
  };
  for (const piece of of(items)) addPiece(piece);
  add(suffix);

  const whole = Buffer.concat(markup);
  const branches = branchesOf(items, options.site);
  const insertions = insertionsByPage(items, offsets, options);
  return {
    fill: (permalink) =>
      insert(whole, permalink === undefined ? [] : (insertions.get(withoutTrailingSlash(permalink)) ?? [])),
    levelOf: levelsOf(items, options.site),
    branchOf: (permalink) => {
      const key = withoutTrailingSlash(permalink);
      return insertions.has(key) ? branches.get(key) : undefined; // a template may leave an item out
    },
  };
}

/** For each page of the tree, by permalink without its last slash: what is put where. */
function insertionsByPage(
  items: readonly SidebarItem[],
  offsets: Offsets,
  { expandCurrent, site }: TreeOptions,
): Map<string, Insertion[]> {
  const found = new Map<string, Insertion[]>();
  const openOf = (item: SidebarItem): Insertion[] => {
    const at = expandCurrent ? offsets.details.get(item) : undefined;
    return at === undefined ? [] : [{ at, attributes: tagged.open }];
  };
  const walk = (list: readonly SidebarItem[], above: readonly Insertion[]) => {
    for (const item of list) {
      const at = offsets.name.get(item);
      if (item.type === 'html' || at === undefined) continue;
      const open = item.type === 'category' ? openOf(item) : [];
      for (const key of entriesOf(item, site)) {
        const isFirst = !found.has(key);
        const own = { at, attributes: isFirst ? tagged.first : tagged.page };
        found.set(key, [...(found.get(key) ?? []), ...(isFirst ? [...above, ...open] : []), own]);
      }
      if (item.type === 'category') walk(item.items, [...above, ...open, { at, attributes: tagged.branch }]);
    }
  };
  walk(items, []);
  for (const insertions of found.values()) insertions.sort(byPlace);
  return found;
}
