// A page as text → what it holds. Nothing is run, and what stands in a `<template>` is not part of the page.
import { decodeHTML } from 'entities';
import type { ActiveMarkup, PageText, Ref, RefKind } from './page-facts.js';
import { addressesOfSrcset } from './srcset.js';
import { readTags, type Tag } from './tags.js';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Reading extends Writable<Omit<PageText, 'ids' | 'refs' | 'doubleIds' | 'withoutAlt' | 'active'>> {
  readonly ids: Set<string>;
  readonly refs: Ref[];
  readonly doubleIds: { id: string; offset: number }[];
  readonly withoutAlt: number[];
  readonly active: ActiveMarkup[];
}

/** Faults of one kind that are reported of one page, at most. */
const mostOfOnePage = 200;

/** Attributes that hold one address each, by element. */
const addressAttributes: ReadonlyMap<string, readonly (readonly [string, RefKind])[]> = new Map<string, [string, RefKind][]>([
  ['a', [['href', 'link'], ['xlink:href', 'link']]],
  ['area', [['href', 'link']]],
  ['iframe', [['src', 'file']]],
  ['frame', [['src', 'file']]],
  ['img', [['src', 'image']]],
  ['image', [['href', 'image'], ['xlink:href', 'image']]],
  ['use', [['href', 'image'], ['xlink:href', 'image']]],
  ['script', [['src', 'file']]],
  ['audio', [['src', 'file']]],
  ['video', [['src', 'file'], ['poster', 'image']]],
  ['source', [['src', 'file']]],
  ['track', [['src', 'file']]],
  ['embed', [['src', 'file']]],
  ['object', [['data', 'file']]],
]); // biome-ignore format: a table

const none: readonly (readonly [string, RefKind])[] = [];

