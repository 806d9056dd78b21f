// Mermaid diagrams as SVG, drawn when the site is built: no browser, no script. A diagram is an image file of its own.
import type { TextKey } from '../../model/labels/en.js';
import type { Words } from '../../model/labels/words.js';
import { printDrawing } from '../svg/print.js';
import { labelText } from './read/labels.js';
import { readSource } from './read/source.js';

export interface Diagram {
  readonly svg: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Largest source that is drawn, in characters: the layout's time grows faster than its input. */
const longest = 20_000;

/** Largest drawing. */
const largest = 1_000_000;

// Colours follow the reader's scheme; the font is the system's, nothing is loaded.
const style =
  'svg{--bg:#ffffff;--fg:#1f2328}@media (prefers-color-scheme:dark){svg{--bg:#161b22;--fg:#e6edf3}}svg{background:var(--bg)}';

const unreal = / (?:[xyrd]|[xy][12]|[cr][xy]|points|width|height)="[^"]*(?:NaN|Infinity)/;

/** Draws a diagram, or says why it cannot be drawn. */
export async function drawDiagram(source: string): Promise<Diagram | { readonly fault: string }> {
  if (source.length > longest) return { fault: `its source is over ${longest} characters` };
  const { drawKind } = await import('./kinds.js');
  const { kind, text } = readSource(source);
  let drawn: string;
  try {
    drawn = drawKind(kind, text);
  } catch (error) {
    return { fault: (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? '' };
  }
  if (drawn.length > largest) return { fault: `its drawing is over ${largest} characters` };
  const svg = drawn
    .replace(/@import\s+url\([^)]*\);?/g, '')
    .replace(/font-family:\s*'Inter',?\s*/g, 'font-family: ')
    .replace(/(<svg[^>]*?) style="[^"]*"/, '$1')
    .replace(/<style>/, `<style>${style}`);
  const [, width, height] = /<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  if (!(Number(width) > 0 && Number(height) > 0)) return { fault: 'nothing was drawn' };
  if (unreal.test(svg)) return { fault: 'it holds numbers that cannot be drawn' };
  const printed = printDrawing(svg);
  if ('fault' in printed) return { fault: `its drawing ${printed.fault}` };
  if (printed.dropped.length > 0) return { fault: `its drawing has ${printed.dropped.join(', ')}` };
  return { svg: printed.svg, width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
}

const kinds: ReadonlyMap<string, TextKey> = new Map([
  ['graph', 'flowDiagram'],
  ['flowchart', 'flowDiagram'],
  ['stateDiagram', 'stateDiagram'],
  ['sequenceDiagram', 'sequenceDiagram'],
  ['classDiagram', 'classDiagram'],
  ['erDiagram', 'entityDiagram'],
  ['mindmap', 'mindMap'],
  ['pie', 'pieChart'],
  ['xychart', 'chart'],
]);

/** A diagram's kind as its alternative text names it. */
export function diagramTitle(source: string, words: Words): string {
  const { kind } = readSource(source);
  const name = words.text(kinds.get(kind.replace(/-.*$/, '')) ?? 'diagram');
  const [, title] =
    /^[^\S\n]*(?:(?:pie\b[^\S\n]*(?:showData[^\S\n]+)?)?title:?|accTitle[^\S\n]*:)[^\S\n]+(\S.{0,199})/m.exec(source) ??
    [];
  if (title === undefined) return name;
  const shown = labelText(title)
    .replace(/<\/?[bius]>|\n/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return words.text('titled', { kind: name, title: shown });
}
