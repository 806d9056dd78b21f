// Placeholders of scan.ts become nodes of the syntax tree, or, where a node cannot stand (in code, an address, an attribute), what
// the author wrote.
import type { Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import type { Position } from 'unist';
import { replaceChild, SKIP, visit } from '../visit.js';
import type { Placeholder, Scanned } from './scan.js';

/** Foreign syntax as a node; every one is gone when containers.ts is done. */
export interface PlaceholderNode {
  type: 'placeholder';
  placeholder: Placeholder;
  /** True where it stood alone on its lines. */
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

/** Puts the placeholders of a scanned text into its tree. */
export function readPlaceholders(tree: Root, { placeholders }: Scanned, token: string): void {
  if (placeholders.length === 0) return;
  const word = new RegExp(`<!--m${token}n(\\d+)m-->|m${token}n(\\d+)m`, 'g');
  const restore = (value: string) =>
    value.replace(
      word,
      (_, comment?: string, inline?: string) => placeholders[Number(comment ?? inline)]?.source ?? '',
    );

  /** Formulas in a line of raw HTML, where they may be a part of a tag. */
  const withFormulas = (value: string) =>
    value.replace(word, (whole, _comment?: string, inline?: string) => {
      const placeholder = inline === undefined ? undefined : placeholders[Number(inline)];
      return placeholder?.meaning.kind === 'math' ? placeholder.source : whole;
    });

  visit(tree, (node, index, parent) => {
    if (node.type === 'html' && node.value.includes(token)) node.value = withFormulas(node.value);
    if ((node.type === 'text' || node.type === 'html') && parent && index !== undefined && node.value.includes(token)) {
      return [SKIP, replaceChild(parent, index, split(node, word, placeholders))];
    }
    for (const key of ['value', 'url', 'title', 'alt', 'lang', 'meta', 'label', 'identifier'] as const) {
      const value = (node as unknown as Record<string, unknown>)[key];
      if (typeof value === 'string' && value.includes(token))
        (node as unknown as Record<string, unknown>)[key] = restore(value);
    }
    return undefined;
  });
}

function split(
  node: Extract<Nodes, { value: string }>,
  word: RegExp,
  placeholders: readonly Placeholder[],
): (RootContent | PhrasingContent)[] {
  const nodes: (RootContent | PhrasingContent)[] = [];
  let end = 0;
  const keep = (value: string) => {
    if (value !== '') nodes.push({ ...node, value } as RootContent);
  };
  for (const match of node.value.matchAll(word)) {
    keep(node.value.slice(end, match.index));
    end = match.index + match[0].length;
    const placeholder = placeholders[Number(match[1] ?? match[2])];
    if (placeholder)
      nodes.push({
        type: 'placeholder',
        placeholder,
        isBlock: match[1] !== undefined,
        ...(node.position && { position: node.position }),
      });
  }
  keep(node.value.slice(end));
  return nodes;
}
