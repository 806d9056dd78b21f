// Helpers for nodes of an HTML tree.
import type { Element, ElementContent, Properties, RootContent, Text } from 'hast';

export function element(tagName: string, properties: Properties, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children };
}

export const text = (value: string): Text => ({ type: 'text', value });

export function isBlank(node: RootContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');
}

/** Returns the level of a heading, or 0 for any other node. */
export function headingLevel(node: RootContent | undefined): number {
  const isHeading = node?.type === 'element' && node.tagName.length === 2 && /^h[1-6]$/.test(node.tagName);
  return isHeading ? Number(node.tagName[1]) : 0;
}

export const classesOf = ({ className }: Properties): string[] =>
  Array.isArray(className) ? className.map(String) : [];

export const phrasing = new Set(
  'a abbr b bdi bdo br cite code data del dfn em i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
