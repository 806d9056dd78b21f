// Sanitizes an SVG: parses it with an XML parser and serializes only the syntax that allowed.ts lists. So the output has no markup that programs could parse
// differently, and nothing unknown is published. Pure.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { allowed, drawingIn, isHref } from './allowed.js';
import { Repeats } from './repeats.js';
import { isInertValue, printStyle } from './styles.js';

export type PrintedSvg =
  /** `dropped` lists removed visible or active content, each once, in the order of the file. */
  { readonly svg: string; readonly dropped: readonly string[] } | { readonly fault: string };

const maxBytes = 16 * 1024 * 1024;
const maxElements = 500_000;
const maxDepth = 256;
const maxNested = 3;
const maxDropped = 20;

const svgNamespace = 'http://www.w3.org/2000/svg';
const xlink = 'http://www.w3.org/1999/xlink';
const xml = 'http://www.w3.org/XML/1998/namespace';
const xhtml = 'http://www.w3.org/1999/xhtml';

class SvgFault extends Error {}

export function sanitizeSvg(bytes: Uint8Array, nested = 0): PrintedSvg {
  try {
    return new Printer(nested).print(decode(bytes));
  } catch (error) {
    if (!(error instanceof SvgFault)) throw error;
    return { fault: error.message };
  }
}

