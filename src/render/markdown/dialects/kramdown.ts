// Attribute lists: `{: .class #id }` behind a heading, a link or a paragraph. The id of a heading is read, everything else is removed.
import type { Parents, Root } from 'mdast';
import { SKIP, visit } from '../visit.js';

const attributeList = /(?<![ \t])[ \t]*\{:(?=[\s.#])[^{}\n]*\}/g;

export function readAttributeLists(tree: Root): void {
  visit(tree, (node, _index, parent) => {
    if (node.type === 'code' && node.meta) node.meta = node.meta.replace(attributeList, '').trim() || null;
    if (node.type !== 'text' || !node.value.includes('{:')) return;
    const id = parent?.type === 'heading' ? /\{:[^{}]*#([^\s{}]+)/.exec(node.value)?.[1] : undefined;
    node.value = node.value.replace(attributeList, '') + (id === undefined ? '' : ` {#${id}}`);
  });
  visit(tree, 'paragraph', (node, index, parent) => {
    const isEmpty = node.children.every((child) => child.type === 'text' && child.value.trim() === '');
    if (!isEmpty || !parent || index === undefined) return undefined;
    (parent as Parents).children.splice(index, 1);
    return [SKIP, index];
  });
}
