// Grammars of languages, loaded when a page names one.
import { refractor } from 'refractor/core';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import type { Tokens } from './colours.js';
import { type Patterns, resolveRests } from './rests.js';

const aliases: Readonly<Record<string, string>> = {
  bat: 'batch', cmd: 'batch', caddyfile: 'nginx', cc: 'cpp', cjs: 'javascript', conf: 'ini', config: 'ini', console: 'shell-session', cs: 'csharp', dockerfile: 'docker',
  dotenv: 'bash', env: 'bash', '.env': 'bash', gemfile: 'ruby', golang: 'go', gql: 'graphql', gradle: 'groovy', h: 'c', hbs: 'handlebars', hpp: 'cpp', htm: 'markup', html: 'markup',
  js: 'javascript', 'js+html': 'markup', json5: 'json5', jsonc: 'json5', kt: 'kotlin', kts: 'kotlin', m: 'objectivec', make: 'makefile', md: 'markdown', mdx: 'markdown', mjs: 'javascript',
  mm: 'objectivec', node: 'javascript', objc: 'objectivec', 'objective-c': 'objectivec', podfile: 'ruby', posix: 'bash', 'posix-terminal': 'bash', ps1: 'powershell', pwsh: 'powershell', prisma: 'graphql',
  proto: 'protobuf', ps: 'powershell', py: 'python', rb: 'ruby', rs: 'rust', rules: 'firestore-security-rules', sh: 'bash', shell: 'bash', shellscript: 'bash', 'shell-script': 'bash', svg: 'markup',
  svelte: 'markup', terminal: 'bash', tf: 'hcl', terraform: 'hcl', ts: 'typescript', vb: 'visual-basic', vue: 'markup', xml: 'markup', yml: 'yaml', zsh: 'bash',
}; // biome-ignore format: a table

/** Prism's table of languages (and of the functions that make them), and what it runs before and after it cuts a text. */
interface Realm {
  readonly languages: Readonly<Record<string, unknown>>;
  readonly hooks: Readonly<Record<string, unknown>>;
}

/** A language with those that it is made of. */
export interface Grammar extends Realm {
  readonly name: string;
}

/** What refractor inherits from Prism and its types do not show. */
interface Prism {
  languages: Realm['languages'];
  readonly hooks: { all: Realm['hooks']; readonly run: (name: string, env: object) => void };
  readonly tokenize: (text: string, grammar: Patterns) => Tokens;
}
const prism = Object.getPrototypeOf(refractor) as Prism;
const coreLanguages = prism.languages;

type Syntax = Parameters<typeof refractor.register>[0] & { readonly displayName: string };

/**
 * Prism has one table, in which a grammar changes those before it and is changed by those after it and by its own first use. So each
 * language gets a table of its own, complete before the first text: what it does to a text depends on no other text.
 */
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

interface Registered {
  readonly realm: Realm;
  /** Languages that the grammars ask for and do without where they are not there (`Prism.languages.json || …`). */
  readonly missing: readonly string[];
}

function register(syntaxes: readonly Syntax[]): Registered {
  const languages: Record<string, unknown> = { ...coreLanguages };
  const hooks = {};
  const asked = new Set<string>();
  const noting = new Proxy(languages, {
    get: (table, key) => {
      if (typeof key === 'string' && !(key in table)) asked.add(key);
      return Reflect.get(table, key) as unknown;
    },
  });
  inRealm({ languages: noting, hooks }, () => {
    for (const syntax of syntaxes) refractor.register(syntax);
  });
  return { realm: { languages, hooks }, missing: [...asked].sort(compareStrings) };
}

const loaded = new Map<string, Promise<Grammar | undefined>>();

function fileOf(name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

/** The grammar of a language as an author names it; undefined where there is none. */
export function loadGrammar(language: string): Promise<Grammar | undefined> {
  const file = fileOf(language.toLowerCase());
  const known = loaded.get(file);
  if (known) return known;
  const loading = makeGrammar(file).catch(() => undefined);
  loaded.set(file, loading);
  return loading;
}

/** Markup colours the styles and scripts in it if their languages come after it and before what builds on it. */
const markupParts = ['markup', 'css', 'javascript'];

async function makeGrammar(file: string): Promise<Grammar | undefined> {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(file) || file === 'core' || file === 'all' || file === 'none' || file === 'text')
    return undefined;
  const syntax = await importSyntax(file);
  if (!syntax) return undefined;
  let all = [syntax];
  for (const asked = new Set<string>(); ; ) {
    const { realm, missing } = register(all);
    const parts = Object.hasOwn(realm.languages, 'markup') ? markupParts : [];
    const wanted = [...parts, ...missing.map(fileOf)].filter((name) => !asked.has(name));
    if (wanted.length === 0) {
      const { displayName: name } = syntax;
      if (!Object.hasOwn(realm.languages, name)) return undefined; // some only change others
      resolveRests(realm.languages[name]);
      return { name, ...realm };
    }
    for (const name of wanted) asked.add(name);
    const found = await Promise.all([...new Set(wanted)].map(importSyntax));
    all = [...found.filter((one) => one !== undefined), ...all];
  }
}

async function importSyntax(file: string): Promise<Syntax | undefined> {
  return import(`refractor/${file}`).then(
    (grammar: { default: Syntax }) => grammar.default,
    () => undefined,
  );
}

/** The tokens of a text, as `Prism.highlight` finds them, with what languages add before and behind. */
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
