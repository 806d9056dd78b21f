// A very long body in parts, of which a browser lays out those near the view: a page of ten thousand elements shows at once.
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { element } from '../html/element.js';

/** Elements of a body that is cut, and of a part at least. */
const [long, perPart] = [3000, 300];

/**
 * Puts the blocks of a body of many elements into parts, which begin with a heading where one comes soon. The blocks of the first part
 * stay as they are: what a reader sees first is laid out as it is, and nothing of it moves.
 */
export function cutIntoParts(tree: Root): void {
  const weights = tree.children.map(weightOf);
  if (weights.reduce((sum, weight) => sum + weight, 0) < long) return;
  const parts: RootContent[][] = [[]];
  let weight = 0;
  for (const [index, child] of tree.children.entries()) {
    if (weight >= 2 * perPart || (weight >= perPart && isHeading(child))) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)?.push(child);
    weight += weights[index] ?? 0;
  }
  const [first = [], ...others] = parts;
  tree.children = [...first, ...others.map(partOf)];
}

/** The elements of a node, those of code in it too. */
export function weightOf(node: RootContent): number {
  if (node.type !== 'element') return 0;
  return node.children.reduce((sum, child) => sum + weightOf(child), 1 + (node.data?.tokens ?? 0));
}

function isHeading(node: RootContent): boolean {
  return node.type === 'element' && /^h[1-6]$/.test(node.tagName);
}

/** Each block on a line of its own, as at the root of a body. */
function partOf(children: readonly RootContent[]): Element {
  const lines = children.flatMap((child): ElementContent[] => [{ type: 'text', value: '\n' }, child as ElementContent]);
  return element('section', { className: ['part'] }, [...lines, { type: 'text', value: '\n' }]);
}
