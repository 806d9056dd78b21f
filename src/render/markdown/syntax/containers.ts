// Converts nodes between two placeholders of one parent to the children of a component node.
import { dropRightWhile, dropWhile } from 'lodash-es';
import type { Html, Nodes, Paragraph, Parents, PhrasingContent, Root, RootContent, Text } from 'mdast';
import type { Position } from 'unist';
import { replaceChild, replaceNodes, SKIP, visit } from '../../base/visit.js';
import { type ParsedSyntax, type Placeholder, type Props, placeholderPattern, type Scanned } from './scan.js';

export interface ComponentNode {
  type: 'component';
  name: string;
  props: Props;
  title?: PhrasingContent[];
  children: RootContent[];
  position?: Position | undefined;
  /** Name of the file whose template contains the component, if it is not from the text itself. */
  template?: string;
  /** Name of the component's own file, if docgen can't evaluate its output. */
  file?: string;
}

export const component = (
  name: string,
  props: Props,
  children: RootContent[],
  position: Position | undefined,
): ComponentNode => ({ type: 'component', name, props, children, position });

export interface FormulaNode {
  type: 'formula';
  value: string;
  isDisplay: boolean;
  source: string;
  position?: Position | undefined;
}

interface PlaceholderNode {
  type: 'placeholder';
  placeholder: Placeholder;
  /** Whether the component was alone on its lines. */
  isBlock: boolean;
  position?: Position | undefined;
}

interface DialectNodes {
  component: ComponentNode;
  formula: FormulaNode;
  placeholder: PlaceholderNode;
}

declare module 'mdast' {
  interface RootContentMap extends DialectNodes {}
  interface PhrasingContentMap extends DialectNodes {}
  interface HtmlData {
    /** Whether its closing also closes elements inside it that are not closed. */
    isComplete?: boolean;
  }
}

/** Creates a node for text or HTML from an attribute. */
export const textOrHtml = (type: 'html' | 'text', value: string, position: Position | undefined): Html | Text =>
  type === 'html' ? { type, value, data: { isComplete: true }, position } : { type, value, position };

/** Converts placeholders to nodes. Code, URLs and attributes can't contain nodes, so the source text is restored there. */
export function readPlaceholders(tree: Root, { placeholders }: Scanned, token: string): void {
  const pattern = placeholderPattern(token);
  const sourceOf = (_: string, _sign: string, index: string) => placeholders[Number(index)]?.source ?? '';
  /** Restores a formula on a line of raw HTML, because it might be part of a tag. */
  const formulaOf = (whole: string, sign: string, index: string) =>
    sign === 'm' && placeholders[Number(index)]?.meaning.kind === 'math' ? sourceOf(whole, sign, index) : whole;
  visit(tree, (node, index, parent) => {
    if (node.type === 'html' && node.value.includes(token)) node.value = node.value.replace(pattern, formulaOf);
    if ((node.type === 'text' || node.type === 'html') && parent && index !== undefined && node.value.includes(token)) {
      return [SKIP, replaceChild(parent, index, split(node, pattern, placeholders))];
    }
    const fields = node as unknown as Record<string, unknown>;
    for (const key in fields) {
      const value = fields[key];
      if (typeof value === 'string' && value.includes(token)) fields[key] = value.replace(pattern, sourceOf);
    }
    return undefined;
  });
}

function split(node: Text | Html, pattern: RegExp, placeholders: readonly Placeholder[]): RootContent[] {
  const nodes: RootContent[] = [];
  let last = 0;
  const keep = (end: number) => {
    if (end > last) nodes.push({ ...node, value: node.value.slice(last, end), position: positionOf(node, last) });
  };
  for (const { 0: whole, 1: sign, 2: number, index } of node.value.matchAll(pattern)) {
    keep(index);
    last = index + whole.length;
    const placeholder = placeholders[Number(number)];
    const isBlock = sign === '<!--c';
    if (placeholder) nodes.push({ type: 'placeholder', placeholder, isBlock, position: positionOf(node, index) });
  }
  keep(node.value.length);
  return nodes;
}

