import type { Element, Root } from 'hast';
import { SKIP, visit } from './visit.js';

/** Task list boxes become characters: a page has no form controls, and a box that cannot be ticked is none. */
export function markTasks(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'input' || index === undefined || !parent) return;
    if (node.properties['type'] !== 'checkbox') return;
    const done = node.properties['checked'] === true;
    parent.children[index] = {
      type: 'element',
      tagName: 'span',
      properties: { className: ['task-mark'], role: 'img', ariaLabel: done ? 'done' : 'to do' },
      children: [{ type: 'text', value: done ? '☑' : '☐' }],
    };
  });
}

/** Wide tables scroll in a frame of their own, so that the page does not. */
export function frameTables(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'table' || index === undefined || !parent) return undefined;
    const frame: Element = {
      type: 'element',
      tagName: 'section',
      properties: { className: ['table-scroll'], tabIndex: 0, ariaLabel: 'Table' },
      children: [node],
    };
    parent.children[index] = frame;
    return [SKIP, index + 1];
  });
}

/** What is left of a paragraph when all that stood in it was syntax. */
export function dropEmptyParagraphs(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'p' || index === undefined || !parent || node.properties['id'] !== undefined) return undefined;
    if (
      !node.children.every((child) => child.type === 'comment' || (child.type === 'text' && child.value.trim() === ''))
    )
      return undefined;
    parent.children.splice(index, 1);
    return index;
  });
}
