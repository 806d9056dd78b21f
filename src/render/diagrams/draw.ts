// Draws Mermaid diagrams as SVG when the site is built, without a browser or a script. Each diagram is a separate image file.
import type { TextKey } from '../../model/labels/label-types.js';
import type { Words } from '../../model/labels/ui-text.js';
import { sanitizeSvg } from '../svg/print.js';
import { labelText } from './read/reader.js';
import kindTitles from './titles.json' with { type: 'json' };

export interface Diagram {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Maximum source, in characters. The time for the layout grows faster than its input. */
const maxSourceChars = 20_000;

const maxDrawingChars = 1_000_000;

// Colors follow light or dark mode. The font is a system font, so nothing is loaded.
const style =
  'svg{--bg:#ffffff;--fg:#1f2328}@media (prefers-color-scheme:dark){svg{--bg:#14171b;--fg:#e6e9ed}}svg{background:var(--bg)}';

const unreal = / (?:[xyrd]|[xy][12]|[cr][xy]|points|width|height)="[^"]*(?:NaN|Infinity)/;

export async function drawDiagram(source: string): Promise<Diagram | { readonly fault: string }> {
  if (source.length > maxSourceChars) return { fault: `its source is over ${maxSourceChars} characters` };
  const { drawKind } = await import('./flow.js');
  const { kind, text } = readSource(source);
  let drawn: string;
  try {
    drawn = drawKind(kind, text);
  } catch (error) {
    return { fault: (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? '' };
  }
  if (drawn.length > maxDrawingChars) return { fault: `its drawing is over ${maxDrawingChars} characters` };
  const svg = drawn
    .replace(/@import\s+url\([^)]*\);?/g, '')
    .replace(/font-family:\s*'Inter',?\s*/g, 'font-family: ')
    .replace(/(<svg[^>]*?) style="[^"]*"/, '$1')
    .replace(/<style>/, `<style>${style}`);
  const [, width, height] = /<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  if (!(Number(width) > 0 && Number(height) > 0)) return { fault: 'nothing was drawn' };
  if (unreal.test(svg)) return { fault: 'it contains numbers that cannot be drawn' };
  const printed = sanitizeSvg(Buffer.from(svg));
  if ('fault' in printed) return { fault: `its drawing ${printed.fault}` };
  if (printed.dropped.length > 0) return { fault: `its drawing has ${printed.dropped.join(', ')}` };
  return { svg: printed.svg, width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
}

const titles = new Map(Object.entries(kindTitles)) as ReadonlyMap<string, TextKey>;

export function diagramTitle(source: string, words: Words): string {
  const { kind } = readSource(source);
  const name = words.text(titles.get(kind.replace(/-.*$/, '')) ?? 'diagram');
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

/** Removes front matter, directives and comments from a source. The kind is its first word. */
export function readSource(source: string) {
  const text = source
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*---[ \t]*\n[\s\S]*?\n[ \t]*---[ \t]*(?:\n|$)/, '')
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('%%'))
    .join('\n')
    .trim();
  return { kind: /^[A-Za-z][\w-]*/.exec(text)?.[0] ?? '', text };
}