/** Decodes UTF-16 with or without a byte order mark, the encoding of the XML declaration, or UTF-8. */
function decode(bytes: Uint8Array): string {
  if (bytes.length > maxBytes) throw new SvgFault(`is over ${maxBytes / 1024 / 1024} MiB`);
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : /^utf-?16/i.test(declared) ? 'utf-8' : declared;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    throw new SvgFault(`has the encoding ${declared}`);
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escapeText = (text: string) => text.replace(/[&<>\r]/g, (char) => escapes[char] ?? '');
const escapeValue = (text: string) => text.replace(/[&<>"\t\n\r]/g, (char) => escapes[char] ?? '');

interface OpenElement {
  /** Name, or '' if the element is not serialized. */
  readonly name: string;
  readonly head: string;
  /** Number of the element in the file, 0 for the file itself. */
  readonly number: number;
  readonly attributes: ReadonlyMap<string, string>;
  inner: string;
  /** Whether its text is significant: it is in a text or style element. */
  readonly hasText: boolean;
  /** In a `<switch>`, the text of its `foreignObject`, which is used if it has no other visible content. */
  label: string;
}

class Printer {
  readonly #dropped = new Set<string>();
  readonly #elements: OpenElement[] = [
    { name: '', head: '', number: 0, attributes: new Map(), inner: '', hasText: false, label: '' },
  ];
  readonly #repeats = new Repeats();
  /** Number of open elements inside a dropped one. */
  #skipped = 0;
  #count = 0;
  #label: Label | undefined;

  constructor(private readonly nested: number) {}

  print(text: string): PrintedSvg {
    const parser = new SaxesParser({ xmlns: true, position: true });
    parser.on('error', ({ message }) => {
      throw new SvgFault(`is not well-formed XML (${message})`);
    });
    parser.on('doctype', (doctype) => {
      if (/\[(?!\s*\]\s*$)/.test(doctype.replace(/"[^"]*"|'[^']*'/g, '')))
        throw new SvgFault('has a document type with declarations');
    });
    parser.on('xmldecl', ({ version }) => {
      // XML 1.1 allows control characters that the output, which is XML 1.0, can't contain.
      if (version === '1.1') throw new SvgFault('is XML 1.1');
    });
    parser.on('processinginstruction', ({ target }) => {
      if (target.toLowerCase() === 'xml-stylesheet') this.#drop('`<?xml-stylesheet?>`');
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag));
    parser.on('text', (value) => this.#text(value));
    parser.on('cdata', (value) => this.#text(value));
    parser.write(text).close();
    if (this.#repeats.areTooMany(this.#count)) throw new SvgFault('shows too many elements by references');
    return { svg: this.#elements[0]?.inner ?? '', dropped: [...this.#dropped].slice(0, maxDropped) };
  }

  #drop(name: string): void {
    if (this.#dropped.size <= maxDropped) this.#dropped.add(name);
  }

  #open(tag: SaxesTagNS): void {
    const { local: name, uri } = tag;
    this.#count += 1;
    if (this.#count > maxElements) throw new SvgFault(`has over ${maxElements} elements`);
    const isSvg = uri === svgNamespace || uri === '';
    if (this.#count === 1 && !(isSvg && name === 'svg')) throw new SvgFault('is not SVG');
    if (this.#elements.length + this.#skipped > maxDepth)
      throw new SvgFault(`has over ${maxDepth} elements in each other`);
    if (this.#skipped > 0) {
      this.#skipped += 1;
      this.#label?.open(name.toLowerCase(), tag.attributes['style']?.value ?? '');
      return;
    }
    if (!isSvg || !allowed.elements.has(name)) {
      this.#skipped = 1;
      if (isSvg && name === 'foreignObject') this.#label = new Label(tag.attributes);
      else if (isSvg ? !allowed.unshown.has(name) : uri === xhtml) this.#drop(`\`<${tag.name.slice(0, 40)}>\``);
      return;
    }
    const parent = this.#elements.at(-1);
    const own = this.#attributes(tag);
    this.#repeats.open(this.#count, own);
    const text = [...own].map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('');
    const head = `<${name}${this.#count === 1 ? ` xmlns="${svgNamespace}"` : ''}${text}`;
    const hasText = parent?.hasText === true || /^(?:text|title|desc|style)$/.test(name);
    this.#elements.push({ name, head, number: this.#count, attributes: own, inner: '', hasText, label: '' });
  }

  #close({ local: name }: SaxesTagNS): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      if (this.#skipped > 0) return void this.#label?.close(name.toLowerCase());
      if (this.#label) this.#closeLabel(this.#label);
      this.#label = undefined;
      return;
    }
    const element = this.#elements.pop() as OpenElement;
    this.#repeats.close(element.number, this.#count, element.attributes);
    if (element.inner === '' && element.label !== '') this.#drop('`<foreignObject>`');
    const printed = () => escapeText(printStyle(element.inner, 'stylesheet', (name) => this.#drop(name)));
    const inner = element.name === 'style' ? printed() : element.inner || element.label;
    const parent = this.#elements.at(-1) as OpenElement;
    parent.inner += inner === '' ? `${element.head}/>` : `${element.head}>${inner}</${element.name}>`;
  }

  /** Replaces HTML in an SVG: by the fallback of its `<switch>`, or by its text. */
  #closeLabel(label: Label): void {
    const element = this.#elements.at(-1) as OpenElement;
    const printed = label.print(escapeText);
    if (element.name === 'switch') element.label ||= printed;
    else {
      element.inner += printed;
      this.#drop('`<foreignObject>`');
    }
  }

  #text(value: string): void {
    const element = this.#elements.at(-1) as OpenElement;
    if (this.#skipped > 0) this.#label?.text(value);
    else if (element.name === 'style') element.inner += value;
    else if (element.hasText) element.inner += escapeText(value);
  }

  #attributes(tag: SaxesTagNS): Map<string, string> {
    const printed = new Map<string, string>();
    for (const { name, local, prefix, uri, value } of Object.values(tag.attributes)) {
      if (prefix === 'xmlns' || name === 'xmlns') continue;
      const isLink = local === 'href' && (uri === '' || uri === xlink);
      if (isLink) {
        if (uri === '' || !printed.has('href')) this.#href(tag, value, printed);
      } else if (uri === xml && (local === 'space' || local === 'lang')) printed.set(`xml:${local}`, value);
      else if (uri === '') this.#attribute(name, value, printed);
    }
    return printed;
  }

  #attribute(name: string, value: string, printed: Map<string, string>): void {
    if (name === 'style') {
      const style = printStyle(value, 'attribute', (part) => this.#drop(part));
      if (style !== '') printed.set(name, style);
    } else if (allowed.attributes.has(name) || /^(?:aria|data)-[\w-]+$/.test(name)) printed.set(name, value);
    else if (allowed.properties.has(name)) {
      if (isInertValue(value)) printed.set(name, value);
      else this.#drop(`\`${name}\``);
    } else if (/^on/i.test(name)) this.#drop(`\`${name.slice(0, 40)}\``);
  }

  #href({ local: element }: SaxesTagNS, written: string, printed: Map<string, string>): void {
    const url = written.trim();
    const bytes = element === 'image' ? drawingIn(url) : undefined;
    if (bytes === undefined) {
      if (isHref(element, url)) printed.set('href', url);
      else if (url !== '') this.#drop(`\`href\` of \`<${element}>\``);
      return;
    }
    const nested = this.nested < maxNested ? sanitizeSvg(bytes, this.nested + 1) : { fault: 'is too deep' };
    if ('fault' in nested) {
      this.#drop('an SVG in it');
      return;
    }
    for (const name of nested.dropped) this.#drop(name);
    printed.set('href', `data:image/svg+xml;base64,${Buffer.from(nested.svg).toString('base64')}`);
  }
}

const blocks = /^(?:address|article|blockquote|br|dd|div|dl|dt|figure|h[1-6]|hr|li|ol|p|pre|section|table|td|tr|ul)$/;
const hidden = /^(?:head|script|style|template|textarea|title)$/;

const lineHeight = 1.2;

export class Label {
  readonly #lines: string[] = [''];
  readonly #place: readonly number[];
  #hidden = 0;
  #fontSize = '';

  constructor(attributes: Readonly<Record<string, { readonly value: string }>>) {
    this.#place = ['x', 'y', 'width', 'height'].map((name) => lengthOf(attributes[name]?.value ?? '0'));
  }

  open(name: string, style: string): void {
    if (hidden.test(name)) this.#hidden += 1;
    if (blocks.test(name)) this.#lines.push('');
    this.#fontSize ||= /(?:^|;)\s*font-size:\s*(\d{1,3}(?:\.\d{1,3})?px)/i.exec(style)?.[1] ?? '';
  }

  close(name: string): void {
    if (hidden.test(name)) this.#hidden -= 1;
    if (blocks.test(name)) this.#lines.push('');
  }

  text(text: string): void {
    if (this.#hidden === 0) this.#lines.push((this.#lines.pop() ?? '') + text);
  }

  /** Returns a centered `<text>`, or '' without text. Leaves out URLs, styles and colors of the HTML. */
  print(toMarkup: (text: string) => string): string {
    const lines = this.#lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
    if (lines.length === 0) return '';
    const [left = 0, top = 0, across = 0, down = 0] = this.#place;
    const [middle, center] = [left + across / 2, top + down / 2];
    const size = this.#fontSize === '' ? '' : ` font-size="${this.#fontSize}"`;
    const spans = lines.map(
      (line, index) =>
        `<tspan x="${middle}" dy="${index === 0 ? `${0.35 - ((lines.length - 1) * lineHeight) / 2}em` : `${lineHeight}em`}">${toMarkup(line)}</tspan>`,
    );
    return `<text x="${middle}" y="${center}" text-anchor="middle" fill="currentColor" stroke="none"${size}>${spans.join('')}</text>`;
  }
}

/** Returns a length in user units, or 0 for a percentage. */
function lengthOf(text: string): number {
  const number = text.endsWith('%') ? 0 : Number.parseFloat(text);
  return Number.isFinite(number) ? number : 0;
}
