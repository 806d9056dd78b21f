// Plain blocks as markup, as mdast-util-to-hast and the last walk over its tree have it. What an element may have, and what an address
// may be, the same rules say as for a tree.
import type { Element, Properties } from 'hast';
import type {
  Code,
  Heading,
  Image,
  ImageReference,
  Link,
  LinkReference,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
  Table,
} from 'mdast';
import { normalizeUri } from 'micromark-util-sanitize-uri';
import { trimLines } from 'trim-lines';
import type { FormulaNode } from '../../markdown/syntax/containers.js';
import { element } from '../html/element.js';
import { cutId, type HeadingMarkup, type Written } from '../html/headings.js';
import { isLoose } from '../html/lists-and-tables.js';
import { roomIn } from '../html/overflow.js';
import { simpleHtml } from '../html/tags.js';
import { type Definitions, isEmpty, nameOf } from './plain.js';
import { escapeText, printNode, printTag } from './print.js';

export interface PlainContext {
  readonly definitions: Definitions;
  readonly formulaOf: (node: FormulaNode) => string;
  /** The markup of a code block; `room` is the width that it has. */
  readonly code: (node: Code, room: number) => Printed;
  /** Is told of each text. */
  readonly text: (value: string) => void;
  /** Decides about the address of an element; see refs.ts. */
  readonly mark: (node: Element) => void;
  readonly heading: (written: Written) => HeadingMarkup;
  /** The id that an anchor gets that wants one, if any. */
  readonly anchor: (id: string) => string | undefined;
  /** The width of a table's column by the words in a cell of it. */
  readonly columnWidth: (words: string) => number;
  /** What the frame of a table of a width has. */
  readonly frame: (width: number, room: number) => Properties;
}

export interface Printed {
  readonly html: string;
  /** Elements, those of code in it too. */
  readonly weight: number;
}

/** Prints a block. `room` is the width that it has. */
export function printPlain(block: RootContent, room: number, context: PlainContext): Printed {
  const printer = new PlainPrinter(context);
  return { html: printer.flow(block, room), weight: printer.weight };
}

class PlainPrinter {
  weight = 0;
  readonly #context: PlainContext;
  /** The text of what was printed since it was emptied. */
  #words = '';

  constructor(context: PlainContext) {
    this.#context = context;
  }

  flow(node: RootContent, room: number): string {
    switch (node.type) {
      case 'paragraph':
        return this.#wrap('p', this.#line(node.children));
      case 'heading':
        return this.#heading(node);
      case 'blockquote': {
        const inside = roomIn(quote, room);
        return this.#wrap('blockquote', lines(node.children.map((child) => this.flow(child, inside))));
      }
      case 'list':
        return this.#list(node, room);
      case 'table':
        return this.#table(node, room);
      case 'code': {
        const { html, weight } = this.#context.code(node, room);
        this.weight += weight;
        return html;
      }
      case 'thematicBreak':
        this.weight += 1;
        return '<hr>';
      case 'html':
        return ''; // a comment
      default:
        throw new Error(`${node.type} is not plain`);
    }
  }

  #heading({ depth, children }: Heading): string {
    const last = children.at(-1);
    const { text, id } = cutId(last?.type === 'text' ? trimmed(last.value) : '');
    const before = last?.type === 'text' ? children.slice(0, -1) : children;
    const written = { level: depth, text: this.#textOf(before) + text, id };
    const { tagName, properties, link } = this.#context.heading(written);
    this.weight += link ? 2 : 1;
    const content = this.#inline(before) + escapeText(text);
    return printTag(element(tagName, properties), link ? content + printNode(link, 0) : content);
  }

