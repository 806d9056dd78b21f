// Values of operators, methods, functions and JSX in code that is read without running it, and the files that it imports.
import { posix } from 'node:path';
import { attempt } from '../../types/attempt.js';
import { folderOfGlob } from '../../types/path.js';
import { compareInEnglish } from '../text.js';
import type { Node, Statement } from './babel.js';
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
  Plain,
  recordIn,
  type Scope,
} from './literal-values.js';

export const nameOf = (node: Node): string =>
  node.type === 'Identifier' || node.type === 'JSXIdentifier'
    ? node.name
    : node.type === 'StringLiteral'
      ? node.value
      : '';

export function recordOf(entries: readonly (readonly [string, Literal])[]): LiteralRecord {
  return Object.assign(Object.create(null), Object.fromEntries(entries)) as LiteralRecord;
}

/** A key that a record does not have is undefined, unless a part of the record is computed. */
export function memberOf(of: Literal, key: Literal, at: Location): Literal {
  if (key === 'length' && (isList(of) || typeof of === 'string')) return of.length;
  if (isList(of) && typeof key === 'number') return of[key];
  if (!isLiteralRecord(of) || typeof key !== 'string') return new Computed(at);
  if (Object.hasOwn(of, key)) return of[key];
  return Object.hasOwn(of, '...') ? new Computed(at) : undefined;
}

export function answerOf(method: string, of: Literal, [arg, other]: readonly [string, Literal], at: Location): Literal {
  if (method === 'join' && isList(of))
    return joinedTexts(
      of.flatMap((one, index) => (index > 0 ? [arg, one] : [one])),
      at,
    );
  if (method === 'has') return isLiteralRecord(of) ? Object.hasOwn(of, arg) : undefined;
  if (typeof of !== 'string') return undefined;
  if (method === 'localeCompare') return compareInEnglish(of, arg);
  if (method === 'replace') return typeof other === 'string' ? of.replace(arg, () => other) : undefined;
  if (method === 'split') return of.split(arg).slice(0, 1000);
  if (method === 'startsWith') return of.startsWith(arg);
  return method === 'endsWith' ? of.endsWith(arg) : method === 'includes' ? of.includes(arg) : undefined;
}

