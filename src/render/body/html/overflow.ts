// Estimates which code blocks and tables are wider than a phone. Only these are focusable, so that keyboard users can scroll them.
import type { Element, Nodes } from 'hast';
import type { Words } from '../../../model/labels/ui-text.js';
import { visit } from '../../base/visit.js';
import { classesOf, phrasing } from './element.js';

/** Width of the article: `--measure` of the stylesheet. Widths are in CSS pixels, a rem is 16 pixels. */
export const measure = 40 * 16;

/** Width of the article in a window of 360 pixels. Wider content is focusable, because it scrolls at least on phones. */
const phoneMeasure = 360 - 2 * 16;

/** Width of a column of code (characters are 0.602 times as wide as high), and of the padding and border of a block. */
const [codeColumn, codeFrame] = [0.9 * 16 * 0.602, 2 * 1.1 * 16 + 2];

/** Average width of a wide character in proportional text, and width of the padding and border of a cell. */
const [tableColumn, cellFrame] = [0.65 * 0.95 * 16, 2 * 0.8 * 16 + 1];

/** Width of the padding, border or bullets of elements that indent their content. */
const indented = 40;
const indents = new Set(['ul', 'ol', 'dd', 'blockquote']);
const framed = new Set(['callout', 'tab']);
const cardRoom = 15 * 16;

type Shown = (text: string) => string;

/** Returns a function that makes code or a table focusable if it might overflow on a phone. A table also gets an accessible name. */
export function overflowMarker(shown: Shown, words: Words): (node: Element, room: number) => void {
  let tables = 0;
  return (node, room) => {
    const { tagName, properties } = node;
    const phoneRoom = room - measure + phoneMeasure;
    if (properties['className'] !== undefined && classesOf(properties).includes('table-scroll')) {
      tables += 1;
      delete properties['tabIndex'];
      if (tableWidth(node, shown) <= phoneRoom) return;
      Object.assign(properties, { tabIndex: 0, ariaLabel: words.text('table', { number: String(tables) }) });
    } else if (tagName === 'pre') {
      delete properties['tabIndex'];
      if (codeWidth(node, shown) > phoneRoom) properties['tabIndex'] = 0;
    }
  };
}

export function roomIn({ tagName, properties }: Element, room: number): number {
  if (tagName === 'table') return Number.POSITIVE_INFINITY; // a table grows with its content
  const classes = classesOf(properties);
  if (classes.includes('card')) return Math.min(room, cardRoom);
  return indents.has(tagName) || classes.some((name) => framed.has(name)) ? room - indented : room;
}

function codeWidth(node: Element, shown: Shown): number {
  return (node.data?.columns ?? columnsOf(shown(wordsOf(node)))) * codeColumn + codeFrame;
}

/** Returns the minimum width of a table: the sum of the longest words of its columns. */
function tableWidth(section: Element, shown: Shown): number {
  const widths: number[] = [];
  const walk = (node: Element): void => {
    let column = 0;
    for (const child of node.children) {
      if (child.type !== 'element') continue;
      if (child.tagName !== 'td' && child.tagName !== 'th') walk(child);
      else {
        widths[column] = Math.max(widths[column] ?? 0, cellWidth(child, shown));
        column += Math.min(100, Number(child.properties['colSpan'] ?? 1) || 1);
      }
    }
  };
  walk(section);
  return widths.reduce((sum, width) => sum + width, 0);
}

/** Matches possible line breaks: spaces, hyphens, and before characters of scripts without spaces. */
const breaks = /[\s-]+|(?=[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])/;

function cellWidth(cell: Element, shown: Shown): number {
  const words = shown(wordsOf(cell)).split(breaks);
  let widest = words.reduce((width, word) => Math.max(width, lineColumns(word) * tableColumn), 0) + cellFrame;
  visit(cell, 'element', (node) => {
    if (node.tagName === 'pre') widest = Math.max(widest, codeWidth(node, shown) + cellFrame);
  });
  return widest;
}

/** Returns the text of an element. Blocks are separated by spaces. */
function wordsOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  const text = node.children.map(wordsOf).join('');
  return phrasing.has(node.tagName) && !/^(?:br|img|wbr)$/.test(node.tagName) ? text : ` ${text} `;
}

/** Returns the length of the longest line in columns. A tab counts as two, as in the stylesheet. */
export function columnsOf(text: string): number {
  return text.split('\n').reduce((widest, line) => Math.max(widest, lineColumns(line)), 0);
}

function lineColumns(line: string): number {
  if (!/[^ -~]/.test(line)) return line.length;
  let width = 0;
  for (const character of line) {
    if (character === '\t') width += 2 - (width % 2);
    else if (!/[\p{M}\p{Cf}\r]/u.test(character)) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return width;
}

/** Whether a character is wide: East Asian characters, emoji, and others that a monospaced font might not have. */
const isWide = (codePoint: number): boolean => codePoint >= 0x1100 && !(codePoint >= 0x1e00 && codePoint < 0x2600);
