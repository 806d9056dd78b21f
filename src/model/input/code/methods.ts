// Evaluates method calls in code that is interpreted without running it.
import { once } from 'lodash-es';
import type { Node } from './babel.js';
import {
  Call,
  Computed,
  isList,
  isLiteralRecord,
  isUnknown,
  type Literal,
  type Location,
  type Lookup,
  recordIn,
  type Scope,
  SourceFunction,
} from './literal-values.js';
import { answerOf, globbed, listBy, listMethods, nameOf, pagesBy, partsOf, readMethods, textsBy } from './operators.js';
import type { Reading } from './statements.js';

export type CallNode = Extract<Node, { type: 'CallExpression' | 'OptionalCallExpression' | 'NewExpression' }>;

/** Returns the data of a file `*.data.ts` of VitePress: the result of `load` in its default export, or the pages of `createContentLoader`. */
export function dataOf(file: string, exported: Lookup | undefined, { files, apply }: Reading) {
  if (!exported || !/\.data\.m?[jt]s$/.test(file)) return undefined;
  const at = { file, line: 1 };
  return once((): Literal => {
    const loader = exported();
    const isOfPages = loader instanceof Call && loader.callee === 'createContentLoader';
    const given = isOfPages ? pagesBy(files, loader.args[0], at) : new Computed(at);
    const run = isOfPages ? recordIn(loader.args[1])['transform'] : recordIn(loader)['load'];
    return run instanceof SourceFunction ? apply(run, [given], at) : given;
  });
}

/** Returns a list of these items. In strict mode, it is computed if an item spreads a computed list. */
export function spreadList(
  nodes: readonly (Node | null)[],
  read: (node: Node) => readonly Literal[],
  isStrict: boolean,
  at: Location,
): Literal {
  const parts = nodes.map((one) => (one ? read(one) : [undefined]));
  const isOpen = nodes.some(
    (one, index) => one?.type === 'SpreadElement' && parts[index]?.length === 1 && isUnknown(parts[index][0]),
  );
  return isOpen && isStrict ? new Computed(at) : parts.flat();
}

/** Evaluates some methods: `list.map(…)`, and methods that query a text or a record. */
export function readMethod(
  { type, callee, arguments: args }: CallNode,
  scope: Scope,
  { files, value, apply, spend }: Reading,
  at: Location,
): Literal {
  if (type === 'NewExpression') return undefined;
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return undefined;
  const name = nameOf(callee.property);
  const isGlob = name === 'glob' && callee.object.type === 'MetaProperty';
  if (!isGlob && !readMethods.test(name)) return undefined;
  const [of, arg, other] = [callee.object, ...args.slice(0, 2)].map((one) => value(one, scope));
  if (isGlob) return globbed(files, [arg, other], at);
  if (isList(of)) spend(of.length);
  if (callee.object.type === 'Identifier' && /^(?:Array|Object)$/.test(callee.object.name)) {
    const isMerged = name === 'assign' && args[0]?.type === 'ObjectExpression'; // another first argument would change
    const parts = partsOf(name, isMerged ? args.map((one) => value(one, scope)) : arg);
    const length = isList(parts) ? parts.length : Object.keys(recordIn(parts)).length;
    return spend(length) ? parts : new Computed(at, 'it is too large');
  }
  if (isLiteralRecord(of) && of[name] instanceof SourceFunction) return undefined; // a function of the project
  const call = (...given: readonly Literal[]) =>
    arg instanceof SourceFunction && spend(0) ? apply(arg, given, at) : new Computed(at);
  if (typeof of === 'string' && args.length === 0) return textsBy[name]?.(of);
  const isBoolean = args[0]?.type === 'Identifier' && args[0].name === 'Boolean';
  if (isList(of) && listMethods.test(name) && (name !== 'reduce' || args.length > 1))
    return listBy(name, of, { call: isBoolean ? (one) => one : call, first: other, at });
  if (name === 'slice' && (isList(of) || typeof of === 'string') && typeof arg === 'number')
    return other === undefined || typeof other === 'number' ? of.slice(arg, other) : undefined;
  if (typeof arg === 'string') return answerOf(name, of, [arg, other], at);
  if (!name.endsWith('ap') || !isList(of) || !(arg instanceof SourceFunction)) return undefined;
  let isOver = false;
  return of.flatMap((one, index) => {
    const result = isOver ? [] : call(one, index, of);
    if (isOver || name === 'flatMap') return result;
    isOver = !spend(0);
    return isOver ? [result, new Computed(at, 'it is too large')] : [result];
  });
}
