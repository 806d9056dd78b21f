// The markup of a sidebar in chunks: React renders each item once, with slots for the items of a category and the attributes of the current page.
import { createElement, Fragment, type ReactNode } from 'react';
import type { Parts } from '../../../../templates/parts.js';
import { sha256 } from '../../../model/input/hash.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import type { Site } from '../../../model/site/site.js';
import { itemHref } from '../lists/cards.js';
import { broken } from '../print/load-templates.js';
import { renderNode } from '../print/render-template.js';

export interface TreeOptions {
  readonly site: Site;
  readonly parts: Parts;
  readonly sanitizeHtml: (html: string) => string;
}

/** An item's markup in UTF-8. The items of a category are inserted between `head` and `tail`. */
export interface TreePiece {
  readonly item: SidebarItem;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Byte offsets in `head` for attributes, in order. Only those that the template prints. */
  readonly slots: readonly { readonly kind: keyof Mark; readonly at: number }[];
}

/** Serialized attributes of an item's label, and of a category's `<details>`. */
export interface Mark {
  readonly name?: Uint8Array | undefined;
  readonly details?: Uint8Array | undefined;
}

/** Returns the markup around a list, and renders the chunks of lists on demand. @throws BuildError (DG114) if a template drops or repeats its children. */
export function treePieces(items: readonly SidebarItem[], options: TreeOptions) {
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
        attributes: { 'data-name': token },
        detailsAttributes: { 'data-details': token },
        html: item.type === 'html' ? { html: options.sanitizeHtml(item.value) } : undefined,
      },
      item.type === 'category' ? createElement(parts.SidebarTree, null, inside) : undefined,
    );
  const toPiece = (item: SidebarItem, markup: string): TreePiece => {
    const [head, tail] = item.type === 'category' ? (cut(markup, inside) ?? []) : [markup, ''];
    if (head === undefined || tail === undefined)
      throw broken('SidebarEntry', 'a category must show its children once');
    return { item, tail: Buffer.from(tail), ...withoutMarks(head, token) };
  };
  return {
    prefix: Buffer.from(list[0]),
    suffix: Buffer.from(list[1]),
    of: (wanted: readonly SidebarItem[]) => {
      const row = wanted.flatMap((item) => [itemOf(item), between]);
      const markups = renderNode(createElement(Fragment, null, ...row), context).split(between);
      return wanted.map((item, index) => toPiece(item, markups[index] ?? ''));
    },
  };
}

function withoutMarks(markup: string, token: string): Pick<TreePiece, 'head' | 'slots'> {
  const parts = markup.split(new RegExp(` data-(name|details)="${token}"`));
  const slots: TreePiece['slots'][number][] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) at += Buffer.byteLength(part);
    else if (!slots.some(({ kind }) => kind === part)) slots.push({ kind: part as keyof Mark, at });
  }
  return { head: Buffer.from(parts.filter((_, index) => index % 2 === 0).join('')), slots };
}

export function headWith({ head, slots }: TreePiece, mark: Mark): Uint8Array[] {
  const filled: Uint8Array[] = [];
  let end = 0;
  for (const { kind, at } of slots) {
    const attributes = mark[kind];
    if (attributes) filled.push(head.subarray(end, at), attributes);
    if (attributes) end = at;
  }
  return [...filled, head.subarray(end)];
}

/** Splits markup at a placeholder that must occur once. */
function cut(markup: string, mark: string): readonly [string, string] | undefined {
  const [before, after, ...more] = markup.split(mark);
  return before === undefined || after === undefined || more.length > 0 ? undefined : [before, after];
}
