// Openings and closings become containers: what stands between two placeholders of one parent becomes the children of a component node.
import type { Paragraph, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import type { Position } from 'unist';
import type { PlaceholderNode } from './placeholders.js';
import type { Props } from './scan.js';

/** A named thing with children, from whatever dialect; components.ts gives it its markup. */
export interface ComponentNode {
  type: 'component';
  name: string;
  props: Props;
  /** Inline content of a title, where the dialect lets an author placeholder it up. */
  title?: PhrasingContent[];
  children: RootContent[];
  position?: Position | undefined;
}

/** A formula in TeX. */
export interface FormulaNode {
  type: 'formula';
  value: string;
  isDisplay: boolean;
  /** As the author wrote it. */
  source: string;
  position?: Position | undefined;
}

declare module 'mdast' {
  interface RootContentMap {
    component: ComponentNode;
    formula: FormulaNode;
  }
  interface PhrasingContentMap {
    component: ComponentNode;
    formula: FormulaNode;
  }
}

type Child = RootContent;

/** Names of components that are parts of a sentence; all others are blocks. */
export type IsInline = (name: string) => boolean;

export interface ContainerContext {
  readonly isInline: IsInline;
  /** Inline Markdown of a title as nodes, all of them at the place of what it is the title of. */
  readonly parseTitle: (text: string, offset: number | undefined) => PhrasingContent[];
}

/** Groups every list of children in the tree; afterwards no opening or closing placeholder is left. */
export function group(tree: Root, context: ContainerContext): void {
  groupChildren(tree, context);
}

function groupChildren(parent: Parents, context: ContainerContext): void {
  const children = parent.children as Child[];
  const isCut = children.some((child) => child.type === 'paragraph' && child.children.some(isPlaceholder));
  const lifted = isCut
    ? children.flatMap((child) => (child.type === 'paragraph' ? liftPlaceholders(child, context) : [child]))
    : children;
  for (const child of lifted) if ('children' in child) groupChildren(child as Parents, context);
  if (isCut || lifted.some(isPlaceholder)) (parent as { children: Child[] }).children = pair(lifted, context);
}

const isPlaceholder = ({ type }: Child) => type === 'placeholder';

interface Frame {
  readonly opening: PlaceholderNode | undefined;
  readonly children: Child[];
}

function pair(children: readonly Child[], context: ContainerContext): Child[] {
  const frames: Frame[] = [{ opening: undefined, children: [] }];
  const top = () => frames.at(-1) as Frame;
  const close = () => {
    const frame = frames.pop();
    if (frame?.opening) top().children.push(...toComponent(frame.opening, frame.children, context));
  };
  for (const child of children) {
    const meaning = child.type === 'placeholder' ? child.placeholder.meaning : undefined;
    if (child.type === 'placeholder' && meaning?.kind === 'open') frames.push({ opening: child, children: [] });
    else if (child.type === 'placeholder' && meaning?.kind === 'close') {
      const index = frameToClose(frames, child);
      while (index > 0 && frames.length > index) close();
    } else if (child.type === 'placeholder') top().children.push(...single(child, context));
    else top().children.push(child);
  }
  while (frames.length > 1) close(); // what nobody closed ends with its parent
  return top().children;
}

/** An element closes the nearest of its name; colons close the outermost directive with no more colons, as micromark has it. */
function frameToClose(frames: readonly Frame[], closing: PlaceholderNode): number {
  const fits = ({ opening }: Frame) => opening !== undefined && closes(closing, opening);
  const isDirective =
    closing.placeholder.meaning.kind === 'close' && closing.placeholder.meaning.family === 'directive';
  return isDirective ? frames.findIndex(fits) : frames.findLastIndex(fits);
}

function closes(closing: PlaceholderNode, opening: PlaceholderNode): boolean {
  const [a, b] = [closing.placeholder.meaning, opening.placeholder.meaning];
  if (a.kind !== 'close' || b.kind !== 'open' || a.family !== b.family) return false;
  if (a.family === 'element') return a.name === b.name;
  return a.name.length >= (/^:+/.exec(opening.placeholder.source)?.[0].length ?? 0);
}

function toComponent(
  { placeholder, position }: PlaceholderNode,
  children: Child[],
  context: ContainerContext,
): Child[] {
  const { meaning } = placeholder;
  if (meaning.kind !== 'open') return children;
  const title = meaning.title === undefined ? undefined : context.parseTitle(meaning.title, position?.start.offset);
  return [
    {
      type: 'component',
      name: meaning.name,
      props: meaning.props,
      children,
      ...(title && { title }),
      ...(position && { position }),
    },
  ];
}

/** A placeholder that stands for itself. */
function single({ placeholder, position, isBlock }: PlaceholderNode, context: ContainerContext): Child[] {
  const { meaning, source } = placeholder;
  const at = position ? { position } : {};
  switch (meaning.kind) {
    case 'text': {
      const text = { type: 'text', value: meaning.value, ...at } as const;
      return meaning.value === '' ? [] : isBlock ? [{ type: 'paragraph', children: [text], ...at }] : [text];
    }
    case 'math': {
      const formula = { type: 'formula', value: meaning.value, isDisplay: meaning.isDisplay, source, ...at } as const;
      return [isBlock ? { type: 'paragraph', children: [formula], ...at } : formula];
    }
    case 'code':
      return [{ type: 'code', lang: meaning.lang || null, meta: meaning.meta || null, value: meaning.value, ...at }];
    case 'element': {
      const component: ComponentNode = {
        type: 'component',
        name: meaning.name,
        props: meaning.props,
        children: [],
        ...at,
      };
      return isBlock && context.isInline(meaning.name)
        ? [{ type: 'paragraph', children: [component], ...at }]
        : [component];
    }
    case 'include': // these are read by includes.ts before
    case 'raw':
    case 'snippet':
    case 'part':
    case 'files':
      return [{ type: 'text', value: source, ...at }];
    case 'drop':
    case 'rewrite':
    case 'open':
    case 'close':
      return [];
    default:
      return meaning satisfies never;
  }
}

/**
 * A paragraph, cut at the placeholders of blocks: those that are opened or closed outside it, and those of block components that fill it.
 * What is left of it between them stays a paragraph.
 */
function liftPlaceholders(paragraph: Paragraph, context: ContainerContext): Child[] {
  const { children } = paragraph;
  if (!children.some(isPlaceholder)) return [paragraph];
  const unpaired = unpairedPlaceholders(children);
  const cut = (child: PhrasingContent): child is PlaceholderNode => {
    if (child.type !== 'placeholder') return false;
    const { meaning } = child.placeholder;
    const isBlockName = (meaning.kind === 'open' || meaning.kind === 'element') && !context.isInline(meaning.name);
    return (
      unpaired.has(child) ||
      meaning.kind === 'code' ||
      isBlockName ||
      (meaning.kind === 'close' && closesBlock(child, children, context))
    );
  };
  const blocks: Child[] = [];
  let rest: PhrasingContent[] = [];
  const flush = () => {
    const trimmed = trim(rest);
    if (trimmed.length > 0) blocks.push({ ...paragraph, children: trimmed });
    rest = [];
  };
  for (const child of children) {
    if (!cut(child)) rest.push(child);
    else {
      flush();
      blocks.push({ ...child, isBlock: true });
    }
  }
  flush();
  return blocks;
}

function unpairedPlaceholders(children: readonly PhrasingContent[]): Set<PhrasingContent> {
  const open: PlaceholderNode[] = [];
  const unpaired = new Set<PhrasingContent>();
  for (const child of children) {
    if (child.type !== 'placeholder') continue;
    const { kind } = child.placeholder.meaning;
    if (kind === 'open') open.push(child);
    if (kind !== 'close') continue;
    const index = open.findLastIndex((opening) => closes(child, opening));
    if (index === -1) unpaired.add(child);
    else for (const skipped of open.splice(index).slice(1)) unpaired.add(skipped);
  }
  for (const opening of open) unpaired.add(opening);
  return unpaired;
}

function closesBlock(
  closing: PlaceholderNode,
  children: readonly PhrasingContent[],
  context: ContainerContext,
): boolean {
  return children.some(
    (child) =>
      child.type === 'placeholder' &&
      child.placeholder.meaning.kind === 'open' &&
      closes(closing, child) &&
      !context.isInline(child.placeholder.meaning.name),
  );
}

function trim(children: readonly PhrasingContent[]): PhrasingContent[] {
  const isBlank = (node: PhrasingContent | undefined) =>
    (node?.type === 'text' && node.value.trim() === '') || node?.type === 'break';
  const list = [...children];
  while (isBlank(list[0])) list.shift();
  while (isBlank(list.at(-1))) list.pop();
  const [first] = list;
  const last = list.at(-1);
  if (first?.type === 'text') list[0] = { ...first, value: first.value.trimStart() };
  if (last?.type === 'text')
    list[list.length - 1] = { ...last, value: (list.at(-1) as { value: string }).value.trimEnd() };
  return list;
}
