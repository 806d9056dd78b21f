// Mermaid diagrams as SVG, drawn when the site is built: no browser, no script. A diagram is an image file of its own.
import { isInertDrawing } from '../inert.js';

export interface Diagram {
  readonly svg: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Largest source that is drawn, in characters: the layout's time grows faster than its input. */
const longest = 20_000;

// Colours follow the reader's scheme; the font is the system's, nothing is loaded.
const style =
  'svg{--bg:#ffffff;--fg:#1f2328}@media (prefers-color-scheme:dark){svg{--bg:#161b22;--fg:#e6edf3}}svg{background:var(--bg)}';

/** Draws a diagram, or says why it cannot be drawn. */
export async function drawDiagram(source: string): Promise<Diagram | { readonly fault: string }> {
  if (source.length > longest) return { fault: `its source is over ${longest} characters` };
  // Loaded with the first diagram: its layout engine is the largest of all libraries here.
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  let drawn: string;
  try {
    drawn = renderMermaidSVG(source);
  } catch (error) {
    return { fault: (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? '' };
  }
  const svg = drawn
    .replace(/@import\s+url\([^)]*\);?/g, '')
    .replace(/font-family:\s*'Inter',?\s*/g, 'font-family: ')
    .replace(/(<svg[^>]*?) style="[^"]*"/, '$1')
    .replace(/<style>/, `<style>${style}`);
  const [, width, height] = /<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  if (width === undefined || height === undefined || !/<(?:text|path|rect|polyline|line|circle)\b/.test(svg))
    return { fault: 'nothing was drawn' };
  if (!isInertDrawing(svg)) return { fault: 'its styles name another file' };
  return { svg, width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
}

/** A diagram's kind as its alternative text names it. */
export function diagramTitle(source: string): string {
  const title =
    /^\s*title:?\s+(.+)$/m.exec(source)?.[1]?.trim() ?? /^\s*accTitle\s*:\s*(.+)$/m.exec(source)?.[1]?.trim();
  const [first = ''] = /[A-Za-z]+/.exec(source.replace(/^\s*(?:%%.*|---[\s\S]*?---)\s*$/gm, '')) ?? [];
  const kind = first.replace(/Diagram.*$/i, '').replace(/^(?:graph|flowchart)$/i, 'flow');
  const name = kind === '' ? 'Diagram' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)} diagram`;
  return title ? `${name}: ${title}` : name;
}
