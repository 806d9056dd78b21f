// Highlights code when the site is built. Code in an unknown language stays plain.
import { type Grammar, loadGrammar, type Token, type Tokens, toTokens } from './grammars.js';
import tables from './tables.json' with { type: 'json' };

/** Maximum code to highlight, in characters. Longer blocks are usually data and slow to tokenize. */
const maxCodeChars = 60_000;
const maxLineChars = 5_000;

/** A span of code with one color. `hl-` and its name are its CSS class. Without a name it has no color. */
export interface HighlightSpan {
  readonly name: string | undefined;
  text: string;
}

export async function highlight(code: string, language: string): Promise<HighlightSpan[]> {
  const hasLongLine = code.length > maxLineChars && code.split('\n').some((line) => line.length > maxLineChars);
  const grammar = code.length > maxCodeChars || hasLongLine ? undefined : await loadGrammar(language);
  if (!grammar) return [{ name: undefined, text: code }];
  const pieces: HighlightSpan[] = [];
  flatten(await tokenizeAll(code, grammar, maxCodeDepth), undefined, pieces);
  return pieces;
}

const maxCodeDepth = 3;

/** Tokenizes code. Code blocks in Markdown are tokenized with the grammars of their languages. */
async function tokenizeAll(code: string, grammar: Grammar, depth: number): Promise<Tokens> {
  const tokens = toTokens(code, grammar);
  if (grammar.name !== 'markdown' || depth === 0) return tokens;
  for (const block of codeBlocks(tokens)) {
    const [, language = ''] = /^language-(.+)$/.exec(namesOf(block).at(-1) ?? '') ?? [];
    const nested = await loadGrammar(language);
    if (nested && typeof block.content === 'string')
      block.content = await tokenizeAll(block.content, nested, depth - 1);
  }
  return tokens;
}

function codeBlocks(tokens: Tokens): Token[] {
  if (typeof tokens === 'string') return [];
  return [tokens].flat().flatMap((token) => {
    if (typeof token === 'string') return [];
    return token.type === 'code-block' ? [token] : codeBlocks(token.content);
  });
}

/** Converts nested tokens to spans. The innermost color applies, and interpolated code doesn't inherit a color. */
function flatten(tokens: Tokens, inherited: string | undefined, pieces: HighlightSpan[]): void {
  if (typeof tokens === 'string') addPiece(inherited, tokens, pieces);
  else if (Array.isArray(tokens)) for (const token of tokens) flatten(token, inherited, pieces);
  else flatten((tokens as Token).content, colourOf(tokens as Token, inherited), pieces);
}

function addPiece(name: string | undefined, text: string, pieces: HighlightSpan[]): void {
  const last = pieces.at(-1);
  if (last && last.name === name) last.text += text;
  else if (text !== '') pieces.push({ name, text });
}

export function splitLines(pieces: readonly Readonly<HighlightSpan>[]): HighlightSpan[][] {
  const lines: HighlightSpan[][] = [[]];
  for (const { name, text } of pieces) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ name, text: part });
    }
  }
  return lines;
}

export function toMarkup(pieces: readonly Readonly<HighlightSpan>[]): string {
  let markup = '';
  for (const { name, text } of pieces) {
    markup += name === undefined ? escapeCode(text) : `<span class="hl-${name}">${escapeCode(text)}</span>`;
  }
  return markup;
}

const escapeCode = (text: string): string => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));

/** Colors of tokens by name, as classes in styles.css. Other tokens have no color. */
const classes: ReadonlyMap<string, string> = new Map(Object.entries(tables.classes));

function namesOf({ type, alias }: Token): readonly string[] {
  if (!alias) return [type];
  return typeof alias === 'string' ? [type, alias] : [type, ...alias];
}

function colourOf(token: Token, inherited: string | undefined): string | undefined {
  const { type, alias } = token;
  if (!alias) return classes.get(type) ?? (type === 'interpolation' ? undefined : inherited); // fast path: most tokens have no list of aliases
  const names = namesOf(token);
  const known = names.find((name) => classes.has(name));
  if (known !== undefined) return classes.get(known);
  return names.includes('interpolation') ? undefined : inherited;
}
