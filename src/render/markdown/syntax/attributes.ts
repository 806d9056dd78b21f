// Parses attribute lists: `{ .class #id key=value }` of MkDocs and Hugo, and `{: .class }`.
import type { Root, RootContent } from 'mdast';
import { visit } from '../../base/visit.js';
import { dropBlankParagraphs } from './containers.js';

const attribute = String.raw`(?:[.#][\w:-]+|[\w:-]+=(?:"[^"{}\n]*"|'[^'{}\n]*'|[^\s{}"']+)|[a-z][\w-]*)`;
const attributes = String.raw`\{:?[ \t]*(${attribute}(?:[ \t]+${attribute})*)[ \t]*\}`;
const behindNode = new RegExp(`^${attributes}`);
const atEnd = new RegExp(String.raw`(?:^|(?<![ \t])[ \t]*\n|(?<![ \t])[ \t]+)${attributes}[ \t]*$`);
const idOf = (list = '') => /(?:^|\s)(?:#|id=["']?)([\w:.-]+)/.exec(list)?.[1];
const listOrWord = /[.#=]|^[a-z-]+$/;

/** Removes attribute lists. Ids of headings stay, and an inline element or paragraph gets the id of its list. `list` is the pattern of a list. */
export function readAttributes(tree: Root, list: RegExp = listOrWord): void {
  const isList = (text: string) => list.test(text);
  visit(tree, (parent) => {
    if (!('children' in parent) || parent.type === 'root') return;
    const children = parent.children as RootContent[];
    for (const [index, child] of children.entries()) {
      if (child.type !== 'text') continue;
      const before = children[index - 1];
      const behind = before && before.type !== 'text' ? behindNode.exec(child.value) : null;
      if (behind && (before?.type === 'link' || isList(behind[1] ?? ''))) {
        child.value = child.value.slice(behind[0].length);
        const id = idOf(behind[1]);
        const isAnchor = before?.type === 'link' && before.children.length === 0;
        const data = { hProperties: { id }, ...(isAnchor && { hName: 'span' }) };
        if (id !== undefined && before) Object.assign(before, { ...(isAnchor && { type: 'emphasis' }), data });
      }
      const last = index === children.length - 1 ? atEnd.exec(child.value) : null;
      if (!last || !isList(last[1] ?? '')) continue;
      const id = idOf(last[1]);
      child.value = child.value.slice(0, last.index) + (parent.type === 'heading' && id ? ` {#${id}}` : '');
      const data = { hProperties: { id } };
      const isAlone = children.length === 1 && child.value.trim() === '';
      if (parent.type !== 'paragraph' || !id) continue;
      // An element without text stays as an anchor.
      if (isAlone) Object.assign(child, { type: 'emphasis', children: [], data: { ...data, hName: 'span' } });
      else Object.assign(parent, { data });
    }
  });
  dropBlankParagraphs(tree);
}

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
