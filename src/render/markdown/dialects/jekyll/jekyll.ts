// Jekyll's syntax: Liquid, then kramdown.
import { get } from 'lodash-es';
import { wordOf } from '../../../../model/input/plain-data.js';
import {
  type GeneratorContext,
  type GeneratorSyntax,
  isHtmlPage,
  rewriteInSequence,
  rewriteProse,
} from '../../syntax/generator-syntax.js';
import { patternReader } from '../../syntax/scan.js';
import { readKramdown, rewriteKramdown } from './kramdown.js';
import * as liquid from './liquid.js';
import { rewriteTables } from './tables.js';

const spacedTarget = /\]\((?=[^()\n]*[./]\w)([^\s()<>"']+(?: +[^\s()<>"']+){1,50})( +"[^"\n]*")?\)/g;

/** Encloses paths and URLs with spaces that are link targets in angle brackets, except on lines with code, HTML, math or escapes. */
const withoutSpaces = (text: string) =>
  text.search(spacedTarget) === -1
    ? undefined
    : rewriteProse(text, (line) => (/[`<$\\]/.test(line) ? line : line.replace(spacedTarget, '](<$1>$2)')));

/** Whether the Markdown is kramdown's, and not that of jekyll-commonmark or jekyll-commonmark-ghpages. */
const isKramdown = ({ variables }: Pick<GeneratorContext, 'variables'>) =>
  !/^commonmark/i.test(wordOf(get(variables.site, 'markdown')));

export const jekyll: GeneratorSyntax = {
  rewriteLines: (text, context) => {
    const renderLiquid = (own: string) => liquid.renderJekyll(own, context);
    if (isHtmlPage(context) || !isKramdown(context)) return renderLiquid(text);
    return rewriteInSequence(text, rewriteKramdown, renderLiquid, rewriteTables, withoutSpaces);
  },
  // Liquid was rendered before, so remaining braces are text, such as the content of `raw`.
  rules: () => [patternReader({ first: '{' }, /\{(?=[{%])/y, () => ({ kind: 'text', value: '{' }))],
  hasOwnTags: true,
  transform: (tree, text, context) => {
    if (isKramdown(context)) readKramdown(tree, text, context);
  },
};
