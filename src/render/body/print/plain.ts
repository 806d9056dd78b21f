// Blocks of Markdown in which nothing has to be looked up or moved: their markup is printed from Markdown at once, without an HTML tree
// in between; see plain-printer.ts. They are all of most bodies.

import type { Root } from 'hast';
import type { Definition, Root as MdastRoot, PhrasingContent, RootContent } from 'mdast';
import { cutId } from '../html/headings.js';
import { isComment, rawRanges, simpleHtml } from '../html/tags.js';

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

/** The HTML tree of a Markdown tree in which all blocks are held; undefined where one is not. */
export function plainTree({ children }: MdastRoot): Root | undefined {
  const blocks: Root['children'] = [];
  for (const child of children) {
    if (child.type === 'definition') continue;
    if (child.type !== 'plain') return undefined;
    if (blocks.length > 0) blocks.push({ type: 'text', value: '\n' });
    blocks.push(child);
  }
  return { type: 'root', children: blocks };
}

function isPlain(node: RootContent, definitions: Definitions): boolean {
  if ('data' in node && node.data) return false; // says what element it becomes
  switch (node.type) {
    case 'code':
    case 'thematicBreak':
      return true;
    case 'html':
      return isComment(node.value);
    case 'heading':
      return isLine(node.children, definitions) && !holds(node.children, 'break') && !hasEarlyId(node.children);
    case 'paragraph':
      return !node.children.every(isEmpty) && isLine(node.children, definitions);
    case 'listItem':
      return typeof node.checked !== 'boolean' && node.children.every((child) => isPlain(child, definitions));
    case 'blockquote':
    case 'list':
      return node.children.every((child) => isPlain(child, definitions));
    case 'table':
      return node.children.every((row) => row.children.every((cell) => isLine(cell.children, definitions)));
    default:
      return false;
  }
}

/** Whether a heading may have its id before an element or a comment. */
const hasEarlyId = (children: readonly PhrasingContent[]) =>
  children
    .slice(0, -1)
    .some((child) => child.type === 'text' && child.value.includes('{') && cutId(child.value).id !== undefined);

/** True for the content of a block; what is in its phrases holds no raw HTML but comments. */
function isLine(children: readonly PhrasingContent[], definitions: Definitions): boolean {
  return arePhrases(children, definitions, (index) => simpleHtml(children, index) !== undefined);
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
    case 'html':
      return isComment(node.value);
    case 'imageReference':
      return definitions.has(nameOf(node));
    case 'linkReference':
      return definitions.has(nameOf(node)) && isLinkText(node.children) && arePhrases(node.children, definitions);
    case 'link':
      return isLinkText(node.children) && arePhrases(node.children, definitions);
    case 'emphasis':
    case 'strong':
    case 'delete':
      return arePhrases(node.children, definitions);
    default:
      return false;
  }
}

function arePhrases(
  children: readonly PhrasingContent[],
  definitions: Definitions,
  isSimple: (index: number) => boolean = () => false,
): boolean {
  let isBehindBreak = false;
  for (const [index, child] of children.entries()) {
    if (!isPhrase(child, definitions) && !(child.type === 'html' && isSimple(index))) return false;
    if (isBehindBreak && child.type !== 'text') return false;
    isBehindBreak = child.type === 'break';
  }
  return true;
}

/** True for what shows nothing. */
export const isEmpty = (node: PhrasingContent) =>
  (node.type === 'text' && node.value.trim() === '') || (node.type === 'html' && isComment(node.value));

/** False for a link in a link, which a parser of HTML takes apart. */
const isLinkText = (children: readonly PhrasingContent[]) =>
  isNamed(children) && !holds(children, 'link') && !holds(children, 'linkReference');

function holds(children: readonly PhrasingContent[], type: PhrasingContent['type']): boolean {
  return children.some(
    (child) => child.type === type || ('children' in child && holds(child.children as PhrasingContent[], type)),
  );
}

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
