// Classes and entities: a name, and lines in a monospace font below it.
import type { Rect, Size } from '../layout/graph.js';
import { type Attributes, element, printText, round, textSize } from './elements.js';
import type { Node } from './graph.js';

const [font, nameFont, rowHeight, padding] = [11, 13, 18, 10];

const heading = (label: string) => textSize(label, nameFont, true).height + 2 * padding - 4;
const sectionHeight = (rows: readonly string[]) => rows.length * rowHeight + 8;

export function recordSize({ label, sections = [] }: Node): Size {
  const widths = sections.flat().map((row) => Math.max(textSize(row, font).width, row.length * font * 0.62));
  const height = sections.reduce((sum, rows) => sum + sectionHeight(rows), heading(label));
  const named = textSize(label, nameFont, true).width + 4 * padding;
  return { width: Math.max(100, named, ...widths.map((width) => width + 2 * padding)), height };
}

export function printRecord({ x, y, width, height, label, sections = [] }: Node & Rect, isFilled: boolean): string {
  let top = y + heading(label);
  const fill = isFilled ? undefined : 'var(--band)';
  const frame = element('rect', { x, y, width, height }) + element('rect', { x, y, width, height: top - y, fill });
  const lines = sections.slice(0, -1).map((rows) => {
    top += sectionHeight(rows);
    return element('path', { d: `M${round(x)} ${round(top)}h${round(width)}` });
  });
  return frame + lines.join('');
}

export function printRecordName({ x, y, width, label }: Node & Rect, style: Attributes): string {
  return printText(label, { x: x + width / 2, y: y + heading(label) / 2 }, nameFont, style);
}

export function printRows({ x, y, label, sections = [] }: Node & Rect, style: Attributes): string {
  let top = y + heading(label);
  const texts = sections.flatMap((rows) => {
    const first = top + 4 + rowHeight / 2;
    top += sectionHeight(rows);
    return rows.map((row, at) => printText(row, { x: x + padding, y: first + at * rowHeight }, font, style));
  });
  return texts.join('');
}
