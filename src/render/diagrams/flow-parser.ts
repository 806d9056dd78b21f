// Flowcharts as Mermaid's users write them: `graph TD; A["one"] -->|text| B & C`, frames, classes. What cannot be read is a fault: half a
// flowchart says something else than the whole.
import type { MermaidGraph } from 'beautiful-mermaid';
import { labelText } from './labels.js';
import { checkSize } from './layout/bounds.js';
import type { Direction } from './layout/graph.js';
import { Reader } from './reader.js';

export type Node = MermaidGraph['nodes'] extends Map<string, infer T> ? T : never;
export type Edge = MermaidGraph['edges'][number] & { readonly isInvisible?: boolean };
export type Subgraph = MermaidGraph['subgraphs'][number];
export interface Flow extends MermaidGraph {
  edges: Edge[];
}

const directions: Readonly<Record<string, Direction>> = { '>': 'LR', '<': 'RL', '^': 'BT', v: 'TB' };

/** Brackets around a text, and the shape that they mean. */
const shapes: readonly (readonly [string, Readonly<Record<string, Node['shape']>>])[] = [
  ['(((', { ')))': 'doublecircle' }],
  ['([', { '])': 'stadium' }],
  ['((', { '))': 'circle' }],
  ['[[', { ']]': 'subroutine' }],
  ['[(', { ')]': 'cylinder' }],
  ['[/', { '\\]': 'trapezoid', '/]': 'rectangle' }],
  ['[\\', { '/]': 'trapezoid-alt', '\\]': 'rectangle' }],
  ['{{', { '}}': 'hexagon' }],
  ['[', { ']': 'rectangle' }],
  ['(', { ')': 'rounded' }],
  ['{', { '}': 'diamond' }],
  ['>', { ']': 'asymmetric' }],
];

/** Shapes by the names of `A@{ shape: name }`; others are rectangles. */
const namedShapes: Readonly<Record<string, Node['shape']>> = Object.assign(Object.create(null), {
  ...{ rounded: 'rounded', event: 'rounded', stadium: 'stadium', pill: 'stadium', terminal: 'stadium' },
  ...{
    circle: 'circle',
    circ: 'circle',
    'sm-circ': 'circle',
    diam: 'diamond',
    diamond: 'diamond',
    decision: 'diamond',
  },
  ...{ question: 'diamond', hex: 'hexagon', hexagon: 'hexagon', cyl: 'cylinder', cylinder: 'cylinder', db: 'cylinder' },
  ...{
    database: 'cylinder',
    subproc: 'subroutine',
    subprocess: 'subroutine',
    'fr-rect': 'subroutine',
    odd: 'asymmetric',
  },
  ...{ 'trap-b': 'trapezoid', 'trap-t': 'trapezoid-alt', 'dbl-circ': 'doublecircle', 'double-circle': 'doublecircle' },
});

