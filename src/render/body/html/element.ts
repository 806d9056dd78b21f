// Small things about nodes of an HTML tree.
import type { Element, ElementContent, Properties, RootContent } from 'hast';

export function element(tagName: string, properties: Properties, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children };
}

/** True for what shows nothing: a comment, or text of white space. */
export function isBlank(node: RootContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');
}

export function classesOf({ className }: Properties): string[] {
  return Array.isArray(className) ? className.map(String) : [];
}
