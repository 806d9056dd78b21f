// Colours code when the site is built; an unknown language is plain text.
import { colourOf, namesOf, type Token, type Tokens } from './colours.js';
import { type Grammar, loadGrammar, toTokens } from './grammars.js';

/** Longest block that is coloured, in characters; a longer one is data, and grammars are slow on long lines. */
const longest = 60_000;
const longestLine = 5_000;

/** A part of code that is shown in one colour, plain where it has no name; `hl-k` is the class of what is named `k`. */
export interface Piece {
  readonly name: string | undefined;
  text: string;
}

/** Code of a language as an author names it, cut into pieces, no two neighbours of which have the same colour. */
export async function highlight(code: string, language: string): Promise<Piece[]> {
  const hasLongLine = code.length > longestLine && code.split('\n').some((line) => line.length > longestLine);
  const grammar = code.length > longest || hasLongLine ? undefined : await loadGrammar(language);
  if (!grammar) return [{ name: undefined, text: code }];
  const pieces: Piece[] = [];
  flatten(await tokenizeAll(code, grammar, deepestCode), undefined, pieces);
  return pieces;
}

/** Code blocks in code blocks of Markdown, at most. */
const deepestCode = 3;

/** The tokens of a text, with those of the code blocks in it, each by the grammar of its own language. */
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

/** A token in a token keeps the inner colour; what is interpolated has none of its own. */
function flatten(tokens: Tokens, inherited: string | undefined, pieces: Piece[]): void {
  if (typeof tokens === 'string') addPiece(inherited, tokens, pieces);
  else if (Array.isArray(tokens)) for (const token of tokens) flatten(token, inherited, pieces);
  else flatten((tokens as Token).content, colourOf(tokens as Token, inherited), pieces);
}

function addPiece(name: string | undefined, text: string, pieces: Piece[]): void {
  const last = pieces.at(-1);
  if (last && last.name === name) last.text += text;
  else if (text !== '') pieces.push({ name, text });
}

/** Pieces cut at the line breaks; the breaks themselves are left out. */
export function splitLines(pieces: readonly Readonly<Piece>[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const { name, text } of pieces) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ name, text: part });
    }
  }
  return lines;
}

/** Pieces as markup. */
export function toMarkup(pieces: readonly Readonly<Piece>[]): string {
  let markup = '';
  for (const { name, text } of pieces) {
    markup += name === undefined ? escapeCode(text) : `<span class="hl-${name}">${escapeCode(text)}</span>`;
  }
  return markup;
}

function escapeCode(text: string): string {
  return text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));
}
