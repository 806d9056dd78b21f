// Handles URLs that only a program of the site's generator can determine.
import type { Nodes, Root } from 'mdast';
import { decodeAddress } from '../../../model/types/path.js';
import { replaceNodes, visit } from '../../base/visit.js';
import type { ReportUnread, UnreadSyntax } from './generator-syntax.js';

/** Replaces links with such a URL by their text, and removes such images. */
export function dropAddresses(
  tree: Root,
  pattern: RegExp,
  nameOf: (syntax: string) => Omit<UnreadSyntax, 'syntax'>,
  report: ReportUnread,
): void {
  const found = (url: string, node: Nodes) => {
    const [syntax] = decodeAddress(url).match(pattern) ?? [];
    if (syntax !== undefined) report({ ...nameOf(syntax), syntax }, node);
    return syntax !== undefined;
  };
  const defined = new Set<string>();
  visit(tree, 'definition', (node) => {
    if (found(node.url, node)) defined.add(node.identifier);
  });
  for (const type of ['link', 'image'] as const)
    replaceNodes(tree, type, (node) => (found(node.url, node) ? ('children' in node ? node.children : []) : undefined));
  if (defined.size === 0) return;
  replaceNodes(tree, 'linkReference', (node) => (defined.has(node.identifier) ? node.children : undefined));
  replaceNodes(tree, 'imageReference', (node) => (defined.has(node.identifier) ? [] : undefined));
}
