// The kinds of diagram that are drawn, by the first word of their source. Loaded with the first diagram: the libraries are large.
import { renderMermaidSVG } from 'beautiful-mermaid';
import { drawFlow } from './flow.js';
import { parseFlow } from './flow-parser.js';
import { plainEntities } from './labels.js';
import { parseMindMap } from './mind-map.js';
import { drawPie } from './pie.js';
import { parseStates } from './states.js';

const drawings: ReadonlyMap<string, (text: string) => string> = new Map([
  ...['graph', 'flowchart', 'flowchart-elk'].map(
    (kind) => [kind, (text: string) => drawFlow(parseFlow(text))] as const,
  ),
  ...['stateDiagram', 'stateDiagram-v2'].map((kind) => [kind, (text: string) => drawFlow(parseStates(text))] as const),
  ['mindmap', (text) => drawFlow(parseMindMap(text))],
  ['pie', drawPie],
  ['sequenceDiagram', (text) => drawByLibrary(text)],
  ...['classDiagram', 'classDiagram-v2'].map(
    (kind) => [kind, (text: string) => drawByLibrary(text, spacedRelation)] as const,
  ),
  ['erDiagram', (text) => drawByLibrary(text)],
  ...['xychart', 'xychart-beta'].map((kind) => [kind, (text: string) => drawByLibrary(text)] as const),
]);

/** Draws a diagram as SVG; throws where it cannot. */
export function drawKind(kind: string, text: string): string {
  const draw = drawings.get(kind);
  if (!draw)
    throw new Error(kind === '' ? 'it names no kind of diagram' : `diagrams of the kind "${kind}" are not drawn`);
  return draw(text);
}

const [mostLines, longestLine] = [600, 1_000];

/** beautiful-mermaid reads line by line: one space where there are several, no semicolon at the end, entities as characters. */
function drawByLibrary(text: string, prepared = (line: string) => line): string {
  const lines = text
    .split('\n')
    .map((line) => prepared(plainEntities(line.replace(/\s+/g, ' ').trim()).replace(/;$/, '')));
  if (lines.length > mostLines) throw new Error(`it has over ${mostLines} lines`);
  if (lines.some((line) => line.length > longestLine))
    throw new Error(`a line of it is over ${longestLine} characters`);
  const [header = '', ...rest] = lines;
  return renderMermaidSVG(
    [header.replace('classDiagram-v2', 'classDiagram'), ...rest].join('\n').replaceAll('&', '&amp;'),
  );
}

/** `A<|--B` as `A <|-- B`. */
function spacedRelation(line: string): string {
  return line.replace(
    /^([\w~.]+) ?(<\|--|<\|\.\.|\*--|<--|<\.\.|-->|--\*|--\|>|\.\.>|\.\.\|>|--) ?([\w~.]+)/,
    '$1 $2 $3',
  );
}
