// What a grammar finds last and nothing is coloured for: operators and punctuation, most of the tokens of most code. A pattern that comes
// behind all others changes nothing that they find, so it need not be tried.

interface Pattern {
  readonly inside?: Patterns | null;
  readonly greedy?: boolean;
  readonly alias?: string | readonly string[];
}
type Entry = RegExp | Pattern | readonly (RegExp | Pattern)[] | null | undefined;

/** What Prism cuts a text by, in order. `rest` is a grammar whose entries come behind all others, or take the place of those of the same name. */
type Patterns = Record<string, Entry> & { readonly rest?: Patterns };

const listOf = (entry: Entry) => [entry ?? []].flat() as readonly (RegExp | Pattern)[];
const insideOf = (pattern: RegExp | Pattern) => ('inside' in pattern ? pattern.inside : undefined);

/** Takes such entries off the ends of grammars, and of all that is in them. */
export function dropUncoloured(grammars: readonly unknown[], isColoured: (name: string) => boolean): void {
  const all = new Set<Patterns>();
  const collect = (grammar: unknown) => {
    if (typeof grammar !== 'object' || grammar === null || all.has(grammar as Patterns)) return;
    const { rest, ...entries } = grammar as Patterns;
    all.add(grammar as Patterns);
    collect(rest);
    for (const pattern of Object.values(entries).flatMap(listOf)) collect(insideOf(pattern));
  };
  for (const grammar of grammars) collect(grammar);
  const isKept = new Set(
    [...all].flatMap(({ rest, ...own }) => (rest && Object.keys(own).some((name) => name in rest) ? [rest] : [])),
  );
  const isShown = (name: string, entry: Entry) =>
    isColoured(name) ||
    listOf(entry).some(
      (pattern) =>
        !(pattern instanceof RegExp) &&
        (pattern.inside || pattern.greedy || [pattern.alias ?? []].flat().some(isColoured)),
    );
  for (const grammar of all) {
    if (grammar.rest || isKept.has(grammar)) continue;
    for (const name of Object.keys(grammar).reverse()) {
      if (isShown(name, grammar[name])) break;
      delete grammar[name];
    }
  }
}
