// Elements of diagrams, and the size of text. The reader's font is unknown, so widths are estimates.
import { escape as escaped } from 'lodash-es';
import type { Point, Size } from '../layout/level.js';
import styles from './styles.json' with { type: 'json' };
import widthsJson from './widths.json' with { type: 'json' };

/** Widths of characters as fractions of the font size. The first matching pattern applies. */
const widths = (widthsJson as [string, number][]).map(([chars, width]) => [new RegExp(chars, 'u'), width] as const);
const [otherWidth, boldness, lineHeight] = [0.55, 0.12, 1.3];

export function textSize(text: string, font: number, isBold = false): Size {
  const lines = text.split('\n');
  const ems = lines.map((line) => {
    const chars = [...line.replace(/<\/?[bius]>/g, '')];
    const sum = chars.reduce((width, char) => width + (widths.find(([kind]) => kind.test(char))?.[1] ?? otherWidth), 0);
    return sum * (isBold || line.includes('<b>') ? 1 + boldness : 1);
  });
  return { width: Math.max(...ems) * font + 2, height: lines.length * font * lineHeight };
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Serializes an element. Numbers are rounded. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const printed = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined) return '';
    return ` ${key}="${typeof value === 'number' ? round(value) : escaped(value)}"`;
  });
  return `<${name}${printed.join('')}>${inner}</${name}>`;
}

/** Serializes a text. Its lines are centered around `y`. */
export function printText(text: string, { x, y }: Point, font: number, style: Attributes = {}): string {
  const lines = text.split('\n').map(printLine);
  const top = y + font * (0.35 - ((lines.length - 1) / 2) * lineHeight);
  const spans = lines.map((line, at) => element('tspan', { x, dy: at && font * lineHeight }, line));
  return element('text', { x, y: top, ...style }, lines.length === 1 ? lines[0] : spans.join(''));
}

/** Serializes a line. <b>, <i>, <u> and <s> become styles. */
function printLine(line: string): string {
  const open = new Set<string>();
  const parts = line.split(/(<\/?[bius]>)/).map((part, at) => {
    if (at % 2 === 0) {
      const text = escaped(part);
      return (
        text &&
        [...open].reduce((inner, name) => element('tspan', styles.text[name as keyof typeof styles.text], inner), text)
      );
    }
    const name = part.at(-2) ?? '';
    if (part.startsWith('</')) open.delete(name);
    else open.add(name);
    return '';
  });
  return parts.join('');
}

export function svgElement({ width, height }: Size, style: string, elements: readonly string[]): string {
  const viewBox = [0, 0, width, height].map(round).join(' ');
  const font = element('style', {}, `text { font-family: system-ui, sans-serif; }${style}`);
  const xmlns = 'http://www.w3.org/2000/svg';
  return element('svg', { xmlns, viewBox, width, height }, font + elements.join(''));
}

export const round = (value: number): number => Math.round(value * 100) / 100;
