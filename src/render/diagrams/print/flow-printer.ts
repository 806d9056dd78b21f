// Serializes a laid-out graph as SVG.
import { headingHeight } from '../layout/arrange.js';
import type { Point, Rect, Route, Size } from '../layout/graph.js';
import type { Edge, Node, Style } from './graph.js';
import { printRecord, printRecordName, printRows } from './records.js';
import { shapeOf } from './shapes.js';
import { escaped, printSvg, printText, round, textSize } from './text.js';
import { printTip, type Tip } from './tips.js';

type PlacedNode = Node & Rect & { readonly inlineStyle: Style };
type PlacedEdge = Edge & Omit<Route, 'label'> & { readonly place: Point | undefined; readonly inlineStyle: Style };

/** A laid-out diagram. Outer subgraphs come before inner ones. */
export interface PlacedFlow extends Size {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly groups: readonly (Rect & { readonly id: string; readonly label: string })[];
}

/** Font sizes of boxes, edges and subgraphs. */
export const fonts = { node: 13, edge: 11, group: 12 };
export const labelPadding = 6;

const style = `
  .rows text { font-family: ui-monospace, Menlo, Consolas, monospace; }
  svg {
    --line: color-mix(in srgb, var(--fg) 50%, var(--bg));
    --tip: color-mix(in srgb, var(--fg) 85%, var(--bg));
    --soft: color-mix(in srgb, var(--fg) 60%, var(--bg));
    --box: color-mix(in srgb, var(--fg) 3%, var(--bg));
    --edge: color-mix(in srgb, var(--fg) 20%, var(--bg));
    --band: color-mix(in srgb, var(--fg) 5%, var(--bg));
    --rim: color-mix(in srgb, var(--fg) 12%, var(--bg));
  }
`;

export function printFlow({ width, height, nodes, edges, groups }: PlacedFlow): string {
  const keys = edges.flatMap((edge) => [tipKey(edge.start, edge), tipKey(edge.end, edge)]);
  const tips = [...new Set(keys)].filter(Boolean);
  const heading = 'font-weight="600" fill="var(--soft)" stroke="var(--band)" stroke-width="4" paint-order="stroke"';
  const layers: readonly (readonly [string, readonly string[]])[] = [
    ['defs', tips.map(printTip)],
    ['g stroke="var(--edge)"', groups.map(printFrame)],
    ['g fill="none" stroke="var(--line)"', edges.map((edge) => printEdge(edge, tips))],
    [`g font-size="${fonts.group}" ${heading}`, groups.map(printHeading)],
    [`g font-size="${fonts.edge}" text-anchor="middle" fill="var(--soft)"`, edges.flatMap(printLabels)],
    ['g fill="var(--box)" stroke="var(--edge)" stroke-width="0.75"', nodes.map(printBox)],
    [`g font-size="${fonts.node}" font-weight="500" text-anchor="middle" fill="var(--fg)"`, nodes.map(printName)],
    ['g class="rows" font-size="11" fill="var(--soft)"', nodes.map((node) => printRows(node, printColor(node)))],
  ];
  const printed = layers.map(([tag, elements]) => {
    const inner = elements.filter(Boolean).join('\n');
    return inner && `<${tag}>\n${inner}\n</${tag.split(' ')[0]}>`;
  });
  return printSvg({ width, height }, style, printed.filter(Boolean).join('\n'));
}

const tipKey = (tip: Tip | undefined, { inlineStyle }: PlacedEdge) =>
  tip && `${tip} ${inlineStyle['stroke'] ?? 'var(--tip)'}`;

function printFrame({ x, y, width, height }: PlacedFlow['groups'][number]): string {
  const corner = `x="${round(x)}" y="${round(y)}" width="${round(width)}"`;
  return `<rect ${corner} height="${round(height)}" fill="var(--bg)"/><rect ${corner} height="${headingHeight}" fill="var(--band)"/>`;
}

