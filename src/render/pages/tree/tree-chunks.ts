// The markup of a sidebar in chunks: React renders each item once, with a slot for the items of a category and for the attributes of the current page. The sidebar of a
// page is a sequence of chunks, with the same bytes as if React rendered it for each page.
import { createElement, Fragment, type ReactNode } from 'react';
import type { Parts } from '../../../../templates/parts.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site/site.js';
import { sha256 } from '../../base/hash.js';
import { itemHref } from '../lists/cards.js';
import { broken } from '../print/load-templates.js';
import { renderNode } from '../print/render-template.js';

export interface TreeOptions {
  readonly site: Site;
  /** Whether the path to the current page is expanded. */
  readonly expandCurrent: boolean;
  readonly parts: Parts;
  /** Sanitizes the site owner's HTML. */
  readonly sanitizeHtml: (html: string) => string;
}

/** An item's markup in UTF-8. The items of a category are inserted between `head` and `tail`. The tail of other items is empty. */
export interface TreePiece {
  readonly item: SidebarItem;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Byte offset in `head` for attributes. Undefined if the template doesn't print them. */
  readonly nameAt: number | undefined;
  readonly detailsAt: number | undefined;
}

/** Markup around a list, and the chunks of lists. */
export interface TreePieces {
  readonly prefix: Uint8Array;
  readonly suffix: Uint8Array;
  readonly of: (items: readonly SidebarItem[]) => readonly TreePiece[];
}

/** Renders lists of a sidebar on demand. @throws BuildError (DG114) if a template drops or repeats its children. */
export function treePieces(items: readonly SidebarItem[], options: TreeOptions): TreePieces {
  const { parts } = options;
  const context = { parts, words: options.site.words };
  // A sidebar can't contain its own hash. React prints hexadecimal digits unchanged.
  const token = sha256(JSON.stringify(items)).slice(0, 32);
  const [between, inside] = [`${token}b`, `${token}i`];
  const list = cut(renderNode(createElement(parts.SidebarTree, null, inside), context), inside);
  if (!list) throw broken('SidebarTree', 'a list must show its children once');
  const itemOf = (item: SidebarItem): ReactNode =>
    createElement(
      parts.SidebarEntry,
      {
        item,
        href: itemHref(item, options.site),
        attributes: { [nameMark]: token },
        detailsAttributes: { [detailsMark]: token },
        html: item.type === 'html' ? { html: options.sanitizeHtml(item.value) } : undefined,
      },
      item.type === 'category' ? createElement(parts.SidebarTree, null, inside) : undefined,
    );
  const toPiece = (item: SidebarItem, markup: string): TreePiece => {
    const [head, tail] = item.type === 'category' ? (cut(markup, inside) ?? []) : [markup, ''];
    if (head === undefined || tail === undefined)
      throw broken('SidebarEntry', 'a category must show its children once');
    return { item, ...withoutMarks(head, token), tail: Buffer.from(tail) };
  };
  return {
    prefix: Buffer.from(list[0]),
    suffix: Buffer.from(list[1]),
    of: (wanted) => {
      const row = wanted.flatMap((item) => [itemOf(item), between]);
      const markups = renderNode(createElement(Fragment, null, ...row), context).split(between);
      return wanted.map((item, index) => toPiece(item, markups[index] ?? ''));
    },
  };
}

const nameMark = 'data-name';
const detailsMark = 'data-details';

/** Returns the head of a chunk without placeholders, and their offsets. */
function withoutMarks(head: string, token: string): Pick<TreePiece, 'head' | 'nameAt' | 'detailsAt'> {
  const offsets = new Map<string, number>();
  const parts: string[] = [];
  let end = 0;
  let length = 0;
  for (const match of head.matchAll(new RegExp(` (${nameMark}|${detailsMark})="${token}"`, 'g'))) {
    const part = head.slice(end, match.index);
    parts.push(part);
    length += Buffer.byteLength(part);
    end = match.index + match[0].length;
    if (!offsets.has(match[1] ?? '')) offsets.set(match[1] ?? '', length);
  }
  const bytes = Buffer.from([...parts, head.slice(end)].join(''));
  return { head: bytes, nameAt: offsets.get(nameMark), detailsAt: offsets.get(detailsMark) };
}

/** Returns the head of a chunk with serialized attributes: of the element with the label, and of the `<details>`. */
export function withAttributes(
  { head, nameAt, detailsAt }: TreePiece,
  { name, details }: { readonly name: Uint8Array; readonly details: Uint8Array | undefined },
): Uint8Array {
  const insertions: Insertion[] = [];
  if (detailsAt !== undefined && details) insertions.push({ at: detailsAt, attributes: details });
  if (nameAt !== undefined) insertions.push({ at: nameAt, attributes: name });
  return Buffer.concat(insert(head, insertions.sort(byPlace)));
}

/** Attributes to insert at a byte offset. */
export interface Insertion {
  readonly at: number;
  readonly attributes: Uint8Array;
}

export const byPlace = (a: Insertion, b: Insertion) => a.at - b.at;

/** Serializes attributes in UTF-8. */
export function written(attributes: Readonly<Record<string, string>>): Uint8Array {
  const texts = Object.entries(attributes).map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value}"`));
  return Buffer.from(texts.join(''));
}

/** Inserts attributes into UTF-8 markup. Insertions must be sorted by offset. */
export function insert(markup: Uint8Array, insertions: readonly Insertion[]): Uint8Array[] {
  const filled: Uint8Array[] = [];
  let end = 0;
  for (const { at, attributes } of insertions) {
    filled.push(markup.subarray(end, at), attributes);
    end = at;
  }
  return [...filled, markup.subarray(end)];
}

/** Splits markup at a placeholder. Returns undefined unless it occurs exactly once. */
function cut(markup: string, mark: string): readonly [string, string] | undefined {
  const [before, after, ...more] = markup.split(mark);
  return before === undefined || after === undefined || more.length > 0 ? undefined : [before, after];
}
