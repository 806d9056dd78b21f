// Callouts, from whatever dialect, and the beginning of a paragraph, in which most dialects say what it is.
import type { Paragraph, RootContent, Text } from 'mdast';
import type { Position } from 'unist';
import type { ComponentNode } from '../syntax/containers.js';

/** Kinds of callouts, by their names in other dialects. */
const calloutKinds: Readonly<Record<string, string>> = {
  note: 'note', secondary: 'note', info: 'info', tip: 'tip', hint: 'tip', success: 'success', check: 'success', important: 'important',
  warning: 'warning', warn: 'warning', caution: 'caution', danger: 'danger', error: 'danger',
}; // biome-ignore format: a list of words

/** The callout that a name stands for, or undefined. */
export function calloutKind(name: string): string | undefined {
  return Object.hasOwn(calloutKinds, name.toLowerCase()) ? calloutKinds[name.toLowerCase()] : undefined;
}

/** A callout without a title is named by its type. */
export function callout(
  { type, title }: { readonly type: string; readonly title: string | undefined },
  children: RootContent[],
  position: Position | undefined,
): ComponentNode {
  const props = title === undefined ? { type } : { type, title };
  return { type: 'component', name: 'Admonition', props, children, ...(position && { position }) };
}

/** The text with which a paragraph begins; '' where the node is not a paragraph, or begins with something else. */
export function startOf(node: RootContent | undefined): string {
  const [first] = node?.type === 'paragraph' ? node.children : [];
  return first?.type === 'text' ? first.value : '';
}

/** A paragraph without the first `length` characters of that text; empty where nothing remains. */
export function withoutStart(paragraph: RootContent | undefined, length: number): Paragraph[] {
  const [first, ...others] = paragraph?.type === 'paragraph' ? paragraph.children : [];
  if (paragraph?.type !== 'paragraph' || first?.type !== 'text') return [];
  const text: Text = { ...first, value: first.value.slice(length) };
  const children = text.value === '' ? others : [text, ...others];
  return children.length === 0 ? [] : [{ ...paragraph, children }];
}
