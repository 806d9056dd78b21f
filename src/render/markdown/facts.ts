// Facts of a page for other pages: the heading that names it, and its first paragraph.
import { decodeHTML } from 'entities';
import type { Nodes, PhrasingContent, RootContent } from 'mdast';
import type { PageFacts } from '../../model/content/parse/page-facts.js';
import { describe } from '../../model/docs/display-metadata.js';
import type { HtmlText } from './raw-html.js';
import type { ComponentNode } from './syntax/containers.js';
import namesJson from './syntax/names.json' with { type: 'json' };
import { isOfFirst } from './syntax/source-map.js';
import { htmlTokens } from './syntax/tags.js';

const maxTitleLength = 300;
/** Maximum length of a text, in characters. The patterns that check a text are slow on longer ones. */
const maxTextLength = 4_000;
const maxTried = 4;

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const skippedElements = names(namesJson.facts.skippedElements);
const blockElements = names(namesJson.facts.blockElements);
const phrasing = names(namesJson.facts.phrasing);
/** Components whose content is not the start of the page. '' is a container of unknown kind. */
const asides: ReadonlySet<string> = new Set(['Admonition', 'Details', 'Tabs', '']);
const callout =
  /^(?:Note|Tip|Important|Key Point|Key Term|Caution|Warning|Danger|Attention|Info|Hint|Beta|Preview|Experimental|Deprecated):/i;
