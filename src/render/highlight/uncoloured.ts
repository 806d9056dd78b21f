// What a grammar finds last and nothing is coloured for: operators and punctuation, most of the tokens of most code. A pattern that comes
// behind all others changes nothing that they find, so it need not be tried.
import { isColoured } from './colours.js';
import { type Entry, type Patterns, patternsOf } from './tokens.js';

/** Takes such entries off the ends of a grammar, and of all that are in it. */
export function dropUncoloured(language: unknown): void {
  const all = new Set<Patterns>();
  const collect = (grammar: unknown) => {
    if (typeof grammar !== 'object' || grammar === null || all.has(grammar as Patterns)) return;
    const { rest, ...entries } = grammar as Patterns;
    all.add(grammar as Patterns);
    collect(rest);
    for (const pattern of Object.values(entries).flatMap(patternsOf)) collect(pattern.inside);
  };
  collect(language);
  const isKept = new Set(
    [...all].flatMap(({ rest, ...own }) => (rest && Object.keys(own).some((name) => name in rest) ? [rest] : [])),
  );
  for (const grammar of all) {
    if (grammar.rest || isKept.has(grammar)) continue;
    for (const name of Object.keys(grammar).reverse()) {
      if (isShown(name, grammar[name])) break;
      delete grammar[name];
    }
  }
}

function isShown(name: string, entry: Entry): boolean {
  const isPatternShown = ({ inside, greedy, alias }: ReturnType<typeof patternsOf>[number]) =>
    Boolean(inside || greedy) || [alias ?? []].flat().some(isColoured);
  return isColoured(name) || patternsOf(entry).some(isPatternShown);
}