  #textOf(children: readonly PhrasingContent[]): string {
    let text = '';
    for (const child of children) {
      if (child.type === 'text') text += trimmed(child.value);
      else if (child.type === 'inlineCode') text += oneLine(child.value);
      else if (child.type === 'formula') text += this.#context.formulaOf(child);
      else if ('children' in child) text += this.#textOf(child.children as PhrasingContent[]);
    }
    return text;
  }

  #list(list: List, room: number): string {
    const { ordered, start, children } = list;
    const tagName = ordered ? 'ol' : 'ul';
    const isOpen = isLoose(list);
    const inside = roomIn({ tagName, properties: {} }, room);
    const items = lines(children.map((item) => this.#listItem(item, isOpen, inside)));
    this.weight += 1;
    return printTag(element(tagName, typeof start === 'number' && start !== 1 ? { start } : {}), items);
  }

  #listItem({ children }: ListItem, isOpen: boolean, room: number): string {
    let html = '';
    for (const [index, child] of children.entries()) {
      const isBare = !isOpen && child.type === 'paragraph';
      if (!isBare || index > 0) html += '\n';
      html += isBare ? this.#line(child.children) : this.flow(child, room);
    }
    const last = children.at(-1);
    return this.#wrap('li', last && (isOpen || last.type !== 'paragraph') ? `${html}\n` : html);
  }

  /** An empty head is a plain cell; beside one, the other heads say what they are heads of, as in accessible-names.ts. */
  #table({ align, children: rows }: Table, room: number): string {
    const cells = rows.map((row) => (align ?? row.children).map((_, column) => row.children[column]?.children ?? []));
    const hasCorner = cells[0]?.some((head) => head.every(isEmpty));
    const widths: number[] = [];
    const [head = '', ...body] = cells.map((row, index) => {
      const printed = row.map((children, column) => {
        const isHead = index === 0 && !children.every(isEmpty);
        const side = align?.[column];
        const html = this.#line(children, '  ');
        widths[column] = Math.max(widths[column] ?? 0, this.#context.columnWidth(this.#words));
        this.weight += 1;
        const named = isHead && hasCorner ? { scope: 'col' } : {};
        return printTag(
          element(isHead ? 'th' : 'td', side ? { ...named, className: [`align-${side}`] } : named),
          html,
          1,
        );
      });
      return this.#wrap('tr', lines(printed));
    });
    const parts = [this.#wrap('thead', lines([head])), ...(body.length > 0 ? [this.#wrap('tbody', lines(body))] : [])];
    const frame = this.#context.frame(
      widths.reduce((sum, width) => sum + width, 0),
      room,
    );
    this.weight += 1;
    return printTag(element('section', { className: ['table-scroll'], ...frame }), this.#wrap('table', lines(parts)));
  }

  /** The phrases of a block; in `#words` a `gap` stands for each that is no text. */
  #line(children: readonly PhrasingContent[], gap = ''): string {
    this.#words = '';
    const html = this.#inline(children, gap);
    this.#context.text(this.#words);
    return html;
  }

  #inline(children: readonly PhrasingContent[], gap = ''): string {
    let html = '';
    let isBehindBreak = false;
    for (const [index, child] of children.entries()) {
      html += child.type === 'html' ? this.#html(children, index, gap) : this.#phrase(child, isBehindBreak, gap);
      isBehindBreak = child.type === 'break';
    }
    return html;
  }

  #phrase(node: PhrasingContent, isBehindBreak: boolean, gap: string): string {
    switch (node.type) {
      case 'text': {
        const value = trimmed(node.value);
        return this.#text(isBehindBreak ? value.replace(/^[ \t]+/, '') : value);
      }
      case 'formula':
        return this.#text(this.#context.formulaOf(node));
      case 'inlineCode':
        return this.#wrap('code', this.#text(oneLine(node.value)));
      case 'emphasis':
        return this.#wrap('em', this.#inline(node.children, gap));
      case 'strong':
        return this.#wrap('strong', this.#inline(node.children, gap));
      case 'delete':
        return this.#wrap('del', this.#inline(node.children, gap));
      case 'break':
        this.weight += 1;
        this.#words += `${gap}\n`;
        return '<br>\n';
      case 'link':
        return this.#link(node, node, gap);
      case 'linkReference':
        return this.#link(node, this.#context.definitions.get(nameOf(node)), gap);
      case 'image':
        return this.#image(node, node, gap);
      case 'imageReference':
        return this.#image(node, this.#context.definitions.get(nameOf(node)), gap);
      default:
        throw new Error(`${node.type} is not plain`);
    }
  }

  #html(children: readonly PhrasingContent[], index: number, gap: string): string {
    const simple = simpleHtml(children, index);
    if (simple?.kind === 'break') {
      this.weight += 1;
      this.#words += gap;
      return '<br>';
    }
    const id = simple?.kind === 'anchor' ? this.#context.anchor(simple.id) : undefined;
    if (id === undefined) return '';
    this.weight += 1;
    return printTag(element('span', { id }), '');
  }

  #link({ position, children }: Link | LinkReference, target: Target | undefined, gap: string): string {
    const node = elementAt('a', withTitle({ href: encoded(target?.url ?? '') }, target), position);
    this.#context.mark(node);
    const content = this.#inline(children, gap);
    if (typeof node.properties['href'] !== 'string') return content;
    this.weight += 1;
    return printTag(node, content);
  }

  #image({ position, alt }: Image | ImageReference, target: Target | undefined, gap: string): string {
    const properties: Properties = { src: encoded(target?.url ?? '') };
    if (alt != null) properties['alt'] = alt;
    const node = elementAt('img', withTitle(properties, target), position);
    this.#context.mark(node);
    this.weight += 1;
    this.#words += gap;
    return printNode(node, 0);
  }

  #text(value: string): string {
    this.#words += value;
    return escapeText(value);
  }

  #wrap(tagName: string, content: string): string {
    this.weight += 1;
    return `<${tagName}>${content}</${tagName}>`;
  }
}

const oneLine = (code: string) => code.replace(/\r?\n|\r/g, ' ');

const quote = element('blockquote', {});

interface Target {
  readonly url: string;
  readonly title?: string | null | undefined;
}

function withTitle(properties: Properties, target: Target | undefined): Properties {
  if (target?.title != null) properties['title'] = target.title;
  return properties;
}

const elementAt = (tagName: string, properties: Properties, position: Element['position']): Element =>
  position ? { type: 'element', tagName, properties, children: [], position } : element(tagName, properties);

// Both are libraries' work by character, with nothing to do for most texts.
const encoded = (url: string) => (/^[!#$&-;=?-Z_a-z~]*$/.test(url) ? url : normalizeUri(url));
const trimmed = (text: string) => (/[\t ][\r\n]|[\r\n][\t ]/.test(text) ? trimLines(text) : text);

const lines = (blocks: readonly string[]) => (blocks.length === 0 ? '\n' : `\n${blocks.join('\n')}\n`);
