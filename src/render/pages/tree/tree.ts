// The sidebar is the same on every page except for the current page. It is rendered once, and a few attributes are inserted for each page.
import type { LevelProps } from '../../../../templates/types.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import { type Permalink, withoutTrailingSlash } from '../../../model/types/path.js';
import { entriesOf } from '../lists/cards.js';
import { type Branch, branchesOf, levelsOf } from './level.js';
import {
  byPlace,
  type Insertion,
  insert,
  type TreeOptions,
  type TreePiece,
  treePieces,
  written,
} from './tree-chunks.js';

export interface Tree {
  /** Returns the UTF-8 markup with the current page and the categories above it marked. Without `permalink`, nothing is marked. */
  readonly fill: (permalink: Permalink | undefined) => readonly Uint8Array[];
  readonly levelOf: (branch: Branch) => LevelProps;
  /** Returns the location of a page, or undefined if the sidebar doesn't contain it. */
  readonly branchOf: (permalink: Permalink) => Branch | undefined;
}

/** Id of the current page's entry. A link to it makes the browser expand all categories above it. */
export const hereId = 'docgen-here';

/** Attributes of the current page's entries (the first one also has the id), and of the categories above it. */
export const currentPage = { 'aria-current': 'page' };
export const currentBranch = { 'data-current': 'branch' };
/** The same attributes, serialized, and those of an expanded category. */
export const tagged = {
  first: written({ ...currentPage, id: hereId }),
  page: written(currentPage),
  branch: written(currentBranch),
  open: written({ open: '' }),
};

/** Byte offsets for the attributes of an item's label, and of a category's `<details>`. */
interface Offsets {
  readonly name: Map<SidebarItem, number>;
  readonly details: Map<SidebarItem, number>;
}

/** Renders the complete sidebar. */
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
      return insertions.has(key) ? branches.get(key) : undefined; // a template can omit an item
    },
  };
}

/** Returns the attributes to insert for each page, by permalink without trailing slash. */
function insertionsByPage(
  items: readonly SidebarItem[],
  offsets: Offsets,
  { expandCurrent, site }: TreeOptions,
): Map<string, Insertion[]> {
  const insertions = new Map<string, Insertion[]>();
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
        const isFirst = !insertions.has(key);
        const own = { at, attributes: isFirst ? tagged.first : tagged.page };
        insertions.set(key, [...(insertions.get(key) ?? []), ...(isFirst ? [...above, ...open] : []), own]);
      }
      if (item.type === 'category') walk(item.items, [...above, ...open, { at, attributes: tagged.branch }]);
    }
  };
  walk(items, []);
  for (const list of insertions.values()) list.sort(byPlace);
  return insertions;
}
