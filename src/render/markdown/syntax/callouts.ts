// Callouts of all dialects, and helpers for the start of a paragraph, which marks callouts in most dialects.
import type { Paragraph, RootContent } from 'mdast';
import type { Position } from 'unist';
import { type ComponentNode, component } from './containers.js';

const calloutKinds: Readonly<Record<string, string>> = {
  note: 'note', secondary: 'note', info: 'info', tip: 'tip', hint: 'tip', success: 'success', check: 'success', important: 'important',
  warning: 'warning', warn: 'warning', caution: 'caution', danger: 'danger', error: 'danger',
}; // biome-ignore format: a list of words

export function calloutKind(name: string): string | undefined {
  return Object.hasOwn(calloutKinds, name.toLowerCase()) ? calloutKinds[name.toLowerCase()] : undefined;
}

/** Without a title, the type is the title. */
export function callout(
  { type, title }: { readonly type: string; readonly title: string | undefined },
  children: RootContent[],
  position: Position | undefined,
): ComponentNode {
  return component('Admonition', title === undefined ? { type } : { type, title }, children, position);
}

export interface Start {
  readonly match: RegExpExecArray;
  /** The paragraph without the match. Empty if nothing remains. */
  readonly rest: Paragraph[];
}

/** Matches the text at the start of a paragraph that starts with text. */
export function matchStart(node: RootContent | undefined, pattern: RegExp): Start | undefined {
  const [first, ...others] = node?.type === 'paragraph' ? node.children : [];
  if (node?.type !== 'paragraph' || first?.type !== 'text') return undefined;
  const match = pattern.exec(first.value);
  if (!match) return undefined;
  const value = first.value.slice(match[0].length);
  const children = value === '' ? others : [{ ...first, value }, ...others];
  return { match, rest: children.length === 0 ? [] : [{ ...node, children }] };
}
