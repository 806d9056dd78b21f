// State diagrams: beautiful-mermaid reads transitions and nested states; choices, forks, notes and classes are read here.
import { parseMermaid } from 'beautiful-mermaid';
import type { Flow, Subgraph } from './flow-parser.js';
import { labelText, plainEntities } from './labels.js';
import { checkSize } from './layout/bounds.js';

const [mostLines, longestLine] = [400, 1_000];

export function parseStates(text: string): Flow {
  const { lines, notes, choices } = withoutExtras(
    text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim().replace(/;$/, '')),
  );
  if (lines.length > mostLines) throw new Error(`it has over ${mostLines} lines`);
  if (lines.some((line) => line.length > longestLine))
    throw new Error(`a line of it is over ${longestLine} characters`);
  const flow: Flow = parseMermaid(lines.join('\n'));
  for (const [id, node] of flow.nodes) {
    if (choices.has(id))
      flow.nodes.set(id, { ...node, label: '', shape: choices.get(id) === 'choice' ? 'diamond' : 'rectangle' });
    else flow.nodes.set(id, { ...node, label: labelText(node.label) });
  }
  flow.edges = flow.edges.map((edge) => (edge.label ? { ...edge, label: labelText(edge.label) } : edge));
  for (const [index, { state, text: note }] of notes.entries()) {
    if (!flow.nodes.has(state)) continue;
    const id = ` note ${index}`;
    flow.nodes.set(id, { id, label: labelText(note), shape: 'rectangle' });
    flow.edges.push({ source: state, target: id, style: 'dotted', hasArrowStart: false, hasArrowEnd: false });
    frameOf(flow.subgraphs, state)?.nodeIds.push(id);
  }
  checkSize(flow.nodes.size, flow.edges.length);
  return flow;
}

function frameOf(frames: readonly Subgraph[], state: string): Subgraph | undefined {
  for (const frame of frames) {
    const inner = frameOf(frame.children, state);
    if (inner) return inner;
    if (frame.nodeIds.includes(state)) return frame;
  }
  return undefined;
}

/** The lines that beautiful-mermaid reads, and what stands in the others. */
function withoutExtras(source: readonly string[]) {
  const lines: string[] = [];
  const notes: { state: string; text: string }[] = [];
  const choices = new Map<string, string>();
  let open: { state: string; text: string[] } | undefined;
  for (const line of source) {
    if (open) {
      if (!/^end ?note$/i.test(line)) open.text.push(line);
      else {
        notes.push({ state: open.state, text: open.text.join('\n') });
        open = undefined;
      }
      continue;
    }
    const [, state, note] = /^note (?:left|right) of ([^\s:]+) ?(?:: ?(.+))?$/i.exec(line) ?? [];
    const [, special, kind] = /^state ([^\s"]+) (?:<<|\[\[)(choice|fork|join)(?:>>|\]\])$/.exec(line) ?? [];
    if (state && note) notes.push({ state, text: note });
    else if (state) open = { state, text: [] };
    else if (special && kind) {
      choices.set(special, kind);
      lines.push(`${special} : ${kind}`);
    } else if (!/^(?:classDef|class|style|note|hide|scale|--$)/.test(line))
      lines.push(plainEntities(line.replace(/:::[\w-]+/g, '')));
  }
  return { lines, notes, choices };
}
