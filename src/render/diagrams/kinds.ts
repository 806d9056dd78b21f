// Supported kinds of diagrams by the first word of their source. Loaded with the first diagram, because the libraries are large.
import { renderMermaidSVG } from 'beautiful-mermaid';
import { drawFlow } from './flow.js';
import { drawPie } from './pie.js';
import type { Flow } from './print/graph.js';
import { parseFlow } from './read/flow-parser.js';
import { plainEntities } from './read/labels.js';
import { parseMindMap } from './read/mind-map.js';
import { parseClasses, parseEntities } from './read/records-parser.js';
import { parseStates } from './read/states.js';

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
  if (read) return drawFlow(read(text.slice(kind.length)));
  if (kind === 'pie') return drawPie(text);
  if (byLibrary.has(kind)) return drawByLibrary(text);
  throw new Error(kind === '' ? 'it names no kind of diagram' : `diagrams of the kind "${kind}" are not drawn`);
}

const [maxLines, maxLineChars] = [600, 1_000];

/** Draws with beautiful-mermaid, which parses line by line. Normalizes spaces, removes semicolons at line ends and decodes entities first. */
function drawByLibrary(text: string): string {
  const lines = text.split('\n').map((line) => plainEntities(line.replace(/\s+/g, ' ').trim()).replace(/;$/, ''));
  if (lines.length > maxLines) throw new Error(`it has over ${maxLines} lines`);
  if (lines.some((line) => line.length > maxLineChars))
    throw new Error(`a line of it is over ${maxLineChars} characters`);
  return renderMermaidSVG(lines.join('\n').replaceAll('&', '&amp;'));
}
