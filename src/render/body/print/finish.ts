// The last walk over a body, in the order of its text: whatever counts, or depends on what came before.
import type { Element, Root } from 'hast';
import { replaceChild } from '../../markdown/visit.js';
import type { Identifier } from '../html/headings.js';
import { measure, type Overflow, roomIn } from '../html/overflow.js';
import type { References } from '../html/refs.js';
import { replaceMarks } from '../marks.js';
import { angleMark } from './print.js';

export interface FinishContext {
  readonly overflow: Overflow;
  readonly ids: Identifier;
  readonly refs: References;
  readonly token: string;
}

/** Finishes a tree in place; after that it only has to be sanitized. An `<a>` that leads nowhere is its content: no reader should take it for a link. */
export function finish(tree: Root, { overflow, ids, refs, token }: FinishContext): void {
  const walk = (parent: Root | Element, room: number) => {
    const { children } = parent;
    for (let index = 0; index < children.length; ) {
      const child = children[index] as Root['children'][number];
      index += 1;
      if (child.type === 'text') ids.text(child.value);
      if (child.type !== 'element') continue;
      const isImage = child.tagName === 'img';
      overflow.mark(child, room);
      ids.element(child);
      refs.mark(child);
      cleanValues(child, token);
      if (isImage) continue; // its alternative may be in it now
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
}

/**
 * Drops the marks of code from attributes, such as the label of a heading around a code block: code replaces its mark in text only, since
 * it could end a value. Replaces `<` by a mark: see `printBody`.
 */
function cleanValues({ properties }: Element, token: string): void {
  const clean = (value: string) => replaceMarks(value, token, () => '').replaceAll('<', angleMark(token));
  for (const name in properties) {
    const value = properties[name];
    if (typeof value === 'string') properties[name] = clean(value);
    else if (Array.isArray(value)) properties[name] = value.map((one) => clean(String(one)));
  }
}
