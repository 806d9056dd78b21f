// The parser of JavaScript and TypeScript. In the bundle, it is loaded with the first config that needs it (.ci/bundle.mjs).
import { type ParserOptions, parse, parseExpression } from '@babel/parser';
import type { Node, Statement } from '@babel/types';

/** In TypeScript, the parser's time doubles with each nested `<` that begins an expression. Few configs have one. */
const assertion =
  /(?:[=([{,:;?&|!>+\-*/%^~\n]|\b(?:return|await|typeof|void|delete|in|of|instanceof|yield|throw|case|do|else|new|default))[^\S\n]*</g;
const maxAssertions = 10;

/** The first string of a line, such as an icon in SVG: its `<` begins no expression. Nothing in it can end a comment or template that began before it. */
const string = /(^|\n)([^'"`/\n\r]*)(["'])(?:(?!\3|\*\/)[^\\\n\r$`])*\3/g;

/** Returns the statements of a module. @throws SyntaxError with `loc`, or RangeError if the text is nested too deep. */
export function parseModule(text: string): readonly Statement[] {
  const code = /\\[\n\r]/.test(text) ? text : text.replace(string, '$1$2');
  if ((code.match(assertion)?.length ?? 0) > maxAssertions) throw new SyntaxError('it has too many type assertions');
  const options: ParserOptions = {
    sourceType: 'unambiguous',
    plugins: ['typescript'],
    errorRecovery: true,
    attachComment: false,
  };
  return parse(text, options).program.body;
}

/** Returns the elements of a template in JSX. @throws SyntaxError, or RangeError if the text is nested too deep. */
export const parseMarkup = (text: string): Node =>
  parseExpression(`<>${text}</>`, { plugins: ['jsx'], errorRecovery: true, attachComment: false });

export type { Node, Statement };
