// The facts of a page, for other pages: the heading that names it and its first paragraph, from its Markdown tree.
import { decodeHTML } from 'entities';
import type { Nodes, PhrasingContent, RootContent } from 'mdast';
import { describe } from '../../model/docs/shown/description.js';
import type { PageFacts } from '../../model/docs/shown/shown.js';
import type { HtmlText } from './dialects/html-text.js';
import type { ComponentNode } from './syntax/containers.js';
import { matchAt } from './syntax/scan.js';
import { isOfFirst } from './syntax/source-map.js';

const maxTitleLength = 300;
/** Characters of a heading or a paragraph; the patterns that judge a text are slow on long ones. */
const maxTextLength = 4_000;
/** Paragraphs that are tried as the description. */
const maxTried = 4;

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));
/** Elements whose content is not text of the page: lists, tables, code, and what is hidden or not text. */
const skippedElements = names(
  'audio canvas datalist details dl figure form head iframe math menu nav noscript object ol pre script select style svg table template textarea title ul video',
);
/** Elements that end the text before them. */
const blockElements = names(
  'address article aside blockquote body center div fieldset footer header hr html main p search section',
);
const phrasing = names(
  'text emphasis strong delete link linkReference inlineCode image imageReference break footnoteReference formula',
);
/** Components whose content is not the beginning of the page; '' is a container of a kind that docgen does not know. */
const asides: ReadonlySet<string> = new Set(['Admonition', 'Details', 'Tabs', '']);
const callout =
  /^(?:Note|Tip|Important|Key Point|Key Term|Caution|Warning|Danger|Attention|Info|Hint|Beta|Preview|Experimental|Deprecated):/i;
