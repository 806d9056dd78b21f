// What a stylesheet names: the addresses in it, and where they stand. Pure.
import { tokenTypes as kinds, tokenize } from 'css-tree/tokenizer';
import { string, url as unquoted } from 'css-tree/utils';

/** An address in a stylesheet. */
export interface CssReference {
  /** `import`: another stylesheet, with what stands behind its address; `font`: in an `@font-face`; `image`: any other. */
  readonly kind: 'import' | 'font' | 'image';
  readonly url: string;
  /** What the address is replaced by: for an import the whole rule with its semicolon, else `url(…)` or a quoted text. */
  readonly start: number;
  readonly end: number;
  /** True where it stands in quotes, also in `url("…")`. */
  readonly isQuoted: boolean;
  /** `layer(x) supports(y) print`; of an import only. */
  readonly condition: string;
}

interface Token {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** Every address of a stylesheet, in order, and the `@charset` rules, which stand for nothing in a text that is read. */
export function readCss(source: string): { readonly references: CssReference[]; readonly charsets: Token[] } {
  const tokens: Token[] = [];
  tokenize(source, (type, start, end) => void tokens.push({ type, start, end }));
  const textOf = ({ start, end }: Token) => source.slice(start, end);
  const references: CssReference[] = [];
  const charsets: Token[] = [];
  const blocks: boolean[] = []; // whether each open block is that of a font
  const functions: string[] = [];
  let rule = '';
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const { type, start, end } = token;
    const text = textOf(token);
    if (type === kinds.AtKeyword) {
      rule = text.toLowerCase();
      if (rule !== '@import' && rule !== '@charset') continue;
      const last = ruleEnd(tokens, index);
      const whole = { type, start, end: tokens[last]?.end ?? source.length };
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
      const url = isQuoted ? string.decode(text) : unquoted.decode(text);
      references.push({ kind, url, start, end, isQuoted, condition: '' });
    }
  }
  return { references, charsets };
}

/** A text is an address in `url("…")`, and alone in a set of images. */
const isAddress = (name = '') => /^(?:url|src|(?:-webkit-)?image-set)\($/.test(name);

/** The number of the token that ends a rule without a block; behind the last one where nothing does. */
function ruleEnd(tokens: readonly Token[], from: number): number {
  for (let index = from; index < tokens.length; index += 1) if (tokens[index]?.type === kinds.Semicolon) return index;
  return tokens.length;
}

function importOf(tokens: readonly Token[], { start, end }: Token, source: string): CssReference | undefined {
  const solid = tokens.filter(({ type }) => type !== kinds.WhiteSpace && type !== kinds.Comment);
  const [first, second, third] = solid;
  if (!first) return undefined;
  const isFunction = first.type === kinds.Function && second?.type === kinds.String;
  const address = isFunction ? second : first;
  if (address.type !== kinds.String && address.type !== kinds.Url) return undefined;
  const text = source.slice(address.start, address.end);
  const behind = (isFunction ? third : first)?.end ?? address.end;
  const condition = source
    .slice(behind, end)
    .replace(/;$/, '')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .trim();
  const url = address.type === kinds.String ? string.decode(text) : unquoted.decode(text);
  return { kind: 'import', url, start, end, isQuoted: false, condition };
}
