// A link cannot hold a link. GFM makes links of addresses also in raw `<a>` elements, and an HTML parser would close the outer one
// before the inner one: the author's own link would be empty.
import type { Html, Link, LinkReference, Nodes, Parents, Root, RootContent } from 'mdast';
import type { ComponentNode } from './syntax/containers.js';
import { visit } from './visit.js';

const anchorTag = /<(\/?)a(?=[\s>])([^<>]*)>/gi;

/** Links in a link become their text, in raw HTML, in MDX and in Markdown. */
export function unnestLinks(tree: Root): void {
  visit(tree, (node) => {
    if (isLink(node)) {
      dropAnchors(node);
      (node as { children: RootContent[] }).children = withoutLinks(node.children as RootContent[]);
    }
    if ('children' in node) readSiblings(node);
  });
}

/** Drops raw links in a link; an anchor, which has no address, stays. */
function dropAnchors(link: Nodes): void {
  const tags: Html[] = [];
  visit(link, 'html', (node) => {
    if (!node.value.startsWith('<!--')) tags.push(node);
  });
  if (!tags.some(({ value }) => /<a\s[^<>]*href\s*=/i.test(value))) return;
  for (const tag of tags) tag.value = tag.value.replace(anchorTag, '');
}

/** What is between the tags of a raw element, where both are in one list of children. */
function readSiblings(parent: Parents): void {
  let open = -1;
  const children = parent.children as RootContent[];
  const inLink = new Set<RootContent>();
  for (const [index, child] of children.entries()) {
    if (child.type !== 'html' || child.value.startsWith('<!--')) continue;
    for (const [, slash, attributes = ''] of child.value.matchAll(anchorTag)) {
      if (slash === '/') {
        if (open !== -1) for (const inner of children.slice(open + 1, index)) inLink.add(inner);
        open = -1;
      } else if (/\shref\s*=/i.test(attributes)) {
        if (open === -1 || open === index || !children.slice(open + 1, index).every(isBlank)) open = index;
        else child.value = child.value.replace(/<a(?=\s)[^<>]*>$/i, '');
      }
    }
  }
  if (inLink.size > 0)
    (parent as { children: RootContent[] }).children = children.flatMap((child) =>
      inLink.has(child) ? withoutLinks([child]) : [child],
    );
}

const isLink = (node: Nodes): node is Link | LinkReference | ComponentNode =>
  node.type === 'link' ||
  node.type === 'linkReference' ||
  (node.type === 'component' && node.name === 'a' && 'href' in node.props);

const isBlank = (node: RootContent) => node.type === 'text' && node.value.trim() === '';

function withoutLinks(nodes: readonly RootContent[]): RootContent[] {
  return nodes.flatMap((node) => {
    if (!('children' in node)) return [node];
    const children = withoutLinks(node.children as RootContent[]);
    return isLink(node) ? children : [{ ...node, children } as RootContent];
  });
}
