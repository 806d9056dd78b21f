// Finds names whose values can change in code that docgen doesn't interpret. Their values are unknown.
import { memoize } from 'lodash-es';
import type { Node, Statement } from './babel.js';
import { nameOf } from './operators.js';

/** Methods that change their list, map or set. `sort` is interpreted, except as a statement of the module. */
const changing = /^(?:push|pop|shift|unshift|splice|reverse|fill|copyWithin|set|add|delete|clear)$/;
/** Methods that return a new list. A change of that list doesn't change the original, but a change of its items does. */
const copying = /^(?:map|filter|flatMap|flat|slice|concat|keys|values|entries|from|split|to[A-Z]\w*)$/;
/** Properties of a component that do not affect its output. */
const unseen = /^(?:displayName|propTypes|contextTypes)$/;
/** Statements that are not interpreted. The values that a function with one of them changes are unknown. */
const unreadStatement = /^(?:For|ForIn|While|DoWhile|Switch|Try|Labeled)Statement$/;

interface Place {
  readonly node: Node;
  /** Names that the enclosing function declares. Undefined outside functions. */
  readonly own?: ReadonlySet<string> | undefined;
  readonly isInLoop: boolean;
  /** Whether the node is a statement of the module, or the expression of a statement that is interpreted. */
  readonly isDirect: boolean;
}

/**
 * Returns the names whose values change. `x = 1` is interpreted as a statement of the function or module that declares `x`, but not in a
 * callback or an expression. `x.push(1)` is interpreted only in functions.
 */
export const changedNames = memoize((statements: readonly Statement[]): ReadonlySet<string> => {
  const changed = new Set<string>();
  const changedParts = new Set<string>();
  const sources = new Map<string, Set<string>>();
  const queue: Place[] = statements.map((node) => ({ node, isInLoop: false, isDirect: true }));
  for (let place = queue.pop(); place; place = queue.pop()) {
    const { node, own, isInLoop, isDirect } = place;
    const isRead = !own && isDirect && node.type === 'AssignmentExpression' && node.left.type === 'Identifier';
    for (const [name, of] of own ? [] : sharedBy(node)) {
      const known = sources.get(name) ?? new Set();
      for (const source of of) known.add(source);
      sources.set(name, known);
    }
    for (const name of changedBy(node, isDirect && !own)) {
      if (!isBinding(node)) changedParts.add(name);
      if (!isRead && !(own?.has(name) && (isDirect || isInLoop))) changed.add(name);
    }
    const isFunction = /Function|Method/.test(node.type);
    const inner = isFunction ? new Set(namesIn(node, true)) : own;
    const isStatement = node.type === 'ExpressionStatement' && (own !== undefined || isDirect);
    const isUnread = !isFunction && (isInLoop || unreadStatement.test(node.type));
    for (const child of childrenOf(node))
      queue.push({ node: child, own: inner, isInLoop: isUnread, isDirect: isStatement });
  }
  // The loop also visits names that it adds.
  for (const name of changedParts)
    for (const source of sources.get(name) ?? []) {
      changedParts.add(source);
      changed.add(source);
    }
  return changed;
});
changedNames.cache = new WeakMap();

/** Returns the names whose values a node changes. */
function changedBy(node: Node, isOfModule: boolean): readonly string[] {
  if (node.type === 'AssignmentExpression') {
    const isSeen = node.left.type !== 'MemberExpression' || !unseen.test(nameOf(node.left.property));
    return isSeen ? rootsOf(node.left) : [];
  }
  if (node.type === 'UpdateExpression') return rootsOf(node.argument);
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return rootsOf(node.argument);
  if (/^For(?:In|Of)Statement$/.test(node.type) && 'left' in node && node.left)
    return typeof node.left === 'object' && node.left.type !== 'VariableDeclaration' ? rootsOf(node.left) : [];
  if (!isCall(node) || !isMember(node.callee)) return [];
  const { object: of, property } = node.callee;
  const [name, [first]] = [nameOf(property), node.arguments];
  if (/^(?:assign|definePropert(?:y|ies)|call|apply)$/.test(name) && first) return rootsOf(first);
  return changing.test(name) || (isOfModule && name === 'sort') ? rootsOf(of) : [];
}

/** Whether a node only assigns a new value to a name, so that other names of its former value keep that. */
const isBinding = (node: Node) =>
  (node.type === 'AssignmentExpression' && !isMember(node.left)) ||
  (node.type === 'UpdateExpression' && !isMember(node.argument));

/** A name, and the names whose lists and records it can share. */
type Shared = readonly [name: string, of: readonly string[]];

