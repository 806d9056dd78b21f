// Parses a page. Runs no script, and skips `<template>`.
import { decodeHTML } from 'entities';
import { type Tag, tokenizeTags } from '../../markup/tags.js';
import data from './elements.json' with { type: 'json' };

/** A link that a reader follows, an image, or a file that the page loads. */
type RefKind = 'link' | 'image' | 'file';

/** A URL in a page. Offsets are in UTF-16 units from 0. */
export interface Ref {
  readonly kind: RefKind;
  readonly url: string;
  readonly offset: number;
}

const emptyPage = () => ({
  /** Whether the file is an HTML document. False for fragments and for files that prove ownership of a domain. */
  isDocument: false,
  title: undefined as string | undefined,
  lang: undefined as string | undefined,
  description: undefined as string | undefined,
  isNoIndex: false,
  canonical: undefined as string | undefined,
  base: undefined as string | undefined,
  refresh: undefined as Ref | undefined,
  hasScript: false,
  /** Ids, including names of anchors. */
  ids: new Set<string>(),
  refs: [] as Ref[],
  /** Duplicate ids, images without alternative text, and active markup. */
  problems: [] as { readonly kind: 'id' | 'alt' | 'active'; readonly text: string; readonly offset: number }[],
  /** Offsets of `<html>` and `<head>`, or 0. */
  htmlOffset: 0,
  headOffset: 0,
});

export type PageText = ReturnType<typeof emptyPage>;

const maxProblems = 200;

function addProblem({ problems }: PageText, kind: PageText['problems'][number]['kind'], text: string, offset: number) {
  if (problems.filter((problem) => problem.kind === kind).length < maxProblems) problems.push({ kind, text, offset });
}

interface ElementRules {
  readonly addresses?: readonly (readonly [attribute: string, kind: RefKind])[];
  readonly srcset?: string;
  readonly isActive?: boolean;
  readonly mayRun?: readonly string[];
}

const elements = new Map(Object.entries(data as unknown as Readonly<Record<string, ElementRules>>));
const noRules: ElementRules = {};

export function readPage(html: string): PageText {
  const page = emptyPage();
  let inTitle = false;
  const open = { template: 0, svg: 0, noscript: 0 };
  const isCounted = (name: string) => name === 'template' || name === 'svg' || name === 'noscript';
  tokenizeTags(html, {
    onTag(tag) {
      const { name } = tag;
      const isInTemplate = open.template > 0;
      if (isCounted(name) && (name === 'template' ? tag.get('shadowrootmode') === undefined : !isInTemplate))
        open[name] += 1;
      if (open.template > 0) return;
      if (name === 'title' && open.svg === 0 && page.title === undefined) {
        page.title = '';
        page.isDocument = true;
        inTitle = true;
      }
      readTag(tag, page, open.noscript > 0);
    },
    onEnd(name) {
      if (isCounted(name) && open[name] > 0 && (name === 'template' || open.template === 0)) open[name] -= 1;
      if (name === 'title' && open.template === 0) inTitle = false;
    },
    onText(start, end) {
      if (inTitle) page.title = decodeHTML(`${page.title ?? ''}${html.slice(start, end)}`);
    },
    onDoctype() {
      page.isDocument = true;
    },
  });
  return page;
}

function readTag(tag: Tag, page: PageText, isNoscript: boolean): void {
  const { name } = tag;
  const rules = elements.get(name) ?? noRules;
  const { addresses = [], srcset } = rules;
  readId(tag, page);
  for (const [attribute, kind] of addresses) {
    const isOwnDrawing = name === 'use' && tag.get(attribute)?.startsWith('#'); // scripts insert those elements
    if (!isOwnDrawing) addRef(tag, attribute, kind, page);
  }
  if (srcset !== undefined) readSrcset(tag, srcset, page);
  const isImageInput = name === 'input' && tag.get('type')?.toLowerCase() === 'image';
  if (isImageInput) addRef(tag, 'src', 'image', page);
  const needsAlt = isImageInput || (name === 'img' && !isNoscript);
  if (needsAlt && !hasAlt(tag)) addProblem(page, 'alt', '', tag.offset);
  readMetadata(tag, page);
  readActive(tag, rules, page);
}

function readMetadata(tag: Tag, page: PageText): void {
  const { name, offset } = tag;
  if (name === 'html' || name === 'body') page.isDocument = true;
  if (name === 'html') page.lang = tag.get('lang') ?? tag.get('xml:lang');
  if (name === 'html') page.htmlOffset = offset;
  if (name === 'html' || name === 'head') page.headOffset = offset;
  if (name === 'base') page.base ??= tag.get('href');
  if (name === 'meta') readMeta(tag, page);
  if (name === 'link') readLinkElement(tag, page);
  if (name === 'script' && isScript(tag)) page.hasScript = true;
}