/** Returns the position of a part of a text, or of the whole text if it has escapes or indented lines. */
function positionOf({ value, position }: Text | Html, index: number): Text['position'] {
  const { start, end } = position ?? {};
  if (!position || !start || (end?.offset ?? 0) - (start.offset ?? 0) !== value.length) return position;
  return { ...position, start: { ...start, offset: (start.offset ?? 0) + index } };
}

export type IsInline = (name: string, props: Props) => boolean;

interface ContainerContext {
  readonly isInline: IsInline;
  readonly parseTitle: (text: string, offset: number | undefined) => PhrasingContent[];
}

/** Converts the nodes between two placeholders to children of a component, recursively. */
export function buildContainers(parent: Parents, context: ContainerContext): void {
  const children = (parent.children as RootContent[]).flatMap((child) =>
    child.type === 'paragraph' && child.children.some(isPlaceholder) ? liftPlaceholders(child, context) : child,
  );
  for (const child of children) if ('children' in child) buildContainers(child as Parents, context);
  (parent as { children: RootContent[] }).children = children.some(isPlaceholder)
    ? pairPlaceholders(children, context)
    : children;
}

const isPlaceholder = ({ type }: RootContent) => type === 'placeholder';

interface OpenContainer {
  readonly opening: PlaceholderNode;
  readonly meaning: Extract<ParsedSyntax, { kind: 'open' }>;
  readonly outer: RootContent[];
}

function pairPlaceholders(nodes: readonly RootContent[], context: ContainerContext): RootContent[] {
  const children: RootContent[] = [];
  const open: OpenContainer[] = [];
  let inner = children;
  const close = ({ opening: { position }, meaning, outer }: OpenContainer) => {
    const title = meaning.title === undefined ? undefined : context.parseTitle(meaning.title, position?.start.offset);
    outer.push({ ...component(meaning.name, meaning.props, inner, position), ...(title && { title }) });
    inner = outer;
  };
  for (const node of nodes) {
    const meaning = node.type === 'placeholder' ? node.placeholder.meaning : undefined;
    if (node.type !== 'placeholder') inner.push(node);
    else if (meaning?.kind === 'open') {
      open.push({ opening: node, meaning, outer: inner });
      inner = [];
    } else if (meaning?.kind === 'close') {
      const fits = ({ opening }: OpenContainer) => closes(node, opening);
      // An element closes the nearest opening with its name. Colons close the outermost directive with at most as many colons (as in micromark).
      const index = meaning.family === 'directive' ? open.findIndex(fits) : open.findLastIndex(fits);
      if (index !== -1) open.splice(index).reverse().forEach(close);
    } else inner.push(...nodesOf(node, context));
  }
  open.reverse().forEach(close); // an opening without a closing ends with its parent
  return children;
}

function closes(closing: PlaceholderNode, opening: PlaceholderNode): boolean {
  const [a, b] = [closing.placeholder.meaning, opening.placeholder.meaning];
  if (a.kind !== 'close' || b.kind !== 'open' || a.family !== b.family) return false;
  if (a.family === 'element') return a.name === b.name;
  return a.name.length >= (/^:+/.exec(opening.placeholder.source)?.[0].length ?? 0);
}

