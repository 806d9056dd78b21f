// The markup of a sidebar in pieces: React renders each item once, with a hole for what a category holds and for the attributes that
// say where the reader is. The tree of a page is some pieces in a row. The same, byte for byte, as React per page.
import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Parts } from '../../../../templates/parts.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site.js';
import { sha256 } from '../../hash.js';
import { itemHref } from '../cards.js';
import { broken } from '../parts.js';
import { tidyMarkup } from '../print/markup.js';
import { inContext, type TemplateContext } from '../print/template-context.js';

export interface TreeOptions {
  readonly site: Site;
  /** The branch of the current page is open. */
  readonly expandCurrent: boolean;
  readonly parts: Parts;
  /** Makes an owner's markup safe to show. */
  readonly sanitizeHtml: (html: string) => string;
}

/** Attributes of the element that names an item, and of the `<details>` of a category, as they stand in a tag. */
export interface PieceAttributes {
  readonly name: Uint8Array;
  readonly details: Uint8Array | undefined;
}

/** An item's markup, in UTF-8. What a category holds is put between `head` and `tail`; the tail of another item is empty. */
export interface TreePiece {
  readonly item: SidebarItem;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Where in `head`, in bytes, attributes are put; undefined where the template has no place for them. */
  readonly nameAt: number | undefined;
  readonly detailsAt: number | undefined;
}

/** What begins and ends a list, and the pieces of lists. */
export interface TreePieces {
  readonly prefix: Uint8Array;
  readonly suffix: Uint8Array;
  readonly of: (items: readonly SidebarItem[]) => readonly TreePiece[];
}

/** Renders lists of a sidebar as they are asked for. Throws a `BuildError` with DG114 where a template drops or repeats its children. */
export function treePieces(items: readonly SidebarItem[], options: TreeOptions): TreePieces {
  const { parts } = options;
  const context = { parts, words: options.site.words };
  // No sidebar can hold its own hash. React writes a text of hexadecimal digits as it is.
  const token = sha256(JSON.stringify(items)).slice(0, 32);
  const [between, inside] = [`${token}b`, `${token}i`];
  const list = cut(render(createElement(parts.SidebarTree, null, inside), context), inside);
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
      const markups = render(createElement(Fragment, null, ...row), context).split(between);
      return wanted.map((item, index) => toPiece(item, markups[index] ?? ''));
    },
  };
}

const nameMark = 'data-name';
const detailsMark = 'data-details';

/** The head of a piece and where its marks were. */
function withoutMarks(head: string, token: string): Pick<TreePiece, 'head' | 'nameAt' | 'detailsAt'> {
  const found = new Map<string, number>();
  const parts: string[] = [];
  let end = 0;
  let length = 0;
  for (const match of head.matchAll(new RegExp(` (${nameMark}|${detailsMark})="${token}"`, 'g'))) {
    const part = head.slice(end, match.index);
    parts.push(part);
    length += Buffer.byteLength(part);
    end = match.index + match[0].length;
    if (!found.has(match[1] ?? '')) found.set(match[1] ?? '', length);
  }
  const bytes = Buffer.from([...parts, head.slice(end)].join(''));
  return { head: bytes, nameAt: found.get(nameMark), detailsAt: found.get(detailsMark) };
}

/** The head of a piece with attributes in their places. */
export function withAttributes({ head, nameAt, detailsAt }: TreePiece, { name, details }: PieceAttributes): Uint8Array {
  const insertions: Insertion[] = [];
  if (detailsAt !== undefined && details) insertions.push({ at: detailsAt, attributes: details });
  if (nameAt !== undefined) insertions.push({ at: nameAt, attributes: name });
  return Buffer.concat(insert(head, insertions.sort(byPlace)));
}

/** Where attributes are put into markup, in bytes. */
export interface Insertion {
  readonly at: number;
  readonly attributes: Uint8Array;
}

export const byPlace = (a: Insertion, b: Insertion) => a.at - b.at;

/** Attributes as they stand in a tag, in UTF-8. */
export function written(attributes: Readonly<Record<string, string>>): Uint8Array {
  const texts = Object.entries(attributes).map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value}"`));
  return Buffer.from(texts.join(''));
}

/** Markup, in UTF-8, with attributes in some places, which are in their order. */
export function insert(markup: Uint8Array, insertions: readonly Insertion[]): Uint8Array[] {
  const filled: Uint8Array[] = [];
  let end = 0;
  for (const { at, attributes } of insertions) {
    filled.push(markup.subarray(end, at), attributes);
    end = at;
  }
  return [...filled, markup.subarray(end)];
}

function render(node: ReactNode, context: TemplateContext): string {
  return tidyMarkup(renderToStaticMarkup(inContext(node, context)));
}

/** What is before and behind a mark that occurs once. */
function cut(markup: string, mark: string): readonly [string, string] | undefined {
  const [before, after, ...more] = markup.split(mark);
  return before === undefined || after === undefined || more.length > 0 ? undefined : [before, after];
}
