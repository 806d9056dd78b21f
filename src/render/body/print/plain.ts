// Blocks of Markdown in which nothing has to be looked up or moved: their markup is printed from Markdown at once, without an HTML tree
// in between. They are most of most bodies. What an element may have, and what an address may be, the same rules say as for a tree.
import type { Element } from 'hast';
import type {
  Code,
  Definition,
  Image,
  ImageReference,
  Link,
  LinkReference,
  List,
  ListItem,
  Root as MdastRoot,
  PhrasingContent,
  RootContent,
} from 'mdast';
import { normalizeUri } from 'micromark-util-sanitize-uri';
import { trimLines } from 'trim-lines';
import { element } from '../html/element.js';
import { isLoose } from '../html/lists-and-tables.js';
import { roomIn } from '../html/overflow.js';
import { rawRanges } from '../html/raw-html.js';
import type { FormulaNode } from '../syntax/containers.js';
import { escapeText, printNode, printTag } from './print.js';

/** A block that stands in an HTML tree as it was in the Markdown tree, until the last walk prints it. */
export interface Plain {
  type: 'plain';
  block: RootContent;
  html: string;
  /** Elements that were printed, those of code in it too. */
  weight: number;
  position?: undefined;
}

declare module 'hast' {
  interface RootContentMap {
    plain: Plain;
  }
}

declare module 'mdast' {
  interface RootContentMap {
    plain: Plain;
  }
}

/** By the name of a link's definition, in capitals. */
export type Definitions = ReadonlyMap<string, Definition>;

/** The tree with its plain blocks held; one within raw HTML is none, since what is around it may change it. */
export function holdPlain(tree: MdastRoot, definitions: Definitions): MdastRoot {
  const ranges = rawRanges(tree);
  if (ranges === undefined) return tree;
  const children = tree.children.map((block, index): RootContent => {
    while (ranges[0] !== undefined && ranges[0].end <= index) ranges.shift();
    const isInRange = ranges[0] !== undefined && ranges[0].start <= index;
    return !isInRange && isPlain(block, definitions) ? { type: 'plain', block, html: '', weight: 0 } : block;
  });
  return { ...tree, children };
}

function isPlain(node: RootContent, definitions: Definitions): boolean {
  if ('data' in node && node.data) return false; // says what element it becomes
  switch (node.type) {
    case 'code':
    case 'thematicBreak':
      return true;
    case 'paragraph':
      return !node.children.every(isBlank) && arePhrases(node.children, definitions);
    case 'listItem':
      return typeof node.checked !== 'boolean' && node.children.every((child) => isPlain(child, definitions));
    case 'blockquote':
    case 'list':
      return node.children.every((child) => isPlain(child, definitions));
    default:
      return false;
  }
}

function isPhrase(node: PhrasingContent, definitions: Definitions): boolean {
  if ('data' in node && node.data) return false;
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'formula':
    case 'break':
    case 'image':
      return true;
    case 'imageReference':
      return definitions.has(nameOf(node));
    case 'linkReference':
      return definitions.has(nameOf(node)) && isNamed(node.children) && arePhrases(node.children, definitions);
    case 'link':
      return isNamed(node.children) && arePhrases(node.children, definitions);
    case 'emphasis':
    case 'strong':
    case 'delete':
      return arePhrases(node.children, definitions);
    default:
      return false;
  }
}

function arePhrases(children: readonly PhrasingContent[], definitions: Definitions): boolean {
  return children.every(
    (child, index) => isPhrase(child, definitions) && (children[index - 1]?.type !== 'break' || child.type === 'text'),
  );
}

const isBlank = (node: RootContent) => node.type === 'text' && node.value.trim() === '';

/** True for the content of a link that says what it is; else a name is looked for in the tree. */
function isNamed(children: readonly PhrasingContent[]): boolean {
  return children.some((child) => {
    if (child.type === 'text' || child.type === 'inlineCode') return child.value.trim() !== '';
    if (child.type === 'image' || child.type === 'imageReference') return (child.alt ?? '').trim() !== '';
    return 'children' in child && isNamed(child.children as PhrasingContent[]);
  });
}

/** The name by which a definition and what refers to it meet. */
export const nameOf = ({ identifier }: { identifier: string }) => String(identifier).toUpperCase();

