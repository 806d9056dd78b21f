// Parses flowcharts: `graph TD; A["one"] -->|text| B & C`, subgraphs, classes. Unknown syntax is an error, because a partial flowchart would be misleading.
import { trimEnd } from 'lodash-es';
import type { Direction } from '../layout/level.js';
import { type Edge, Flow, type Node, type Tip } from '../print/graph.js';
import type { ShapeName } from '../print/shapes.js';
import { labelText, Reader, readStatements } from './reader.js';
import shapes from './shapes.json' with { type: 'json' };

const directions: Readonly<Record<string, Direction>> = { '>': 'LR', '<': 'RL', '^': 'BT', v: 'TB' };

/** Shapes by the opening bracket of a text and its closing bracket. Longer brackets come first. */
const brackets = Object.entries(shapes.brackets as Readonly<Record<string, Readonly<Record<string, ShapeName>>>>);
/** Shapes by their names in `A@{ shape: name }`. Others are rectangles. */
const shapesByName = new Map(Object.entries(shapes.names as Readonly<Record<string, ShapeName>>));
const space = /[^\S\n]*/y;
const name = /(?:[\p{L}\p{N}\p{M}_$.'*+?!\\/#]|-(?![->.])|=(?!=))+/uy;
const header = /[^\S\n]*(TB|TD|BT|RL|LR|[<>^]|v(?![\w]))?/y;
const skipped = /click[^\S\n]+[^\s-][^\n]*|acc(?:Title|Descr)[^\S\n]*:[^\n]*|accDescr[^\S\n]*\{[^}]*\}/y;

export function parseFlow(text: string): Flow {
  const reader = new Reader(text);
  const [, direction = 'TB'] = reader.take(header) ?? [];
  const flow = new Flow(directions[direction] ?? (direction as Direction));
  const read = () => readFrame(reader, flow) || readStyle(reader, flow) || readStatement(reader, flow);
  return readStatements(reader, flow, skipped, read);
}

/** Parses `subgraph id [title]` and `end`. */
function readFrame(reader: Reader, flow: Flow): boolean {
  if (reader.take(/end\b(?=[^\S\n]*(?:[\n;]|$))/y)) {
    flow.open.pop();
    return true;
  }
  if (!reader.take(/subgraph\b[^\S\n]*/y)) return false;
  const [, quoted, id = quoted] =
    reader.take(/(?:"([^"\n]+)"|([^\s[\](){}";]+))[^\S\n]*[[(]+[^\S\n]*(?="|[^\n]*[\])])/y) ?? [];
  const rest = readTitle(reader, id !== undefined);
  const isName = id === undefined && !/\s/.test(rest.trim()) && rest.trim() !== '';
  flow.openFrame(id ?? (isName ? rest.trim() : ` ${reader.at}`), labelText(rest));
  return true;
}

function readTitle(reader: Reader, isBracketed: boolean): string {
  if (reader.take(/"/y)) {
    const [text] = reader.takeUntil(['"']);
    reader.take(/[^\S\n]*[\])]*/y);
    return text;
  }
  const [text = ''] = reader.take(/[^\n;]*/y) ?? [];
  return isBracketed ? trimEnd(text.trimEnd(), '])') : text;
}

/** Parses `classDef`, `class`, `style` and `linkStyle`. */
export function readStyle(reader: Reader, flow: Flow): boolean {
  const [, key = '', names = '', rest = ''] =
    reader.take(
      /(classDef|class|cssClass|style|linkStyle)[^\S\n]+([^\s,]+(?:[^\S\n]*,[^\S\n]*[^\s,]+)*)[^\S\n]*([^\n;]*);?/y,
    ) ?? [];
  if (key === '') return false;
  const ids = names.split(',').map((id) => id.trim());
  const style = key.endsWith('lass') ? {} : readProperties(rest);
  for (const id of ids) {
    if (key.endsWith('lass')) flow.classAssignments.set(id, rest.trim());
    else if (key === 'classDef') flow.classDefs.set(id, style);
    else if (key === 'style') flow.nodeStyles.set(id, { ...flow.nodeStyles.get(id), ...style });
    else {
      const number = id === 'default' ? id : Number(id);
      flow.linkStyles.set(number, { ...flow.linkStyles.get(number), ...style });
    }
  }
  return true;
}

/** Parses `fill:#f9f,stroke:rgb(0,0,0)`. */
function readProperties(text: string): Record<string, string> {
  const pairs = text.split(/,(?![^(]*\))/).map((pair) => /^\s*([\w-]+)\s*:\s*(.+?)\s*$/.exec(pair));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])));
}

/** Parses `A & B -->|text| C --> D`. */
function readStatement(reader: Reader, flow: Flow): boolean {
  let from = readGroup(reader, flow);
  for (let link = readLink(reader); link; link = readLink(reader)) {
    const to = readGroup(reader, flow);
    flow.checkSize(from.length * to.length);
    for (const source of from) for (const target of to) flow.edges.push({ source, target, ...link });
    from = to;
  }
  reader.take(space);
  return reader.isAtEnd || reader.take(/[\n;]/y) !== undefined;
}

function readGroup(reader: Reader, flow: Flow): string[] {
  const ids: string[] = [];
  do {
    reader.take(/\s*/y);
    const id = readNode(reader, flow);
    flow.claim(id);
    ids.push(id);
  } while (reader.take(/\s*&/y));
  return ids;
}

/** Parses `A`, `A[text]:::name` and `A@{ shape: diamond, label: "text" }`. */
function readNode(reader: Reader, flow: Flow): string {
  const id = reader.take(name)?.[0];
  if (id === undefined) throw reader.fault();
  const known = flow.nodes.get(id);
  let { label, shape }: Omit<Node, 'id'> = known ?? { label: labelText(id), shape: 'rectangle' };
  const [opening, closings] = brackets.find(([start]) => reader.text.startsWith(start, reader.at)) ?? [];
  if (opening !== undefined && closings) {
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
    if (named) shape = shapesByName.get(named) ?? 'rectangle';
  }
  flow.nodes.set(id, { id, label, shape });
  const style = reader.take(/:::([\w-]+)/y)?.[1];
  if (style) flow.classAssignments.set(id, style);
  return id;
}

type Link = Omit<Edge, 'source' | 'target'>;

/** Parses `-->`, `-- text -->`, `-.->|text|`, `<==>`, `o--x` and `~~~`. */
function readLink(reader: Reader): Link | undefined {
  const start = reader.at;
  // A link can start on the next line, unless it starts with `x` or `o`, which would be a node.
  reader.take(/(?:\s*(?![xo\s])|[^\S\n]*)(?:[\w-]+@(?=[xo<]?[-=~]))?/y);
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

const tips: Readonly<Record<string, Tip>> = { '<': 'arrow', '>': 'arrow', x: 'cross', o: 'circle' };

function linkOf(mark: string, text: string | undefined): Link {
  const label = text?.trim() ? labelText(text) : undefined;
  return {
    ...(label ? { label } : {}),
    style: mark.includes('.') ? 'dotted' : mark.includes('==') ? 'thick' : 'solid',
    start: tips[mark[0] ?? ''],
    end: tips[mark.at(-1) ?? ''],
    ...(mark.startsWith('~') ? { isInvisible: true } : {}),
  };
}
