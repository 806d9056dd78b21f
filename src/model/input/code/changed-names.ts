// Finds names whose values can change in code that docgen doesn't interpret. Their values are unknown.
import { memoize } from 'lodash-es';
import type { Node, Statement } from './babel.js';
import { nameOf } from './operators.js';

/** Methods that change their list, map or set. `sort` is interpreted, except as a statement of the module. */
const changing = /^(?:push|pop|shift|unshift|splice|reverse|fill|copyWithin|set|add|delete|clear)$/;
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
  const queue: Place[] = statements.map((node) => ({ node, isInLoop: false, isDirect: true }));
  for (let place = queue.pop(); place; place = queue.pop()) {
    const { node, own, isInLoop, isDirect } = place;
    const isRead = !own && isDirect && node.type === 'AssignmentExpression' && node.left.type === 'Identifier';
    for (const name of changedBy(node, isDirect && !own))
      if (!isRead && !(own?.has(name) && (isDirect || isInLoop))) changed.add(name);
    const isFunction = /Function|Method/.test(node.type);
    const inner = isFunction ? new Set(namesIn(node, true)) : own;
    const isStatement = node.type === 'ExpressionStatement' && (own !== undefined || isDirect);
    const isUnread = !isFunction && (isInLoop || unreadStatement.test(node.type));
    for (const child of childrenOf(node))
      queue.push({ node: child, own: inner, isInLoop: isUnread, isDirect: isStatement });
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
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
  const { object: of, property } = node.callee;
  const [name, [first]] = [nameOf(property), node.arguments];
  if (name === 'assign' && first) return rootsOf(first);
  return changing.test(name) || (isOfModule && name === 'sort') ? rootsOf(of) : [];
}

/** Returns the name before the first `.` or `[`, or the names of a pattern. */
function rootsOf(node: Node): readonly string[] {
  let root = node;
  while (root.type === 'MemberExpression' || root.type === 'TSNonNullExpression' || root.type === 'TSAsExpression')
    root = root.type === 'MemberExpression' ? root.object : root.expression;
  if (root.type === 'Identifier') return [root.name];
  return /Pattern$/.test(root.type) ? namesIn(root, false) : [];
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