/** Returns the names that a node of a module makes share values: variables, and parameters of functions. `f()` is the name of the arguments of `f`. */
function sharedBy(node: Node): readonly Shared[] {
  const share = (names: readonly string[], of: readonly string[]) => names.map((name): Shared => [name, of]);
  const shareParameters = (of: Node | null | undefined, from: readonly string[], skipped = 0) =>
    of && /Function/.test(of.type) && 'params' in of
      ? share(
          of.params.slice(skipped).flatMap((one) => namesIn(one, false)),
          from,
        ) // 'reduce' passes its own value first
      : [];
  if (node.type === 'FunctionDeclaration') return shareParameters(node, [`${node.id?.name}()`]);
  if (node.type === 'ForOfStatement') return share(namesIn(node.left, true), rootsOf(node.right, true));
  if (node.type === 'VariableDeclarator') {
    const names = namesIn(node.id, false);
    if (!node.init) return [];
    const isPart = node.id.type !== 'Identifier';
    return [...shareParameters(node.init, [`${names[0]}()`]), ...share(names, rootsOf(node.init, isPart))];
  }
  if (!isCall(node)) return [];
  const { callee, arguments: args } = node;
  if (callee.type === 'Identifier')
    return share(
      [`${callee.name}()`],
      args.flatMap((one) => rootsOf(one)),
    );
  if (!isMember(callee)) return [];
  const skipped = /^reduce/.test(nameOf(callee.property)) ? 1 : 0;
  return args.flatMap((one) => shareParameters(one, rootsOf(callee.object, true), skipped));
}

type OneOf<Type extends Node['type']> = Extract<Node, { type: Type }>;
const isMember = (node: Node): node is OneOf<'MemberExpression' | 'OptionalMemberExpression'> =>
  /^(?:Optional)?MemberExpression$/.test(node.type);
const isCall = (node: Node): node is OneOf<'CallExpression' | 'OptionalCallExpression'> =>
  /^(?:Optional)?CallExpression$/.test(node.type);

/**
 * Returns the names whose lists and records an expression can return: the name before the first `.` or `[`, those in a condition, or the
 * names of a pattern. `isPart`: those whose parts it can return.
 */
function rootsOf(node: Node, isPart = false): readonly string[] {
  if (node.type === 'Identifier') return [node.name];
  if (/Pattern$/.test(node.type)) return namesIn(node, false);
  if (isMember(node)) return rootsOf(node.object, true);
  if (isCall(node)) {
    if (!isMember(node.callee)) return []; // other functions, such as 'ref' and 'useState', return new values
    const { object, property } = node.callee;
    if (!isPart && copying.test(nameOf(property))) return [];
    const of = /^(?:Object|Array)$/.test(nameOf(object)) ? node.arguments : [object];
    return of.flatMap((one) => rootsOf(one, isPart));
  }
  const isPassed = /^(?:TS(?:NonNull|As|Satisfies)Expression|TSTypeAssertion|Conditional|Logical|Parenthesized)/;
  const isNew = /^(?:Array|Object|New)Expression$|^SpreadElement$|^ObjectProperty$/;
  if (!isPassed.test(node.type) && !(isPart && isNew.test(node.type))) return [];
  return (node.type === 'ObjectProperty' ? [node.value] : childrenOf(node)).flatMap((one) => rootsOf(one, isPart));
}

/** Returns all names in a node, or those that a function declares. */
function namesIn(node: Node, isDeclared: boolean): readonly string[] {
  const names: string[] = [];
  const queue: (readonly [Node, boolean])[] = [[node, !isDeclared]];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [one, isNamed] = next;
    if (one.type === 'Identifier' && isNamed) names.push(one.name);
    const isFunction = /Function|Method/.test(one.type);
    if (isFunction && isDeclared && one !== node) {
      if (one.type === 'FunctionDeclaration' && one.id) names.push(one.id.name);
      continue;
    }
    const patterns: unknown[] =
      one.type === 'VariableDeclarator' ? [one.id] : isFunction && 'params' in one ? one.params : [];
    for (const child of childrenOf(one)) queue.push([child, isNamed || patterns.includes(child)]);
  }
  return names;
}

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter((one): one is Node => typeof one === 'object' && one !== null && typeof one.type === 'string');

/** Whether what a statement of a script changes is changed before the page is shown: not by functions and hooks of Vue, such as `onMounted(…)`. */
export const isOfSetup = (node: Statement): boolean => {
  const { callee = undefined } =
    node.type === 'ExpressionStatement' && 'callee' in node.expression ? node.expression : {};
  return !node.type.endsWith('Declaration') && !(callee && /^(?:on[A-Z]|watch)/.test(nameOf(callee)));
};