/** The line that begins a block of MkDocs. */
const mkdocsBlock = /^(?:!!!|\?\?\?|===)\+?\s/;
/** Hugo's links, and template tags on lines before a text. */
const hugoLink = /\[([^[\]]+)\]\(\{\{[^{}\n]*\}\}\)/g;
const tagLines = /^(?:\s*\{\{[^{}\n]*\}\}[ \t]*(?:\n|$))+/;
const headingId = /\s*\{:?\s*#[^\s{}]+[^{}]*\}\s*/g;

interface Heading {
  readonly level: number;
  readonly text: string;
  /** Its place if no text is before it. */
  readonly place: 'first' | 'second' | undefined;
  readonly isHtml: boolean;
}

/** Returns the facts of the tree of a text. Texts that it includes are not looked at, so that facts depend on the text alone. */
export function factsOf(children: readonly RootContent[]): PageFacts {
  const reader = new FactsReader();
  reader.read(children, {});
  return reader.facts();
}

interface Surroundings {
  /** Whether the nodes are in a quotation or a callout, so that they are not the page's own beginning. */
  readonly isAside?: boolean;
  readonly isQuote?: boolean;
}

class FactsReader {
  readonly #headings: Heading[] = [];
  #description = '';
  #aside = '';
  #tried = 0;
  /** Whether there was text of the page itself. */
  #isBegun = false;
  #words = new Words();
  /** The level of the heading of raw HTML that is open; one that is never closed is not a heading. */
  #open: number | undefined;
  /** Elements of raw HTML that are open, from the outermost skipped one on. */
  readonly #skipped: string[] = [];

  facts(): PageFacts {
    const title = titleOf(this.#headings);
    return {
      ...(title && { title: { text: title.text, level: title.level } }),
      description: this.#description || this.#aside,
    };
  }

  read(nodes: readonly RootContent[], around: Surroundings): void {
    for (const node of nodes) {
      if (this.#isDone()) return;
      if (!isOfFirst(node.position?.start.offset)) continue;
      if (node.type === 'html') this.#html(node.value, around);
      else if (this.#skipped.length === 0) this.#node(node, around);
    }
    if (this.#open === undefined) this.#paragraph(around);
  }

  #isDone(): boolean {
    const [first, second] = this.#headings;
    if (first?.place !== 'first' || first.level !== 1 || (this.#description === '' && this.#tried < maxTried))
      return false;
    return !first.isHtml || (this.#isBegun && second === undefined);
  }

  #node(node: RootContent, around: Surroundings): void {
    if (node.type === 'htmlText') this.#words.add(node.children);
    else if (phrasing.has(node.type)) this.#words.add([node as PhrasingContent]);
    else if (this.#open !== undefined) this.#words.add('children' in node ? (node.children as PhrasingContent[]) : []);
    else if (node.type === 'component') this.#component(node, around);
    else {
      this.#paragraph(around);
      if (node.type === 'blockquote') this.read(node.children, { isAside: true, isQuote: true });
      if (node.type !== 'heading' && node.type !== 'paragraph') return;
      this.#words.add(node.children);
      if (node.type === 'paragraph') this.#paragraph(around);
      else this.#heading(node.depth, around, false);
    }
  }

  /** A component, or an element of MDX. */
  #component({ name, children }: ComponentNode, around: Surroundings): void {
    const level = levelOf(name);
    if (skippedElements.has(name)) return;
    this.#paragraph(around);
    if (level > 0) {
      this.#words.add(children as PhrasingContent[]);
      this.#heading(level, around, true);
    } else this.read(children, asides.has(name) ? { ...around, isAside: true } : around);
  }

  #html(html: string, around: Surroundings): void {
    for (let offset = 0; offset < html.length; offset = piece.lastIndex) {
      const found = matchAt(piece, html, offset);
      if (!found) return;
      const [, text, slash, tag = ''] = found;
      if (text !== undefined) {
        if (this.#skipped.length === 0) this.#words.text(decodeHTML(text));
        continue;
      }
      this.#tag(tag.toLowerCase(), slash === '/', around);
    }
    if (this.#open === undefined) this.#paragraph(around);
  }

  #tag(name: string, isEnd: boolean, around: Surroundings): void {
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

  #heading(level: number, { isQuote }: Surroundings, isHtml: boolean): void {
    this.#open = undefined;
    const { text: written, alt } = this.#words.take();
    const words = (written === '' ? alt : written).replace(headingId, ' ').trim();
    if (words === '' || isQuote) return;
    const report = /^API Report File for "(.+)"$/.exec(words)?.[1]; // API Extractor's, one for each package
    const text = (report === undefined ? words : `${report} API`).slice(0, maxTitleLength);
    const count = this.#headings.length;
    const place = this.#isBegun || count > 1 ? undefined : count === 0 ? 'first' : 'second';
    this.#headings.push({ level, text, place, isHtml });
  }

  #paragraph({ isAside = false }: Surroundings): void {
    const { text, linked } = this.#words.take();
    if (text === '' || mkdocsBlock.test(text) || (this.#isBegun && this.#tried >= maxTried)) return;
    const isNote = isAside || callout.test(text);
    this.#isBegun ||= !isNote;
    const found = this.#description !== '' || this.#tried++ >= maxTried ? '' : describe({ text, linked });
    if (isNote) this.#aside ||= found;
    else this.#description ||= found;
  }
}

const piece = /((?:[^<]|<(?![a-z/!]))+)|<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][\w.-]*)(?:[^<>"']|"[^"]*"|'[^']*')*>|<|$/iy;

/** The text of inline HTML, which is a tag, a comment, or escaped because it is not an element. */
const inlineText = (html: string) => (html.startsWith('<') ? '' : decodeHTML(html));

const levelOf = (name: string) => (/^h[1-6]$/.test(name) ? Number(name[1]) : 0);

/** The words of a heading or a paragraph as they are read. */
class Words {
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
      else if (node.type === 'html') this.#text += /^<br\b/i.test(node.value) ? ' ' : inlineText(node.value);
      else if (node.type === 'image' || node.type === 'imageReference') this.#alts.push(node.alt ?? '');
      else if ('children' in node) {
        const before = this.#text.length;
        this.add(node.children as PhrasingContent[]);
        const isLink = node.type === 'linkReference' || (node.type === 'link' && this.#text.slice(before) !== node.url);
        if (isLink) this.#linked += this.#text.length - before;
      }
    }
  }

  /** Returns what was read, and begins anew. */
  take(): { readonly text: string; readonly alt: string; readonly linked: number } {
    const written = this.#text.slice(0, maxTextLength);
    const text = written.includes('{{') ? written.replace(hugoLink, '$1').replace(tagLines, '') : written;
    const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
    const found = { text: tidy(text), alt: tidy(this.#alts.join(' ')), linked: this.#linked };
    [this.#text, this.#alts, this.#linked] = ['', [], 0];
    return found;
  }
}

/** The heading at the head of a page, or its first if it is the only one of level 1; a lower one that is above all others. */
function titleOf(headings: readonly Heading[]): Heading | undefined {
  const [first, ...others] = headings;
  const [top, ...more] = headings.filter(({ level }) => level === 1);
  const named = belowBanner(headings);
  if (named) return { ...named, level: 1 };
  if (top && (top.place === 'first' || (top === first && more.length === 0))) return top;
  return first?.place === 'first' && others.every(({ level }) => level > first.level) ? first : undefined;
}

/** The heading right below a tag that has the project's name, as each page of some projects begins; the only one of its level. */
function belowBanner([banner, named, ...others]: readonly Heading[]): Heading | undefined {
  if (banner?.place !== 'first' || banner.level !== 1 || !banner.isHtml) return undefined;
  if (named?.place !== 'second' || named.isHtml || named.level > 2) return undefined;
  return others.some(({ level }) => level <= named.level) ? undefined : named;
}