/** Headings of subgraphs are drawn above edges. */
function printHeading({ x, y, label }: PlacedFlow['groups'][number]): string {
  return label && printText(label, { x: x + 12, y: y + headingHeight / 2 }, fonts.group);
}

function printEdge(edge: PlacedEdge, tips: readonly (string | undefined)[]): string {
  const { style: kind, start, end, inlineStyle } = edge;
  const attributes = [
    kind === 'dotted' ? ' stroke-dasharray="4 4"' : '',
    kind === 'thick' && !inlineStyle['stroke-width'] ? ' stroke-width="2"' : '',
    start ? ` marker-start="url(#tip${tips.indexOf(tipKey(start, edge))})"` : '',
    end ? ` marker-end="url(#tip${tips.indexOf(tipKey(end, edge))})"` : '',
  ];
  return `<path d="${pathOf(edge)}"${attributes.join('')}${printStyle(inlineStyle)}/>`;
}

/** Returns the SVG path of an edge: straight lines, and curves that start and end along the flow. */
function pathOf({ points, isSideways }: PlacedEdge): string {
  const print = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
  return points
    .map((point, at) => {
      const before = points[at - 1];
      if (!before) return `M${print(point)}`;
      if (Math.abs(before.x - point.x) < 0.01 || Math.abs(before.y - point.y) < 0.01) return `L${print(point)}`;
      const middle = isSideways ? { x: (before.x + point.x) / 2 } : { y: (before.y + point.y) / 2 };
      return `C${[{ ...before, ...middle }, { ...point, ...middle }, point].map(print).join(' ')}`;
    })
    .join('');
}

/** Serializes the label of an edge with a background, and the labels at its ends. */
function printLabels({ label, place, startLabel, endLabel, points, isSideways }: PlacedEdge): string[] {
  const atEnd = (text = '', point: Point | undefined, next: Point | undefined) => {
    if (text === '' || !point || !next) return '';
    const room = textSize(text, fonts.edge).width / 2 + 6;
    const [x, y] = isSideways
      ? [point.x + Math.sign(next.x - point.x) * room, point.y - 10]
      : [point.x - room, point.y + Math.sign(next.y - point.y) * 18];
    return printText(text, { x, y }, fonts.edge);
  };
  const ends = [atEnd(startLabel, points[0], points[1]), atEnd(endLabel, points.at(-1), points.at(-2))];
  if (!label || !place) return ends;
  const size = textSize(label, fonts.edge);
  const [width, height] = [size.width + 2 * labelPadding, size.height + 2 * labelPadding];
  const corner = `x="${round(place.x - width / 2)}" y="${round(place.y - height / 2)}"`;
  const ground = `<rect ${corner} width="${round(width)}" height="${round(height)}" rx="2" fill="var(--bg)" stroke="var(--rim)"/>`;
  return [ground + printText(label, place, fonts.edge), ...ends];
}

function printBox(node: PlacedNode): string {
  const { fill, ...others } = node.inlineStyle;
  const outline = node.sections ? printRecord(node, fill !== undefined) : shapeOf(node.shape).outline(node);
  const printed = printStyle(others, fill);
  return printed === '' ? outline : `<g${printed}>${outline}</g>`;
}

function printName(node: PlacedNode): string {
  const { x, y, width, height, label, sections } = node;
  if (sections) return printRecordName(node, printColor(node));
  return label && printText(label, { x: x + width / 2, y: y + height / 2 }, fonts.node, printColor(node));
}

const printColor = ({ inlineStyle: { color } }: PlacedNode) => (color === undefined ? '' : ` fill="${escaped(color)}"`);

const printStyle = ({ stroke, 'stroke-width': strokeWidth, 'stroke-dasharray': dashes }: Style, fill?: string) =>
  Object.entries({ fill, stroke, 'stroke-width': strokeWidth, 'stroke-dasharray': dashes })
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(value)}"`))
    .join('');