const space = /[^\S\n]*/y;
const breaks = /[\s;]*/y;
const name = /(?:[\p{L}\p{N}\p{M}_$.'*+?!\\/#]|-(?![->.])|=(?!=))+/uy;
const header = /(?:graph|flowchart(?:-elk)?)\b[^\S\n]*(TB|TD|BT|RL|LR|[<>^]|v(?![\w]))?/y;
const skipped = /click[^\S\n]+[^\s-][^\n]*|acc(?:Title|Descr)[^\S\n]*:[^\n]*|accDescr[^\S\n]*\{[^}]*\}/y;

/** A flowchart to which nodes and edges are added. */
export function emptyFlow(direction: Direction): Flow {
  return {
    direction,
    nodes: new Map(),
    edges: [],
    subgraphs: [],
    classDefs: new Map(),
    classAssignments: new Map(),
    nodeStyles: new Map(),
    linkStyles: new Map(),
  };
}

/** Reads a flowchart. */
export function parseFlow(text: string): Flow {
  const reader = new Reader(text);
  const [, direction = 'TB'] = reader.take(header) ?? [];
  const flow = emptyFlow(directions[direction] ?? (direction as Direction));
  const open: Subgraph[] = [];
  const owners = new Map<string, Subgraph>();
  for (reader.take(breaks); !reader.isAtEnd; reader.take(breaks)) {
    if (readFrame(reader, flow, open) || readStyle(reader, flow) || reader.take(skipped)) continue;
    readStatement(reader, flow, open, owners);
    checkSize(flow.nodes.size, flow.edges.length);
  }
  for (let last = open.pop(); last; last = open.pop()) (open.at(-1)?.children ?? flow.subgraphs).push(last);
  for (const [id, { nodeIds }] of owners) nodeIds.push(id);
  removeFrames(flow, flow.subgraphs);
  return flow;
}

/** `subgraph id [title]`, `direction LR`, `end`. */
function readFrame(reader: Reader, flow: Flow, open: Subgraph[]): boolean {
  if (reader.take(/end\b(?=[^\S\n]*(?:[\n;]|$))/y)) {
    const last = open.pop();
    if (last) (open.at(-1)?.children ?? flow.subgraphs).push(last);
    return true;
  }
  const [, direction] = reader.take(/direction[^\S\n]+(TB|TD|BT|RL|LR)\b/y) ?? [];
  if (direction) {
    const last = open.at(-1);
    if (last) last.direction = direction as Direction;
    else flow.direction = direction as Direction;
    return true;
  }
  if (!reader.take(/subgraph\b[^\S\n]*/y)) return false;
  if (open.length > 20) throw new Error('its frames are nested too deep');
  const [, id, title] = reader.take(/([^\s[\](){}";]+)[^\S\n]*[[(]+[^\S\n]*(?="|[^\n]*[\])])/y) ?? [];
  const rest = title ?? readTitle(reader, id !== undefined);
  const isName = id === undefined && !/\s/.test(rest.trim()) && rest.trim() !== '';
  const ownId = id ?? (isName ? rest.trim() : ` ${flow.subgraphs.length} ${open.length} ${reader.at}`);
  open.push({ id: ownId, label: labelText(rest), nodeIds: [], children: [] });
  return true;
}

function readTitle(reader: Reader, isBracketed: boolean): string {
  if (reader.take(/"/y)) {
    const [text] = reader.takeUntil(['"']);
    reader.take(/[^\S\n]*[\])]*/y);
    return text;
  }
  const [text = ''] = reader.take(/[^\n;]*/y) ?? [];
  return isBracketed ? text.replace(/[\])]+\s*$/, '') : text;
}

/** `classDef`, `class`, `style` and `linkStyle`. */
function readStyle(reader: Reader, flow: Flow): boolean {
  const [, key = '', names = '', rest = ''] =
    reader.take(/(classDef|class|style|linkStyle)[^\S\n]+([^\s,]+(?:[^\S\n]*,[^\S\n]*[^\s,]+)*)[^\S\n]*([^\n;]*);?/y) ??
    [];
  if (key === '') return false;
  const ids = names.split(',').map((id) => id.trim());
  const style = key === 'class' ? {} : readProperties(rest);
  for (const id of ids) {
    if (key === 'class') flow.classAssignments.set(id, rest.trim());
    else if (key === 'classDef') flow.classDefs.set(id, style);
    else if (key === 'style') flow.nodeStyles.set(id, { ...flow.nodeStyles.get(id), ...style });
    else {
      const number = id === 'default' ? id : Number(id);
      flow.linkStyles.set(number, { ...flow.linkStyles.get(number), ...style });
    }
  }
  return true;
}

/** `fill:#f9f,stroke:rgb(0,0,0)` */
function readProperties(text: string): Record<string, string> {
  const pairs = text.split(/,(?![^(]*\))/).map((pair) => /^\s*([\w-]+)\s*:\s*(.+?)\s*$/.exec(pair));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])));
}

/** `A & B -->|text| C --> D` */
function readStatement(reader: Reader, flow: Flow, open: readonly Subgraph[], owners: Map<string, Subgraph>): void {
  let from = readGroup(reader, flow, open, owners);
  for (let link = readLink(reader); link; link = readLink(reader)) {
    const to = readGroup(reader, flow, open, owners);
    checkSize(0, flow.edges.length + from.length * to.length);
    for (const source of from) for (const target of to) flow.edges.push({ source, target, ...link });
    from = to;
  }
  reader.take(space);
  if (!reader.isAtEnd && !reader.take(/[\n;]/y)) throw reader.fault();
}

