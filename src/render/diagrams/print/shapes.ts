// Shapes of boxes: size around a text, and outline. Classes and entities have a name, and lines in a monospace font below it.
import type { Rect, Size } from '../layout/level.js';
import { type Attributes, element, printText, round, textSize } from './elements.js';

const [cap, inset, flatness] = [7, 8, 1.6];
const dot = { fill: 'var(--fg)', stroke: 'none' };
const ring = { fill: 'none', stroke: 'var(--fg)', 'stroke-width': 1.5 };

const around =
  (more: number, above = 0) =>
  (text: Size) => ({
    width: Math.max(text.width + 40 + more, 60),
    height: Math.max(text.height + 20 + above, 36),
  });
const disc = (more: number) => (text: Size) => square(Math.ceil(Math.hypot(text.width + 40, text.height + 20)) + more);
const square = (side: number): Size => ({ width: side, height: side });
const tiny = () => square(24);
const bar = () => ({ width: 70, height: 8 });
const flat = (text: Size) => {
  const width = Math.max(text.width + flatness * text.height + 32, 60);
  return { width, height: width / flatness };
};

const rect = ({ x, y, width, height }: Rect, rx = 0, style = {}) =>
  element('rect', { x, y, width, height, rx, ...style });
const circle = ({ x, y, width }: Rect, less = 0, style = {}) =>
  element('circle', { cx: x + width / 2, cy: y + width / 2, r: width / 2 - less, ...style });
/** Returns a box with cut upper and lower corners. A pointed side has its point in the middle. */
function polygon({ x, y, width, height }: Rect, above: number, below: number, isLeft = false, isRight = false): string {
  const [right, middle, bottom] = [x + width, y + height / 2, y + height];
  const cut = (by: number, isPointed: boolean) => (isPointed || above !== below ? by : 0);
  const corners = [
    [x + cut(above, isLeft), y],
    [right - cut(above, isRight), y],
    ...(isRight ? [[right, middle]] : []),
    [right - cut(below, isRight), bottom],
    [x + cut(below, isLeft), bottom],
    ...(isLeft ? [[x, middle]] : []),
  ];
  return element('polygon', { points: corners.map((corner) => corner.map(round).join()).join(' ') });
}
function cylinder({ x, y, width, height }: Rect): string {
  const [left, right, top, bottom] = [x, x + width, y + cap, y + height - cap].map(round);
  const arc = `A${round(width / 2)} ${cap} 0 0 `;
  const d = `M${left} ${top}${arc}1 ${right} ${top}V${bottom}${arc}1 ${left} ${bottom}ZM${left} ${top}${arc}0 ${right} ${top}`;
  return element('path', { d });
}
const subroutine = (place: Rect) =>
  rect(place) + rect({ ...place, x: place.x + inset, width: place.width - 2 * inset });

/** Creates a shape. With `isPointed`, edges meet each side only in the middle, because the side is not straight or too short. */
const shape = (outline: (place: Rect) => string, size: (text: Size) => Size, isPointed = false) => ({
  outline,
  size,
  isPointed,
});
const shapes = {
  rectangle: shape(rect, around(0)),
  rounded: shape((place) => rect(place, 6), around(0)),
  stadium: shape((place) => rect(place, place.height / 2), around(0)),
  subroutine: shape(subroutine, around(0)),
  cylinder: shape(cylinder, around(0, 2 * cap)),
  circle: shape(circle, disc(8), true),
  doublecircle: shape((place) => circle(place) + circle(place, 5), disc(20), true),
  diamond: shape((place) => polygon(place, place.width / 2, place.width / 2, true, true), flat, true),
  hexagon: shape((place) => polygon(place, place.height / 4, place.height / 4, true, true), around(20), true),
  asymmetric: shape((place) => polygon(place, 12, 12, true), around(12), true),
  trapezoid: shape((place) => polygon(place, place.width * 0.15, 0), around(20), true),
  'trapezoid-alt': shape((place) => polygon(place, 0, place.width * 0.15), around(20), true),
  bar: shape((place) => rect(place, 2, dot), bar),
  'state-start': shape((place) => circle(place, 0, dot), tiny, true),
  'state-end': shape((place) => circle(place, 0, ring) + circle(place, 4, dot), tiny, true),
};

export type ShapeName = keyof typeof shapes;

export const shapeOf = (name: ShapeName) => shapes[name];

const [font, nameFont, rowHeight, padding] = [11, 13, 18, 10];

/** A class or an entity, with sections of lines below its name. */
interface Titled {
  readonly label: string;
  readonly sections?: readonly (readonly string[])[];
}

const heading = (label: string) => textSize(label, nameFont, true).height + 2 * padding - 4;
const sectionHeight = (rows: readonly string[]) => rows.length * rowHeight + 8;

export function recordSize({ label, sections = [] }: Titled): Size {
  const widths = sections.flat().map((row) => Math.max(textSize(row, font).width, row.length * font * 0.62));
  const height = sections.reduce((sum, rows) => sum + sectionHeight(rows), heading(label));
  const named = textSize(label, nameFont, true).width + 4 * padding;
  return { width: Math.max(100, named, ...widths.map((width) => width + 2 * padding)), height };
}

export function printRecord({ x, y, width, height, label, sections = [] }: Titled & Rect, isFilled: boolean): string {
  let top = y + heading(label);
  const fill = isFilled ? undefined : 'var(--band)';
  const frame = element('rect', { x, y, width, height }) + element('rect', { x, y, width, height: top - y, fill });
  const lines = sections.slice(0, -1).map((rows) => {
    top += sectionHeight(rows);
    return element('path', { d: `M${round(x)} ${round(top)}h${round(width)}` });
  });
  return frame + lines.join('');
}

export function printRecordName({ x, y, width, label }: Titled & Rect, style: Attributes): string {
  return printText(label, { x: x + width / 2, y: y + heading(label) / 2 }, nameFont, style);
}

export function printRows({ x, y, label, sections = [] }: Titled & Rect, style: Attributes): string {
  let top = y + heading(label);
  const texts = sections.flatMap((rows) => {
    const first = top + 4 + rowHeight / 2;
    top += sectionHeight(rows);
    return rows.map((row, at) => printText(row, { x: x + padding, y: first + at * rowHeight }, font, style));
  });
  return texts.join('');
}
