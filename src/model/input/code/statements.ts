// Interprets function bodies and destructuring patterns without running code.
import { once } from 'lodash-es';
import type { Node } from './babel.js';
import {
  Computed,
  isList,
  isLiteralRecord,
  isUnknown,
  type Literal,
  type LiteralRecord,
  type Location,
  type Lookup,
  Markup,
  type Scope,
  SourceFunction,
} from './literal-values.js';
import { memberOf, nameOf, type ReadFiles, recordOf } from './operators.js';

const maxLoop = 10_000;

/** The interpreter. */
export interface Reading {
  readonly files: ReadFiles;
  readonly isStrict: boolean;
  readonly value: (node: Node, scope: Scope) => Literal;
  /** Returns an item of a list, or several for a spread list. */
  readonly element: (node: Node, scope: Scope) => readonly Literal[];
  /** Counts steps. Returns false if the limit is exceeded. */
  readonly spend: (steps: number) => boolean;
  readonly apply: (called: SourceFunction, args: readonly Literal[], at: Location) => Literal;
  /** Returns the output of a component of the project for some props. Other values become undefined. */
  readonly show: (value: Literal, props: LiteralRecord, at: Location) => Literal;
}

type Pattern = Extract<Node, { type: 'ObjectPattern' }>;

/** Binds the names in a pattern, such as `{ a, b = 1 }`, to the parts of a value. */
export function bind(pattern: Node, read: Lookup, scope: Scope, reading: Reading): void {
  const at = { file: scope.file, line: pattern.loc?.start.line ?? 1 };
  const bindPart = (part: Node, of: Lookup) => bind(part, of, scope, reading);
  if (pattern.type === 'Identifier') scope.names.set(pattern.name, read);
  else if (pattern.type === 'RestElement') bindPart(pattern.argument, read);
  else if (pattern.type === 'AssignmentPattern')
    bindPart(pattern.left, () => {
      const given = read();
      return given === undefined ? reading.value(pattern.right, scope) : given;
    });
  else if (pattern.type === 'ArrayPattern')
    for (const [index, part] of pattern.elements.entries()) part && bindPart(part, () => memberOf(read(), index, at));
  else if (pattern.type === 'ObjectPattern') bindProperties(pattern, read, scope, reading);
}

function bindProperties(pattern: Pattern, read: Lookup, scope: Scope, reading: Reading): void {
  const at = { file: scope.file, line: pattern.loc?.start.line ?? 1 };
  const keyOf = ({ key, computed }: { readonly key: Node; readonly computed?: boolean | null }) =>
    key.type === 'Identifier' && !computed ? key.name : reading.value(key, scope);
  for (const property of pattern.properties)
    if (property.type !== 'RestElement')
      bind(property.value, () => memberOf(read(), keyOf(property), at), scope, reading);
    else {
      const rest = once((): Literal => {
        const value = read();
        const names = pattern.properties.flatMap((one) => (one.type === 'RestElement' ? [] : [keyOf(one)]));
        if (!isLiteralRecord(value) || names.some(isUnknown)) return new Computed(at);
        reading.spend(Object.keys(value).length);
        return recordOf(Object.entries(value).filter(([key]) => !names.some((name) => String(name) === key)));
      });
      bind(property, rest, scope, reading);
    }
}

/** Returns the result of the body of a function. It is computed if the function has statements that are not read. */
export function returned(body: Node, outer: Scope, reading: Reading, at: Location): Literal {
  const { value, spend } = reading;
  const top: Scope = { file: outer.file, names: new Map(), outer };
  const queue: (readonly [Node, Scope])[] = [[body, outer]];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [statement, scope] = next;
    const node = statement.type === 'ExpressionStatement' ? statement.expression : statement;
    if (node.type === 'ReturnStatement') return node.argument ? value(node.argument, scope) : undefined;
    let more: readonly (readonly [Node | null | undefined, Scope])[] = [];
    if (node.type === 'BlockStatement') {
      const own = node === body ? top : { file: scope.file, names: new Map<string, Lookup>(), outer: scope };
      for (const one of node.body)
        if (one.type === 'FunctionDeclaration' && one.id)
          own.names.set(one.id.name, () => new SourceFunction(one, own));
      more = node.body.map((one) => [one, own]);
    } else if (node.type === 'VariableDeclaration') {
      for (const { id, init } of node.declarations) {
        const known = init ? value(init, scope) : undefined; // evaluated before later statements change it
        bind(id, () => known, node.kind === 'var' ? top : scope, reading);
      }
    } else if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      const test = value(node.test, scope);
      if (isUnknown(test)) return new Computed(at);
      more = [[test ? node.consequent : node.alternate, scope]];
    } else if (node.type === 'ForOfStatement' && node.left.type === 'VariableDeclaration') {
      const [list, pattern] = [value(node.right, scope), node.left.declarations[0]?.id];
      if (!isList(list) || list.length > maxLoop) return new Computed(at);
      more = list.map((one) => {
        const own: Scope = { file: scope.file, names: new Map(), outer: scope };
        if (pattern) bind(pattern, () => one, own, reading);
        return [node.body, own];
      });
    } else if (node.type !== 'FunctionDeclaration' && !isChanged(node, scope, outer, reading)) return new Computed(at);
    if (!spend(1 + more.length + queue.length / 100)) return new Computed(at);
    queue.unshift(...more.flatMap(([one, own]) => (one ? [[one, own] as const] : [])));
  }
  return undefined;
}

