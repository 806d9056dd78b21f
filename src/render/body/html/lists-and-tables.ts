import type { Element, Root } from 'hast';
import type { List, Parents } from 'mdast';
import { defaultHandlers, type Handlers } from 'mdast-util-to-hast';
import type { Words } from '../../../model/labels/words.js';
import { SKIP, visit } from '../../markdown/visit.js';
import { element, isBlank } from './element.js';

/** Task list boxes become characters: a page has no form controls, and a box that cannot be ticked is none. */
export function markTasks(tree: Root, words: Words): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'input' || index === undefined || !parent) return;
    if (node.properties['type'] !== 'checkbox') return;
    const done = node.properties['checked'] === true;
    const properties = { className: ['task-mark'], role: 'img', ariaLabel: words.text(done ? 'done' : 'toDo') };
    parent.children[index] = element('span', properties, [{ type: 'text', value: done ? '☑' : '☐' }]);
  });
}

/** Wide tables scroll in a frame of their own, so that the page does not. */
export function frameTables(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'table' || index === undefined || !parent) return undefined;
    parent.children[index] = element('section', { className: ['table-scroll'] }, [node]);
    return [SKIP, index + 1];
  });
}

/** True for what is left of a paragraph when all of it was syntax. */
export function isEmptyParagraph({ tagName, properties, children }: Element): boolean {
  return tagName === 'p' && properties['id'] === undefined && children.every(isBlank);
}

/** True for a list whose items hold paragraphs; the items of a tight one hold their text bare. */
export function isLoose({ spread, children }: List): boolean {
  return spread === true || children.some((item) => item.spread ?? item.children.length > 1);
}

/**
 * The handler of list items, for one tree. The library's own looks through the whole list for each of its items, to see whether the
 * list is loose; here that is found once a list.
 */
export function listItems(): NonNullable<Handlers['listItem']> {
  const lists = new WeakMap<Parents, List>();
  return (state, node, parent) => {
    if (parent?.type !== 'list') return defaultHandlers.listItem(state, node, parent);
    let list = lists.get(parent);
    if (!list) {
      list = { type: 'list', spread: isLoose(parent), children: [] };
      lists.set(parent, list);
    }
    return defaultHandlers.listItem(state, node, list);
  };
}
