// Jekyll's syntax: Liquid, then kramdown.
import { type GeneratorSyntax, isHtmlPage, rewriteInTurn } from '../../syntax/generator-syntax.js';
import { patternReader } from '../../syntax/scan.js';
import { readKramdown, rewriteKramdown } from './kramdown.js';
import * as liquid from './liquid.js';

export const jekyll: GeneratorSyntax = {
  rewriteLines: (text, context) =>
    isHtmlPage(context)
      ? liquid.renderJekyll(text, context)
      : rewriteInTurn(text, rewriteKramdown, (joined) => liquid.renderJekyll(joined, context)),
  // Liquid has been read: other braces are text, such as those of `raw`.
  rules: () => [patternReader({ first: '{' }, /\{(?=[{%])/y, () => ({ kind: 'text', value: '{' }))],
  hasOwnTags: true,
  transform: readKramdown,
};
