// Finds the URLs in a stylesheet and their positions. Pure.
import { type CssToken, cssText, cssTokens, kinds } from './css.js';

export interface CssReference {
  /** `import`: another stylesheet. `font`: in an `@font-face`. `image`: any other. */
  readonly kind: 'import' | 'font' | 'image';
  readonly url: string;
  /** Range to replace: the rule of an import, `url(…)`, or a quoted string. */
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** Condition of an import: `layer(x) supports(y) print`. */
  readonly condition: string;
}

type Range = Pick<CssToken, 'start' | 'end'>;

/** Returns all URLs of a stylesheet in order, and its `@charset` rules, which have no effect after decoding. */
export function readCss(source: string): { readonly references: CssReference[]; readonly charsets: Range[] } {
  const tokens = cssTokens(source, Number.POSITIVE_INFINITY) ?? [];
  const references: CssReference[] = [];
  const charsets: Range[] = [];
  const blocks: boolean[] = []; // whether each open block is an `@font-face`
  const functions: string[] = [];
  let rule = '';
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as CssToken;
    const { kind: type, text, start, end } = token;
    if (type === kinds.AtKeyword) {
      rule = text.toLowerCase();
      if (rule !== '@import' && rule !== '@charset') continue;
      const last = ruleEnd(tokens, index);
      const whole = { start, end: tokens[last]?.end ?? source.length };
      const imported = rule === '@import' ? importOf(tokens.slice(index + 1, last), whole, source) : undefined;
      if (imported) references.push(imported);
      else if (rule === '@charset') charsets.push(whole);
      index = last;
    } else if (type === kinds.LeftCurlyBracket) {
      blocks.push(rule === '@font-face' || blocks.at(-1) === true);
      rule = '';
    } else if (type === kinds.RightCurlyBracket) blocks.pop();
    else if (type === kinds.Semicolon) rule = '';
    else if (type === kinds.Function || type === kinds.LeftParenthesis) functions.push(text.toLowerCase());
    else if (type === kinds.RightParenthesis) functions.pop();
    else if (type === kinds.Url || (type === kinds.String && isAddress(functions.at(-1)))) {
      const isQuoted = type === kinds.String;
      const kind = blocks.at(-1) === true ? 'font' : 'image';
      references.push({ kind, url: cssText(token), start, end, isQuoted, condition: '' });
    }
  }
  return { references, charsets };
}

/** Whether a string argument of this function is a URL: in `url("…")`, and in an image set. */
const isAddress = (name = '') => /^(?:url|src|(?:-webkit-)?image-set)\($/.test(name);

/** Returns the index of the token that ends a rule without a block, or the number of tokens. */
function ruleEnd(tokens: readonly CssToken[], from: number): number {
  for (let index = from; index < tokens.length; index += 1) if (tokens[index]?.kind === kinds.Semicolon) return index;
  return tokens.length;
}

function importOf(tokens: readonly CssToken[], { start, end }: Range, source: string): CssReference | undefined {
  const solid = tokens.filter(({ kind }) => kind !== kinds.WhiteSpace && kind !== kinds.Comment);
  const [first, second, third] = solid;
  if (!first) return undefined;
  const isFunction = first.kind === kinds.Function && second?.kind === kinds.String;
  const address = isFunction ? second : first;
  if (address.kind !== kinds.String && address.kind !== kinds.Url) return undefined;
  const behind = (isFunction ? third : first)?.end ?? address.end;
  const condition = source
    .slice(behind, end)
    .replace(/;$/, '')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .trim();
  return { kind: 'import', url: cssText(address), start, end, isQuoted: false, condition };
}
