// Draws all kinds of diagrams. Loaded with the first one, because the libraries are large. Most kinds are graphs.
import { renderMermaidSVG } from 'beautiful-mermaid';
import { arrange } from './layout/arrange.js';
import type { Arrow, Box, Rect } from './layout/level.js';
import { drawPie } from './pie.js';
import { textSize } from './print/elements.js';
import { fonts, labelPadding, type PlacedFlow, printFlow } from './print/flow-printer.js';
import type { Flow, Node, Style, Subgraph } from './print/graph.js';
import { recordSize, shapeOf } from './print/shapes.js';
import { parseFlow } from './read/flow-parser.js';
import { parseMindMap } from './read/mind-map.js';
import { plainEntities } from './read/reader.js';
import { parseClasses, parseEntities } from './read/records-parser.js';
import { readSequence } from './read/sequence.js';
import { parseStates } from './read/states.js';

export function placed(flow: Flow): PlacedFlow {
  const outside = [...flow.nodes.values()].filter(({ id }) => !flow.owners.has(id));
  const boxes = [...outside.map(boxOf), ...flow.subgraphs.map((group) => frameOf(group, flow))];
  const arrows = flow.edges.map(({ source, target, label, ...looks }): Arrow => {
    const ends = { from: source, to: target, kind: JSON.stringify(looks) };
    if (!label) return ends;
    const { width, height } = textSize(label, fonts.edge);
    return { ...ends, label: { width: width + 2 * labelPadding + 8, height: height + 2 * labelPadding + 8 } };
  });
  const { width, height, places, routes } = arrange(boxes, arrows, flow);
  const nodes = [...flow.nodes.values()].flatMap((node) => {
    const place = places.get(node.id);
    return place ? [{ ...node, ...place, inlineStyle: legible(styleOf(node.id, flow)) }] : [];
  });
  const edges = flow.edges.flatMap((edge, index) => {
    const { points = [], label: place, isSideways = false } = routes.get(index) ?? {};
    if (edge.isInvisible || points.length < 2) return [];
    const inlineStyle = { ...flow.linkStyles.get('default'), ...flow.linkStyles.get(index) };
    return [{ ...edge, points, place, isSideways, inlineStyle }];
  });
  return { width, height, nodes, edges, groups: flow.subgraphs.flatMap((group) => groupsOf(group, places)) };
}

function boxOf(node: Node): Box {
  const { size, isPointed } = shapeOf(node.shape);
  return { id: node.id, ...(node.sections ? recordSize(node) : size(textSize(node.label, fonts.node))), isPointed };
}

/** Converts a subgraph to a box with children, in the order of the source. */
function frameOf({ id, label, nodeIds, children, direction }: Subgraph, flow: Flow): Box {
  const inner = children.map((child) => frameOf(child, flow));
  const nodes = nodeIds.map((nodeId) => flow.nodes.get(nodeId)).filter((node) => node !== undefined);
  const { width } = textSize(headingOf(label), fonts.group, true);
  return { id, width: width + 24, height: 60, children: [...nodes.map(boxOf), ...inner], direction };
}

const headingOf = (label: string) => label.replaceAll('\n', ' ');

function groupsOf({ id, label, children }: Subgraph, places: ReadonlyMap<string, Rect>): PlacedFlow['groups'] {
  const place = places.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [{ id, label: headingOf(label), ...place }, ...children.flatMap((child) => groupsOf(child, places))];
}

function styleOf(id: string, { classDefs, classAssignments, nodeStyles }: Flow): Style {
  return { ...classDefs.get('default'), ...classDefs.get(classAssignments.get(id) ?? ''), ...nodeStyles.get(id) };
}

/** Sets a text color for a box with its own background, which is the same in light and dark mode. */
function legible(style: Style): Style {
  const { fill, color } = style;
  if (fill === undefined || color !== undefined) return style;
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(fill)?.[1] ?? 'ffffff';
  const channels = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Number.parseInt(channel, 16));
  return { ...style, color: 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#1f2328' : '#ffffff' };
}

const graphs: ReadonlyMap<string, (text: string) => Flow> = new Map([
  ['graph', parseFlow],
  ['flowchart', parseFlow],
  ['flowchart-elk', parseFlow],
  ['stateDiagram', parseStates],
  ['stateDiagram-v2', parseStates],
  ['mindmap', parseMindMap],
  ['classDiagram', parseClasses],
  ['classDiagram-v2', parseClasses],
  ['erDiagram', parseEntities],
]);
const byLibrary: ReadonlySet<string> = new Set(['sequenceDiagram', 'xychart', 'xychart-beta']);

/** Draws a diagram as SVG. @throws if it can't be drawn. */
export function drawKind(kind: string, text: string): string {
  const read = graphs.get(kind);
  if (read) {
    const flow = read(text.slice(kind.length));
    if (flow.nodes.size + flow.subgraphs.length === 0) throw new Error('it has no boxes');
    return printFlow(placed(flow));
  }
  if (kind === 'pie') return drawPie(text);
  if (byLibrary.has(kind)) return drawByLibrary(kind, text);
  throw new Error(kind === '' ? 'it names no kind of diagram' : `diagrams of the kind "${kind}" are not drawn`);
}

const [maxLines, maxLineChars] = [600, 1_000];

/** Draws with beautiful-mermaid, which parses line by line. Normalizes spaces, removes semicolons at line ends and decodes entities first. */
function drawByLibrary(kind: string, text: string): string {
  const lines = text.split('\n').map((line) => plainEntities(line.replace(/\s+/g, ' ').trim()).replace(/;$/, ''));
  if (lines.length > maxLines) throw new Error(`it has over ${maxLines} lines`);
  if (lines.some((line) => line.length > maxLineChars))
    throw new Error(`a line of it is over ${maxLineChars} characters`);
  const read = kind === 'sequenceDiagram' ? readSequence(lines) : lines;
  return renderMermaidSVG(read.join('\n').replaceAll('&', '&amp;'));
}
