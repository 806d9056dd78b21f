// Colours code when the site is built. Grammars are loaded when a page names their language; an unknown language is plain text.
import { refractor } from 'refractor/core';
import { compareStrings } from '../../../model/diagnostics/diagnostic.js';
import { dropUncoloured } from './uncoloured.js';

const aliases: Readonly<Record<string, string>> = {
  bat: 'batch', cmd: 'batch', caddyfile: 'nginx', cc: 'cpp', cjs: 'javascript', conf: 'ini', config: 'ini', console: 'shell-session', cs: 'csharp', dockerfile: 'docker',
  dotenv: 'bash', env: 'bash', '.env': 'bash', gemfile: 'ruby', golang: 'go', gql: 'graphql', gradle: 'groovy', h: 'c', hbs: 'handlebars', hpp: 'cpp', htm: 'markup', html: 'markup',
  js: 'javascript', 'js+html': 'markup', json5: 'json5', jsonc: 'json5', kt: 'kotlin', kts: 'kotlin', m: 'objectivec', make: 'makefile', md: 'markdown', mdx: 'markdown', mjs: 'javascript',
  mm: 'objectivec', node: 'javascript', objc: 'objectivec', 'objective-c': 'objectivec', podfile: 'ruby', posix: 'bash', 'posix-terminal': 'bash', ps1: 'powershell', pwsh: 'powershell', prisma: 'graphql',
  proto: 'protobuf', ps: 'powershell', py: 'python', rb: 'ruby', rs: 'rust', rules: 'firestore-security-rules', sh: 'bash', shell: 'bash', shellscript: 'bash', 'shell-script': 'bash', svg: 'markup',
  svelte: 'markup', terminal: 'bash', tf: 'hcl', terraform: 'hcl', ts: 'typescript', vb: 'visual-basic', vue: 'markup', xml: 'markup', yml: 'yaml', zsh: 'bash',
}; // biome-ignore format: a table

/** Longest block that is coloured, in characters; a longer one is data, and grammars are slow on long lines. */
const longest = 60_000;
const longestLine = 5_000;

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
  readonly tokenize: (code: string, grammar: unknown) => Tokens;
}
const prism = Object.getPrototypeOf(refractor) as Prism;
const empty: Realm = { languages: { ...prism.languages }, hooks: {} };

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
  const languages: Record<string, unknown> = { ...empty.languages };
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
function loadGrammar(language: string): Promise<Grammar | undefined> {
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
      const isRead = Object.keys(realm.hooks).some((hook) => hook.endsWith('-tokenize')); // tokens, by what the language adds
      if (!isRead) dropUncoloured([realm.languages[name]], (type) => classes.has(type) || type === 'interpolation');
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

/** What a token is shown as; tokens that are not here are shown plain. The classes are in styles.css. */
const classes: ReadonlyMap<string, string> = new Map(Object.entries({
  comment: 'c', prolog: 'c', doctype: 'c', cdata: 'c', 'block-comment': 'c', shebang: 'c',
  keyword: 'k', atrule: 'k', important: 'k', rule: 'k', directive: 'k', 'control-flow': 'k', module: 'k',
  string: 's', char: 's', 'attr-value': 's', regex: 's', url: 's', 'template-string': 's', 'string-literal': 's', 'raw-string': 's', heredoc: 's',
  number: 'n', boolean: 'n', constant: 'n', nil: 'n', symbol: 'n', unit: 'n',
  function: 'f', 'function-name': 'f', 'method-name': 'f', method: 'f', selector: 'f', 'function-variable': 'f',
  'class-name': 't', builtin: 't', namespace: 't', tag: 't', 'maybe-class-name': 't', 'generic-function': 't',
  property: 'p', 'attr-name': 'p', variable: 'p', parameter: 'p', key: 'p', 'literal-property': 'p', annotation: 'p', decorator: 'p', 'environment': 'p', title: 'p',
  inserted: 'i', 'inserted-sign': 'i', deleted: 'd', 'deleted-sign': 'd',
})); // biome-ignore format: a table

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

interface Token {
  readonly type: string;
  readonly alias?: string | readonly string[] | null;
  content: Tokens;
}
type Tokens = string | Token | readonly (string | Token)[];

/** Code blocks in code blocks of Markdown, at most. */
const deepestCode = 3;

/** The tokens of a text, with those of the code blocks in it, each by the grammar of its own language. */
async function tokenizeAll(code: string, grammar: Grammar, depth: number): Promise<Tokens> {
  const tokens = tokenize(code, grammar);
  if (grammar.name !== 'markdown' || depth === 0) return tokens;
  for (const block of codeBlocks(tokens)) {
    const [, language = ''] = /^language-(.+)$/.exec(namesOf(block).at(-1) ?? '') ?? [];
    const nested = await loadGrammar(language);
    if (nested && typeof block.content === 'string')
      block.content = await tokenizeAll(block.content, nested, depth - 1);
  }
  return tokens;
}

/** As `Prism.highlight` does it, up to the tokens: markup of them would cost as much again. */
function tokenize(code: string, realm: Grammar): Tokens {
  return inRealm(realm, () => {
    const { name: language, languages } = realm;
    const env = { code, language, grammar: languages[language], tokens: [] as Tokens };
    prism.hooks.run('before-tokenize', env);
    env.tokens = prism.tokenize(env.code, env.grammar);
    prism.hooks.run('after-tokenize', env);
    return env.tokens;
  });
}

function codeBlocks(tokens: Tokens): Token[] {
  if (typeof tokens === 'string') return [];
  return [tokens].flat().flatMap((token) => {
    if (typeof token === 'string') return [];
    return token.type === 'code-block' ? [token] : codeBlocks(token.content);
  });
}

function namesOf({ type, alias }: Token): readonly string[] {
  if (!alias) return [type];
  return typeof alias === 'string' ? [type, alias] : [type, ...alias];
}

/** A token in a token keeps the inner colour; what is interpolated has none of its own. */
function flatten(tokens: Tokens, inherited: string | undefined, pieces: Piece[]): void {
  if (typeof tokens === 'string') addPiece(inherited, tokens, pieces);
  else if (Array.isArray(tokens)) for (const token of tokens) flatten(token, inherited, pieces);
  else flatten((tokens as Token).content, colourOf(tokens as Token, inherited), pieces);
}

/** Most tokens have one name, and all code is made of them: no list is made for one. */
function colourOf(token: Token, inherited: string | undefined): string | undefined {
  const { type, alias } = token;
  if (!alias) return classes.get(type) ?? (type === 'interpolation' ? undefined : inherited);
  const names = namesOf(token);
  const known = names.find((name) => classes.has(name));
  if (known !== undefined) return classes.get(known);
  return names.includes('interpolation') ? undefined : inherited;
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