/** Texts by methods without arguments. */
export const textsBy: Readonly<Record<string, (text: string) => string>> = {
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

/** Methods whose results are read. */
export const readMethods =
  /^(?:toLowerCase|toUpperCase|trim|split|replace|map|flatMap|filter|find|sort|localeCompare|join|has|startsWith|endsWith|includes|isArray|keys|values|entries)$/;

/** What `Array.isArray(of)` and `Object.keys(of)`, `values` and `entries` are. */
export function partsOf(method: string, of: Literal): Literal {
  if (method === 'isArray') return isUnknown(of) ? undefined : isList(of);
  if (!isLiteralRecord(of) || Object.hasOwn(of, '...')) return undefined;
  return method === 'keys' ? Object.keys(of) : method === 'values' ? Object.values(of) : Object.entries(of);
}

/** The parts of a list that a function accepts. */
export function filtered(list: readonly Literal[], test: (one: Literal, index: number) => Literal, at: Location) {
  const answers = list.map(test);
  return answers.some(isUnknown) ? new Computed(at) : list.filter((_, index) => answers[index]);
}

/** A list in the order of a function whose results are numbers. */
export function sorted(list: readonly Literal[], compare: (a: Literal, b: Literal) => Literal, at: Location): Literal {
  let isKnown = true;
  const result = [...list].sort((a, b) => {
    const order = isKnown ? compare(a, b) : undefined;
    isKnown &&= typeof order === 'number';
    return typeof order === 'number' ? order : 0;
  });
  return isKnown ? result : new Computed(at);
}

type ReadValue = (node: Node) => Literal;

/** Texts are compared, too, and what is undefined. */
const calculations: Readonly<Record<string, (a: number, b: number) => Literal>> = {
  '-': (a, b) => a - b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
};

/** Returns the value of an expression that consists of others. */
export function readOperator(node: Node, read: ReadValue, at: Location): Literal {
  switch (node.type) {
    case 'LogicalExpression': {
      const left = read(node.left);
      if (isUnknown(left)) return new Computed(at);
      const isLeft = node.operator === '??' ? left !== null && left !== undefined : !left === (node.operator === '&&');
      return isLeft ? left : read(node.right);
    }
    case 'ConditionalExpression': {
      const test = read(node.test);
      return isUnknown(test) ? new Computed(at) : read(test ? node.consequent : node.alternate);
    }
    case 'UnaryExpression': {
      const value = read(node.argument);
      if (isUnknown(value)) return new Computed(at);
      if (node.operator === 'typeof') return value instanceof Plain ? 'function' : typeof value;
      return node.operator === '!' ? !value : new Computed(at);
    }
    case 'BinaryExpression': {
      const [left, right] = [read(node.left as Node), read(node.right)];
      if (node.operator === 'in' && isLiteralRecord(right) && !Object.hasOwn(right, '...'))
        return Object.hasOwn(right, String(left));
      const calculate = calculations[node.operator];
      if (calculate && [left, right].every((one) => /^(?:number|string|undefined)$/.test(typeof one)))
        return calculate(left as number, right as number);
      const isEquality = /^([!=])==?$/.exec(node.operator);
      if (!isEquality || [left, right].some((one) => typeof one === 'object' && one !== null)) return new Computed(at);
      return (left === right) === (isEquality[1] === '=');
    }
    // As in a build for readers: `import.meta.env`.
    case 'MetaProperty':
      return recordOf([
        [
          'env',
          recordOf([
            ['DEV', false],
            ['PROD', true],
            ['...', new Computed(at)],
          ]),
        ],
      ]);
    case 'JSXFragment':
      return new Markup('', recordOf([]), childrenOf(node.children, read));
    case 'JSXElement': {
      const { name, attributes } = node.openingElement;
      const props = attributes.flatMap((attribute) => attributeOf(attribute, read, at));
      // The name of an element can be a constant.
      const own =
        name.type === 'JSXIdentifier' && /^[A-Z]/.test(name.name) ? read({ ...name, type: 'Identifier' } as Node) : 0;
      return new Markup(
        typeof own === 'string' ? own : tagName(name),
        recordOf(props),
        childrenOf(node.children, read),
      );
    }
    default:
      return new Computed(at);
  }
}

function childrenOf(children: readonly Node[], read: ReadValue): readonly Literal[] {
  return children.flatMap((child): readonly Literal[] => {
    if (child.type === 'JSXText') return [child.value];
    if (child.type !== 'JSXExpressionContainer') return [read(child)];
    return child.expression.type === 'JSXEmptyExpression' ? [] : [read(child.expression)];
  });
}

function attributeOf(node: Node, read: ReadValue, at: Location): readonly (readonly [string, Literal])[] {
  if (node.type === 'JSXSpreadAttribute') {
    const value = read(node.argument);
    return isLiteralRecord(value) ? Object.entries(value) : [['...', new Computed(at)]];
  }
  if (node.type !== 'JSXAttribute') return [];
  const { name, value } = node;
  if (!value) return [[tagName(name), true]];
  const inner = value.type === 'JSXExpressionContainer' ? value.expression : value;
  return [[tagName(name), inner.type === 'JSXEmptyExpression' ? undefined : read(inner)]];
}

const tagName = (node: Node): string => {
  if (node.type === 'JSXNamespacedName') return `${node.namespace.name}:${node.name.name}`;
  return node.type === 'JSXMemberExpression' ? `${tagName(node.object)}.${node.property.name}` : nameOf(node);
};

/** Maximum length of a text that a config joins. */
const maxCharacters = 100_000;

export function joinedTexts(parts: readonly Literal[], at: Location): Literal {
  const index = parts.findIndex((part) => typeof part === 'object' || part === undefined);
  const text = index === -1 ? parts.join('') : '';
  if (index !== -1 || text.length > maxCharacters) {
    const computed = parts[index];
    return computed instanceof Computed ? computed : new Computed(at);
  }
  return parts.every((part) => typeof part === 'number') ? new Computed(at) : text;
}

/** The images that a pattern matches, by their paths. `source` is the pattern from the folder of its project in the hub, `text` their names. */
export function imagesIn(pattern: string, source: string, text: string, isDefault: boolean): LiteralRecord {
  const names = attempt(() => JSON.parse(text) as readonly string[]) ?? [];
  const folder = folderOfGlob(source).replace(/^\/[^/]+\//, '@site/');
  const images = names.map((name) => [folderOfGlob(pattern) + name, recordOf([['src', folder + name]])] as const);
  return recordOf(images.map(([path, image]) => [path, isDefault ? image : recordOf([['default', image]])]));
}

/** What `import.meta.glob(pattern, options)` returns. */
export function globbed({ read, resolve }: ReadFiles, [pattern, options]: readonly Literal[], at: Location): Literal {
  const source = resolve?.(`glob ${pattern}`, at.file);
  if (source === undefined) return new Computed(at);
  return imagesIn(String(pattern), source, read(source) ?? '', recordIn(options ?? null)['import'] === 'default');
}

/** Names that a statement declares. */
export const declaredIn = (node: Statement | null | undefined): readonly string[] => {
  if (node?.type === 'FunctionDeclaration') return node.id ? [node.id.name] : [];
  return node?.type === 'VariableDeclaration' ? node.declarations.map(({ id }) => nameOf(id)) : [];
};

/** Files of a project by their paths from its folder. */
export interface ReadFiles {
  readonly read: (path: string) => string | undefined;
  /** The file that an import in a file means, with `?raw` if it means its text. By default, a path from the importing file. */
  readonly resolve?: (written: string, from: string) => string | undefined;
}

const extensions = ' .ts .mts .js .mjs .json .cts .cjs /index.ts /index.mts /index.js /index.mjs'.split(' ');

/** The file that an import by a path from the importing file means. */
export function besideFile({ read }: ReadFiles, written: string, from: string): string | undefined {
  const path = posix.join(posix.dirname(from), written);
  if (!/^\.\.?\//.test(written) || path.startsWith('..')) return undefined;
  const names = [...extensions.map((extension) => path + extension), path.replace(/js$/, 'ts')];
  return names.find((name) => /\.(?:[cm]?[jt]s|json)$/.test(name) && read(name) !== undefined);
}

const maxLoop = 10_000;

export interface Reading {
  readonly value: (node: Node, scope: Scope) => Literal;
  /** An item of a list; several of a spread list. */
  readonly element: (node: Node, scope: Scope) => readonly Literal[];
  readonly declare: (node: Statement, scope: Scope) => void;
  /** Counts work. Returns false if it is too much. */
  readonly spend: (steps: number) => boolean;
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
      if (property.type === 'RestElement') bindPart(property, read);
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
    } else if (node.type !== 'ExpressionStatement' || !isChanged(node.expression, scope, reading))
      return new Computed(at);
    if (!spend(1 + more.length + queue.length / 100)) return new Computed(at);
    queue.unshift(...more.flatMap(([one, own]) => (one ? [[one, own] as const] : [])));
  }
  return undefined;
}

/** Reads `a.b = 1` and `a.push(1)`, which change a value that several names can have. Returns whether it was read. */
function isChanged(node: Node, scope: Scope, { value, element, spend }: Reading): boolean {
  // A copy is set, so that no value contains itself.
  const copyOf = (one: Literal): Literal => {
    if (!spend(1) || one instanceof Markup) return new Computed({ file: scope.file, line: 1 });
    if (isList(one)) return one.map(copyOf);
    return isLiteralRecord(one) ? recordOf(Object.entries(one).map(([key, part]) => [key, copyOf(part)])) : one;
  };
  const target = node.type === 'AssignmentExpression' ? node.left : node.type === 'CallExpression' ? node.callee : node;
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