function readGroup(reader: Reader, flow: Flow, open: readonly Subgraph[], owners: Map<string, Subgraph>): string[] {
  const ids: string[] = [];
  do {
    reader.take(/\s*/y);
    ids.push(readNode(reader, flow));
    const [id, frame] = [ids.at(-1) as string, open.at(-1)];
    const owner = owners.get(id);
    if (frame && (!owner || open.includes(owner))) owners.set(id, frame);
  } while (reader.take(/\s*&/y));
  return ids;
}

/** `A`, `A[text]:::name`, `A@{ shape: diamond, label: "text" }` */
function readNode(reader: Reader, flow: Flow): string {
  const id = reader.take(name)?.[0];
  if (id === undefined) throw reader.fault();
  const known = flow.nodes.get(id);
  let { label, shape }: Omit<Node, 'id'> = known ?? { label: labelText(id), shape: 'rectangle' };
  const brackets = shapes.find(([opening]) => reader.text.startsWith(opening, reader.at));
  if (brackets) {
    const [opening, closings] = brackets;
    reader.at += opening.length;
    const quoted = reader.take(/\s*"([^"]*)"\s*/y)?.[1];
    const [text, closing] = reader.takeUntil(Object.keys(closings));
    if (quoted !== undefined && text !== '') throw reader.fault();
    label = labelText(quoted ?? text);
    shape = closings[closing] ?? 'rectangle';
  } else {
    const attributes = reader.take(/@\{((?:[^{}"]|"[^"]*")*)\}/y)?.[1] ?? '';
    const [, quoted, plain] = /\blabel\s*:\s*(?:"([^"]*)"|([^,}\n]+))/.exec(attributes) ?? [];
    if (quoted !== undefined || plain !== undefined) label = labelText((quoted ?? plain ?? '').trim());
    const named = /\bshape\s*:\s*"?([\w-]+)/.exec(attributes)?.[1];
    if (named) shape = namedShapes[named] ?? 'rectangle';
  }
  flow.nodes.set(id, { id, label, shape });
  const style = reader.take(/:::([\w-]+)/y)?.[1];
  if (style) flow.classAssignments.set(id, style);
  return id;
}

type Link = Omit<Edge, 'source' | 'target'>;

/** `-->`, `-- text -->`, `-.->|text|`, `<==>`, `o--x`, `~~~` */
function readLink(reader: Reader): Link | undefined {
  const start = reader.at;
  reader.take(/[^\S\n]*(?:[\w-]+@(?=[xo<]?[-=~]))?/y);
  const whole = reader.take(/([xo<]?)(?:--+[-xo>]|==+[=xo>]|-?\.+-[xo>]?|~~~+)/y);
  if (whole) {
    const text = reader.take(/\s*\|\s*(?:"([^"]*)"\s*|([^|]*))\|/y);
    return linkOf(whole[0], text?.[1] ?? text?.[2]);
  }
  const opening = reader.take(/([xo<]?)(--|==|-\.)/y);
  if (!opening) {
    reader.at = start;
    return undefined;
  }
  const quoted = reader.take(/\s*"([^"]*)"\s*/y)?.[1];
  const closing = { '--': /--+[-xo>]/g, '==': /==+[=xo>]/g, '-.': /\.+-[xo>]?/g }[opening[2] as '--' | '==' | '-.'];
  closing.lastIndex = reader.at;
  const end = closing.exec(reader.text);
  if (!end) throw reader.fault();
  const text = quoted ?? reader.text.slice(reader.at, end.index);
  reader.at = end.index + end[0].length;
  return linkOf(`${opening[0]}${end[0]}`, text);
}

function linkOf(mark: string, text: string | undefined): Link {
  const label = text?.trim() ? labelText(text) : undefined;
  return {
    ...(label ? { label } : {}),
    style: mark.includes('.') ? 'dotted' : mark.includes('==') ? 'thick' : 'solid',
    hasArrowStart: mark.startsWith('<'),
    hasArrowEnd: mark.endsWith('>'),
    ...(mark.startsWith('~') ? { isInvisible: true } : {}),
  };
}

/** A link to a frame names no node. */
function removeFrames(flow: Flow, frames: readonly Subgraph[]): void {
  for (const { id, children } of frames) {
    flow.nodes.delete(id);
    removeFrames(flow, children);
  }
}