const mkdocsBlock = /^(?:!!!|\?\?\?|===)\+?\s/;
/** Matches a link reference whose definition is in an included file or generated. */
const reference = /(?<![\w\])])\[([^[\]]{1,500})\]\[[^[\]]{1,200}\]/g;
const hugoLink = /\[([^[\]]+)\]\(\{\{[^{}\n]*\}\}\)/g;
const tagLines = /^(?:\s*\{\{[^{}\n]*\}\}[ \t]*(?:\n|$))+/;
const headingId = /\s*\{:?\s*#[^\s{}]+[^{}]*\}\s*/g;

interface Heading {
  readonly level: number;
  readonly text: string;
  /** Position of the heading, if no text precedes it. */
  readonly place: 'first' | 'second' | undefined;
  readonly isHtml: boolean;
}

/** Returns the facts of a page. Included texts are ignored, so that facts only depend on the text itself. */
export function factsOf(children: readonly RootContent[], canBeEmpty: boolean): PageFacts {
  const reader = new FactsReader();
  reader.read(children, undefined);
  const { headings, description, aside } = reader;
  const title = titleOf(headings);
  return {
    ...(title && { title: { text: title.text, level: title.level } }),
    description: description || aside,
    ...(canBeEmpty && !children.some(isVisible) && { isEmpty: true as const }),
  };
}

/** Whether a node has visible text or an image. */
function isVisible(node: RootContent): boolean {
  if (node.type !== 'html') return true;
  const shown = node.value.split(/<\/(?:script|style|title)\s*>/i).map((part) => part.replace(hiddenStart, ''));
  return htmlTokens(shown.join('')).some(({ kind, name, source }) =>
    kind === 'text' ? /[\p{L}\p{N}]/u.test(source.replace(/&#?\w+;/g, '')) : name === 'img',
  );
}

const hiddenStart = /<(?:script|style|title)\b[\s\S]*$/i;

/** Containers that are not the start of the page. */
type Around = 'quote' | 'aside' | undefined;

class FactsReader {
  readonly headings: Heading[] = [];
  description = '';
  aside = '';
  #tried = 0;
  #isBegun = false;
  #words = new TextCollector();
  /** Set while a heading in raw HTML is open. If it is never closed, it is not a heading. */
  #open: number | undefined;
  readonly #skipped: string[] = [];

  read(nodes: readonly RootContent[], around: Around): void {
    for (const node of nodes) {
      if (this.#isDone()) return;
      if (!isOfFirst(node.position?.start.offset)) continue;
      if (node.type === 'html') this.#html(node.value, around);
      else if (this.#skipped.length === 0) this.#node(node, around);
    }
    if (this.#open === undefined) this.#paragraph(around);
  }

  /** Whether the rest of the text can't change the facts, so that reading can stop. */
  #isDone(): boolean {
    const [first, second] = this.headings;
    if (first?.place !== 'first' || first.level !== 1 || (this.description === '' && this.#tried < maxTried))
      return false;
    return !first.isHtml || (this.#isBegun && second === undefined);
  }

  #node(node: RootContent, around: Around): void {
    if (node.type === 'htmlText') this.#words.add(node.children);
    else if (phrasing.has(node.type)) this.#words.add([node as PhrasingContent]);
    else if (this.#open !== undefined) this.#words.add('children' in node ? (node.children as PhrasingContent[]) : []);
    else if (node.type === 'component') this.#component(node, around);
    else {
      this.#paragraph(around);
      if (node.type === 'blockquote') this.read(node.children, 'quote');
      if (node.type !== 'heading' && node.type !== 'paragraph') return;
      this.#words.add(node.children);
      if (node.type === 'paragraph') this.#paragraph(around);
      else this.#heading(node.depth, around, false);
    }
  }

  #component({ name, children }: ComponentNode, around: Around): void {
    if (skippedElements.has(name)) return;
    this.#paragraph(around);
    const level = levelOf(name);
    if (level > 0) {
      this.#words.add(children as PhrasingContent[]);
      this.#heading(level, around, true);
    } else this.read(children, around ?? (asides.has(name) ? 'aside' : undefined));
  }

  #html(html: string, around: Around): void {
    for (const { kind, name, source } of htmlTokens(html)) {
      if (name !== '') this.#tag(name, kind === 'close', around);
      else if (kind === 'text' && this.#skipped.length === 0) this.#words.text(decodeHTML(source));
    }
    if (this.#open === undefined) this.#paragraph(around);
  }

  #tag(name: string, isEnd: boolean, around: Around): void {
    if (this.#skipped.length > 0) {
      if (isEnd && this.#skipped.at(-1) === name) this.#skipped.pop();
      else if (!isEnd && this.#skipped[0] === name) this.#skipped.push(name);
      return;
    }
    const level = levelOf(name);
    if (isEnd && this.#open !== undefined && level === this.#open) this.#heading(level, around, true);
    else if (name === 'br') this.#words.text(' ');
    else if (level > 0 || skippedElements.has(name) || blockElements.has(name)) {
      if (this.#open === undefined) this.#paragraph(around);
      if (!isEnd && level > 0) this.#open = level;
      if (!isEnd && skippedElements.has(name)) this.#skipped.push(name);
    }
  }

  #heading(level: number, around: Around, isHtml: boolean): void {
    this.#open = undefined;
    const { text: written, alt } = this.#words.take();
    const words = (written === '' ? alt : written).replace(headingId, ' ').trim();
    if (words === '' || around === 'quote') return;
    const report = /^API Report File for "(.+)"$/.exec(words)?.[1]; // API Extractor writes one per package
    const text = (report === undefined ? words : `${report} API`).slice(0, maxTitleLength);
    const count = this.headings.length;
    const place = this.#isBegun || count > 1 ? undefined : count === 0 ? 'first' : 'second';
    this.headings.push({ level, text, place, isHtml });
  }

  #paragraph(around: Around): void {
    const { text, linked } = this.#words.take();
    if (text === '' || mkdocsBlock.test(text) || (this.#isBegun && this.#tried >= maxTried)) return;
    const isNote = around !== undefined || callout.test(text);
    this.#isBegun ||= !isNote;
    const found = this.description !== '' || this.#tried++ >= maxTried ? '' : describe({ text, linked });
    if (isNote) this.aside ||= found;
    else this.description ||= found;
  }
}

const levelOf = (name: string) => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0);

class TextCollector {
  #text = '';
  #alts: string[] = [];
  #linked = 0;

  text(value: string): void {
    if (this.#text.length < maxTextLength) this.#text += value;
  }

  add(nodes: readonly (PhrasingContent | HtmlText)[]): void {
    for (const node of nodes as readonly Nodes[]) {
      if (this.#text.length > maxTextLength || !isOfFirst(node.position?.start.offset)) continue;
      if (node.type === 'text' || node.type === 'inlineCode') this.#text += node.value;
      else if (node.type === 'formula') this.#text += node.source;
      else if (node.type === 'break') this.#text += ' ';
      else if (node.type === 'html' && !node.value.startsWith('<')) this.#text += decodeHTML(node.value);
      else if (node.type === 'html') this.#text += /^<br\b/i.test(node.value) ? ' ' : '';
      else if (node.type === 'image' || node.type === 'imageReference') this.#alts.push(node.alt ?? '');
      else if ('children' in node) {
        const before = this.#text.length;
        this.add(node.children as PhrasingContent[]);
        const isLink = node.type === 'linkReference' || (node.type === 'link' && this.#text.slice(before) !== node.url);
        if (isLink) this.#linked += this.#text.length - before;
      }
    }
  }

  take(): { readonly text: string; readonly alt: string; readonly linked: number } {
    const written = this.#text.slice(0, maxTextLength);
    const own = written.includes('][') ? written.replace(reference, '$1') : written;
    const text = own.includes('{{') ? own.replace(hugoLink, '$1').replace(tagLines, '') : own;
    const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
    const found = { text: tidy(text), alt: tidy(this.#alts.join(' ')), linked: this.#linked };
    [this.#text, this.#alts, this.#linked] = ['', [], 0];
    return found;
  }
}

/** Returns the heading that names the page: at its start, the only one of level 1, or a lower one that is the highest of the page. */
function titleOf(headings: readonly Heading[]): Heading | undefined {
  const [first, ...others] = headings;
  const [top, ...more] = headings.filter(({ level }) => level === 1);
  const named = belowBanner(headings);
  if (named) return { ...named, level: 1 };
  if (top && (top.place === 'first' || (top === first && more.length === 0))) return top;
  return first?.place === 'first' && others.every(({ level }) => level > first.level) ? first : undefined;
}

/** Returns the heading below a banner: some projects start pages with their name as an HTML heading. It must be the only one of its level. */
function belowBanner([banner, named, ...others]: readonly Heading[]): Heading | undefined {
  if (banner?.place !== 'first' || banner.level !== 1 || !banner.isHtml) return undefined;
  if (named?.place !== 'second' || named.isHtml || named.level > 2) return undefined;
  return others.some(({ level }) => level <= named.level) ? undefined : named;
}