export function readPage(html: string): PageText {
  const page: Reading = {
    isDocument: false,
    title: undefined,
    lang: undefined,
    description: undefined,
    isNoIndex: false,
    canonical: undefined,
    base: undefined,
    refresh: undefined,
    hasScript: false,
    ids: new Set(),
    doubleIds: [],
    refs: [],
    withoutAlt: [],
    active: [],
    htmlOffset: 0,
    headOffset: 0,
  };
  let [inTitle, templates, drawings, noscripts] = [false, 0, 0, 0];
  readTags(html, {
    onTag(tag) {
      if (tag.name === 'template' && tag.get('shadowrootmode') === undefined) templates += 1;
      if (templates > 0) return;
      if (tag.name === 'svg') drawings += 1;
      if (tag.name === 'noscript') noscripts += 1;
      if (tag.name === 'title' && drawings === 0 && page.title === undefined) {
        page.title = '';
        page.isDocument = true;
        inTitle = true;
      }
      readTag(tag, page, noscripts > 0);
    },
    onEnd(name) {
      if (name === 'template' && templates > 0) templates -= 1;
      if (templates > 0) return;
      if (name === 'svg' && drawings > 0) drawings -= 1;
      if (name === 'noscript' && noscripts > 0) noscripts -= 1;
      if (name === 'title') inTitle = false;
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

function readTag(tag: Tag, page: Reading, isNoscript: boolean): void {
  const { name } = tag;
  if (tag.count === 0 && !readBare.has(name)) return; // most tags of a page
  readId(tag, page);
  for (const [attribute, kind] of addressAttributes.get(name) ?? none) {
    const url = tag.get(attribute);
    if (url === undefined || (url === '' && kind !== 'link')) continue;
    if (name === 'use' && url.startsWith('#')) continue; // scripts put drawings in
    page.refs.push({ kind, url, offset: tag.offsetOf(attribute) });
  }
  switch (name) {
    case 'html':
      page.isDocument = true;
      page.lang = tag.get('lang') ?? tag.get('xml:lang');
      page.htmlOffset = tag.offset;
      page.headOffset = tag.offset;
      break;
    case 'head':
      page.headOffset = tag.offset;
      break;
    case 'body':
      page.isDocument = true;
      break;
    case 'base':
      page.base ??= tag.get('href');
      break;
    case 'meta':
      readMeta(tag, page);
      break;
    case 'link':
      readLinkElement(tag, page);
      break;
    case 'img':
      readSrcset(tag, 'srcset', page);
      if (!isNoscript && !hasAlt(tag) && page.withoutAlt.length < mostOfOnePage) page.withoutAlt.push(tag.offset);
      break;
    case 'source':
      readSrcset(tag, 'srcset', page);
      break;
    case 'input':
      if (tag.get('type')?.toLowerCase() === 'image') {
        const url = tag.get('src');
        if (url) page.refs.push({ kind: 'image', url, offset: tag.offsetOf('src') });
        if (!hasAlt(tag)) page.withoutAlt.push(tag.offset);
      }
      break;
    case 'script':
      if (isScript(tag)) page.hasScript = true;
  }
  readActive(tag, page);
}

function readId(tag: Tag, page: Reading): void {
  const id = tag.get('id');
  if (id) {
    if (!page.ids.has(id)) page.ids.add(id);
    else if (page.doubleIds.length < mostOfOnePage) page.doubleIds.push({ id, offset: tag.offsetOf('id') });
  }
  const anchor = tag.name === 'a' ? tag.get('name') : undefined;
  if (anchor && anchor !== id) page.ids.add(anchor);
}

function readMeta(tag: Tag, page: Reading): void {
  const content = tag.get('content') ?? '';
  const name = tag.get('name')?.toLowerCase();
  if (name === 'description') page.description = content;
  else if (name === 'robots' && /\b(?:noindex|none)\b/i.test(content)) page.isNoIndex = true;
  if (tag.get('http-equiv')?.toLowerCase() !== 'refresh') return;
  const found = /^\s*(\d*)[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.+)$/is.exec(content);
  const [, seconds = '', quote = '', rest = ''] = found ?? [];
  const url = (quote === '' ? rest : (rest.split(quote)[0] ?? '')).trim();
  if (url !== '') page.refresh ??= { url, seconds: Number(seconds), offset: tag.offsetOf('content') };
}

/** Other sites that a browser connects to early, and addresses that programs write to, are not files. */
const notFiles = /^(?:preconnect|dns-prefetch|pingback|webmention|edituri|me|profile)$/;

function readLinkElement(tag: Tag, page: Reading): void {
  const rels = (tag.get('rel') ?? '').toLowerCase().split(/\s+/);
  const url = tag.get('href');
  if (rels.includes('canonical')) page.canonical ??= url;
  readSrcset(tag, 'imagesrcset', page);
  if (!url || rels.some((rel) => notFiles.test(rel))) return;
  page.refs.push({ kind: 'file', url, offset: tag.offsetOf('href') });
}

function readSrcset(tag: Tag, attribute: string, page: Reading): void {
  const text = tag.get(attribute);
  if (!text) return;
  const offset = tag.offsetOf(attribute);
  for (const { url, index } of addressesOfSrcset(text)) page.refs.push({ kind: 'image', url, offset: offset + index });
}

/** True where an image says what it shows, or that it shows nothing; pictures that count visitors are nobody's to read. */
function hasAlt(tag: Tag): boolean {
  if (['alt', 'aria-label', 'aria-labelledby', 'title', 'hidden'].some((name) => tag.get(name) !== undefined))
    return true;
  if (/^(?:presentation|none)$/i.test(tag.get('role') ?? '') || tag.get('aria-hidden') === 'true') return true;
  return tag.get('width') === '1' || tag.get('height') === '1' || /display:\s*none/i.test(tag.get('style') ?? '');
}

const activeElements = new Set([
  'script', 'form', 'input', 'button', 'select', 'textarea', 'iframe', 'frame', 'object', 'embed', 'applet',
]); // biome-ignore format: a list of names

/** Elements that say something without an attribute. */
const readBare = new Set([...activeElements, 'html', 'head', 'body', 'img']);

function isScript(tag: Tag): boolean {
  const type = tag.get('type')?.trim().toLowerCase() ?? '';
  return type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script/.test(type);
}

function readActive(tag: Tag, page: Reading): void {
  const add = (what: string, offset = tag.offset) => {
    if (page.active.length < mostOfOnePage) page.active.push({ what, offset });
  };
  if (activeElements.has(tag.name) && (tag.name !== 'script' || isScript(tag))) add(`<${tag.name}>`);
  for (const name of tag.handlers) if (/^on[a-z]+$/.test(name)) add(name, tag.offsetOf(name));
  for (const name of activeAddresses.get(tag.name) ?? noNames) {
    const scheme = schemeOf(tag.get(name));
    if (scheme === 'javascript' || scheme === 'vbscript') add(`${scheme}:`, tag.offsetOf(name));
  }
}

/** Attributes whose address may be a script. */
const activeAddresses: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    a: ['href', 'xlink:href'],
    area: ['href'],
    form: ['action'],
    button: ['formaction'],
    input: ['formaction'],
    iframe: ['src'],
    frame: ['src'],
    object: ['data'],
    embed: ['src'],
  }),
);
const noNames: readonly string[] = [];

/** The scheme as a browser reads it: it removes blanks before it, and tabs and line breaks in it. */
function schemeOf(url: string | undefined): string | undefined {
  if (!url || !/^[\u0000-\u0020]*[jv]/i.test(url)) return undefined;
  return /^([a-z]+):/i.exec(url.slice(0, 300).replace(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase();
}
