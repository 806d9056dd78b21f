// Jekyll's syntax: Liquid, then kramdown.
import type { GeneratorContext, GeneratorSyntax, RewrittenLines } from '../../syntax/generator-syntax.js';
import { patternReader } from '../../syntax/scan.js';
import { readKramdown, rewriteKramdown } from './kramdown.js';
import * as liquid from './liquid.js';

export const jekyll: GeneratorSyntax = {
  rewriteLines,
  // Liquid has been read: other braces are text, such as those of `raw`.
  rules: () => [patternReader({ first: '{' }, /\{(?=[{%])/y, () => ({ kind: 'text', value: '{' }))],
  hasOwnTags: true,
  transform: readKramdown,
};

function rewriteLines(text: string, context: GeneratorContext): RewrittenLines | undefined {
  const joined = rewriteKramdown(text);
  const rendered = liquid.renderLiquid(joined?.text ?? text, context);
  if (!joined || !rendered) return rendered ?? joined;
  const lineOf = (line: number) => joined.origins[line]?.line ?? line;
  return {
    text: rendered.text,
    origins: rendered.origins.map(({ line, removed }) => ({ line: lineOf(line), removed })),
    unread: rendered.unread?.map(({ line, ...one }) => ({ ...one, line: lineOf(line) })),
  };
}
