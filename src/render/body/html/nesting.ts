// Repairs elements in parents in which HTML doesn't allow them: like browsers do, or so that the look stays the same.
import type { Element, ElementContent, Root } from 'hast';
import { element, headingLevel, isBlank } from './element.js';

/** Elements that end a paragraph in browsers, and table rows, which JSX can put into a paragraph. */
const namesIn = (names: string) => new Set(names.split(' '));
const block = namesIn('p ul ol dl h1 h2 h3 h4 h5 h6 hr tr div pre table blockquote details figure section');
const rows = namesIn('table tbody thead tfoot');
const cells = namesIn('td th');
const marks = namesIn('b code em i mark s small span strong sub sup u');
const list = namesIn('ul ol menu');
const isIn = (names: ReadonlySet<string>, node: ElementContent | Root) =>
  node.type === 'element' && names.has(node.tagName);
const isParagraph = (node: ElementContent) => node.type === 'element' && node.tagName === 'p';
const isItem = (node: ElementContent) => node.type === 'element' && node.tagName === 'li';

/** Returns the replacement of a child of `parent`, or undefined if it is allowed there. */
export function repaired(node: Element, parent: Root | Element): ElementContent[] | undefined {
  const { tagName, children } = node;
  if (tagName === 'p' && children.some((child) => isIn(block, child))) return cutParagraph(node, isIn(rows, parent));
  if (tagName === 'tr' && isIn(cells, parent)) return children;
  if (cells.has(tagName) && isIn(rows, parent)) return [element('tr', {}, [node])];
  if (marks.has(tagName) && children.some(isParagraph)) return children.map((child) => markIn(child, node));
  if (tagName === 'li' && !isIn(list, parent)) return [element('ul', {}, [node])];
  if (list.has(tagName) && !children.every((child) => isItem(child) || isBlank(child))) makeItems(node);
  if (headingLevel(parent as Element) > 0 && (tagName === 'div' || tagName === 'p')) node.tagName = 'span';
  return undefined;
}

/** Returns the blocks in a paragraph, and paragraphs with the content between them. Text between rows is dropped. */
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

/** Moves an inline element such as `<mark>` or `<span>` into the paragraph that it contains. */
function markIn(child: ElementContent, mark: Element): ElementContent {
  if (child.type !== 'element' || !isParagraph(child)) return child;
  return {
    ...child,
    children: [{ ...mark, properties: { ...mark.properties, id: undefined }, children: child.children }],
  };
}

/** Moves lists that are direct children of a list into the items before them, and wraps other content in items. */
function makeItems(node: Element): void {
  const items: ElementContent[] = [];
  let last: Element | undefined;
  let isMade = false;
  for (const child of node.children) {
    if (last && !isItem(child) && (isMade || isIn(list, child))) last.children.push(child);
    else if (isBlank(child)) items.push(child);
    else {
      isMade = !isItem(child);
      last = isMade ? element('li', {}, [child]) : (child as Element);
      items.push(last);
    }
  }
  node.children = items;
}
