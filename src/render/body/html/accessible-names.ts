// Names for what would have none when a page is read aloud: links that show only a picture, columns beside an empty head.
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { cleanName } from '../../../model/content/text.js';
import type { Words } from '../../../model/labels/words.js';
import { decodeAddress } from '../../../model/path.js';
import { visit } from '../../markdown/visit.js';
import { isBlank } from './element.js';

/** An empty head is the head of nothing, a corner: a plain cell; beside one, the other heads must say what they are heads of. */
export function nameColumns(head: Element): void {
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

/** A link that shows a picture only is named by the picture; where that has no name, by where the link leads. */
export function nameLink(node: Element, words: Words): void {
  if (textOf(node).trim() !== '' || typeof node.properties['ariaLabel'] === 'string') return;
  const images: Element[] = [];
  visit(node, 'element', (child) => {
    if (child.tagName === 'img') images.push(child);
  });
  if (images.some((image) => String(image.properties['alt'] ?? '').trim() !== '')) return;
  const [first] = images;
  const name = nameIn(String(first ? first.properties['src'] : node.properties['href'])) || words.text('link');
  if (first) first.properties['alt'] = name;
  else if (node.children.every(isBlank)) node.children = [{ type: 'text', value: name }];
}

/** The last part of an address in words. */
function nameIn(address: string): string {
  const last =
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? '';
  return cleanName(decodeAddress(last))
    .value.replace(/\.\w+$/, '')
    .replace(/[-_+.%]+/g, ' ')
    .trim();
}
