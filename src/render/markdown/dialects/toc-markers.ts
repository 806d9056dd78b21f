// `[[toc]]`, `[TOC]`, `[[_TOC_]]`: removed, since every page has its list of headings.
import type { Parents, Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { SKIP, visit } from '../visit.js';

const tocMarker = /^(?:\[\[_?toc_?\]\]|\[toc\]|\{\{\s*toc\s*\}\}|\$\{toc\}|\{:toc\}|@\[toc\])$/i;

export function dropTocMarkers(tree: Root): void {
  visit(tree, 'paragraph', (node, index, parent) => {
    if (!parent || index === undefined || !tocMarker.test(textOf(node).trim())) return undefined;
    if (node.children.some(({ type }) => type === 'inlineCode')) return undefined;
    (parent as Parents).children.splice(index, 1);
    return [SKIP, index];
  });
}
