// Parses parts of a text whose definitions are elsewhere in it: titles, text in HTML, and indented code.
import { once } from 'lodash-es';
import type { PhrasingContent, Root, Text } from 'mdast';
import { visit } from '../base/visit.js';
import { parseMarkdown } from './parser.js';
import type { ParseIndented } from './syntax/generator-syntax.js';

export class PartParser {
  /** Labels of link definitions and footnotes in the text. */
  readonly #labels: () => ReadonlySet<string>;

  /** `finish` transforms the tree of each part by the syntax of the generator. */
  constructor(
    tree: Root,
    private readonly finish: (part: Root) => void,
  ) {
    this.#labels = once(() => labelsIn(tree));
  }

  readonly parseIndented: ParseIndented = ({ value, position }) => {
    if (!position || position.end.line - position.start.line >= value.split('\n').length) return undefined;
    const part = this.#parse(value);
    shift(part, () => position.start.offset ?? 0);
    this.finish(part);
    return part.children;
  };

  /** Parses a line that starts at a position. Returns it without a paragraph. */
  readonly parseText = (text: string, offset = 0) => this.#parseInline(text, (at) => at + offset);

  /** Parses the title of an element. All its nodes get the position of the element. */
  readonly parseTitle = (title: string, offset = 0) => this.#parseInline(title, () => offset);

  /** Whether a part references a definition. */
  readonly namesTarget = (part: string) => this.#referencesIn(part).length > 0;

  #parseInline(text: string, toOffset: (offset: number) => number): PhrasingContent[] {
    const tree = this.#parse(text);
    const toText = (value: string): Text => ({ type: 'text', value });
    // Other blocks than paragraphs are shown as text.
    const blocks = tree.children.map((block) =>
      block.type === 'paragraph'
        ? block.children
        : [toText(text.slice(block.position?.start.offset, block.position?.end.offset))],
    );
    shift(tree, toOffset);
    const children = blocks.flatMap((block, index) => [...(index > 0 ? [toText('\n')] : []), ...block]);
    const paragraph = { type: 'paragraph', children, position: children[0]?.position } as const;
    this.finish({ type: 'root', children: [paragraph] });
    return paragraph.children;
  }

  /** Parses a part. References to definitions of the text become links. */
  #parse(part: string): Root {
    const references = this.#referencesIn(part);
    const definitions = references.map((label) => `[${label}]: #\n\n`).join('');
    const tree = parseMarkdown(definitions + part);
    tree.children.splice(0, references.length);
    if (definitions !== '') shift(tree, (offset) => offset - definitions.length);
    return tree;
  }

  #referencesIn(part: string): readonly string[] {
    const names = part.match(/(?<=\[)[^[\]\n]{1,300}(?=\])/g) ?? [];
    return names.filter((name) => this.#labels().has(name.toLowerCase()));
  }
}

function labelsIn(tree: Root): ReadonlySet<string> {
  const labels = new Set<string>();
  visit(tree, (node) => {
    if (node.type === 'definition') labels.add(node.identifier);
    if (node.type === 'footnoteDefinition') labels.add(`^${node.identifier}`);
  });
  return labels;
}

/** Replaces the offsets of all nodes. */
export function shift(tree: Root, toOffset: (offset: number) => number): void {
  visit(tree, ({ position }) => {
    if (position?.start.offset === undefined) return;
    position.start.offset = toOffset(position.start.offset);
    if (position.end.offset !== undefined) position.end.offset = toOffset(position.end.offset);
  });
}
