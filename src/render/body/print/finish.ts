// The last walk over a body, in the order of its text: whatever counts, or depends on what came before. Plain blocks are printed on the
// way, so that they count in their place.
import type { Element, Root } from 'hast';
import type { Code } from 'mdast';
import { replaceChild } from '../../markdown/visit.js';
import type { Identifier } from '../html/headings.js';
import { measure, type Overflow, roomIn } from '../html/overflow.js';
import type { References } from '../html/refs.js';
import { dropMarks } from '../marks.js';
import { weightOf } from './parts.js';
import { type PlainContext, printPlain } from './plain-printer.js';
import { printNode } from './print.js';

export interface FinishContext extends Pick<PlainContext, 'definitions' | 'formulaOf'> {
  readonly overflow: Overflow;
  readonly ids: Identifier;
  readonly refs: References;
  readonly codeOf: (node: Code) => Element | undefined;
  readonly token: string;
}

/** Finishes a tree in place; after that it only has to be sanitised. An `<a>` that leads nowhere is its content: no reader should take it for a link. */
export function finish(tree: Root, { overflow, ids, refs, codeOf, token, ...plain }: FinishContext): void {
  const walk = (parent: Root | Element, room: number) => {
    const { children } = parent;
    for (let index = 0; index < children.length; ) {
      const child = children[index] as Root['children'][number];
      index += 1;
      if (child.type === 'text') ids.text(child.value);
      if (child.type === 'plain') Object.assign(child, printPlain(child.block, room, context));
      if (child.type !== 'element') continue;
      const isImage = child.tagName === 'img';
      overflow.mark(child, room);
      ids.element(child);
      refs.mark(child);
      dropMarks(child, token);
      if (isImage) continue; // its alternative may stand in it now
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
  const code = (node: Code, room: number) => {
    const root: Root = { type: 'root', children: [codeOf(node) ?? { type: 'text', value: '' }] };
    walk(root, room);
    const [child] = root.children as [Root['children'][number]];
    return { html: printNode(child, 0), weight: weightOf(child) };
  };
  const context: PlainContext = {
    ...plain,
    text: (value) => ids.text(value),
    code,
    mark: (node) => refs.mark(node),
    heading: (written) => ids.heading(written),
    anchor: (id) => ids.take(id),
    columnWidth: (words) => overflow.column(words),
    frame: (width, space) => overflow.frame(width, space),
  };
  walk(tree, measure);
}
