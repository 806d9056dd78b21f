// The kinds of diagram that are drawn, by the first word of their source. Loaded with the first diagram: the libraries are large.
import { renderMermaidSVG } from 'beautiful-mermaid';
import { drawFlow } from './flow.js';
import type { Flow } from './graph.js';
import { drawPie } from './print/pie.js';
import { parseFlow } from './read/flow-parser.js';
import { plainEntities } from './read/labels.js';
import { parseMindMap } from './read/mind-map.js';
import { parseClasses, parseEntities } from './read/records-parser.js';
import { parseStates } from './read/states.js';

/** What reads the source after its first word. */
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

/** Draws a diagram as SVG; throws where it cannot. */
export function drawKind(kind: string, text: string): string {
  const read = graphs.get(kind);
  if (read) return drawFlow(read(text.slice(kind.length)));
  if (kind === 'pie') return drawPie(text);
  if (byLibrary.has(kind)) return drawByLibrary(text);
  throw new Error(kind === '' ? 'it names no kind of diagram' : `diagrams of the kind "${kind}" are not drawn`);
}

const [mostLines, longestLine] = [600, 1_000];

/** beautiful-mermaid reads line by line: one space where there are several, no semicolon at the end, entities as characters. */
function drawByLibrary(text: string): string {
  const lines = text.split('\n').map((line) => plainEntities(line.replace(/\s+/g, ' ').trim()).replace(/;$/, ''));
  if (lines.length > mostLines) throw new Error(`it has over ${mostLines} lines`);
  if (lines.some((line) => line.length > longestLine))
    throw new Error(`a line of it is over ${longestLine} characters`);
  return renderMermaidSVG(lines.join('\n').replaceAll('&', '&amp;'));
}
