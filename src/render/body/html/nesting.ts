// Repairs elements in parents in which HTML doesn't allow them: as browsers do, or so that they look the same.
import type { Element, ElementContent, Root } from 'hast';
import { element, headingLevel, isBlank } from './element.js';

/** Elements before which browsers close a paragraph, and rows, which JSX can put into one. */
const block = /^(?:p|[uod]l|h[1-6r]|tr|div|pre|table|blockquote|details|figure|section)$/;
const rows = /^t(?:able|body|head|foot)$/;
const marks = /^(?:b|code|em|i|mark|s|small|strong|sub|sup|u)$/;
const list = /^(?:[uo]l|menu)$/;
const isIn = (names: RegExp, node: ElementContent | Root) => node.type === 'element' && names.test(node.tagName);

/** Returns what replaces a child of `parent`, or undefined if it may stay. */
export function repaired(node: Element, parent: Root | Element): ElementContent[] | undefined {
  const { tagName, children } = node;
  if (tagName === 'p' && children.some((child) => isIn(block, child))) return cutParagraph(node, isIn(rows, parent));
  if (tagName === 'tr' && isIn(/^t[dh]$/, parent)) return children;
  if (/^t[dh]$/.test(tagName) && isIn(rows, parent)) return [element('tr', {}, [node])];
  if (marks.test(tagName) && children.some((child) => isIn(/^p$/, child)))
    return children.map((child) => markIn(child, node));
  if (tagName === 'li' && !isIn(list, parent)) return [element('ul', {}, [node])];
  if (list.test(tagName) && children.some((child) => isIn(list, child))) moveLists(node);
  if (/^(?:div|p)$/.test(tagName) && headingLevel(parent as Element) > 0) node.tagName = 'span';
  return undefined;
}

/** Returns the blocks in a paragraph, and paragraphs of what is between them. Text between rows has no place. */
function cutParagraph({ properties, children }: Element, isTable: boolean): ElementContent[] {
  const cut: ElementContent[] = [];
  let open: Element | undefined;
  for (const child of children) {
    if (isIn(block, child)) cut.push(child);
    else if (open) open.children.push(child);
    else if (!isTable && !isBlank(child)) {
      open = element('p', cut.length === 0 ? properties : { ...properties, id: undefined }, [child]);
      cut.push(open);
    }
    if (isIn(block, child)) open = undefined;
  }
  return cut;
}

/** Moves an element such as `<mark>` into a paragraph in it. */
function markIn(child: ElementContent, mark: Element): ElementContent {
  if (child.type !== 'element' || child.tagName !== 'p') return child;
  return {
    ...child,
    children: [{ ...mark, properties: { ...mark.properties, id: undefined }, children: child.children }],
  };
}

/** Moves the lists between the items of a list into the items before them. */
function moveLists(node: Element): void {
  const items: ElementContent[] = [];
  let item: Element | undefined;
  for (const child of node.children) {
    if (child.type === 'element' && child.tagName === 'li') item = child;
    if (isIn(list, child) && item) item.children.push(child);
    else items.push(child);
  }
  node.children = items;
}
