// Detects the dialects of a text and lists their tokenizers. The only place that defines their order.
import { devsiteRules } from './dialects/devsite.js';
import { directives } from './dialects/directives.js';
import { liquidRules } from './dialects/liquid/common-tags.js';
import { math } from './dialects/math.js';
import * as mdx from './dialects/mdx.js';
import { snippetRules } from './dialects/snippets.js';
import { CodeLines } from './syntax/code-lines.js';
import { type Dedented, type Scanned, type SyntaxRule, scan } from './syntax/scan.js';
import { matchAt } from './syntax/search.js';
import { htmlNames } from './syntax/tags.js';
import { noNames, type Scope } from './syntax/values.js';

/** Detects MDX by the file name, or in `.md` by syntax that only MDX has. */
export const isMdxText = (text: string, file: string): boolean =>
  file.endsWith('.mdx') || beginsWithImport(text) || hasJsx(text);

const beforeImports = /(?:\s*(?:<!--[\s\S]*?-->|\{\s*\/\*[\s\S]*?\*\/\s*\}|#[ \t][^\n]*(?=\n|$)))*\s*/y;

/** Whether a text starts with an import, after comments and a title at most. */
function beginsWithImport(text: string): boolean {
  if (!text.includes('import')) return false;
  const [before = ''] = matchAt(beforeImports, text, 0) ?? [];
  return mdx.imports.read(text, before.length) !== undefined;
}

const inline = /`[^`\n]*`|<!--[\s\S]*?(?:-->|$)/g;

/** Returns the lines that are code neither in MDX nor in Markdown, without inline code and comments. */
function proseOf(text: string): string {
  const readers = [new CodeLines(true), new CodeLines(false)];
  const isProse = (line: string) => !readers.map((reader) => reader.follow(line).isCode).includes(true);
  return text.split('\n').filter(isProse).join('\n').replace(inline, '');
}

const namesIn = (text: string, pattern: RegExp) => new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));

const importedName = /^import\s{1,100}([A-Z]\w*)\s/gm;
const usedName = /^[ \t]*<([A-Z]\w*)(?=[\s/>])/gm;
/** Matches `style={`, but not `href={{ variable }}`, which is template syntax. */
const expressionValue = /[\w-]\s?=\s?\{(?!\{[^{}:]*\}\})/g;
/** Maximum number of tags to check, and of characters in a tag before the value. */
const maxTried = { tags: 200, characters: 2_000 };

/** Whether an element, outside code, has an expression as attribute value or an imported name. */
function hasJsx(text: string): boolean {
  if (!/=\s?\{/.test(text) && !(/<[A-Z]/.test(text) && /^import\s/m.test(text))) return false;
  const prose = proseOf(text);
  const imported = namesIn(prose, importedName);
  if (imported.size > 0 && [...namesIn(prose, usedName)].some((name) => imported.has(name))) return true;
  let [tried, left] = [-1, maxTried.tags];
  for (const { index } of prose.matchAll(expressionValue)) {
    const from = Math.max(tried + 1, index - maxTried.characters);
    const start = from + prose.slice(from, index).lastIndexOf('<');
    if (start < from || left === 0) continue;
    tried = start;
    left -= 1;
    const line = prose.slice(Math.max(0, start - maxTried.characters), start).replace(/[\s\S]*\n/, '');
    if (!/^(?: {4}|\t)/.test(line) && (mdx.readTag(prose, start, noNames)?.end ?? 0) > index) return true;
  }
  return false;
}

/** Liquid's tags come before those of devsite, which removes all tags that it doesn't know. */
const everywhere = [...snippetRules, directives, mdx.comments, ...liquidRules, ...devsiteRules, mdx.imports, math];

interface ScanContext {
  readonly isMdx: boolean;
  /** Whether the file is an HTML page. Then only the tokenizers of its generator apply. */
  readonly isPageOfHtml?: boolean;
  readonly token: string;
  readonly isKnown: (name: string) => boolean;
  readonly scope: Scope;
  /** Tokenizers of the text's generator, which come first. */
  readonly rules?: readonly SyntaxRule[] | undefined;
  readonly components?: RegExp | undefined;
}

const opening = /^[ \t]{0,3}<([A-Z]\w*)(?:\s[^<>\n]*)?(?<!\/)>[ \t]*\r?$/gm;
const closing = /^[ \t]{0,3}<\/([A-Z]\w*)>[ \t]*\r?$/gm;

/** Returns the names of components that surround Markdown, with each tag on its own line. */
function framingNames(text: string): ReadonlySet<string> {
  if (!text.includes('</') || !/^[ \t]{0,3}<\/[A-Z]/m.test(text)) return new Set();
  const prose = proseOf(text);
  const opened = namesIn(prose, opening);
  return new Set([...namesIn(prose, closing)].filter((name) => opened.has(name) && !isHtml(name)));
}

const maxInlineChars = 500;

/** Whether a tag is a component. `<T>` is usually text, so a component must have tags on their own lines, be alone on its line, or be closed on it. */
function isComponent(framed: ReadonlySet<string>, { name, kind, end }: mdx.Tag, text: string, offset: number): boolean {
  if (!/^[A-Z]/.test(name) || isHtml(name)) return false;
  if (mdx.isAlone(text, offset, end)) return kind === 'element' || framed.has(name);
  if (kind === 'element') return false;
  const beside =
    kind === 'open' ? text.slice(end, end + maxInlineChars) : text.slice(Math.max(0, offset - maxInlineChars), offset);
  const other = kind === 'open' ? beside.indexOf(`</${name}>`) : beside.lastIndexOf(`<${name}>`);
  const content = kind === 'open' ? beside.slice(0, other) : beside.slice(other + name.length + 2);
  return other !== -1 && /^\S(?:.*\S)?$/.test(content); // text with spaces around it is a sentence about the tags
}

/** Whether a name is an HTML element. HTML parsers convert `<Image>` to `<img>`, which no author intends. */
const isHtml = (name: string) => name !== 'Image' && htmlNames.has(name.toLowerCase());

export function scanDialects(text: string, scanContext: ScanContext): Scanned & Dedented {
  const { isMdx, isPageOfHtml, token, isKnown, scope, rules: own = [], components } = scanContext;
  const framed = isMdx ? new Set<string>() : framingNames(text);
  const isWanted = (tag: mdx.Tag, source: string, offset: number) =>
    isMdx ||
    isKnown(tag.name) ||
    (components?.test(tag.name) && !isHtml(tag.name)) ||
    (mdx.componentName.test(tag.name) && scope.names.has(tag.name)) ||
    isComponent(framed, tag, source, offset);
  if (isPageOfHtml) return { ...scan(text, own, token, true), scanned: text, removed: [] };
  const rules = [...own, ...everywhere, mdx.elements(isWanted, isKnown, scope)];
  if (isMdx) rules.push(mdx.exports, mdx.expressions(scope));
  const needsDedent = isMdx || (/<[A-Z]/.test(text) && /^[ \t]*<[A-Z]/m.test(text)); // the first test is faster
  const dedented = needsDedent
    ? mdx.dedent(text, (name) => isMdx || isKnown(name) || framed.has(name), isMdx)
    : { scanned: text, removed: [] };
  return { ...scan(dedented.scanned, rules, token, isMdx), ...dedented };
}
