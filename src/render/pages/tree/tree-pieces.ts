// The markup of a sidebar in pieces, level by level, each rendered by React once: a page's tree is some of them in a row.
import type { SidebarHtml, SidebarItem } from '../../../model/sidebar/sidebar.js';
import { broken } from '../parts.js';
import { type Attributes, renderItems, type TreeOptions, tokenOf, written } from './tree.js';

/** An item's markup. What a category holds is put between `head` and `tail`; a link has no tail. */
export interface Piece {
  readonly item: SidebarItem;
  readonly head: (attributes?: PieceAttributes) => Uint8Array;
  readonly tail: Uint8Array;
}

/** Attributes of the element that names an item, and of the `<details>` of a category. */
export interface PieceAttributes {
  readonly name?: Attributes;
  readonly details?: Attributes;
}

/** What begins and ends a list, and the pieces of lists. */
export interface TreePieces {
  readonly prefix: Uint8Array;
  readonly suffix: Uint8Array;
  readonly of: (items: readonly SidebarItem[]) => Piece[];
}

/** Learns from the template what a list is. Throws a `BuildError` with DG114 where its items are not simply one after the other. */
export function treePieces(items: readonly SidebarItem[], options: TreeOptions): TreePieces {
  const token = tokenOf(items);
  const hole: SidebarHtml = { type: 'html', value: token };
  const none = () => ({});
  const plain = (list: readonly SidebarItem[]) => renderItems(list, options, { name: none, details: none });

  const empty = plain([]);
  const one = plain([hole]);
  const prefix = empty.slice(0, commonLength(empty, one));
  const suffix = empty.slice(prefix.length);
  const mark = one.slice(prefix.length, one.length - suffix.length);
  const isList = mark.includes(token) && plain([hole, hole]) === prefix + mark + mark + suffix;
  if (!isList) throw broken('SidebarTree', 'a list must be its items one after the other');

  const open = ` data-name="${token}"`;
  const details = ` data-details="${token}"`;
  const of = (list: readonly SidebarItem[]): Piece[] => {
    const cut = list.flatMap((item) => [hole, item.type === 'category' ? { ...item, items: [hole] } : item]);
    const markup = renderItems([...cut, hole], options, {
      name: () => ({ 'data-name': token }),
      details: () => ({ 'data-details': token }),
    });
    // Between the marks: an item; a category is cut in two by the mark that it holds.
    const parts = markup
      .slice(prefix.length, markup.length - suffix.length)
      .split(mark)
      .slice(1, -1);
    let next = 0;
    return list.map((item) => {
      const head = parts[next++] ?? '';
      const tail = item.type === 'category' ? (parts[next++] ?? '') : '';
      return { item, head: fillMarks(head), tail: Buffer.from(tail) };
    });
  };
  const fillMarks = (head: string): Piece['head'] => {
    const bare = Buffer.from(head.replace(open, '').replace(details, ''));
    return (attributes) =>
      attributes
        ? Buffer.from(head.replace(open, written(attributes.name)).replace(details, written(attributes.details)))
        : bare;
  };
  return { prefix: Buffer.from(prefix), suffix: Buffer.from(suffix), of };
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
