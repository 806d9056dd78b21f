// Colours code when the site is built. Grammars are loaded when a page names their language; an unknown language is plain text.
import type { Element, ElementContent, Text } from 'hast';
import { refractor } from 'refractor/core';
import { classesOf, element } from './element.js';

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

/** Code as coloured text: spans of one class each, `hl-k` for a keyword. */
export function highlight(code: string, grammar: string | undefined): ElementContent[] {
  const plain: Text[] = [{ type: 'text', value: code }];
  if (grammar === undefined || code.length > longest || code.split('\n').some((line) => line.length > longestLine))
    return plain;
  return merge(refractor.highlight(code, grammar).children.flatMap((node) => simplify(node as ElementContent)));
}

/** Text outside any span, and one span for each coloured piece; a span in a span keeps the inner colour. */
function simplify(node: ElementContent, inherited?: string): ElementContent[] {
  if (node.type === 'text') return inherited === undefined ? [node] : [span(inherited, node.value)];
  if (node.type !== 'element') return [];
  const names = classesOf(node.properties);
  const own = names
    .filter((name) => Object.hasOwn(classes, name))
    .map((name) => classes[name])
    .at(0);
  const isInterpolation = names.includes('interpolation');
  return node.children.flatMap((child) => simplify(child, own ?? (isInterpolation ? undefined : inherited)));
}

function span(name: string, value: string): Element {
  return element('span', { className: [`hl-${name}`] }, [{ type: 'text', value }]);
}

const classOf = (node: ElementContent | undefined) =>
  node?.type === 'element' ? String(node.properties['className']) : undefined;

function merge(nodes: readonly ElementContent[]): ElementContent[] {
  const merged: ElementContent[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (last?.type === 'text' && node.type === 'text')
      merged[merged.length - 1] = { type: 'text', value: last.value + node.value };
    else if (last?.type === 'element' && node.type === 'element' && classOf(last) === classOf(node)) {
      const [a, b] = [last.children[0], node.children[0]];
      if (a?.type === 'text' && b?.type === 'text') last.children = [{ type: 'text', value: a.value + b.value }];
    } else merged.push(node);
  }
  return merged;
}

/** Coloured text cut at its line breaks; the breaks themselves are left out. */
export function splitLines(nodes: readonly ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]];
  for (const node of nodes) {
    const value =
      node.type === 'text'
        ? node.value
        : node.type === 'element' && node.children[0]?.type === 'text'
          ? node.children[0].value
          : '';
    for (const [index, piece] of value.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (piece === '') continue;
      const text: Text = { type: 'text', value: piece };
      lines.at(-1)?.push(node.type === 'element' ? { ...node, children: [text] } : text);
    }
  }
  return lines;
}
