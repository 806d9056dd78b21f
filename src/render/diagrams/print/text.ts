// Text in diagrams: its size and its elements. The reader's font is unknown, so widths are estimates.
import type { Point, Size } from '../layout/graph.js';

/** Widths of characters as fractions of the font size. The first matching pattern counts. */
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

/** Serializes a text. Its lines are centered around `y`. */
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

/** Serializes a line. <b>, <i>, <u> and <s> become styles. */
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

export function printSvg({ width, height }: Size, style: string, elements: string): string {
  const [x, y] = [round(width), round(height)];
  const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x} ${y}" width="${x}" height="${y}">`;
  return `${start}\n<style>text { font-family: system-ui, sans-serif; }${style}</style>\n${elements}\n</svg>`;
}

export const round = (value: number): number => Math.round(value * 100) / 100;

/** Escapes a text for element content and attribute values. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
