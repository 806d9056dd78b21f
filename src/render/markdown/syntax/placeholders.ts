// Converts the placeholders of scan.ts to nodes of the syntax tree, or restores the source text where no node is possible (in code, a URL, an attribute).
import type { Html, Root, RootContent, Text } from 'mdast';
import type { Position } from 'unist';
import { replaceChild, SKIP, visit } from '../../base/visit.js';
import type { Placeholder, Scanned } from './scan.js';

export interface PlaceholderNode {
  type: 'placeholder';
  placeholder: Placeholder;
  /** Whether it was alone on its lines. */
  isBlock: boolean;
  position?: Position | undefined;
}

declare module 'mdast' {
  interface RootContentMap {
    placeholder: PlaceholderNode;
  }
  interface PhrasingContentMap {
    placeholder: PlaceholderNode;
  }
}

export function readPlaceholders(tree: Root, { placeholders }: Scanned, token: string): void {
  const pattern = new RegExp(`<!--m${token}n(\\d+)m-->|m${token}n(\\d+)m`, 'g');
  const sourceOf = (_: string, block?: string, word?: string) => placeholders[Number(block ?? word)]?.source ?? '';
  /** Restores a formula in a line of raw HTML, where it might be part of a tag. */
  const formulaOf = (whole: string, block?: string, word?: string) => {
    const isFormula = block === undefined && placeholders[Number(word)]?.meaning.kind === 'math';
    return isFormula ? sourceOf(whole, block, word) : whole;
  };
  visit(tree, (node, index, parent) => {
    if (node.type === 'html' && node.value.includes(token)) node.value = node.value.replace(pattern, formulaOf);
    if ((node.type === 'text' || node.type === 'html') && parent && index !== undefined && node.value.includes(token)) {
      return [SKIP, replaceChild(parent, index, split(node, pattern, placeholders))];
    }
    const fields = node as unknown as Record<string, unknown>;
    for (const key in fields) {
      const value = fields[key];
      if (typeof value === 'string' && value.includes(token)) fields[key] = value.replace(pattern, sourceOf);
    }
    return undefined;
  });
}

function split(node: Text | Html, pattern: RegExp, placeholders: readonly Placeholder[]): RootContent[] {
  const nodes: RootContent[] = [];
  let last = 0;
  const keep = (end: number) => {
    if (end > last) nodes.push({ ...node, value: node.value.slice(last, end) });
  };
  for (const { 0: whole, 1: block, 2: word, index } of node.value.matchAll(pattern)) {
    keep(index);
    last = index + whole.length;
    const placeholder = placeholders[Number(block ?? word)];
    const isBlock = block !== undefined;
    if (placeholder) nodes.push({ type: 'placeholder', placeholder, isBlock, position: node.position });
  }
  keep(node.value.length);
  return nodes;
}
