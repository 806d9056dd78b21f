// Statements of functions, and patterns of names, in code that is read without running it.
import { omit } from 'lodash-es';
import type { Node, Statement } from './babel.js';
import {
  Computed,
  isList,
  isLiteralRecord,
  isUnknown,
  type Literal,
  type Location,
  type Lookup,
  Markup,
  type Scope,
} from './literal-values.js';
import { declaredIn, memberOf, nameOf, recordOf } from './operators.js';

const maxLoop = 10_000;

export interface Reading {
  readonly value: (node: Node, scope: Scope) => Literal;
  /** An item of a list; several of a spread list. */
  readonly element: (node: Node, scope: Scope) => readonly Literal[];
  readonly declare: (node: Statement, scope: Scope) => void;
  /** Counts work. Returns false if it is too much. */
  readonly spend: (steps: number) => boolean;
}

/** A record without the properties that a pattern names. */
function restOf(value: Literal, named: readonly Node[]): Literal {
  const names = named.flatMap((one) => (one.type === 'ObjectProperty' ? [nameOf(one.key)] : []));
  return isLiteralRecord(value) ? recordOf(Object.entries(omit(value, names))) : value;
}

/** Gives the names of a pattern, such as `{ a, b = 1 }`, their parts of a value. */
export function bind(pattern: Node, read: Lookup, scope: Scope, value: Reading['value']): void {
  const at = { file: scope.file, line: pattern.loc?.start.line ?? 1 };
  const bindPart = (part: Node, of: Lookup) => bind(part, of, scope, value);
  if (pattern.type === 'Identifier') scope.names.set(pattern.name, read);
  else if (pattern.type === 'RestElement') bindPart(pattern.argument, read);
  else if (pattern.type === 'AssignmentPattern') bindPart(pattern.left, () => read() ?? value(pattern.right, scope));
  else if (pattern.type === 'ArrayPattern')
    for (const [index, part] of pattern.elements.entries()) part && bindPart(part, () => memberOf(read(), index, at));
  else if (pattern.type === 'ObjectPattern')
    for (const property of pattern.properties)
      if (property.type === 'RestElement') bindPart(property, () => restOf(read(), pattern.properties));
      else bindPart(property.value, () => memberOf(read(), nameOf(property.key), at));
}

/** Returns the result of a statement of a function. It is computed if the function has statements that are not read. */
export function returned(statement: Node, outer: Scope, reading: Reading, at: Location): Literal {
  const { value, declare, spend } = reading;
  const queue: (readonly [Node, Scope])[] = [[statement, outer]];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [node, scope] = next;
    if (node.type === 'ReturnStatement') return node.argument ? value(node.argument, scope) : undefined;
    let more: readonly (readonly [Node | null | undefined, Scope])[] = [];
    if (node.type === 'BlockStatement') more = node.body.map((one) => [one, scope]);
    else if (node.type === 'VariableDeclaration' || node.type === 'FunctionDeclaration') {
      for (const name of declaredIn(node)) scope.names.set(name, () => undefined);
      declare(node, scope);
      for (const name of declaredIn(node)) scope.names.get(name)?.(); // before later statements change what it names
    } else if (node.type === 'IfStatement') {
      const test = value(node.test, scope);
      if (isUnknown(test)) return new Computed(at);
      more = [[test ? node.consequent : node.alternate, scope]];
    } else if (node.type === 'ForOfStatement' && node.left.type === 'VariableDeclaration') {
      const [list, pattern] = [value(node.right, scope), node.left.declarations[0]?.id];
      if (!isList(list) || list.length > maxLoop) return new Computed(at);
      more = list.map((one) => {
        const own: Scope = { file: scope.file, names: new Map(), outer: scope };
        if (pattern) bind(pattern, () => one, own, value);
        return [node.body, own];
      });
    } else if (node.type !== 'ExpressionStatement' || !isChanged(node, scope, reading)) return new Computed(at);
    if (!spend(1 + more.length + queue.length / 100)) return new Computed(at);
    queue.unshift(...more.flatMap(([one, own]) => (one ? [[one, own] as const] : [])));
  }
  return undefined;
}

/** Reads `a = 1`, calls, and `a.b = 1` and `a.push(1)`, which change a value that several names can have. Returns whether it was read. */
function isChanged(statement: Extract<Node, { type: 'ExpressionStatement' }>, scope: Scope, reading: Reading): boolean {
  const { value, element, spend, declare } = reading;
  const node = statement.expression;
  // A copy is set, so that no value contains itself.
  const copyOf = (one: Literal): Literal => {
    if (!spend(1) || one instanceof Markup) return new Computed({ file: scope.file, line: 1 });
    if (isList(one)) return one.map(copyOf);
    return isLiteralRecord(one) ? recordOf(Object.entries(one).map(([key, part]) => [key, copyOf(part)])) : one;
  };
  const target = node.type === 'AssignmentExpression' ? node.left : node.type === 'CallExpression' ? node.callee : node;
  if (target.type === 'Identifier' && node.type === 'CallExpression') return !isUnknown(value(node, scope));
  if (target.type === 'Identifier' && node.type === 'AssignmentExpression' && scope.names.has(target.name)) {
    declare(statement, scope);
    scope.names.get(target.name)?.(); // before later statements change what it names
    return true;
  }
  if (target.type !== 'MemberExpression') return false;
  const of = value(target.object, scope);
  const key = target.computed ? value(target.property, scope) : nameOf(target.property);
  if (node.type === 'AssignmentExpression' && node.operator === '=' && isLiteralRecord(of) && key !== '__proto__')
    Object.assign(of, { [String(key)]: copyOf(value(node.right, scope)) });
  else if (node.type === 'CallExpression' && key === 'push' && isList(of))
    (of as Literal[]).push(...node.arguments.flatMap((arg) => element(arg, scope)).map(copyOf));
  else return false;
  return true;
}
