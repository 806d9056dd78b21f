// A fence of the language `math`, as GitHub has it, is a formula on lines of its own.
import type { Parents, Root } from 'mdast';
import type { FormulaNode } from '../syntax/containers.js';
import { SKIP, visit } from '../visit.js';

export function readMathFences(tree: Root): void {
  visit(tree, 'code', (node, index, parent) => {
    if (node.lang?.toLowerCase() !== 'math' || !parent || index === undefined) return undefined;
    const at = node.position && { position: node.position };
    const formula: FormulaNode = { type: 'formula', value: node.value, isDisplay: true, source: node.value, ...at };
    (parent as Parents).children.splice(index, 1, { type: 'paragraph', children: [formula], ...at });
    return [SKIP, index + 1];
  });
}