/** Returns the value that an assignment sets: `b` for `a = b`, `a + b` for `a += b`. Other operators are not supported. */
export const assigned = (node: Extract<Node, { type: 'AssignmentExpression' }>): Node => {
  if (node.operator === '=') return node.right;
  return node.operator === '+=' ? ({ ...node, type: 'BinaryExpression', operator: '+' } as Node) : node;
};

/**
 * Interprets `a = 1` for names of the function (its parameters are in `outer`), calls, and `a.b = 1`, `a.push(1)` and `a.sort()`, which
 * change a value that several names can share. `a.forEach(f)` and `a.map(f)` run `f` for what it changes. Returns whether the statement is
 * supported.
 */
function isChanged(node: Node, scope: Scope, outer: Scope, reading: Reading): boolean {
  const { value, element, spend, isStrict } = reading;
  // Sets a copy, so that no value contains itself.
  const copyOf = (one: Literal): Literal => {
    if (!spend(1) || one instanceof Markup) return new Computed({ file: scope.file, line: 1 });
    if (isList(one)) return one.map(copyOf);
    return isLiteralRecord(one) ? recordOf(Object.entries(one).map(([key, part]) => [key, copyOf(part)])) : one;
  };
  const target = node.type === 'AssignmentExpression' ? node.left : node.type === 'CallExpression' ? node.callee : node;
  if (target.type === 'Identifier' && node.type === 'CallExpression') return !isUnknown(value(node, scope));
  if (target.type === 'Identifier' && node.type === 'AssignmentExpression') {
    for (let own: Scope | undefined = scope; own && own !== outer.outer; own = own.outer) {
      if (!own.names.has(target.name)) continue;
      const known = value(assigned(node), scope); // evaluated before later statements change it
      own.names.set(target.name, () => known);
      return true;
    }
    return false;
  }
  if (target.type !== 'MemberExpression') return false;
  const of = value(target.object, scope);
  const key = target.computed ? value(target.property, scope) : nameOf(target.property);
  const isSet = node.type === 'AssignmentExpression' && node.operator === '=' && isLiteralRecord(of);
  if (isSet && isUnknown(key) && !isStrict) Object.assign(of, { '...': key });
  else if (typeof key !== 'string' && typeof key !== 'number') return false;
  else if (isSet && key !== '__proto__') Object.assign(of, { [key]: copyOf(value(node.right, scope)) });
  else if (node.type === 'CallExpression' && key === 'push' && isList(of))
    (of as Literal[]).push(...node.arguments.flatMap((arg) => element(arg, scope)).map(copyOf));
  else if (node.type === 'CallExpression' && isList(of) && (key === 'forEach' || key === 'map')) {
    const [each] = node.arguments.map((arg) => value(arg, scope));
    return each instanceof SourceFunction && of.every((...given) => isRun(each, given, reading));
  } else return node.type === 'CallExpression' && !isUnknown(value(node, scope));
  return true;
}

/** Calls a function for what it changes. Its body can be an expression, which is read like a statement. */
function isRun({ node, scope }: SourceFunction, given: readonly Literal[], { apply }: Reading): boolean {
  const body = { type: 'BlockStatement', body: [node.body] };
  const called = new SourceFunction({ ...node, body } as SourceFunction['node'], scope);
  return !isUnknown(apply(called, given, { file: scope.file, line: 1 }));
}
