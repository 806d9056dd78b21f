// Grammars inherit entries from others by `rest`.

/** What a text is cut by, in order. `rest` is a grammar whose entries come behind all others, or replace those of the same name. */
export type Patterns = Record<string, Entry> & { rest?: Patterns };
type Entry = RegExp | Pattern | readonly (RegExp | Pattern)[] | null | undefined;
interface Pattern {
  readonly inside?: Patterns | null;
}

/**
 * Puts what each grammar inherits by `rest` into it. Prism does so when a grammar is first used, so that its tokens would depend on the texts
 * before: here all grammars of a language take the entries that the others have as written.
 */
export function resolveRests(language: unknown): void {
  const merged = grammarsIn(language).flatMap((grammar) =>
    grammar.rest ? [{ grammar, rest: { ...grammar.rest } }] : [],
  );
  for (const { grammar, rest } of merged) {
    delete rest.rest;
    Object.assign(grammar, rest);
    delete grammar.rest;
  }
}

/** A grammar and all that its patterns use. */
function grammarsIn(language: unknown): Patterns[] {
  const all = new Set<Patterns>();
  const collect = (grammar: unknown) => {
    if (typeof grammar !== 'object' || grammar === null || all.has(grammar as Patterns)) return;
    const { rest, ...entries } = grammar as Patterns;
    all.add(grammar as Patterns);
    collect(rest);
    for (const pattern of Object.values(entries).flat())
      if (pattern && !(pattern instanceof RegExp)) collect(pattern.inside);
  };
  collect(language);
  return [...all];
}
