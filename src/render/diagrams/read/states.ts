// Parses state diagrams: transitions, nested states, choices, forks and notes. Unknown syntax is an error, as in flowcharts.
import { Flow, type Node } from '../print/graph.js';
import { readStyle } from './flow-parser.js';
import { labelText, Reader, readStatements } from './reader.js';

const name = /[^\S\n]*((?:[\p{L}\p{N}\p{M}_]|[-.](?=[\p{L}\p{N}_]))+)(?::::([\w-]+))?/uy;
const declared =
  /state[^\S\n]+(?:"([^"\n]*)"[^\S\n]+as[^\S\n]+)?([^\s{<"[]+)[^\S\n]*(?:(?:<<|\[\[)(choice|fork|join)(?:>>|\]\])|(\{))?/y;
const noted =
  /note[^\S\n]+(?:left|right)[^\S\n]+of[^\S\n]+([^\s:]+)[^\S\n]*(?::([^\n]*)|\n([\s\S]*?)\n[^\S\n]*end[^\S\n]*note)/iy;
const skipped = /%%[^\n]*|(?:hide|scale|acc(?:Title|Descr)|title)\b[^\n]*|note[^\S\n]+"[^\n]*/y;

export function parseStates(text: string): Flow {
  const [reader, flow] = [new Reader(text), new Flow('TB')];
  let regions = 0;
  const put = (id: string, change: Partial<Node> = {}) => {
    const known = flow.nodes.get(id);
    flow.nodes.set(id, { id, label: labelText(id), shape: 'rounded', ...known, ...change });
    flow.claim(id);
    return id;
  };
  const stateAt = (end: 'start' | 'end') => {
    const frame = flow.open.at(-1)?.id ?? '';
    if (reader.take(/[^\S\n]*\[\*\]/y)) return put(` ${end} ${regions} ${frame}`, { label: '', shape: `state-${end}` });
    const [, id, style] = reader.take(name) ?? [];
    if (id === undefined) throw reader.fault();
    if (style) flow.classAssignments.set(id, style);
    return put(id);
  };
  return readStatements(reader, flow, skipped, () => {
    if (flow.open.length > 0 && reader.take(/\}/y)) flow.open.pop();
    else if (reader.take(/--+[^\S\n]*(?=\n|$)/y)) regions += 1;
    else if (!readStyle(reader, flow) && !readDeclared(reader, flow, put)) {
      const source = stateAt('start');
      const target = reader.take(/[^\S\n]*-->/y) && stateAt('end');
      const label = labelText(reader.take(/[^\S\n]*:((?:#\w+;|[^\n;])*)/y)?.[1] ?? '');
      const before = flow.nodes.get(source)?.label;
      if (target) flow.edges.push({ source, target, style: 'solid', end: 'arrow', ...(label ? { label } : {}) });
      else if (label) put(source, { label: before === labelText(source) ? label : `${before}\n${label}` });
      return reader.isAt(/[^\S\n]*(?:[\n;}]|%%|$)/y);
    }
    return true;
  });
}

/** Parses `state "text" as id`, `state id {`, `state id <<choice>>` and `note right of id : text`. */
function readDeclared(reader: Reader, flow: Flow, put: (id: string, change?: Partial<Node>) => string): boolean {
  const [isNote, on = '', line, lines = line] = reader.take(noted) ?? [];
  if (isNote) flow.addNote(labelText(lines ?? ''), put(on));
  const [isState, label, id = '', kind = '', brace] = reader.take(declared) ?? [];
  if (brace) flow.openFrame(id, labelText(label ?? id));
  else if (kind) put(id, { label: '', shape: kind === 'choice' ? 'diamond' : 'bar' });
  else if (isState) put(id, label === undefined ? {} : { label: labelText(label) });
  return isNote !== undefined || isState !== undefined;
}
