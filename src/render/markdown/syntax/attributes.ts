// Parses attribute lists: `{ .class #id key=value }` of MkDocs and Hugo, and `{: .class }`.
import type { Parents, Root, RootContent, Text } from 'mdast';
import { visit } from '../../base/visit.js';
import { dropBlankParagraphs } from './containers.js';

const attribute = String.raw`(?:[.#][\w:-]+|[\w:-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s{}"']+)|[a-z][\w-]*)`;
const attributes = String.raw`\{:?[ \t]*(${attribute}(?:[ \t]+${attribute})*)[ \t]*\}`;
const atStart = new RegExp(`^${attributes}`);
const atEnd = new RegExp(String.raw`(?:^|(?<![ \t])[ \t]*\n|(?<![ \t])[ \t]+)${attributes}[ \t]*$`);
const idOf = (list = '') => /(?:^|\s)(?:#|id=["']?)([\w:.-]+)/.exec(list)?.[1];
const listOrWord = /[.#=]|^[a-z-]+$/;

/** Removes attribute lists. Ids of headings stay, and an inline element or paragraph gets the id of its list. `list` is the pattern of a list. */
export function readAttributes(tree: Root, list: RegExp = listOrWord): void {
  visit(tree, (parent) => {
    if (!('children' in parent) || parent.type === 'root') return;
    const children = parent.children as RootContent[];
    for (const [index, child] of children.entries()) {
      if (child.type !== 'text') continue;
      const before = children[index - 1];
      if (before && before.type !== 'text') readListOfInline(before, child, list);
      if (index === children.length - 1) readListOfBlock(parent, child, list);
    }
  });
  dropBlankParagraphs(tree);
}

/** Removes a list at the start of a text, and sets its id on the node before it. */
function readListOfInline(node: RootContent, text: Text, list: RegExp): void {
  const [found = '', attributes = ''] = atStart.exec(text.value) ?? [];
  if (found === '' || (node.type !== 'link' && !list.test(attributes))) return;
  text.value = text.value.slice(found.length);
  const id = idOf(attributes);
  if (id === undefined) return;
  const isAnchor = node.type === 'link' && node.children.length === 0;
  if (isAnchor) becomeAnchor(node, id);
  else Object.assign(node, { data: { hProperties: { id } } });
}

/** Removes a list at the end of a block's last text, and sets its id on the block. */
function readListOfBlock(block: Parents, text: Text, list: RegExp): void {
  const last = atEnd.exec(text.value);
  if (!last || !list.test(last[1] ?? '')) return;
  const id = idOf(last[1]);
  text.value = text.value.slice(0, last.index) + (block.type === 'heading' && id ? ` {#${id}}` : '');
  if (block.type !== 'paragraph' || !id) return;
  if (block.children.length === 1 && text.value.trim() === '') becomeAnchor(text, id);
  else Object.assign(block, { data: { hProperties: { id } } });
}

/** Turns a node without text into an empty element with an id. */
const becomeAnchor = (node: RootContent, id: string) =>
  void Object.assign(node, { type: 'emphasis', children: [], data: { hProperties: { id }, hName: 'span' } });

const withColon = /(?<![ \t])[ \t]*\{:(?=[\s.#]|[\w-]+=)[^{}\n]*\}/g;

/** Removes `{: .class #id }`, except the id of a heading. Applies to texts of all generators. */
export function readAttributeLists(tree: Root): void {
  visit(tree, (node, _index, parent) => {
    if (node.type === 'code' && node.meta) node.meta = node.meta.replace(withColon, '').trim() || null;
    if (node.type !== 'text' || !node.value.includes('{:')) return;
    const id = parent?.type === 'heading' ? /\{:[^{}]*#([^\s{}]+)/.exec(node.value)?.[1] : undefined;
    node.value = node.value.replace(withColon, '') + (id === undefined ? '' : ` {#${id}}`);
  });
  dropBlankParagraphs(tree);
}
