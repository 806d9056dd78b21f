// Replaces obsolete HTML and task lists, wraps tables, and adds missing accessible names.
import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { trimEnd } from 'lodash-es';
import type { List, Parents } from 'mdast';
import { defaultHandlers, type Handlers } from 'mdast-util-to-hast';
import { cleanName } from '../../../model/input/text.js';
import type { Words } from '../../../model/labels/ui-text.js';
import { decodeAddress, splitUrl } from '../../../model/types/path.js';
import { replaceNodes, visit } from '../../base/visit.js';
import { classesOf, element, headingLevel, isBlank, text } from './element.js';

const obsolete = new Set(
  'vAlign bgColor border cellPadding cellSpacing clear hSpace vSpace noWrap char charOff axis longDesc summary type compact'.split(
    ' ',
  ),
);

export function modernize(node: Element, words: Words): void {
  const { properties, tagName } = node;
  for (const name in properties) {
    if (obsolete.has(name) && !(name === 'type' && tagName === 'ol')) delete properties[name];
    else if (name === 'width' || name === 'height') cleanLength(node, name);
  }
  const align = properties['align'];
  if (align !== undefined) delete properties['align'];
  if (typeof align === 'string' && /^(?:left|right|center)$/.test(align))
    properties['className'] = [...classesOf(properties), `align-${align}`];
  // A link without text in a heading, as GitHub inserts it, shows nothing. A name would also be in the id.
  if (headingLevel(node) > 0 && textOf(node).trim() !== '')
    for (const child of node.children)
      if (child.type === 'element' && child.tagName === 'a' && child.children.every(isBlank))
        delete child.properties['href'];
  if (tagName === 'a' && properties['href'] !== undefined) nameLink(node, words);
  if (tagName === 'table') nameHeaders(node);
  if (tagName === 'details' && elementsIn(node, 'summary').length === 0)
    node.children.unshift(element('summary', {}, [text(words.text('details'))]));
}

/** Keeps widths and heights of images and videos if they are integers. */
function cleanLength({ tagName, properties }: Element, name: string): void {
  const value = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/.exec(String(properties[name] ?? ''))?.[1];
  if (value !== undefined && /^(?:img|video)$/.test(tagName)) properties[name] = Number(value);
  else delete properties[name];
}

/** Removes an empty table head, and makes empty header cells plain cells. Sets the scope of headers if there are empty or row headers, or cells that span several. */
function nameHeaders(table: Element): void {
  const isEmptyHead = (node: Element) =>
    node.tagName === 'thead' && elementsIn(node, 'th').every(({ children }) => children.every(isBlank));
  if (elementsIn(table, 'tbody').length > 0)
    table.children = table.children.filter((child) => child.type !== 'element' || !isEmptyHead(child));
  const cells = elementsIn(table, 'tr').flatMap((row) => {
    const isOfRow = elementsIn(row, 'td').length > 0;
    return elementsIn(row, 'th').map((cell) => ({ cell, isOfRow, isEmpty: cell.children.every(isBlank) }));
  });
  const isSpread = ({ properties: { rowSpan, colSpan } }: Element) => rowSpan !== undefined || colSpan !== undefined;
  const isComplex = [...elementsIn(table, 'td'), ...elementsIn(table, 'th')].some(isSpread);
  if (!isComplex && !cells.some(({ isOfRow, isEmpty }) => isOfRow || isEmpty)) return;
  for (const { cell, isOfRow, isEmpty } of cells) {
    if (!isEmpty) cell.properties['scope'] ??= isOfRow ? 'row' : 'col';
    else Object.assign(cell, { tagName: 'td', properties: { ...cell.properties, scope: undefined } });
  }
}

/** Labels a link without text by its image, or by its URL. */
function nameLink(node: Element, words: Words): void {
  if (textOf(node).trim() !== '' || typeof node.properties['ariaLabel'] === 'string') return;
  const images = elementsIn(node, 'img');
  if (images.some((image) => String(image.properties['alt'] ?? '').trim() !== '')) return;
  const [first] = images;
  const name = nameIn(String(first ? first.properties['src'] : node.properties['href'])) || words.text('link');
  if (first) first.properties['alt'] = name;
  else if (node.children.every(isBlank)) node.children = [text(name)];
}

function nameIn(address: string): string {
  const path = trimEnd(splitUrl(address).path, '/');
  const { value } = cleanName(decodeAddress(path.slice(path.lastIndexOf('/') + 1)));
  const words = value.replace(/\.\w+$/, '').replace(/[-_+.%]+/g, ' ');
  return words.trim();
}

function elementsIn(node: Element, tagName: string): Element[] {
  const elements: Element[] = [];
  visit(node, 'element', (child) => {
    if (child.tagName === tagName) elements.push(child);
  });
  return elements;
}

/** Replaces the checkboxes of task lists by characters, because pages have no form controls. */
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

/** Whether a paragraph is empty because all of it was syntax. */
export function isEmptyParagraph({ tagName, properties, children }: Element): boolean {
  return tagName === 'p' && properties['id'] === undefined && children.every(isBlank);
}

/** Returns a handler of list items for one tree. The library's handler searches the entire list for each item to determine whether it is loose. */
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
