// mdBook: page titles, hidden lines of code, definition lists, formulas with backslashes, and syntax of common preprocessors.
// mdBook's includes are parsed in texts of all generators.
import { get, has } from 'lodash-es';
import type { Root } from 'mdast';
import { mapOf } from '../../../model/input/plain-data.js';
import { visit } from '../../base/visit.js';
import { dropAddresses } from '../syntax/addresses.js';
import { calloutKind } from '../syntax/callouts.js';
import { CodeLines } from '../syntax/code-lines.js';
import {
  type GeneratorSyntax,
  joinLines,
  type RewrittenLines,
  rewriteInSequence,
  rewriteProse,
} from '../syntax/generator-syntax.js';
import { drop, patternReader } from '../syntax/scan.js';
import { readTerms } from './extras.js';
import { withDollars } from './math.js';

const program = { name: '{{ x }}', generator: 'mdBook (preprocessor)', isContainer: false, isDropped: true };

export const mdbook: GeneratorSyntax = {
  rewriteLines: (text, { variables }) => {
    const isMath = mapOf(variables.html)['mathjax-support'] === true;
    const values = (own: string) => withValues(own, variables.values);
    return rewriteInSequence(
      text,
      ...(variables.hasPrograms === true ? [values, withAnchors] : []),
      withCallouts,
      (own) => (isMath && /\\\\[([]/.test(own) ? withDollars(own, 2) : undefined),
    );
  },
  // `{{#title}}` only sets the title of the window.
  rules: (_, { variables }) => [
    patternReader({ first: '{' }, /\{\{[ \t]*#title\b[^\n}]{0,300}\}\}/y, () => drop),
    ...(variables.hasPrograms === true ? [tabs, valueOfProgram] : []),
  ],
  foreign: [[program.name, program.generator, /^\{\{.+\}\}$/]],
  transform: (tree, text, context, report) => {
    if (context.variables.hasPrograms === true && text.includes('{{'))
      dropAddresses(tree, /\{\{[^{}\n]{1,200}\}\}/, () => program, report);
    hideLines(tree, mapOf(context.variables.html));
    if (/^[ \t]*:[ \t]/m.test(text) && mapOf(context.variables.html)['definition-lists'] !== false)
      readTerms(tree, context.parse);
  },
};

/** Maximum number of characters of values in a text. */
const maxInserted = 1_000_000;

/** Replaces `{{ name }}` by the values of mdbook-variables in the config, also in code. */
function withValues(text: string, values: unknown): RewrittenLines | undefined {
  if (values === undefined || !text.includes('{{')) return undefined;
  let left = maxInserted;
  const filled = (whole: string, path: string) => {
    const found: unknown = has(values, path) ? get(values, path) : undefined;
    const value = found === undefined || typeof found === 'object' ? whole : String(found).replaceAll('\n', ' ');
    left -= value.length;
    return left < 0 ? whole : value;
  };
  const read = (line: string) => line.replace(/\{\{\s{0,20}([\w.]{1,100})\s{0,20}\}\}/g, filled);
  return joinLines(text.split('\n').map((own, line) => ({ text: read(own), line })));
}

const ruleLine = /^r\[([\w.-]+)\]$/m;

/** Converts `r[name]` of mdbook-spec, the id of a rule, to an anchor. */
const withAnchors = (text: string) =>
  ruleLine.test(text)
    ? rewriteProse(text, (line) => line.replace(ruleLine, '<div id="r-$1"></div>\n').split('\n'))
    : undefined;

/** Matches `{{ name }}`, `{{#name option}}` and `{{%name option}}`, except includes. Only a preprocessor knows the value. */
const valueOfProgram = patternReader(
  { first: '{' },
  /(?<!["=])\{\{[ \t]*(?:[\w.-]{1,100}|(?!#(?:include|rustdoc_include|play\w+)\b)[#%][^{}\n]{1,200})[ \t]*\}\}/y,
  () => ({ kind: 'drop', isUnread: true }),
);

/** Matches `{{#tabs}}`, `{{#tab name="x"}}` and `{{#endtab}}` of mdbook-tabs, and `{{#tab x}}` and `{{#/tab}}` of the books of Kubernetes. */
const tabs = patternReader(
  { first: '{' },
  /\{\{[ \t]*#(end|\/)?tab(s?)\b([^{}\n]{0,2000})\}\}/y,
  ([, end, all, options = '']) => {
    const name = all ? 'Tabs' : 'TabItem';
    const label = /name="([^"]{0,200})"/.exec(options)?.[1] ?? options.trim();
    return end
      ? { kind: 'close', family: 'element', name }
      : { kind: 'open', family: 'element', name, props: { label } };
  },
);

/** Converts fences of mdbook-admonish to containers, with as many colons as the fence has backticks or tildes. */
function withCallouts(text: string): RewrittenLines | undefined {
  if (!/^[ \t>]*(?:`{3,}|~{3,})[ \t]*admonish\b/m.test(text)) return undefined;
  const code = new CodeLines(false);
  const open: string[] = [];
  const read = (line: string) => {
    const [, before = '', fence, info = ''] = /^([ \t>]*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === undefined || code.isInFence(line)) return line;
    const colons = ':'.repeat(fence.length);
    const [isCallout, kind = 'note'] = /^\s*admonish(?:\s+([\w-]+)(?!\S*=))?(?=\s|$|\.)/.exec(info) ?? [];
    if (isCallout !== undefined) {
      open.push(fence);
      const [, , title = calloutKind(kind) ? '' : kind] = /(?:title=|\s)(["'])(.*?)\1/.exec(info) ?? [];
      const name = /\bcollapsible=true\b/.test(info) ? 'details' : (calloutKind(kind) ?? 'note');
      return `${before}${colons}${name} ${title}`;
    }
    if (info.trim() !== '' || !fence.startsWith(open.at(-1) ?? fence + fence)) return line;
    open.pop();
    return before + colons;
  };
  const lines = text.split('\n').map((written, line) => {
    const own = read(written);
    code.follow(own);
    return { text: own, line };
  });
  return joinLines(lines);
}

/** Removes hidden lines from code: in Rust those after `# `, in other languages those with the prefix in the config. */
function hideLines(tree: Root, html: Readonly<Record<string, unknown>>): void {
  const prefixes = mapOf(mapOf(html['code'])['hidelines']);
  visit(tree, 'code', (node) => {
    const [lang = '', ...options] = (node.lang ?? '').split(',');
    if (options.length > 0) node.lang = lang;
    const written = Object.hasOwn(prefixes, lang) ? prefixes[lang] : undefined;
    const option = options.find((one) => one.startsWith('hidelines='))?.slice('hidelines='.length);
    const prefix = option ?? (typeof written === 'string' ? written : '');
    if (lang !== 'rust' && prefix === '') return;
    const isShown = (line: string) => !line.trimStart().startsWith(prefix);
    const lines = node.value.split('\n');
    node.value = (lang === 'rust' ? lines.flatMap(rustLine) : lines.filter(isShown)).join('\n');
  });
}

/** Returns a line of Rust code as mdBook shows it: no `# hidden`, `#` for `##`, and attributes (`#[x]`) unchanged. */
function rustLine(line: string): string[] {
  const [, space = '', next = ''] = /^(\s*)#(.?)/.exec(line) ?? [undefined, undefined, 'shown'];
  if (next === '#') return [space + line.slice(space.length + 1)];
  return next === '' || next === ' ' ? [] : [line];
}
