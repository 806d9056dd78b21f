// Text in drawings: how much room it takes, and its elements. The reader's font is not known, so widths are estimates.
import type { Point, Size } from '../layout/graph.js';

/** Widths of characters in parts of the font's size; the first pattern that matches counts. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3ffff}]|\p{Emoji_Presentation}/u,
    1.1,
  ],
  [/[iljtfI1!|.,:;' ]/, 0.25],
  [/[r()[\]{}/\\"`-]/, 0.37],
  [/[WMm@%]/, 0.84],
  [/\p{Lu}|w/u, 0.67],
];
const [otherWidth, boldness, lineHeight] = [0.55, 0.12, 1.3];

/** The room that a text of several lines takes. */
export function textSize(text: string, font: number, isBold = false): Size {
  const lines = text.split('\n');
  const ems = lines.map((line) => {
    const chars = [...line.replace(/<\/?[bius]>/g, '')];
    const sum = chars.reduce((width, char) => width + (widths.find(([kind]) => kind.test(char))?.[1] ?? otherWidth), 0);
    return sum * (isBold || line.includes('<b>') ? 1 + boldness : 1);
  });
  return { width: Math.max(...ems) * font + 2, height: lines.length * font * lineHeight };
}

const styles: Readonly<Record<string, string>> = {
  b: 'font-weight="bold"',
  i: 'font-style="italic"',
  u: 'text-decoration="underline"',
  s: 'text-decoration="line-through"',
};

/** The elements of a text; its lines are at both sides of `y`. */
export function printText(text: string, { x, y }: Point, font: number, attributes = ''): string {
  const lines = text.split('\n').map(printLine);
  const [left, top] = [round(x), round(y + font * (0.35 - ((lines.length - 1) / 2) * lineHeight))];
  const [first = ''] = lines;
  const inner =
    lines.length === 1
      ? first
      : lines.map((line, at) => `<tspan x="${left}" dy="${at && round(font * lineHeight)}">${line}</tspan>`).join('');
  return `<text x="${left}" y="${top}"${attributes}>${inner}</text>`;
}

/** A line in which <b>, <i>, <u> and <s> are styles. */
function printLine(line: string): string {
  const open = new Set<string>();
  const parts = line.split(/(<\/?[bius]>)/).map((part, at) => {
    if (at % 2 === 0) {
      const text = escaped(part);
      return text && [...open].reduce((inner, name) => `<tspan ${styles[name]}>${inner}</tspan>`, text);
    }
    const name = part.at(-2) ?? '';
    if (part.startsWith('</')) open.delete(name);
    else open.add(name);
    return '';
  });
  return parts.join('');
}

/** A drawing. */
export function printSvg({ width, height }: Size, style: string, elements: string): string {
  const [x, y] = [round(width), round(height)];
  const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x} ${y}" width="${x}" height="${y}">`;
  return `${start}\n<style>text { font-family: system-ui, sans-serif; }${style}</style>\n${elements}\n</svg>`;
}

/** A coordinate as it is printed. */
export const round = (value: number): number => Math.round(value * 100) / 100;

/** A text as content of an element or as a value of an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
