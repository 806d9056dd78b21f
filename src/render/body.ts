import { createHash } from 'node:crypto';
import { components as ownComponents } from '../../templates/components/index.js';
import { renderingStopped } from '../model/catalogue.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { SourcePath } from '../model/path.js';
import { escapeText, type Fragment, splitFragment } from './fragment.js';
import { type Diagram, drawDiagram } from './markdown/diagrams.js';
import type { Heading } from './markdown/headings.js';
import { renderMarkdown } from './markdown/pipeline.js';

/** All that a rendered body depends on: plain data, so that it can be hashed or sent to a thread. */
export interface BodyInput {
  readonly source: SourcePath;
  /** The file without its front matter. */
  readonly text: string;
  /** Line of the file, from 1, on which `text` begins. */
  readonly line: number;
  /** Texts of the files that `text` includes, by source path. */
  readonly partials: Readonly<Record<string, string>>;
}

export interface Body {
  readonly html: Fragment;
  /** Images that the body itself brings. */
  readonly diagrams: readonly Diagram[];
  readonly headings: readonly Heading[];
  readonly ids: readonly string[];
  /** True where the body begins with a title of its own. */
  readonly isTitled: boolean;
  /** Found while rendering; they travel with the body. */
  readonly diagnostics: readonly Diagnostic[];
}

export type RenderBody = (input: BodyInput) => Promise<Body>;

/** Renders one body. Never throws for what an author wrote. Diagnostics: DG306, DG609, DG702, DG704, DG707. */
export const renderBody: RenderBody = async (input) => {
  const { source, text, line, partials } = input;
  try {
    const token = tokenOf(input);
    const context = { file: source, token, components: ownComponents, draw: drawDiagram };
    const { html, holes, ...rest } = await renderMarkdown({ text, line, partials, ...context });
    return { ...rest, html: splitFragment(html, token, holes) };
  } catch (error) {
    return escapedSource(input, reasonOf(error));
  }
};

/** A hash of the whole input: no author can write it, for it would have to hold its own hash. */
function tokenOf(input: BodyInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 32);
}

/** The page of a body that cannot be rendered: what its author wrote, as text. */
export function escapedSource({ source, text, line }: BodyInput, reason: string): Body {
  const problem = renderingStopped({ reason }, { file: source, start: { line, column: 1 } });
  const html = `<p>This page could not be rendered; its source follows.</p>\n<pre tabindex="0"><code>${escapeText(text)}</code></pre>\n`;
  const nothing = { diagrams: [], headings: [], ids: [], isTitled: false };
  return { ...nothing, html: { chunks: [html], holes: [] }, diagnostics: [problem] };
}

function reasonOf(error: unknown): string {
  return error instanceof RangeError
    ? 'it is nested too deeply'
    : error instanceof Error
      ? error.message
      : String(error);
}
