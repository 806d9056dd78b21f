// The markup of a sidebar in pieces: React renders each item once, with a hole for what a category holds and for the attributes that
// say where the reader is. The tree of a page is some pieces in a row. The same, byte for byte, as React per page.
import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Parts } from '../../../../templates/parts.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site.js';
import { sanitizeHtml } from '../../body/print/print.js';
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
}

export type Attributes = Readonly<Record<string, string>>;

/** Attributes of the element that names an item, and of the `<details>` of a category. */
export interface PieceAttributes {
  readonly name?: Attributes;
  readonly details?: Attributes;
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
        html: item.type === 'html' ? { html: sanitizeHtml(item.value) } : undefined,
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
  const places: [number | undefined, Attributes | undefined][] = [
    [detailsAt, details],
    [nameAt, name],
  ];
  return Buffer.concat(
    insert(
      head,
      places.flatMap(([at, attributes]) => (at !== undefined && attributes ? [{ at, attributes }] : [])),
    ),
  );
}

/** Where attributes are put into markup, in bytes. */
export interface Insertion {
  readonly at: number;
  readonly attributes: Attributes;
}

/** Markup, in UTF-8, with attributes in some places. */
export function insert(markup: Uint8Array, insertions: readonly Insertion[]): Uint8Array[] {
  const filled: Uint8Array[] = [];
  let end = 0;
  for (const { at, attributes } of insertions.toSorted((a, b) => a.at - b.at)) {
    filled.push(markup.subarray(end, at), Buffer.from(written(attributes)));
    end = at;
  }
  return [...filled, markup.subarray(end)];
}

/** Attributes as they stand in a tag. */
function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value}"`))
    .join('');
}

function render(node: ReactNode, context: TemplateContext): string {
  return tidyMarkup(renderToStaticMarkup(inContext(node, context)));
}

/** What is before and behind a mark that occurs once. */
function cut(markup: string, mark: string): readonly [string, string] | undefined {
  const [before, after, ...more] = markup.split(mark);
  return before === undefined || after === undefined || more.length > 0 ? undefined : [before, after];
}