function nodesOf({ placeholder, position, isBlock }: PlaceholderNode, context: ContainerContext): RootContent[] {
  const { meaning, source } = placeholder;
  const inParagraph = (node: PhrasingContent): RootContent[] => [
    isBlock ? { type: 'paragraph', children: [node], position } : node,
  ];
  switch (meaning.kind) {
    case 'text':
    case 'span': {
      const type = meaning.kind === 'span' ? 'inlineCode' : 'text';
      return meaning.value === '' ? [] : inParagraph({ type, value: meaning.value, position });
    }
    case 'math':
      return inParagraph({ type: 'formula', value: meaning.value, isDisplay: meaning.isDisplay, source, position });
    case 'code':
      return [{ type: 'code', lang: meaning.lang || null, meta: meaning.meta || null, value: meaning.value, position }];
    case 'element': {
      const element = component(meaning.name, meaning.props, [], position);
      return context.isInline(meaning.name, meaning.props) ? inParagraph(element) : [element];
    }
    case 'include': // includes.ts has already handled these
    case 'raw':
    case 'snippet':
    case 'part':
    case 'files':
      return [{ type: 'text', value: source, position }];
    case 'drop':
    case 'rewrite':
    case 'open':
    case 'close':
      return [];
    default:
      return meaning satisfies never;
  }
}

function liftPlaceholders(paragraph: Paragraph, { isInline }: ContainerContext): RootContent[] {
  return splitParagraph(paragraph, blocksIn(paragraph.children, isInline)).flatMap((node): RootContent[] => {
    if (node.type === 'placeholder') return [{ ...node, isBlock: true }];
    const children = node.type === 'paragraph' ? trim(node.children) : [];
    return children.length === 0 ? [] : [{ ...paragraph, children }];
  });
}

/** Splits a paragraph at blocks. The paragraphs between the blocks can be empty. */
export function splitParagraph(paragraph: Paragraph, blocks: ReadonlySet<RootContent>): RootContent[] {
  const parts: RootContent[] = [];
  let words: PhrasingContent[] = [];
  for (const child of paragraph.children) {
    if (blocks.has(child)) {
      parts.push({ ...paragraph, children: words }, child);
      words = [];
    } else words.push(child);
  }
  return [...parts, { ...paragraph, children: words }];
}

/** Returns block components, code, and placeholders whose counterpart is not in the paragraph. */
function blocksIn(children: readonly PhrasingContent[], isInline: IsInline): ReadonlySet<PhrasingContent> {
  const open: PlaceholderNode[] = [];
  const blocks = new Set<PhrasingContent>();
  for (const child of children) {
    if (child.type !== 'placeholder') continue;
    const { meaning } = child.placeholder;
    if (meaning.kind === 'close') {
      const index = open.findLastIndex((opening) => closes(child, opening));
      const [opening, ...skipped] = index === -1 ? [] : open.splice(index);
      for (const unpaired of skipped) blocks.add(unpaired);
      if (!opening || blocks.has(opening)) blocks.add(child);
    } else {
      if (meaning.kind === 'open') open.push(child);
      if (meaning.kind === 'code' || ('name' in meaning && !isInline(meaning.name, meaning.props))) blocks.add(child);
    }
  }
  for (const opening of open) blocks.add(opening);
  return blocks;
}

/** Whether the children of a node are inline, not blocks. */
export const hasText = ({ type }: Nodes): boolean =>
  /^(?:paragraph|heading|tableCell|emphasis|strong|delete|link|linkReference)$/.test(type);

/** Whether a node is blank: a text, or a paragraph of texts, without words. */
export const isBlank = (node: RootContent): boolean =>
  node.type === 'paragraph' ? node.children.every(isBlank) : node.type === 'text' && node.value.trim() === '';

/** Removes paragraphs that are empty because all of their content was syntax. */
export const dropBlankParagraphs = (tree: Root): void =>
  replaceNodes(tree, 'paragraph', (node) => (node.children.length > 0 && isBlank(node) ? [] : undefined));

const isSpace = (node: PhrasingContent) => isBlank(node) || node.type === 'break';

function trim(children: readonly PhrasingContent[]): PhrasingContent[] {
  const list = dropRightWhile(dropWhile(children, isSpace), isSpace);
  const first = list[0];
  if (first?.type === 'text') list[0] = { ...first, value: first.value.trimStart() };
  const last = list.at(-1);
  if (last?.type === 'text') list[list.length - 1] = { ...last, value: last.value.trimEnd() };
  return list;
}
