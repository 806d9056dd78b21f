// Walks a tree in document order. The same contract as unist-util-visit for what docgen uses of it, at a third of its time: bodies go
// through some twenty walks.
import type { Node, Parent } from 'unist';

/** Do not walk into the node. */
export const SKIP = 'skip';
/** `SKIP`, or the index of the parent's child to go on with, or both. */
// biome-ignore lint/suspicious/noConfusingVoidType: a visitor may end without a return
export type Step = undefined | void | typeof SKIP | number | readonly [typeof SKIP, number];

// biome-ignore lint/suspicious/noExplicitAny: nodes of any tree
type AnyNode = any;

type Descendant<Tree> = Tree extends { children: readonly (infer Child)[] } ? Child | Descendant1<Child> : never;
type Descendant1<Tree> = Tree extends { children: readonly (infer Child)[] } ? Child | Descendant2<Child> : never;
type Descendant2<Tree> = Tree extends { children: readonly (infer Child)[] } ? Child | Descendant3<Child> : never;
type Descendant3<Tree> = Tree extends { children: readonly (infer Child)[] } ? Child : never;
type NodeOf<Tree> = Tree | Descendant<Tree>;
type OfType<Tree, Type extends string> = Extract<NodeOf<Tree>, { type: Type }>;
type ParentOf<Tree> = Extract<NodeOf<Tree>, { children: readonly unknown[] }>;

type Visitor<Tree, Found> = (node: Found, index: number | undefined, parent: ParentOf<Tree> | undefined) => Step;

/** Calls a function for each node, or each node of a type. */
export function visit<Tree extends Node>(tree: Tree, visitor: Visitor<Tree, NodeOf<Tree>>): void;
export function visit<Tree extends Node, Type extends string>(
  tree: Tree,
  type: Type,
  visitor: Visitor<Tree, OfType<Tree, Type>>,
): void;
export function visit(tree: Node, typeOrVisitor: string | AnyNode, maybeVisitor?: AnyNode): void {
  const type = typeof typeOrVisitor === 'string' ? typeOrVisitor : undefined;
  const visitor = type === undefined ? typeOrVisitor : maybeVisitor;
  const walk = (node: Node, index: number | undefined, parent: Parent | undefined): number | undefined => {
    const step: Step = type === undefined || node.type === type ? visitor(node, index, parent) : undefined;
    const { children } = node as Partial<Parent>;
    if (children !== undefined && step !== SKIP && typeof step !== 'object') {
      for (let position = 0; position < children.length; ) {
        const child = children[position];
        const isPassed =
          !child || (type !== undefined && child.type !== type && (child as Partial<Parent>).children === undefined);
        position = (isPassed ? undefined : walk(child, position, node as Parent)) ?? position + 1;
      }
    }
    return typeof step === 'number' ? step : typeof step === 'object' ? step[1] : undefined;
  };
  walk(tree, undefined, undefined);
}

/** A call takes only so many arguments, which stand on the stack. */
const mostArguments = 10_000;

/** Puts nodes in the place of a child; gives the index behind them. */
export function replaceChild(parent: { children: Node[] }, index: number, nodes: readonly Node[]): number {
  const { children } = parent;
  if (nodes.length <= mostArguments) children.splice(index, 1, ...nodes);
  else for (const node of [...nodes, ...children.splice(index).slice(1)]) children.push(node);
  return index + nodes.length;
}
