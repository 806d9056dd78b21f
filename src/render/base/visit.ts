// Visits the nodes of a tree in document order, like unist-util-visit, but in a third of the time. docgen visits each body about twenty times.
import type { Nodes as HtmlNode } from 'hast';
import type { Nodes as MarkdownNode } from 'mdast';
import type { Node, Parent } from 'unist';

export const SKIP = 'skip';
/** Skip the children of the node, the index of the sibling to continue with, or both. */
// biome-ignore lint/suspicious/noConfusingVoidType: a visitor may end without a return
type Step = undefined | void | typeof SKIP | number | readonly [typeof SKIP, number];

// biome-ignore lint/suspicious/noExplicitAny: nodes of any tree
type AnyNode = any;

type NodeOf<Tree> = Tree extends MarkdownNode ? MarkdownNode : HtmlNode;
type OfType<Tree, Type extends string> = Extract<NodeOf<Tree>, { type: Type }>;
type ParentOf<Tree> = Extract<NodeOf<Tree>, { children: readonly unknown[] }>;

type Visitor<Tree, Found> = (node: Found, index: number | undefined, parent: ParentOf<Tree> | undefined) => Step;

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

/** Replaces each node of a type by what `make` returns, which is not visited. Undefined keeps the node. */
export function replaceNodes<Tree extends Node, Type extends string>(
  tree: Tree,
  type: Type,
  make: (node: OfType<Tree, Type>, parent: ParentOf<Tree>, index: number) => readonly Node[] | undefined,
): void {
  visit(tree, type, (node, index, parent) => {
    const nodes = parent && index !== undefined ? make(node, parent, index) : undefined;
    return nodes && [SKIP, replaceChild(parent as unknown as Parent, index ?? 0, nodes)];
  });
}

/** Maximum number of arguments of a call, because they are on the stack. */
const maxArguments = 10_000;

/** Replaces a child by nodes. Returns the index after them. */
export function replaceChild(parent: { children: Node[] }, index: number, nodes: readonly Node[]): number {
  const { children } = parent;
  if (nodes.length <= maxArguments) children.splice(index, 1, ...nodes);
  else for (const node of [...nodes, ...children.splice(index).slice(1)]) children.push(node);
  return index + nodes.length;
}
