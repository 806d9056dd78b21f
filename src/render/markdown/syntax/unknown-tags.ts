// `<T>` in prose is not an element: a tag whose name is in no version of HTML is shown as text. A name with a hyphen may be a custom
// element; it counts as one where the text closes it.
import { htmlTagNames } from 'html-tag-names';
import type { Html, Parents, Root } from 'mdast';
import { visit } from '../visit.js';

const known = new Set([...htmlTagNames, 'svg', 'math', 'path', 'g']);
const tagPattern = /<!--[\s\S]*?(?:-->|$)|<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:\s[^<>]*|[.,:][^<>]*)?)\/?>/g;

export function escapeUnknownTags(tree: Root): void {
  const nodes: { node: Html; parent: Parents; index: number }[] = [];
  const closed = new Set<string>();
  visit(tree, 'html', (node, index, parent) => {
    if (!parent || index === undefined) return;
    nodes.push({ node, parent, index });
    for (const [, name = ''] of node.value.matchAll(/<\/([a-z][a-z0-9]*-[a-z0-9-]*)/gi)) closed.add(name.toLowerCase());
  });
  const isElement = (name: string) => known.has(name) || closed.has(name);
  for (const { node, parent, index } of nodes) {
    let tags = 0;
    const value = node.value.replace(tagPattern, (whole, _slash, name?: string) => {
      if (name === undefined || isElement(name.toLowerCase())) {
        tags += 1;
        return whole;
      }
      return whole.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    });
    if (value === node.value) continue;
    node.value = value;
    const isBlock =
      parent.type !== 'paragraph' && parent.type !== 'heading' && parent.type !== 'tableCell' && !('value' in parent);
    if (isBlock && tags === 0 && !isPhrasing(parent))
      parent.children[index] = { type: 'paragraph', children: [{ ...node }] };
  }
}

function isPhrasing({ type }: Parents): boolean {
  return ['emphasis', 'strong', 'delete', 'link', 'linkReference'].includes(type);
}
