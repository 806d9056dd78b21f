// Splits a very long body into parts, so that a browser only lays out those near the viewport.
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { element, headingLevel, text } from './html/element.js';

// Minimum number of elements of a body to split, and of a part.
const [minElements, minPerPart] = [3000, 300];

/** Splits a body with many elements into parts, if possible at headings. The first blocks are not in a part, so that nothing visible moves. */
export function cutIntoParts(tree: Root): void {
  const weights = tree.children.map(weightOf);
  if (weights.reduce((sum, weight) => sum + weight, 0) < minElements) return;
  const parts: RootContent[][] = [[]];
  let weight = 0;
  for (const [index, child] of tree.children.entries()) {
    if (weight >= 2 * minPerPart || (weight >= minPerPart && headingLevel(child) > 0)) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)?.push(child);
    weight += weights[index] ?? 0;
  }
  const [first = [], ...others] = parts;
  tree.children = [...first, ...others.map(partOf)];
}

/** Returns the number of elements, including those of code. */
function weightOf(node: RootContent): number {
  if (node.type !== 'element') return 0;
  return node.children.reduce((sum, child) => sum + weightOf(child), 1 + (node.data?.tokens ?? 0));
}

/** Puts each block on its own line, as at the root of a body. */
function partOf(children: readonly RootContent[]): Element {
  const lines = children.flatMap((child) => [text('\n'), child as ElementContent]);
  return element('section', { className: ['part'] }, [...lines, text('\n')]);
}
