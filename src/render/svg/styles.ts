// Styles of an SVG, printed anew from tokens: rules and declarations of the lists in allowed.ts, whose values load nothing.
import { tokenTypes as kinds, tokenize } from 'css-tree/tokenizer';
import { string, url as unquoted } from 'css-tree/utils';
import { fontDescriptors, functions, groupRules, properties, selectorFunctions } from './allowed.js';
import { isStyleUrl } from './references.js';

/** Names a part of a style that has no name. */
const unread = 'a part of a style';

interface Token {
  readonly kind: number;
  readonly text: string;
}

/** Names what was dropped. */
export type OnDropped = (name: string) => void;

/** What a block contains: rules, or declarations; those of `@font-face` have `src`. */
type Block = 'rules' | 'style' | 'font-face';

/** Maximum depth of rules in rules. */
const maxDepth = 16;

const opening = new Map([
  [kinds.LeftCurlyBracket, kinds.RightCurlyBracket],
  [kinds.LeftParenthesis, kinds.RightParenthesis],
  [kinds.LeftSquareBracket, kinds.RightSquareBracket],
  [kinds.Function, kinds.RightParenthesis],
]);
const closing = new Set(opening.values());
/** What separates tokens, and is printed as one space: a token that it cuts must not be joined. */
const blank = new Set([kinds.WhiteSpace, kinds.Comment, kinds.CDO, kinds.CDC]);
const broken = new Set([kinds.BadString, kinds.BadUrl, kinds.AtKeyword]);

/** Maximum number of tokens in a stylesheet; an embedded font is one. */
const maxTokens = 200_000;

class TooLong extends Error {}

/** @throws TooLong */
function tokensOf(css: string): Token[] {
  const tokens: Token[] = [];
  const closed = `${css}\n\n`; // so that a text that is not closed is a broken one
  tokenize(closed, (kind, start, end) => {
    if (tokens.length > maxTokens) throw new TooLong();
    if (!blank.has(kind)) tokens.push({ kind, text: closed.slice(start, end) });
    else if (tokens.at(-1)?.kind !== kinds.WhiteSpace) tokens.push({ kind: kinds.WhiteSpace, text: ' ' });
  });
  return tokens;
}

/**
 * Whether all readers see the same token. `css-tree` compares names without decoding escapes: it takes `\\75rl(` for a function, a
 * browser for an address. By the newer CSS Syntax fewer characters beyond ASCII belong to names than `css-tree` takes.
 */
const isPlain = (text: string) => !/\\|[\u0080-\u00b6\u00b8-\u00bf]|[^\0-\x7f\p{L}\p{Nd}\p{M}\u00b7]/u.test(text);

/** The text without spaces around it. A space in an escape (`a\\ `) is part of a token. */
function textOf(tokens: readonly Token[]): string {
  const isShown = ({ kind }: Token) => kind !== kinds.WhiteSpace;
  const shown = tokens.slice(tokens.findIndex(isShown), tokens.findLastIndex(isShown) + 1);
  return shown.map(({ text }) => text).join('');
}

/** A stylesheet. */
export const printStylesheet = (css: string, onDropped: OnDropped): string =>
  print(css, onDropped, (tokens) => rules(tokens, onDropped, 0));

/** The value of a `style` attribute. */
export const printDeclarations = (css: string, onDropped: OnDropped): string =>
  print(css, onDropped, (tokens) => declarations(tokens, 'style', onDropped));

function print(css: string, onDropped: OnDropped, printTokens: (tokens: readonly Token[]) => string): string {
  try {
    return printTokens(tokensOf(css));
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    onDropped(`a style of over ${maxTokens} words`);
    return '';
  }
}

/** Most values: words, numbers, variables and places in the file. They need no tokens. */
export const plainValue = String.raw`[\w\s#.,%+-]*(?:(?<![\w-])(?:var\(--[\w-]+|url\(#[\w-]+)\)[\w\s#.,%+-]*)*`;
const isPlainValue = new RegExp(`^${plainValue}$`);

