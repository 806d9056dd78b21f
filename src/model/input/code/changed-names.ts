// Finds the names in a module whose values code changes in a way that is not read, so that what they are is not known.
import { memoize } from 'lodash-es';
import type { Node, Statement } from './babel.js';
import { nameOf } from './operators.js';

/** Methods that change their list, map or set. `sort` is read, but not as a statement of the module. */
const changing = /^(?:push|pop|shift|unshift|splice|reverse|fill|copyWithin|set|add|delete|clear)$/;
/** Properties of components that do not change what they show. */
const unseen = /^(?:displayName|propTypes|contextTypes)$/;
/** A function that has one of these is not read, and in it, neither are its names. */
const unreadStatement = /^(?:For|ForIn|While|DoWhile|Switch|Try|Labeled)Statement$/;

interface Place {
  readonly node: Node;
  /** Names that the function around it declares; undefined outside functions. */
  readonly own?: ReadonlySet<string> | undefined;
  readonly isInLoop: boolean;
  /** Whether it is a statement of the module or the expression of a statement that is read. */
  readonly isDirect: boolean;
}

/**
 * `x = 1` is read as a statement of the function that declares `x`, or of the module. In a callback or an expression, it is not, nor is
 * `x.push(1)` outside of functions.
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

/** The names whose values a node changes. */
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

/** The name before the first `.` or `[`, or the names of a pattern. */
function rootsOf(node: Node): readonly string[] {
  let root = node;
  while (root.type === 'MemberExpression' || root.type === 'TSNonNullExpression' || root.type === 'TSAsExpression')
    root = root.type === 'MemberExpression' ? root.object : root.expression;
  if (root.type === 'Identifier') return [root.name];
  return /Pattern$/.test(root.type) ? namesIn(root, false) : [];
}

/** All names in a node, or those that a function declares. */
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
