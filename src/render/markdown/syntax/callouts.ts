// Creates callouts for all dialects, and matches the start of a paragraph, which marks most callouts.
import type { RootContent } from 'mdast';
import type { Position } from 'unist';
import { type ComponentNode, component } from './containers.js';
import namesJson from './names.json' with { type: 'json' };

const calloutKinds: ReadonlyMap<string, string> = new Map(Object.entries(namesJson.calloutKinds));

export const calloutKind = (name: string): string | undefined => calloutKinds.get(name.toLowerCase());

/** Creates a callout. Without a title, the type is the title. */
export function callout(
  { type, title }: { readonly type: string; readonly title: string | undefined },
  children: RootContent[],
  position: Position | undefined,
): ComponentNode {
  return component('Admonition', title === undefined ? { type } : { type, title }, children, position);
}

/** Matches a pattern at the start of a paragraph. `rest` is the paragraph without the match, if anything remains. */
export function matchStart(node: RootContent | undefined, pattern: RegExp) {
  const [first, ...others] = node?.type === 'paragraph' ? node.children : [];
  if (node?.type !== 'paragraph' || first?.type !== 'text') return undefined;
  const match = pattern.exec(first.value);
  if (!match) return undefined;
  const value = first.value.slice(match[0].length);
  const children = value === '' ? others : [{ ...first, value }, ...others];
  return { match, rest: children.length === 0 ? [] : [{ ...node, children }] };
}