/** Whether the value of a presentation attribute loads nothing. */
export const isInertValue = (value: string): boolean =>
  isPlainValue.test(value) ||
  !/[\\(]/.test(value) ||
  print(
    value,
    () => {},
    (tokens) => (isInert(tokens, false) ? 'inert' : ''),
  ) !== '';

/** Where the construct that begins at `from` ends: behind its block, or at the token that ends it. */
function endOf(tokens: readonly Token[], from: number, stops: readonly number[]): number {
  const open: (number | undefined)[] = [];
  for (let at = from; at < tokens.length; at += 1) {
    const kind = tokens[at]?.kind ?? -1;
    if (open.length === 0 && stops.includes(kind)) return at;
    if (opening.has(kind)) open.push(opening.get(kind));
    else if (kind === open.at(-1)) open.pop();
  }
  return tokens.length;
}

function rules(tokens: readonly Token[], onDropped: OnDropped, depth: number): string {
  const printed: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at] as Token;
    if (first.kind === kinds.WhiteSpace || first.kind === kinds.Semicolon) {
      at += 1;
      continue;
    }
    const isAtRule = first.kind === kinds.AtKeyword;
    const stops = isAtRule ? [kinds.LeftCurlyBracket, kinds.Semicolon] : [kinds.LeftCurlyBracket];
    const brace = endOf(tokens, at, stops);
    const prelude = tokens.slice(isAtRule ? at + 1 : at, brace);
    if (tokens[brace]?.kind !== kinds.LeftCurlyBracket) {
      if (isAtRule || textOf(prelude) !== '') onDropped(isAtRule ? `\`${first.text.slice(0, 40)}\`` : unread);
      at = brace + 1;
      continue;
    }
    const end = endOf(tokens, brace + 1, [kinds.RightCurlyBracket]);
    const block = tokens.slice(brace + 1, end);
    at = end + 1;
    const kind = isAtRule ? blockOf(first.text) : 'style';
    if (kind === undefined || depth > maxDepth || !isBalanced(prelude) || !isPrelude(prelude)) {
      onDropped(isAtRule ? `\`${first.text.slice(0, 40)}\`` : unread);
      continue;
    }
    const inner = kind === 'rules' ? rules(block, onDropped, depth + 1) : declarations(block, kind, onDropped);
    const head = isAtRule ? `${first.text} ${textOf(prelude)}`.trim() : textOf(prelude);
    if (inner !== '') printed.push(`${head}{${inner}}`);
  }
  return printed.join('\n');
}

function blockOf(keyword: string): Block | undefined {
  const name = keyword.slice(1).toLowerCase();
  return groupRules.has(name) ? 'rules' : name === 'font-face' ? 'font-face' : undefined;
}

function declarations(tokens: readonly Token[], block: 'style' | 'font-face', onDropped: OnDropped): string {
  const printed: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = endOf(tokens, at, [kinds.Semicolon]);
    const declaration = tokens.slice(at, end);
    at = end + 1;
    const colon = declaration.findIndex(({ kind }) => kind === kinds.Colon);
    const [name, value] = [textOf(declaration.slice(0, colon)).toLowerCase(), declaration.slice(colon + 1)];
    if (textOf(declaration) === '') continue;
    const isNamed =
      colon > 0 &&
      (properties.has(name) || /^--[\w-]+$/.test(name) || (block === 'font-face' && fontDescriptors.has(name)));
    const isSafe = isNamed && isInert(value, block === 'font-face');
    if (isSafe) printed.push(`${textOf(declaration.slice(0, colon))}:${textOf(value)}`);
    else if (isNamed || loads(declaration)) onDropped(isNamed ? `\`${name.slice(0, 40)}\`` : unread);
  }
  return printed.join(';');
}

/** Whether each bracket is closed by its own. */
function isBalanced(tokens: readonly Token[]): boolean {
  const open: (number | undefined)[] = [];
  for (const { kind } of tokens) {
    if (opening.has(kind)) open.push(opening.get(kind));
    else if (closing.has(kind) && open.pop() !== kind) return false;
  }
  return open.length === 0;
}

/** Whether the selector of a rule, or the condition of an at-rule, loads nothing in any reader. */
const isPrelude = (tokens: readonly Token[]) =>
  tokens.every(
    ({ kind, text }) =>
      kind === kinds.String ||
      (kind !== kinds.Url &&
        !broken.has(kind) &&
        isPlain(text) &&
        (kind !== kinds.Function || selectorFunctions.has(text.slice(0, -1).toLowerCase()))),
  );

/** Whether a declaration that is dropped may load: by an address, or in words that cannot be read. */
const loads = (tokens: readonly Token[]) =>
  tokens.some(
    ({ kind, text }) =>
      kind === kinds.Url ||
      broken.has(kind) ||
      (kind === kinds.Function && /^(?:url|src|image|image-set|-webkit-image-set)\($/i.test(text)),
  );

/** Whether a value is one of plain words, numbers, texts and functions of the list, and whatever it names is in the file. */
function isInert(tokens: readonly Token[], isFont: boolean): boolean {
  if (!isBalanced(tokens)) return false;
  return tokens.every(({ kind, text }, index) => {
    if (kind === kinds.Url) return text.endsWith(')') && isStyleUrl(unquoted.decode(text), isFont);
    if (broken.has(kind) || kind === kinds.LeftCurlyBracket) return false;
    if (kind === kinds.String) return true;
    if (!isPlain(text)) return false;
    if (kind !== kinds.Function) return true;
    const name = text.slice(0, -1).toLowerCase();
    if (name !== 'url') return functions.has(name);
    const address = tokens.slice(index + 1, index + 5).filter(({ kind: of }) => of !== kinds.WhiteSpace);
    return (
      address[0]?.kind === kinds.String &&
      address[1]?.kind === kinds.RightParenthesis &&
      isStyleUrl(string.decode(address[0].text), isFont)
    );
  });
}
