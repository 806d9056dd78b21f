// Which dialects a text is written in, and who reads them: the one place that knows the order of the readers.

import { htmlTagNames } from 'html-tag-names';
import { type Reader, type Scanned, scan } from '../syntax/scan.js';
import type { Scope } from '../syntax/values.js';
import { fileIncludes, headLines, templateComments, templateStrings, templateTags } from './devsite/devsite.js';
import { isDevsite } from './devsite/variables.js';
import { directives } from './directives.js';
import { isMdx, withoutCode } from './docusaurus/is-mdx.js';
import { highlightTags, liquidAddresses, rawSpans } from './jekyll.js';
import { math } from './math.js';
import {
  componentName,
  dedent,
  elements,
  exports,
  expressions,
  type IsWanted,
  imports,
  isAlone,
  mdxComments,
  type Tag,
} from './mdx.js';
import { snippetLines, snippetMacros } from './snippets.js';

export interface Dialects {
  readonly isMdx: boolean;
  readonly isDevsite: boolean;
}

export function dialectsOf(text: string, file: string): Dialects {
  return { isMdx: isMdx(text, file), isDevsite: isDevsite(text) };
}

const everywhere: readonly Reader[] = [
  headLines,
  snippetLines,
  snippetMacros,
  directives,
  mdxComments,
  templateComments,
  liquidAddresses,
  rawSpans,
  highlightTags,
  templateTags,
  templateStrings,
  fileIncludes,
  imports,
  math,
];

export interface ScanContext {
  readonly token: string;
  /** Which element names are components, in any Markdown. */
  readonly isKnown: (name: string) => boolean;
  /** What names mean in the text. */
  readonly scope: Scope;
}

const opening = /^[ \t]{0,3}<([A-Z]\w*)(?:\s[^<>\n]*)?(?<!\/)>[ \t]*\r?$/gm;
const closing = /^[ \t]{0,3}<\/([A-Z]\w*)>[ \t]*\r?$/gm;

/** Names of components that stand around Markdown: their tags are lines. */
function framingNames(text: string): ReadonlySet<string> {
  if (!text.includes('</') || !/^[ \t]{0,3}<\/[A-Z]/m.test(text)) return new Set();
  const prose = withoutCode(text);
  const names = (pattern: RegExp) => new Set(Array.from(prose.matchAll(pattern), ([, name = '']) => name));
  const opened = names(opening);
  return new Set([...names(closing)].filter((name) => opened.has(name) && !isHtml(name)));
}

/**
 * In Markdown that is not MDX `<T>` is mostly text. A component is one that frames Markdown on lines of their own, one that stands alone
 * on its line, and one that is closed on the line.
 */
function isComponent(framed: ReadonlySet<string>, { name, kind, end }: Tag, text: string, offset: number): boolean {
  if (!/^[A-Z]/.test(name) || isHtml(name)) return false;
  if (isAlone(text, offset, end)) return kind === 'element' || framed.has(name);
  if (kind === 'element') return false;
  const beside =
    kind === 'open' ? text.slice(end, end + longestBeside) : text.slice(Math.max(0, offset - longestBeside), offset);
  const other = kind === 'open' ? beside.indexOf(`</${name}>`) : beside.lastIndexOf(`<${name}>`);
  const content = kind === 'open' ? beside.slice(0, other) : beside.slice(other + name.length + 2);
  return other !== -1 && /^\S(?:.*\S)?$/.test(content); // with spaces, the tags are what the sentence is about
}

/** In any case of letters; what a parser of HTML makes of `<Image>` is nobody's intention. */
const isHtml = (name: string) => name !== 'Image' && htmlNames.has(name.toLowerCase());
const htmlNames = new Set(htmlTagNames);

/** Characters between the tags of a component on one line. */
const longestBeside = 500;

/** Finds the foreign syntax of a text. */
export function scanDialects(
  text: string,
  { isMdx }: Dialects,
  { token, isKnown, scope }: ScanContext,
): Scanned & { readonly removed: readonly number[] } {
  const framed = isMdx ? new Set<string>() : framingNames(text);
  const isWanted: IsWanted = (tag, source, offset) =>
    isMdx ||
    isKnown(tag.name) ||
    (componentName.test(tag.name) && scope.names.has(tag.name)) ||
    isComponent(framed, tag, source, offset);
  const readers = isMdx
    ? [...everywhere, exports, elements(isWanted, { isKnown, scope }), expressions(scope)]
    : [...everywhere, elements(isWanted, { isKnown, scope })];
  const needsDedent = isMdx || (/<[A-Z]/.test(text) && /^[ \t]*<[A-Z]/m.test(text)); // the former is found faster
  const dedented = needsDedent
    ? dedent(text, isMdx ? () => true : (name) => isKnown(name) || framed.has(name), isMdx)
    : { text, removed: [] };
  return { ...scan(dedented.text, readers, token, isMdx), removed: dedented.removed };
}
