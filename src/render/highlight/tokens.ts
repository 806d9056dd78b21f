// Cuts a text into tokens by a grammar of Prism: the same tokens as `Prism.tokenize`, with less work for each text between two tokens.
// Most code is coloured once, so what V8 takes to optimise the loop counts as much as the loop: Prism's takes a hundred milliseconds.
import { refractor } from 'refractor/core';

/** Prism's tokens; hooks of languages read them and make some of their own. */
export interface Token {
  readonly type: string;
  readonly alias?: string | readonly string[] | null;
  content: Tokens;
}
export type Tokens = string | Token | readonly (string | Token)[];

/** How a token is found, as languages write it. */
interface Pattern {
  readonly pattern: RegExp;
  readonly inside?: Patterns | null;
  readonly lookbehind?: boolean;
  readonly greedy?: boolean;
  readonly alias?: string | readonly string[];
}
export type Entry = RegExp | Pattern | readonly (RegExp | Pattern)[] | null | undefined;

/** What a text is cut by, in order. `rest` is a grammar whose entries come behind all others, or take the place of those of the same name. */
export type Patterns = Record<string, Entry> & { readonly rest?: Patterns };

/** A pattern, ready for use. */
interface Rule {
  readonly type: string;
  readonly expression: RegExp;
  readonly inside: Patterns | undefined;
  /** True where the first group of a match stands before the token. */
  readonly hasLead: boolean;
  /** True where a match is looked for in the whole text, and takes the place of the tokens in it that were found before. */
  readonly isGreedy: boolean;
  readonly alias: string | readonly string[] | undefined;
}

/** The class of Prism's tokens, which its types do not show. */
const { Token: PrismToken } = refractor as unknown as {
  readonly Token: new (type: string, content: Tokens, alias: Rule['alias'], text: string) => Token;
};

const rulesByGrammar = new WeakMap<Patterns, readonly Rule[]>();

function rulesOf(grammar: Patterns): readonly Rule[] {
  const known = rulesByGrammar.get(grammar);
  if (known) return known;
  const { rest, ...own } = grammar;
  const { rest: ofRest, ...entries }: Patterns = { ...own, ...rest };
  const rules = Object.entries(entries).flatMap(([type, entry]) => patternsOf(entry).map((one) => ruleOf(type, one)));
  rulesByGrammar.set(grammar, rules);
  return rules;
}

/** The patterns of an entry. */
export function patternsOf(entry: Entry): Pattern[] {
  const given = [entry ?? []].flat() as (RegExp | Pattern)[];
  return given.map((one) => (one instanceof RegExp ? { pattern: one } : one));
}

function ruleOf(type: string, { pattern, inside, lookbehind, greedy, alias }: Pattern): Rule {
  const isGreedy = Boolean(greedy);
  const expression = isGreedy && !pattern.global ? new RegExp(pattern, `${pattern.flags}g`) : pattern;
  return { type, expression, inside: inside ?? undefined, hasLead: Boolean(lookbehind), isGreedy, alias };
}

/** A part of a text, in a row with those before and behind it: a token, or text in which some may be found. */
interface Part {
  readonly text: string;
  readonly token: Token | undefined;
  before: Part | undefined;
  after: Part | undefined;
}

interface Row {
  readonly text: string;
  /** Stands before the first part. */
  readonly head: Part;
  parts: number;
}

/** The rules up to the one that took tokens away: they are tried again from there as far as the text was cut anew. */
interface Again {
  readonly cause: Rule;
  reach: number;
}

/** The tokens of a text. */
export function tokenize(text: string, grammar: Patterns): Tokens {
  const row: Row = { text, head: { text: '', token: undefined, before: undefined, after: undefined }, parts: 0 };
  insert(row, row.head, text, undefined);
  cut(row, rulesOf(grammar), row.head, 0, undefined);
  const tokens: (string | Token)[] = [];
  for (let part = row.head.after; part; part = part.after) tokens.push(part.token ?? part.text);
  return tokens;
}

