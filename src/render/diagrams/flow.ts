// Flowcharts, state diagrams and mind maps as drawings: a graph laid out and printed.
import {
  clipEdgeToShape,
  DEFAULTS,
  estimateNodeSize,
  measureMultilineText,
  type PositionedGraph,
  renderSvg,
} from 'beautiful-mermaid';
import type { Flow, Node, Subgraph } from './flow-parser.js';
import { arrange, type Settings } from './layout/arrange.js';
import type { Arrow, Box, Rect } from './layout/graph.js';

type Group = PositionedGraph['groups'][number];
type PositionedEdge = PositionedGraph['edges'][number];

// As beautiful-mermaid prints them: 28 pixels of heading, 11 pixel labels in a frame of 8.
const frame = { top: 44, side: 16 };
const [labelFont, headingFont, headingHeight] = [11, 12, 28];
const settings = { gaps: { besides: 28, between: 48, isBundled: true }, margin: { top: 20, side: 20 }, frame };
const pointed: ReadonlySet<Node['shape']> = new Set([
  'diamond',
  'circle',
  'doublecircle',
  'hexagon',
  'state-start',
  'state-end',
  'asymmetric',
]);

/** Draws a graph. */
export function drawFlow(flow: Flow): string {
  if (flow.nodes.size + flow.subgraphs.length === 0) throw new Error('it has no boxes');
  const svg = renderSvg(positioned(flow, { ...settings, direction: flow.direction }), DEFAULTS);
  // Its arrowheads at the beginning of a line are turned twice and lie under the box.
  return svg.replace(/(<marker id="arrowhead-start[^>]* orient="auto)-start-reverse"/g, '$1"');
}

/** The same graph with places. */
export function positioned(flow: Flow, settings: Settings): PositionedGraph {
  const inFrames = new Set<string>();
  const framed = flow.subgraphs.map((group) => frameOf(group, flow, inFrames));
  const boxes = [...[...flow.nodes.values()].filter(({ id }) => !inFrames.has(id)).map(boxOf), ...framed];
  const arrows = flow.edges.map(({ source, target, label, style, hasArrowStart, hasArrowEnd }): Arrow => {
    const ends = { from: source, to: target, kind: `${style} ${hasArrowStart} ${hasArrowEnd}` };
    if (!label) return ends;
    const { width, height } = measureMultilineText(label, labelFont, 400);
    return { ...ends, label: { width: width + 20, height: height + 20 } };
  });
  const { width, height, places, routes } = arrange(boxes, arrows, settings);
  const nodes = [...flow.nodes.values()].flatMap((node) => {
    const place = places.get(node.id);
    return place ? [{ ...node, ...place, inlineStyle: legible(styleOf(node.id, flow)) }] : [];
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edges = flow.edges.flatMap((edge, index) => {
    const { points = [], label: labelPosition } = routes[index] ?? {};
    if (edge.isInvisible || points.length < 2) return [];
    let clipped = points.map((point) => ({ ...point }));
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    if (source) clipped = clipEdgeToShape(clipped, source, true);
    if (target) clipped = clipEdgeToShape(clipped, target, false);
    const inlineStyle = { ...flow.linkStyles.get('default'), ...flow.linkStyles.get(index) };
    return [
      { ...edge, points: clipped, ...(labelPosition ? { labelPosition: { ...labelPosition } } : {}), inlineStyle },
    ];
  });
  const groups = flow.subgraphs.map((group) => groupOf(group, places));
  const headings = groups.flatMap((group) => coveredHeadings(group, edges));
  return { width, height, nodes, edges: [...edges, ...headings], groups };
}

/** Headings of frames that a line runs over: they are printed again above it, as labels of lines are. */
function coveredHeadings(group: Group, edges: readonly PositionedEdge[]): PositionedEdge[] {
  const { label, x, y } = group;
  const [left, right, bottom] = [
    x + 8,
    x + 20 + 1.15 * measureMultilineText(label, headingFont, 600).width,
    y + headingHeight,
  ];
  const isCovered = edges.some(({ points }) =>
    points.some((point, at) => {
      const next = points[at + 1] ?? point;
      const [minX, maxX] = [Math.min(point.x, next.x), Math.max(point.x, next.x)];
      const [minY, maxY] = [Math.min(point.y, next.y), Math.max(point.y, next.y)];
      return maxX > left && minX < right && maxY > y && minY < bottom;
    }),
  );
  const inner = group.children.flatMap((child) => coveredHeadings(child, edges));
  if (!isCovered || label === '') return inner;
  group.label = '';
  const labelPosition = { x: (left + right) / 2 - 3, y: (y + bottom) / 2 };
  const text = { label: `<b>${label.replace(/<\/?b>/g, '')}</b>`, labelPosition, points: [] };
  return [{ source: '', target: '', style: 'solid', hasArrowStart: false, hasArrowEnd: false, ...text }, ...inner];
}

function boxOf({ id, label, shape }: Node): Box {
  return { id, ...estimateNodeSize(id, label, shape), isPointed: pointed.has(shape) };
}

/** A frame, its boxes in the order of the source; a box belongs to one frame only. */
function frameOf({ id, label, nodeIds, children, direction }: Subgraph, flow: Flow, seen: Set<string>): Box {
  const inner = children.map((child) => frameOf(child, flow, seen));
  const own = nodeIds.flatMap((nodeId) => {
    const node = flow.nodes.get(nodeId);
    if (!node || seen.has(nodeId)) return [];
    seen.add(nodeId);
    return [boxOf(node)];
  });
  const heading = measureMultilineText(label, headingFont, 600);
  return { id, width: heading.width + 24, height: 60, children: [...own, ...inner], direction };
}

function groupOf({ id, label, children }: Subgraph, places: ReadonlyMap<string, Rect>): Group {
  const place = places.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    id,
    label: label.replaceAll('\n', ' '),
    ...place,
    children: children.map((child) => groupOf(child, places)),
  };
}

function styleOf(id: string, { classDefs, classAssignments, nodeStyles }: Flow): Record<string, string> {
  return { ...classDefs.get('default'), ...classDefs.get(classAssignments.get(id) ?? ''), ...nodeStyles.get(id) };
}

/** A box with a colour of its own has it in light and dark: so must its text. */
function legible(style: Record<string, string>): Record<string, string> {
  const { fill, color } = style;
  if (fill === undefined || color !== undefined) return style;
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(fill)?.[1] ?? 'ffffff';
  const channels = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Number.parseInt(channel, 16));
  return { ...style, color: 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#1f2328' : '#ffffff' };
}
