// Prism grammars, loaded when a page uses a language.
import { refractor } from 'refractor/core';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import tables from './tables.json' with { type: 'json' };

const aliases: ReadonlyMap<string, string> = new Map(Object.entries(tables.aliases));

/** A token of Prism, whose own types are incomplete. */
export interface Token {
  readonly type: string;
  readonly alias?: string | readonly string[] | null;
  content: Tokens;
}
export type Tokens = string | Token | readonly (string | Token)[];

/** Patterns of a grammar, in order. `rest` is a grammar whose patterns follow all others, or replace those of the same name. */
type Patterns = Record<string, Entry> & { rest?: Patterns };
type Entry = RegExp | Pattern | readonly (RegExp | Pattern)[] | null | undefined;
interface Pattern {
  readonly inside?: Patterns | null;
}

interface Realm {
  readonly languages: Readonly<Record<string, unknown>>;
  readonly hooks: Readonly<Record<string, unknown>>;
}

export interface Grammar extends Realm {
  readonly name: string;
}

/** Members that refractor inherits from Prism and that its types don't declare. */
interface Prism {
  languages: Realm['languages'];
  readonly hooks: { all: Realm['hooks']; readonly run: (name: string, env: object) => void };
  readonly tokenize: (text: string, grammar: Patterns) => Tokens;
}
const prism = Object.getPrototypeOf(refractor) as Prism;
const coreLanguages = prism.languages;

type Syntax = Parameters<typeof refractor.register>[0] & { readonly displayName: string };

/** Runs work with the given languages in Prism's global table. Otherwise grammars would change each other, even when they are first used. */
function inRealm<T>({ languages, hooks }: Realm, work: () => T): T {
  const [languagesBefore, hooksBefore] = [prism.languages, prism.hooks.all];
  prism.languages = languages;
  prism.hooks.all = hooks;
  try {
    return work();
  } finally {
    prism.languages = languagesBefore;
    prism.hooks.all = hooksBefore;
  }
}

/** Registers grammars in a new realm. `missing` are optional languages that they look up (`Prism.languages.json || …`). */
function register(syntaxes: readonly Syntax[]): Realm & { readonly missing: readonly string[] } {
  const languages: Record<string, unknown> = { ...coreLanguages };
  const hooks = {};
  const missing = new Set<string>();
  const noting = new Proxy(languages, {
    get: (table, key) => {
      if (typeof key === 'string' && !(key in table)) missing.add(key);
      return Reflect.get(table, key) as unknown;
    },
  });
  inRealm({ languages: noting, hooks }, () => {
    for (const syntax of syntaxes) refractor.register(syntax);
  });
  return { languages, hooks, missing: [...missing].sort(compareStrings) };
}

const loaded = new Map<string, Promise<Grammar | undefined>>();

const fileOf = (name: string) => aliases.get(name) ?? name;

export function loadGrammar(language: string): Promise<Grammar | undefined> {
  const file = fileOf(language.toLowerCase());
  const loading = loaded.get(file) ?? makeGrammar(file).catch(() => undefined);
  loaded.set(file, loading);
  return loading;
}

/** Grammars that are loaded right after `markup`, and before languages that extend it. */
const markupParts = ['markup', 'css', 'javascript'];

async function makeGrammar(file: string): Promise<Grammar | undefined> {
  if (!/^(?!(?:core|all|none|text)$)[a-z][a-z0-9-]{0,30}$/.test(file)) return undefined;
  const syntax = await importSyntax(file);
  if (!syntax) return undefined;
  let all = [syntax];
  for (const requested = new Set<string>(); ; ) {
    const { missing, ...realm } = register(all);
    const parts = Object.hasOwn(realm.languages, 'markup') ? markupParts : [];
    const wanted = [...parts, ...missing.map(fileOf)].filter((name) => !requested.has(name));
    if (wanted.length === 0) {
      const { displayName: name } = syntax;
      if (!Object.hasOwn(realm.languages, name)) return undefined; // some grammars only extend others
      resolveRests(realm.languages[name]);
      return { name, ...realm };
    }
    for (const name of wanted) requested.add(name);
    const found = await Promise.all([...new Set(wanted)].map(importSyntax));
    all = [...found.filter((one) => one !== undefined), ...all];
  }
}

const importSyntax = (file: string): Promise<Syntax | undefined> =>
  import(`refractor/${file}`).then(
    (grammar: { default: Syntax }) => grammar.default,
    () => undefined,
  );

/** Tokenizes like `Prism.highlight`, including the hooks of languages. */
export function toTokens(code: string, realm: Grammar): Tokens {
  return inRealm(realm, () => {
    const { name: language, languages } = realm;
    const env = { code, language, grammar: languages[language] as Patterns, tokens: [] as Tokens };
    prism.hooks.run('before-tokenize', env);
    env.tokens = prism.tokenize(env.code, env.grammar);
    prism.hooks.run('after-tokenize', env);
    return env.tokens;
  });
}

/** Resolves `rest` grammars. Prism does this when a grammar is first used, so that tokens would depend on earlier texts. */
function resolveRests(language: unknown): void {
  const grammars = [...grammarsIn(language)].map((grammar) => ({ grammar, patterns: { ...grammar.rest } }));
  for (const { grammar, patterns } of grammars) {
    delete patterns.rest;
    Object.assign(grammar, patterns);
    delete grammar.rest;
  }
}

function grammarsIn(language: unknown, all = new Set<Patterns>()): ReadonlySet<Patterns> {
  if (typeof language !== 'object' || language === null || all.has(language as Patterns)) return all;
  const { rest, ...entries } = language as Patterns;
  all.add(language as Patterns);
  grammarsIn(rest, all);
  for (const pattern of Object.values(entries).flat())
    if (pattern && !(pattern instanceof RegExp)) grammarsIn(pattern.inside, all);
  return all;
}
