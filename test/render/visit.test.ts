// visit.ts visits what unist-util-visit visits, in the same order and with the same index and parent.
import fc from 'fast-check';
import type { Node, Parent } from 'unist';
import { visit as unistVisit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { SKIP, type Step, visit } from '../../src/render/markdown/visit.js';
import { runs } from '../support/seed.js';

interface Plan {
  readonly type: string;
  /** What the visitor says of this node the first time it comes: walk on, skip, or go on elsewhere by so many places. */
  readonly answer: 'none' | 'skip' | 'jump' | 'skip and jump';
  readonly by: number;
  /** What it does to its siblings or children. */
  readonly edit: 'none' | 'remove' | 'replace' | 'append' | 'empty';
  readonly children?: readonly Plan[] | undefined;
}

const { plan } = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.record({
    type: fc.constantFrom('a', 'b', 'c'),
    answer: fc.constantFrom('none', 'none', 'none', 'skip', 'jump', 'skip and jump'),
    by: fc.integer({ min: -1, max: 3 }),
    edit: fc.constantFrom('none', 'none', 'none', 'remove', 'replace', 'append', 'empty'),
    children: fc.option(fc.array(tie('plan'), { maxLength: 4 }), { nil: undefined, maxDepth: 4, depthSize: 'small' }),
  }),
}));

type PlannedNode = Parent & { name: string; plan: Plan };

function treeOf(plan: Plan, name = 'r'): PlannedNode {
  const children = plan.children?.map((child, index) => treeOf(child, `${name}${index}`));
  return { type: plan.type, name, plan, ...(children && { children }) } as PlannedNode;
}

type Walk = (tree: Node, ...rest: never[]) => void;

/** The visits of a walk, and the tree that it leaves. */
function walked(walk: Walk, plan: Plan, only: string | undefined): string {
  const tree = treeOf(plan);
  const visits: string[] = [];
  const seen = new Set<PlannedNode>();
  const visitor = (node: PlannedNode, index: number | undefined, parent: PlannedNode | undefined): Step => {
    visits.push(`${node.name} ${index} ${parent?.name}`);
    if (!node.plan || seen.has(node)) return undefined; // so that it ends, whatever the plan
    seen.add(node);
    const { answer, by, edit } = node.plan;
    if (parent && index !== undefined) {
      if (edit === 'remove') parent.children.splice(index, 1);
      if (edit === 'replace') parent.children[index] = { type: 'text' };
      if (edit === 'append')
        parent.children.push({ type: 'c', name: `${node.name}+`, plan: { answer: 'none' } } as never);
    }
    if (edit === 'empty' && node.children) node.children.length = 0;
    if (answer === 'skip') return SKIP;
    if (index === undefined || answer === 'none') return undefined;
    return answer === 'jump' ? Math.max(0, index + by) : [SKIP, Math.max(0, index + by)];
  };
  walk(tree, ...((only === undefined ? [visitor] : [only, visitor]) as never[]));
  return `${visits.join('\n')}\n${JSON.stringify(tree, ['type', 'name', 'children'])}`;
}

test('the same visits as unist-util-visit, whatever the visitor answers and does to the tree', () => {
  fc.assert(
    fc.property(plan, fc.constantFrom(undefined, 'a', 'b'), (tree, only) => {
      expect(walked(visit as unknown as Walk, tree, only)).toBe(walked(unistVisit as unknown as Walk, tree, only));
    }),
    { numRuns: runs(500) },
  );
});
