// What authors write in the HTML of long ago, as HTML has it now; what has no name gets one.
import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from '../visit.js';
import { classesOf, isBlank } from './element.js';

/** Attributes that no element has any more, or that only style. */
const obsolete = [
  'vAlign', 'bgColor', 'border', 'cellPadding', 'cellSpacing', 'clear', 'hSpace', 'vSpace', 'noWrap', 'char', 'charOff', 'axis', 'longDesc', 'summary', 'type', 'compact',
]; // biome-ignore format: a list of words

export function modernise(tree: Root): void {
  let tables = 0;
  visit(tree, 'element', (node) => {
    const { properties, tagName } = node;
    const align = properties['align'];
    delete properties['align'];
    if (typeof align === 'string' && /^(?:left|right|center)$/.test(align))
      properties['className'] = [...classesOf(properties), `align-${align}`];
    for (const name of obsolete) if (!(name === 'type' && tagName === 'ol')) delete properties[name];
    for (const name of ['width', 'height']) cleanLength(node, name);
    if (tagName === 'section' && classesOf(properties).includes('table-scroll')) {
      tables += 1;
      properties['ariaLabel'] = `Table ${tables}`;
    }
    if (tagName === 'a' && properties['href'] !== undefined) nameLink(node);
    if (tagName === 'thead') nameColumns(node);
  });
}

/** An empty head is the head of nothing, a corner: a plain cell; beside one, the other heads must say what they are heads of. */
function nameColumns(head: Element): void {
  const cells: Element[] = [];
  visit(head, 'element', (node) => {
    if (node.tagName === 'th') cells.push(node);
  });
  const corners = cells.filter(({ children }) => children.every(isBlank));
  if (corners.length === 0) return;
  for (const cell of cells) cell.properties['scope'] ??= 'col';
  for (const corner of corners) {
    corner.tagName = 'td';
    delete corner.properties['scope'];
  }
}

/** Sizes are whole pixels, and only images and media have any. */
function cleanLength({ tagName, properties }: Element, name: string): void {
  const value = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/.exec(String(properties[name] ?? ''))?.[1];
  if (value !== undefined && /^(?:img|video)$/.test(tagName)) properties[name] = Number(value);
  else delete properties[name];
}

/** A link that shows a picture only is named by the picture; where that has no name, by where the link leads. */
function nameLink(node: Element): void {
  if (textOf(node).trim() !== '' || typeof node.properties['ariaLabel'] === 'string') return;
  const images: Element[] = [];
  visit(node, 'element', (child) => {
    if (child.tagName === 'img') images.push(child);
  });
  if (images.some((image) => String(image.properties['alt'] ?? '').trim() !== '')) return;
  const [first] = images;
  const name = nameOf(String(first?.properties['src'] ?? '')) || nameOf(String(node.properties['href']));
  if (first) first.properties['alt'] = name;
  else if (node.children.every(isBlank)) node.children = [{ type: 'text', value: name }];
}

/** The last part of an address in words. */
function nameOf(address: string): string {
  const last =
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? '';
  return (
    last
      .replace(/\.\w+$/, '')
      .replace(/[-_+.%]+/g, ' ')
      .trim() || 'link'
  );
}