function addRef(tag: Tag, attribute: string, kind: RefKind, page: PageText): void {
  const url = tag.get(attribute);
  if (url || (url === '' && kind === 'link')) page.refs.push({ kind, url, offset: tag.offsetOf(attribute) });
}

function readId(tag: Tag, page: PageText): void {
  const id = tag.get('id');
  if (id && page.ids.has(id)) addProblem(page, 'id', id, tag.offsetOf('id'));
  for (const name of [id, tag.name === 'a' ? tag.get('name') : undefined]) if (name) page.ids.add(name);
}

function readMeta(tag: Tag, page: PageText): void {
  const content = tag.get('content') ?? '';
  const name = tag.get('name')?.toLowerCase();
  if (name === 'description') page.description = content;
  else if (name === 'robots' && /\b(?:noindex|none)\b/i.test(content)) page.isNoIndex = true;
  if (tag.get('http-equiv')?.toLowerCase() !== 'refresh') return;
  const [, quote = '', rest = ''] = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.+)$/is.exec(content) ?? [];
  const url = (quote === '' ? rest : (rest.split(quote)[0] ?? '')).trim();
  if (url !== '') page.refresh ??= { kind: 'link', url, offset: tag.offsetOf('content') };
}

/** Matches `rel` of links that are not files: hosts to preconnect, and URLs for programs. */
const notFiles = /^(?:preconnect|dns-prefetch|pingback|webmention|edituri|me|profile)$/;

function readLinkElement(tag: Tag, page: PageText): void {
  const rels = (tag.get('rel') ?? '').toLowerCase().split(/\s+/);
  if (rels.includes('canonical')) page.canonical ??= tag.get('href');
  if (!rels.some((rel) => notFiles.test(rel))) addRef(tag, 'href', 'file', page);
}

const srcsetAddress = /[\s,]*(\S+)/y;
/** Matches the size in a `srcset`: up to a comma outside parentheses. `)` closes all parentheses. */
const srcsetSizes = /(?:[^(,]|\([^)]*\)?)*,?/y;

function readSrcset(tag: Tag, attribute: string, page: PageText): void {
  const text = tag.get(attribute) ?? '';
  srcsetAddress.lastIndex = 0;
  for (let match = srcsetAddress.exec(text); match; match = srcsetAddress.exec(text)) {
    const [, candidate = ''] = match;
    const url = candidate.replace(/,+$/, '');
    const end = srcsetAddress.lastIndex;
    if (url !== '') page.refs.push({ kind: 'image', url, offset: tag.offsetOf(attribute) + end - candidate.length });
    if (candidate.endsWith(',')) continue; // a candidate without a size
    srcsetSizes.lastIndex = end;
    srcsetSizes.test(text);
    srcsetAddress.lastIndex = srcsetSizes.lastIndex;
  }
}

/** Whether an image has alternative text. Tracking pixels don't need any. */
function hasAlt(tag: Tag): boolean {
  if (['alt', 'aria-label', 'aria-labelledby', 'title', 'hidden'].some((name) => tag.find(name))) return true;
  if (/^(?:presentation|none)$/i.test(tag.get('role') ?? '') || tag.get('aria-hidden') === 'true') return true;
  return tag.get('width') === '1' || tag.get('height') === '1' || /display:\s*none/i.test(tag.get('style') ?? '');
}

function isScript(tag: Tag): boolean {
  const type = tag.get('type')?.trim().toLowerCase() ?? '';
  return type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script/.test(type);
}

function readActive(tag: Tag, { isActive = false, mayRun = [] }: ElementRules, page: PageText): void {
  if (isActive && (tag.name !== 'script' || isScript(tag))) addProblem(page, 'active', `<${tag.name}>`, tag.offset);
  for (const name of mayRun) {
    const scheme = schemeOf(tag.get(name) ?? '');
    if (scheme !== undefined) addProblem(page, 'active', `${scheme}:`, tag.offsetOf(name));
  }
  for (const { name } of tag.attributes)
    if (/^on[a-z]+$/.test(name)) addProblem(page, 'active', name, tag.offsetOf(name));
}

/** Returns the scheme of a URL. Like browsers, ignores blanks before it, and tabs and line breaks in it. */
function schemeOf(url: string): string | undefined {
  if (!/^[\u0000-\u0020]*[jv]/i.test(url)) return undefined;
  return /^(javascript|vbscript):/i.exec(url.slice(0, 300).replace(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase();
}
