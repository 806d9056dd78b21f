// Renders the code blocks of a text, and draws those that are diagrams: plain data in and out, so that another worker than that of the text can do it.
import type { Element } from 'hast';
import type { Code } from 'mdast';
import type { CodeOptions } from '../../model/config/schema/config.js';
import type { RecordStep } from '../base/stopwatch.js';
import { type Diagram, drawDiagram } from '../diagrams/draw.js';
import { renderCode } from './html/code.js';
import { codePlaceholder } from './print/fragment.js';

export type CodeText = Pick<Code, 'lang' | 'meta' | 'value'>;

/** The code blocks of a text, in its order, and the key of its `BodyInput`. */
export interface CodeInput {
  readonly key: string;
  readonly code: CodeOptions;
  readonly codes: readonly CodeText[];
}

/** A code block with a placeholder, its markup, and its drawing if it is a diagram. */
export interface RenderedCode {
  readonly block: Element;
  readonly markup: string;
  readonly drawn: Diagram | { readonly fault: string } | undefined;
}

export async function renderCodes({ key, code, codes }: CodeInput, lap: RecordStep): Promise<readonly RenderedCode[]> {
  const rendered: RenderedCode[] = [];
  for (const [index, text] of codes.entries()) {
    const drawn = text.lang?.toLowerCase() === 'mermaid' ? await drawDiagram(text.value) : undefined;
    if (drawn) lap('diagrams');
    rendered.push({ drawn, ...(await renderCode(text, codePlaceholder(tokenOf(key), index), code)) });
  }
  lap('code');
  return rendered;
}

/** Returns the token of a text by its key, which is a hash of the entire input, so that no author can write it. */
export const tokenOf = (key: string): string => key.slice(0, 32);
