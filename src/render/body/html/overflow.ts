// What can be wider than the article, as it is known when a page is built. Only that takes the focus of the keyboard, which scrolls it:
// a page may have hundreds of blocks of code of which none needs to.
import type { Element, Nodes, Properties } from 'hast';
import type { Words } from '../../../model/labels/words.js';
import { visit } from '../../markdown/visit.js';
import { classesOf } from './element.js';

/** Widths are CSS pixels where a rem is 16 of them. `--measure` of the stylesheet: 46rem. */
export const measure = 46 * 16;

/** A column of code: 0.9rem of a monospaced font, whose characters are 0.602 as wide as high. The frame around code: padding, border. */
const [codeColumn, codeFrame] = [0.9 * 16 * 0.602, 2 * 1.1 * 16 + 2];

/** Of proportional text a wide character on average; a table's words do not break. */
const [tableColumn, cellFrame] = [0.65 * 0.95 * 16, 2 * 0.8 * 16 + 1];

/** What stands in one of these has less room: their padding, border or bullets. */
const indented = 40;
const indents = new Set(['ul', 'ol', 'dd', 'blockquote']);
const framed = new Set(['callout', 'tab']);
/** A card in a group is at least so wide. */
const cardRoom = 15 * 16;

export interface OverflowOptions {
  /** A text as it is shown, without what stands for formulas. */
  readonly shown: (text: string) => string;
  readonly words: Words;
}

/** Lets the keyboard scroll the code and the tables of a body that can be wider than their place; a table that can is named too. */
export class Overflow {
  readonly #shown: OverflowOptions['shown'];
  readonly #words: Words;
  #tables = 0;

  constructor({ shown, words }: OverflowOptions) {
    this.#shown = shown;
    this.#words = words;
  }

  /** Marks an element that has `room`; each comes once, in order. */
  mark(node: Element, room: number): void {
    const { tagName, properties } = node;
    if (properties['className'] !== undefined && classesOf(properties).includes('table-scroll')) {
      delete properties['tabIndex'];
      Object.assign(properties, this.frame(tableWidth(node, this.#shown), room));
    } else if (tagName === 'pre') {
      delete properties['tabIndex'];
      if (codeWidth(node, this.#shown) > room) properties['tabIndex'] = 0;
    }
  }

  /** What the frame of a table has that is so wide; each comes once, in order. */
  frame(width: number, room: number): Properties {
    this.#tables += 1;
    return width > room ? { tabIndex: 0, ariaLabel: this.#words.text('table', { number: String(this.#tables) }) } : {};
  }

  /** The width of a column by the words in a cell of it. */
  column(words: string): number {
    return columnWidth(this.#shown(words));
  }
}

/** The room in an element that has `room`. */
export function roomIn({ tagName, properties }: Pick<Element, 'tagName' | 'properties'>, room: number): number {
  if (tagName === 'table') return Number.POSITIVE_INFINITY; // it grows with what is in it
  if (properties['className'] === undefined) return indents.has(tagName) ? room - indented : room;
  const classes = classesOf(properties);
  if (classes.includes('card')) return Math.min(room, cardRoom);
  return indents.has(tagName) || classes.some((name) => framed.has(name)) ? room - indented : room;
}

function codeWidth(node: Element, shown: OverflowOptions['shown']): number {
  return (node.data?.columns ?? columnsOf(shown(wordsOf(node)))) * codeColumn + codeFrame;
}

/** As narrow as a browser can make a table: the widest word of each column. */
function tableWidth(section: Element, shown: OverflowOptions['shown']): number {
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

/** Where text may break: at spaces, behind hyphens, before any sign of a script that has no spaces. */
const breaks = /[\s-]+|(?=[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])/;

function columnWidth(words: string): number {
  let widest = 0;
  for (const word of words.split(breaks)) widest = Math.max(widest, columnsOf(word) * tableColumn);
  return widest + cellFrame;
}

function cellWidth(cell: Element, shown: OverflowOptions['shown']): number {
  let widest = columnWidth(shown(wordsOf(cell)));
  visit(cell, 'element', (node) => {
    if (node.tagName === 'pre') widest = Math.max(widest, codeWidth(node, shown) + cellFrame);
  });
  return widest;
}

const inline = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var'.split(' '),
);

/** The text of an element; what is no part of a line is apart from it. */
function wordsOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  const text = node.children.map(wordsOf).join('');
  return inline.has(node.tagName) ? text : ` ${text} `;
}

/** Columns of the longest line; a tab goes to the next even one, as in the stylesheet. */
export function columnsOf(text: string): number {
  const isPlain = !/[^\n -~]/.test(text);
  let most = 0;
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    most = Math.max(most, isPlain ? end - start : widthOf(text.slice(start, end)));
    start = end + 1;
  }
  return most;
}

function widthOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === '\t') width += 2 - (width % 2);
    else if (!/[\p{M}\p{Cf}\r]/u.test(character)) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return width;
}

/** Signs of East Asia and pictures, and what else a monospaced font is likely to lack. */
function isWide(codePoint: number): boolean {
  return codePoint >= 0x1100 && !(codePoint >= 0x1e00 && codePoint < 0x2600);
}