export interface PlainContext {
  readonly definitions: Definitions;
  readonly formulaOf: (node: FormulaNode) => string;
  /** The markup of a code block; `room` is the width that it has. */
  readonly code: (node: Code, room: number) => Printed;
  /** Is told of each text. */
  readonly text: (value: string) => void;
  /** Decides about the address of an element; see refs.ts. */
  readonly mark: (node: Element) => void;
}

export interface Printed {
  readonly html: string;
  readonly weight: number;
}

/** Prints a block. `room` is the width that it has. */
export function printPlain(block: RootContent, room: number, context: PlainContext): Printed {
  const printer = new PlainPrinter(context);
  return { html: printer.flow(block, room), weight: printer.weight };
}

/** Prints what `isPlain` allows, as mdast-util-to-hast has it. */
class PlainPrinter {
  weight = 0;
  readonly #context: PlainContext;

  constructor(context: PlainContext) {
    this.#context = context;
  }

  flow(node: RootContent, room: number): string {
    switch (node.type) {
      case 'paragraph':
        return this.#wrap('p', this.#inline(node.children));
      case 'blockquote': {
        const inside = roomIn(quote, room);
        return this.#wrap('blockquote', lines(node.children.map((child) => this.flow(child, inside))));
      }
      case 'list':
        return this.#list(node, room);
      case 'code': {
        const { html, weight } = this.#context.code(node, room);
        this.weight += weight;
        return html;
      }
      case 'thematicBreak':
        this.weight += 1;
        return '<hr>';
      default:
        throw new Error(`${node.type} is not plain`);
    }
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
      html += isBare ? this.#inline(child.children) : this.flow(child, room);
    }
    const last = children.at(-1);
    return this.#wrap('li', last && (isOpen || last.type !== 'paragraph') ? `${html}\n` : html);
  }

  #inline(children: readonly PhrasingContent[]): string {
    let html = '';
    let isBehindBreak = false;
    for (const child of children) {
      html += this.#phrase(child, isBehindBreak);
      isBehindBreak = child.type === 'break';
    }
    return html;
  }

  #phrase(node: PhrasingContent, isBehindBreak: boolean): string {
    switch (node.type) {
      case 'text': {
        const value = trimLines(node.value);
        return this.#text(isBehindBreak ? value.replace(/^[ \t]+/, '') : value);
      }
      case 'formula':
        return this.#text(this.#context.formulaOf(node));
      case 'inlineCode':
        return this.#wrap('code', this.#text(node.value.replace(/\r?\n|\r/g, ' ')));
      case 'emphasis':
        return this.#wrap('em', this.#inline(node.children));
      case 'strong':
        return this.#wrap('strong', this.#inline(node.children));
      case 'delete':
        return this.#wrap('del', this.#inline(node.children));
      case 'break':
        this.weight += 1;
        return '<br>\n';
      case 'link':
        return this.#link(node, node);
      case 'linkReference':
        return this.#link(node, this.#context.definitions.get(nameOf(node)));
      case 'image':
        return this.#image(node, node);
      case 'imageReference':
        return this.#image(node, this.#context.definitions.get(nameOf(node)));
      default:
        throw new Error(`${node.type} is not plain`);
    }
  }

  #link({ position, children }: Link | LinkReference, target: Target | undefined): string {
    const node = { ...element('a', { href: normalizeUri(target?.url ?? ''), ...titleOf(target) }), position };
    this.#context.mark(node);
    const content = this.#inline(children);
    if (typeof node.properties['href'] !== 'string') return content;
    this.weight += 1;
    return printTag(node, content);
  }

  #image({ position, alt }: Image | ImageReference, target: Target | undefined): string {
    const properties = { src: normalizeUri(target?.url ?? ''), ...(alt != null && { alt }), ...titleOf(target) };
    const node = { ...element('img', properties), position };
    this.#context.mark(node);
    this.weight += 1;
    return printNode(node, 0);
  }

  #text(value: string): string {
    this.#context.text(value);
    return escapeText(value);
  }

  #wrap(tagName: string, content: string): string {
    this.weight += 1;
    return `<${tagName}>${content}</${tagName}>`;
  }
}

const quote = element('blockquote', {});

interface Target {
  readonly url: string;
  readonly title?: string | null | undefined;
}

const titleOf = (target: Target | undefined) => (target?.title != null ? { title: target.title } : {});

const lines = (blocks: readonly string[]) => (blocks.length === 0 ? '\n' : `\n${blocks.join('\n')}\n`);
