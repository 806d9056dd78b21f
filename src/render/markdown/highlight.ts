// Colours code when the site is built. Grammars are loaded when a page names their language; an unknown language is plain text.
import { refractor } from 'refractor/core';

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

const loaded = new Map<string, Promise<string | undefined>>();

/** The grammar of a language as an author names it, loaded; undefined where there is none. */
export function loadGrammar(language: string): Promise<string | undefined> {
  const name = language.toLowerCase();
  const file = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
  const known = loaded.get(file);
  if (known) return known;
  const loading = importGrammar(file);
  loaded.set(file, loading);
  return loading;
}

async function importGrammar(file: string): Promise<string | undefined> {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(file) || file === 'core' || file === 'all' || file === 'none' || file === 'text')
    return undefined;
  try {
    const grammar = (await import(`refractor/${file}`)) as {
      default: Parameters<typeof refractor.register>[0] & { displayName: string };
    };
    refractor.register(grammar.default);
    return grammar.default.displayName;
  } catch {
    return undefined;
  }
}

/** What a token is shown as; tokens that are not here are shown plain. The classes are in styles.css. */
const classes: Readonly<Record<string, string>> = {
  comment: 'c', prolog: 'c', doctype: 'c', cdata: 'c', 'block-comment': 'c', shebang: 'c',
  keyword: 'k', atrule: 'k', important: 'k', rule: 'k', directive: 'k', 'control-flow': 'k', module: 'k',
  string: 's', char: 's', 'attr-value': 's', regex: 's', url: 's', 'template-string': 's', 'string-literal': 's', 'raw-string': 's', heredoc: 's',
  number: 'n', boolean: 'n', constant: 'n', nil: 'n', symbol: 'n', unit: 'n',
  function: 'f', 'function-name': 'f', 'method-name': 'f', method: 'f', selector: 'f', 'function-variable': 'f',
  'class-name': 't', builtin: 't', namespace: 't', tag: 't', 'maybe-class-name': 't', 'generic-function': 't',
  property: 'p', 'attr-name': 'p', variable: 'p', parameter: 'p', key: 'p', 'literal-property': 'p', annotation: 'p', decorator: 'p', 'environment': 'p', title: 'p',
  inserted: 'i', 'inserted-sign': 'i', deleted: 'd', 'deleted-sign': 'd',
}; // biome-ignore format: a table

/** A part of code that is shown in one colour, plain where it has no name; `hl-k` is the class of what is named `k`. */
export interface Piece {
  readonly name: string | undefined;
  readonly text: string;
}

/** Code cut into pieces, no two neighbours of which have the same colour. */
export function highlight(code: string, grammar: string | undefined): Piece[] {
  if (grammar === undefined || code.length > longest || code.split('\n').some((line) => line.length > longestLine))
    return [{ name: undefined, text: code }];
  const pieces: Piece[] = [];
  flatten(tokenize(code, grammar), undefined, pieces);
  return pieces;
}

interface Token {
  readonly type: string;
  readonly alias?: string | readonly string[] | null;
  readonly content: Tokens;
}
type Tokens = string | Token | readonly (string | Token)[];

/** What refractor inherits from Prism and its types do not show. */
interface Prism {
  readonly languages: Readonly<Record<string, unknown>>;
  readonly hooks: { readonly run: (name: string, env: object) => void };
  readonly tokenize: (code: string, grammar: unknown) => Tokens;
}
const prism = refractor as unknown as Prism;

/** As `Prism.highlight` does it, up to the tokens: markup of them would cost as much again. */
function tokenize(code: string, language: string): Tokens {
  const env = { code, language, grammar: prism.languages[language], tokens: [] as Tokens };
  prism.hooks.run('before-tokenize', env);
  env.tokens = prism.tokenize(env.code, env.grammar);
  prism.hooks.run('after-tokenize', env);
  return env.tokens;
}

/** A token in a token keeps the inner colour; what is interpolated has none of its own. */
function flatten(tokens: Tokens, inherited: string | undefined, pieces: Piece[]): void {
  if (typeof tokens === 'string') addPiece(inherited, tokens, pieces);
  else if (Array.isArray(tokens)) for (const token of tokens) flatten(token, inherited, pieces);
  else {
    const { type, alias, content } = tokens as Token;
    const names = [type, alias ?? []].flat();
    const known = names.find((name) => Object.hasOwn(classes, name));
    const own = known === undefined ? undefined : classes[known];
    const nested = type === 'code-block' ? /^language-(.+)$/.exec(names.at(-1) ?? '')?.[1] : undefined;
    const isNested = nested !== undefined && typeof content === 'string' && Object.hasOwn(prism.languages, nested);
    flatten(
      isNested ? tokenize(content, nested) : content,
      own ?? (names.includes('interpolation') ? undefined : inherited),
      pieces,
    );
  }
}

function addPiece(name: string | undefined, text: string, pieces: Piece[]): void {
  const last = pieces.at(-1);
  if (last && last.name === name) pieces[pieces.length - 1] = { name, text: last.text + text };
  else if (text !== '') pieces.push({ name, text });
}

/** Pieces cut at the line breaks; the breaks themselves are left out. */
export function splitLines(pieces: readonly Piece[]): Piece[][] {
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
export function toMarkup(pieces: readonly Piece[]): string {
  let markup = '';
  for (const { name, text } of pieces) {
    markup += name === undefined ? escapeCode(text) : `<span class="hl-${name}">${escapeCode(text)}</span>`;
  }
  return markup;
}

function escapeCode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