function cut(row: Row, rules: readonly Rule[], head: Part, start: number, again: Again | undefined): void {
  for (const rule of rules) {
    if (again && again.cause === rule) return;
    const mayGoOn = rule.isGreedy
      ? cutGreedily(row, rules, rule, head, start, again)
      : cutTexts(row, rule, head, start, again);
    if (!mayGoOn) return;
  }
}

/** Finds the tokens of a rule in each text between tokens; false where patterns that match nothing made more parts than there are characters. */
function cutTexts(row: Row, rule: Rule, head: Part, start: number, again: Again | undefined): boolean {
  const { expression, hasLead } = rule;
  let position = start;
  for (let part = head.after; part; position += part.text.length, part = part.after) {
    if (again && position >= again.reach) return true;
    if (row.parts > row.text.length) return false;
    if (part.token) continue;
    expression.lastIndex = 0;
    const match = expression.exec(part.text);
    if (!match) continue;
    if (again) again.reach = Math.max(again.reach, position + part.text.length);
    const lead = (hasLead && match[1]?.length) || 0;
    const index = match.index + lead;
    position += index;
    part = place(row, rule, { part, count: 1, text: part.text }, { index, text: match[0].slice(lead) });
  }
  return true;
}

/** The same in the whole text: what begins in a text between tokens may take the place of tokens behind it. */
function cutGreedily(
  row: Row,
  rules: readonly Rule[],
  rule: Rule,
  head: Part,
  start: number,
  again: Again | undefined,
): boolean {
  const { expression, hasLead } = rule;
  const { text } = row;
  let position = start;
  for (let part = head.after; part; position += part.text.length, part = part.after) {
    if (again && position >= again.reach) return true;
    if (row.parts > text.length) return false;
    if (part.token) continue;
    expression.lastIndex = position;
    const match = expression.exec(text);
    const lead = (match && hasLead && match[1]?.length) || 0;
    if (!match || match.index + lead >= text.length) return true;
    const from = match.index + lead;
    const found = match[0].slice(lead);
    for (; part.after && from >= position + part.text.length; part = part.after) position += part.text.length;
    if (part.token) continue;
    let [count, end] = [1, position + part.text.length];
    for (let next = part.after; next && (end < from + found.length || !next.token); next = next.after) {
      count += 1;
      end += next.text.length;
    }
    if (again) again.reach = Math.max(again.reach, end);
    const taken = { part, count, text: text.slice(position, end) };
    part = place(row, rule, taken, { index: from - position, text: found });
    position = from;
    if (count === 1) continue;
    const nested: Again = { cause: rule, reach: end };
    cut(row, rules, part.before ?? row.head, position, nested);
    if (again) again.reach = Math.max(again.reach, nested.reach);
  }
  return true;
}

/** Parts in whose place a token comes: the first, how many, and their text. */
interface Taken {
  readonly part: Part;
  readonly count: number;
  readonly text: string;
}

/** Puts a token, with the texts before and behind it, in the place of parts; gives the token's part. */
function place(row: Row, rule: Rule, taken: Taken, found: { readonly index: number; readonly text: string }): Part {
  const { index, text } = found;
  let before = taken.part.before ?? row.head;
  if (index > 0) before = insert(row, before, taken.text.slice(0, index), undefined);
  remove(row, before, taken.count);
  const content = rule.inside ? tokenize(text, rule.inside) : text;
  const part = insert(row, before, text, new PrismToken(rule.type, content, rule.alias, text));
  const rest = taken.text.slice(index + text.length);
  if (rest !== '') insert(row, part, rest, undefined);
  return part;
}

function insert(row: Row, before: Part, text: string, token: Token | undefined): Part {
  const part: Part = { text, token, before, after: before.after };
  if (before.after) before.after.before = part;
  before.after = part;
  row.parts += 1;
  return part;
}

function remove(row: Row, before: Part, count: number): void {
  let after = before.after;
  for (let removed = 0; removed < count && after; removed += 1) {
    after = after.after;
    row.parts -= 1;
  }
  before.after = after; // which an insertion links back
}
