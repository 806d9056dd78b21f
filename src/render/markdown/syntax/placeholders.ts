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

interface Found {
  readonly start: number;
  readonly end: number;
  readonly placeholder: Placeholder | undefined;
  readonly isBlock: boolean;
}

/** Puts the placeholders of a scanned text into its tree. */
export function readPlaceholders(tree: Root, { placeholders }: Scanned, token: string): void {
  if (placeholders.length === 0) return;
  const word = `m${token}n`;
  const foundIn = (value: string): Found[] => {
    const found: Found[] = [];
    for (let at = value.indexOf(word); at !== -1; at = value.indexOf(word, at + 1)) {
      const number = at + word.length;
      const behind = value.indexOf('m', number) + 1;
      const placeholder = placeholders[Number(value.slice(number, behind - 1))];
      const isBlock = value.startsWith('<!--', at - 4) && value.startsWith('-->', behind);
      found.push({ start: isBlock ? at - 4 : at, end: isBlock ? behind + 3 : behind, placeholder, isBlock });
    }
    return found;
  };
  const restore = (value: string, isWanted: (found: Found) => boolean = () => true) => {
    let [restored, end] = ['', 0];
    for (const found of foundIn(value).filter(isWanted)) {
      restored += value.slice(end, found.start) + (found.placeholder?.source ?? '');
      end = found.end;
    }
    return restored + value.slice(end);
  };
  /** In a line of raw HTML formulas may be a part of a tag. */
  const isFormula = ({ placeholder, isBlock }: Found) => !isBlock && placeholder?.meaning.kind === 'math';

  visit(tree, (node, index, parent) => {
    if (node.type === 'html' && node.value.includes(token)) node.value = restore(node.value, isFormula);
    if ((node.type === 'text' || node.type === 'html') && parent && index !== undefined && node.value.includes(token)) {
      return [SKIP, replaceChild(parent, index, split(node, foundIn(node.value)))];
    }
    const fields = node as unknown as Record<string, unknown>;
    for (const key in fields) {
      const value = fields[key];
      if (typeof value === 'string' && value.includes(token)) fields[key] = restore(value);
    }
    return undefined;
  });
}

function split(node: Extract<Nodes, { value: string }>, all: readonly Found[]): (RootContent | PhrasingContent)[] {
  const nodes: (RootContent | PhrasingContent)[] = [];
  let last = 0;
  const keep = (value: string) => {
    if (value !== '') nodes.push({ ...node, value } as RootContent);
  };
  for (const { start, end, placeholder, isBlock } of all) {
    keep(node.value.slice(last, start));
    last = end;
    if (!placeholder) continue;
    nodes.push({ type: 'placeholder', placeholder, isBlock, ...(node.position && { position: node.position }) });
  }
  keep(node.value.slice(last));
  return nodes;
}
