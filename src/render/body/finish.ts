// The last walk over a body, in document order: counts elements, and does what depends on earlier ones.
import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { PageFacts } from '../../model/content/parse/parsed-doc.js';
import { replaceChild } from '../base/visit.js';
import type { BodyContext } from './blocks.js';
import { element, headingLevel, text } from './html/element.js';
import { Identifier } from './html/headings.js';
import { contentsOf } from './html/inline-toc.js';
import { measure, overflowMarker, roomIn } from './html/overflow.js';
import { References } from './html/refs.js';
import { replacePlaceholders } from './print/fragment.js';
import { anglePlaceholder } from './print/print.js';

/** Finishes a tree in place, so that only sanitizing is left. An `<a>` without a URL is replaced by its content, since it is not a link. */
export function finish(tree: Root, { input, sources, blocks }: BodyContext, page: PageFacts) {
  const { token, words, canTakeHeading, headingIds: rule, ownSites } = input;
  const { formulas, diagrams } = blocks;
  const shown = (text: string) => replacePlaceholders(text, token, (index) => formulas.words.get(index) ?? '');
  const markOverflow = overflowMarker(shown, words);
  const titleLevel = canTakeHeading && page.title ? page.title.level : 1;
  const ids = new Identifier({ titleLevel, shown, rule, words });
  const placeOf = ({ position }: Element) => sources.placeOf(position?.start.offset);
  const refs = new References({ token, placeOf, ownSites, diagrams: diagrams.length });
  const [tocs, cards]: [Element[], Element[]] = [[], []];
  const walk = (parent: Root | Element, room: number) => {
    const { children } = parent;
    for (let index = 0; index < children.length; ) {
      const child = children[index] as Root['children'][number];
      index += 1;
      if (child.type === 'text') ids.text(child.value);
      if (child.type !== 'element') continue;
      const isImage = child.tagName === 'img';
      if (child.data?.toc) tocs.push(child);
      if (child.data?.cards) cards.push(child);
      markOverflow(child, room);
      ids.element(child);
      refs.mark(child);
      cleanValues(child, token);
      if (isImage) continue; // it may contain its alternative text now
      const isLost = child.tagName === 'a' && typeof child.properties['href'] !== 'string';
      if (isLost && child.properties['id'] === undefined) {
        index -= 1;
        replaceChild(parent, index, child.children);
        continue;
      }
      if (isLost) child.tagName = 'span';
      walk(child, roomIn(child, room));
    }
  };
  walk(tree, measure);
  const found = ids.found();
  for (const node of tocs) node.children = contentsOf(found.headings, node.data?.toc ?? {});
  for (const node of cards) node.children = [refs.cards(node)];
  return { ...found, slots: refs.slots, diagnostics: refs.diagnostics };
}

/** Drops placeholders of code from attributes, since code could end a value. Replaces `<`, see `printBody`. */
function cleanValues({ properties }: Element, token: string): void {
  const clean = (value: string) => replacePlaceholders(value, token, () => '').replaceAll('<', anglePlaceholder(token));
  for (const name in properties) {
    const value = properties[name];
    if (typeof value === 'string') properties[name] = clean(value);
    else if (Array.isArray(value)) properties[name] = value.map((one) => clean(String(one)));
  }
}

// Minimum number of elements of a body to split, and of a part.
const [minElements, minPerPart] = [3000, 300];

/** Splits a body with many elements into parts, if possible at headings, so that a browser only lays out those near the viewport. The first blocks are in none. */
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
