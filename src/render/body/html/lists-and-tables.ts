// Task lists, tables, empty paragraphs and loose lists.
import type { Element, Root } from 'hast';
import type { List, Parents } from 'mdast';
import { defaultHandlers, type Handlers } from 'mdast-util-to-hast';
import type { Words } from '../../../model/labels/words.js';
import { replaceNodes } from '../../base/visit.js';
import { element, isBlank, text } from './element.js';

/** Replaces the boxes of task lists by characters, since pages have no form controls. */
export function markTasks(tree: Root, words: Words): void {
  replaceNodes(tree, 'element', ({ tagName, properties: { type, checked } }) => {
    if (tagName !== 'input' || type !== 'checkbox') return undefined;
    const properties = { className: ['task-mark'], role: 'img', ariaLabel: words.text(checked ? 'done' : 'toDo') };
    return [element('span', properties, [text(checked ? '☑' : '☐')])];
  });
}

export function frameTables(tree: Root): void {
  replaceNodes(tree, 'element', (node) =>
    node.tagName === 'table' ? [element('section', { className: ['table-scroll'] }, [node])] : undefined,
  );
}

/** Whether all of a paragraph was syntax. */
export function isEmptyParagraph({ tagName, properties, children }: Element): boolean {
  return tagName === 'p' && properties['id'] === undefined && children.every(isBlank);
}

/** Returns the handler of list items for one tree. The library's handler looks through the entire list for each item, to see whether it is loose. */
export function listItems(): NonNullable<Handlers['listItem']> {
  const lists = new WeakMap<Parents, List>();
  return (state, node, parent) => {
    if (parent?.type !== 'list') return defaultHandlers.listItem(state, node, parent);
    const isLoose = () => parent.spread || parent.children.some((item) => item.spread ?? item.children.length > 1);
    const list = lists.get(parent) ?? { type: 'list', spread: isLoose(), children: [] };
    lists.set(parent, list);
    return defaultHandlers.listItem(state, node, list);
  };
}
