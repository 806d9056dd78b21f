// Pie charts: `pie showData title Pets`, then `"Dogs" : 386`.
import { element, printText, round, svgElement, textSize } from './print/elements.js';
import { labelText } from './read/reader.js';

// Distinguishable next to each other, in light and dark mode.
const colours = '#4269d0 #efb118 #ff725c #6cc5b0 #3ca951 #ff8ab7 #a463f2 #97bbf5 #9c6b4e #9498a0'.split(' ');
const [radius, margin, rowHeight, maxSlices] = [110, 20, 22, 50];

type Slice = { readonly label: string; readonly value: number };

export function drawPie(text: string): string {
  const [, showData, inline, body = ''] =
    /^pie\b[^\S\n]*(showData\b)?[^\S\n]*(?:title[^\S\n]+([^\n]+))?([\s\S]*)$/.exec(text) ?? [];
  const slices: Slice[] = [];
  let title = inline;
  for (const line of body.split('\n')) {
    const [, named] = /^\s*title\s+(\S.*)$/.exec(line) ?? [];
    const [, label = '', value] = /^\s*"([^"]*)"\s*:\s*(\d+(?:\.\d+)?)\s*;?\s*$/.exec(line) ?? [];
    if (named !== undefined) title = named;
    else if (value !== undefined) slices.push({ label: plain(label), value: Number(value) });
    else if (line.trim() !== '' && !/^\s*acc(?:Title|Descr)\b/.test(line))
      throw new Error(`${JSON.stringify(line.trim().slice(0, 40))} is no slice`);
  }
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  if (!(total > 0 && Number.isFinite(total))) throw new Error('its slices have no size');
  if (slices.length > maxSlices) throw new Error(`it has over ${maxSlices} slices`);
  return svgOf(title === undefined ? '' : plain(title), slices, total, showData !== undefined);
}

const plain = (label: string) =>
  labelText(label.trim())
    .replace(/<\/?[bius]>/g, '')
    .replaceAll('\n', ' ');

function svgOf(title: string, slices: readonly Slice[], total: number, showData: boolean): string {
  const top = margin + (title === '' ? 0 : 34);
  const legend = margin + 2 * radius + 32;
  const rows = slices.map(({ label, value }) => `${label}${showData ? ` [${value}]` : ''} · ${percent(value, total)}`);
  const widest = Math.max(...rows.map((row) => textSize(row, 13).width));
  const width = Math.max(legend + 24 + widest + margin, textSize(title, 16, true).width + 2 * margin);
  const height = top + Math.max(2 * radius, slices.length * rowHeight) + margin;
  const middle = { x: margin + radius, y: top + (height - top - margin) / 2 };
  let angle = 0;
  const parts = slices.map(({ value }, index) => {
    const [from, to] = [angle, angle + value / total];
    angle = to;
    return value === 0 ? '' : slicePath(middle, from, to, colourOf(index));
  });
  const firstRow = middle.y - ((slices.length - 1) * rowHeight) / 2;
  const legends = rows.map((row, index) => {
    const y = firstRow + index * rowHeight;
    const square = { x: legend, y: y - 7, width: 14, height: 14, rx: 2, fill: colourOf(index) };
    return element('rect', square) + printText(row, { x: legend + 24, y }, 13);
  });
  const style = { 'text-anchor': 'middle', 'font-weight': 600 };
  const heading = printText(title, { x: width / 2, y: margin + 6 }, 16, style);
  const texts = element('g', { 'font-size': 13, fill: 'var(--fg)' }, legends.join(''));
  const above = element('g', { 'font-size': 16, fill: 'var(--fg)' }, heading);
  return svgElement({ width, height }, '', [...parts, texts, above]);
}

const colourOf = (index: number) => colours[index % colours.length] ?? '';

/** Returns the path of a slice, clockwise from the top. `from` and `to` are fractions from 0 to 1. */
function slicePath({ x, y }: { x: number; y: number }, from: number, to: number, fill: string): string {
  const at = (share: number) => {
    const angle = 2 * Math.PI * share;
    return `${round(x + radius * Math.sin(angle))} ${round(y - radius * Math.cos(angle))}`;
  };
  const style = { fill, stroke: 'var(--bg)', 'stroke-width': 1.5 };
  if (to - from > 0.9999) return element('circle', { cx: x, cy: y, r: radius, ...style });
  const arc = `A ${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}`;
  return element('path', { d: `M ${round(x)} ${round(y)} L ${at(from)} ${arc} Z`, ...style });
}

const percent = (value: number, total: number) => `${Math.round((1000 * value) / total) / 10}%`;
