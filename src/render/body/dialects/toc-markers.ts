// `[[toc]]`, `[TOC]`, `[[_TOC_]]`: every page has its list of headings beside it.
import type { Parents, Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { SKIP, visit } from '../visit.js';

const marker = /^(?:\[\[_?toc_?\]\]|\[toc\]|\{\{\s*toc\s*\}\}|\$\{toc\}|\{:toc\}|@\[toc\])$/i;

export function dropTocMarkers(tree: Root): void {
  visit(tree, 'paragraph', (node, index, parent) => {
    if (!parent || index === undefined || !marker.test(textOf(node).trim())) return undefined;
    (parent as Parents).children.splice(index, 1);
    return [SKIP, index];
  });
}
