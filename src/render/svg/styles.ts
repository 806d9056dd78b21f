// Sanitizes styles of an SVG: serializes the tokens of rules and declarations that allowed.ts lists and whose values load nothing.
import { type CssToken, cssText, cssTokens, kinds } from '../../markup/css.js';
import { allowed, isStyleUrl } from './allowed.js';

/** Name in diagnostics for a part of a style without a name. */
const unread = 'a part of a style';

type Token = Pick<CssToken, 'kind' | 'text'>;

type OnDropped = (name: string) => void;

/** Content of a block: rules, or declarations. Those of `@font-face` have `src`. */
type Block = 'rules' | 'style' | 'font-face';

const maxDepth = 16;

const opening = new Map([
  [kinds.LeftCurlyBracket, kinds.RightCurlyBracket],
  [kinds.LeftParenthesis, kinds.RightParenthesis],
  [kinds.LeftSquareBracket, kinds.RightSquareBracket],
  [kinds.Function, kinds.RightParenthesis],
]);
const closing = new Set(opening.values());
/** Separators of tokens, which are serialized as one space, so that separated tokens are not joined. */
const blank = new Set([kinds.WhiteSpace, kinds.Comment, kinds.CDO, kinds.CDC]);
const broken = new Set([kinds.BadString, kinds.BadUrl, kinds.AtKeyword]);

/** Maximum number of tokens in a stylesheet. An embedded font is one token. */
const maxTokens = 200_000;

/** Tokenizes a stylesheet. Returns undefined if it has too many tokens. The line breaks make an unclosed string a bad-string token. */
const tokensOf = (css: string): Token[] | undefined =>
  cssTokens(`${css}\n\n`, maxTokens)?.flatMap((token, index, all) => {
    if (!blank.has(token.kind)) return [token];
    return blank.has(all[index - 1]?.kind ?? -1) ? [] : [{ kind: kinds.WhiteSpace, text: ' ' }];
  });

/**
 * Whether all programs parse a token in the same way. `css-tree` compares names without decoding escapes: it parses `\\75rl(` as a function, and a browser as a URL.
 * In the newer CSS Syntax, names can contain fewer non-ASCII characters than in `css-tree`.
 */
const isPlain = (text: string) => !/\\|[\u0080-\u00b6\u00b8-\u00bf]|[^\0-\x7f\p{L}\p{Nd}\p{M}\u00b7]/u.test(text);

/** Returns the text of tokens without spaces around it. A space in an escape (`a\\ `) is part of a token. */
function textOf(tokens: readonly Token[]): string {
  const isShown = ({ kind }: Token) => kind !== kinds.WhiteSpace;
  const shown = tokens.slice(tokens.findIndex(isShown), tokens.findLastIndex(isShown) + 1);
  return shown.map(({ text }) => text).join('');
}

export function printStyle(css: string, kind: 'stylesheet' | 'attribute', onDropped: OnDropped): string {
  const tokens = tokensOf(css);
  if (!tokens) onDropped(`a style of over ${maxTokens} words`);
  else return kind === 'stylesheet' ? rules(tokens, onDropped, 0) : declarations(tokens, 'style', onDropped);
  return '';
}

/** Whether the value of a presentation attribute loads nothing. */
export function isInertValue(value: string): boolean {
  const tokens = /[\\(]/.test(value) ? tokensOf(value) : [];
  return tokens !== undefined && isInert(tokens, false);
}

/** Returns the end of the construct at `from`: after its block, or at one of the `stops`. */
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
    const hasBlock = tokens[brace]?.kind === kinds.LeftCurlyBracket;
    const end = hasBlock ? endOf(tokens, brace + 1, [kinds.RightCurlyBracket]) : brace;
    const block = tokens.slice(brace + 1, end);
    at = end + 1;
    const kind = isAtRule ? blockOf(first.text) : 'style';
    if (!hasBlock || kind === undefined || depth > maxDepth || !isBalanced(prelude) || !isPrelude(prelude)) {
      // In an image, browsers load neither stylesheets nor fonts.
      if (isAtRule && first.text.toLowerCase() === '@import') continue;
      if (isAtRule) onDropped(`\`${first.text.slice(0, 40)}\``);
      else if (hasBlock || textOf(prelude) !== '') onDropped(unread);
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
  return allowed.groupRules.has(name) ? 'rules' : name === 'font-face' ? 'font-face' : undefined;
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
      (allowed.properties.has(name) ||
        /^--[\w-]+$/.test(name) ||
        (block === 'font-face' && allowed.fontDescriptors.has(name)));
    const isSafe = isNamed && isInert(value, block === 'font-face');
    if (isSafe) printed.push(`${textOf(declaration.slice(0, colon))}:${textOf(value)}`);
    else if (isNamed && name !== 'src') onDropped(`\`${name.slice(0, 40)}\``);
    else if (!isNamed && loads(declaration)) onDropped(unread);
  }
  return printed.join(';');
}

function isBalanced(tokens: readonly Token[]): boolean {
  const open: (number | undefined)[] = [];
  for (const { kind } of tokens) {
    if (opening.has(kind)) open.push(opening.get(kind));
    else if (closing.has(kind) && open.pop() !== kind) return false;
  }
  return open.length === 0;
}

/** Whether the selector of a rule, or the condition of an at-rule, loads nothing in any program. */
const isPrelude = (tokens: readonly Token[]) =>
  tokens.every(
    ({ kind, text }) =>
      kind === kinds.String ||
      (kind !== kinds.Url &&
        !broken.has(kind) &&
        isPlain(text) &&
        (kind !== kinds.Function || allowed.selectorFunctions.has(text.slice(0, -1).toLowerCase()))),
  );

/** Whether a dropped declaration might load a file: it contains a URL, or ambiguous tokens. */
const loads = (tokens: readonly Token[]) =>
  tokens.some(
    ({ kind, text }) =>
      kind === kinds.Url ||
      broken.has(kind) ||
      (kind === kinds.Function && /^(?:url|src|image|image-set|-webkit-image-set)\($/i.test(text)),
  );

/** Whether a value only consists of plain words, numbers, strings and allowed functions, and only references the same file. */
function isInert(tokens: readonly Token[], isFont: boolean): boolean {
  if (!isBalanced(tokens)) return false;
  return tokens.every(({ kind, text }, index) => {
    if (kind === kinds.Url) return text.endsWith(')') && isStyleUrl(cssText({ kind, text }), isFont);
    if (broken.has(kind) || kind === kinds.LeftCurlyBracket) return false;
    if (kind === kinds.String) return true;
    if (!isPlain(text)) return false;
    if (kind !== kinds.Function) return true;
    const name = text.slice(0, -1).toLowerCase();
    if (name !== 'url') return allowed.functions.has(name);
    const address = tokens.slice(index + 1, index + 5).filter(({ kind: of }) => of !== kinds.WhiteSpace);
    return (
      address[0]?.kind === kinds.String &&
      address[1]?.kind === kinds.RightParenthesis &&
      isStyleUrl(cssText(address[0]), isFont)
    );
  });
}
