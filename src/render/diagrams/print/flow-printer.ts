// Serializes a laid-out graph as SVG.
import { isEmpty, omit, pick } from 'lodash-es';
import { headingHeight } from '../layout/arrange.js';
import type { Point, Rect, Route, Size } from '../layout/level.js';
import { type Attributes, element, printText, round, svgElement, textSize } from './elements.js';
import type { Edge, Node, Style, Tip } from './graph.js';
import { printRecord, printRecordName, printRows, shapeOf } from './shapes.js';
import styles from './styles.json' with { type: 'json' };

type PlacedNode = Node & Rect & { readonly inlineStyle: Style };
type PlacedEdge = Edge & Omit<Route, 'label'> & { readonly place: Point | undefined; readonly inlineStyle: Style };

/** A laid-out diagram. Outer subgraphs come before inner ones. */
export interface PlacedFlow extends Size {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly groups: readonly (Rect & { readonly id: string; readonly label: string })[];
}

const { layers } = styles;
export const fonts = {
  node: layers.names['font-size'],
  edge: layers.labels['font-size'],
  group: layers.headings['font-size'],
};
export const labelPadding = 6;

export function printFlow({ width, height, nodes, edges, groups }: PlacedFlow): string {
  const keys = edges.flatMap((edge) => [tipKey(edge.start, edge), tipKey(edge.end, edge)]);
  const tips = [...new Set(keys)].filter((key) => key !== undefined);
  const paths = edges.map((edge) => printEdge(edge, tips));
  const rows = nodes.map((node) => printRows(node, textColor(node)));
  const printed = [
    layer('defs', {}, tips.map(printTip)),
    layer('g', layers.frames, groups.map(printFrame)),
    layer('g', layers.edges, paths),
    layer('g', layers.headings, groups.map(printHeading)),
    layer('g', layers.labels, edges.flatMap(printLabels)),
    layer('g', layers.boxes, nodes.map(printBox)),
    layer('g', layers.names, nodes.map(printName)),
    layer('g', layers.rows, rows),
  ];
  return svgElement({ width, height }, styles.stylesheet, printed);
}

function layer(name: string, attributes: Attributes, elements: readonly string[]): string {
  const inner = elements.join('');
  return inner && element(name, attributes, inner);
}

const tipKey = (tip: Tip | undefined, { inlineStyle }: PlacedEdge) =>
  tip && `${tip} ${inlineStyle['stroke'] ?? 'var(--tip)'}`;

/** Serializes an end marker by its key, `arrow #f00`. Elements without `fill` have the background color. */
function printTip(key: string, index: number): string {
  const [, tip = '', color] = /^(\w+) (.*)$/s.exec(key) ?? [];
  const { width, height, elements } = styles.tips[tip as Tip];
  const size = { markerWidth: width, markerHeight: height, refX: width, refY: height / 2 };
  const inner = element('g', { color, ...styles.tip }, elements);
  return element('marker', { id: `tip${index}`, ...size, ...styles.marker }, inner);
}

function printFrame({ x, y, width, height }: PlacedFlow['groups'][number]): string {
  const ground = element('rect', { x, y, width, height, fill: 'var(--bg)' });
  return ground + element('rect', { x, y, width, height: headingHeight, fill: 'var(--band)' });
}

/** Serializes the heading of a subgraph. Headings are above edges in the drawing order. */
function printHeading({ x, y, label }: PlacedFlow['groups'][number]): string {
  return label && printText(label, { x: x + 12, y: y + headingHeight / 2 }, fonts.group);
}

const lineStyles = ['stroke', 'stroke-width', 'stroke-dasharray'];

function printEdge(edge: PlacedEdge, tips: readonly string[]): string {
  const { style: kind, start, end, inlineStyle } = edge;
  const marker = (tip: Tip | undefined) => tip && `url(#tip${tips.indexOf(tipKey(tip, edge) ?? '')})`;
  return element('path', {
    d: pathOf(edge),
    ...omit(styles.edges[kind], Object.keys(inlineStyle)),
    'marker-start': marker(start),
    'marker-end': marker(end),
    ...pick(inlineStyle, lineStyles),
  });
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
  const corner = { x: place.x - width / 2, y: place.y - height / 2 };
  const ground = element('rect', { ...corner, width, height, rx: 2, fill: 'var(--bg)', stroke: 'var(--rim)' });
  return [ground + printText(label, place, fonts.edge), ...ends];
}

function printBox(node: PlacedNode): string {
  const style = pick(node.inlineStyle, ['fill', ...lineStyles]);
  const outline = node.sections ? printRecord(node, style.fill !== undefined) : shapeOf(node.shape).outline(node);
  return isEmpty(style) ? outline : element('g', style, outline);
}

function printName(node: PlacedNode): string {
  const { x, y, width, height, label, sections } = node;
  if (sections) return printRecordName(node, textColor(node));
  return label && printText(label, { x: x + width / 2, y: y + height / 2 }, fonts.node, textColor(node));
}

const textColor = ({ inlineStyle }: PlacedNode): Attributes => ({ fill: inlineStyle['color'] });
