// Values of operators, methods, functions and JSX in code that is read without running it, and the files that it imports.
import { posix } from 'node:path';
import { sum } from 'lodash-es';
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
  Markup,
  Plain,
  recordIn,
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

/** Entries of a record without those that a computed spread after them may change. */
export const sureOf = (entries: readonly (readonly [string, Literal])[]) =>
  entries.slice(
    Math.max(
      0,
      entries.findLastIndex(([key]) => key === '...'),
    ),
  );

/** A key that a record does not have is undefined, unless a part of the record is computed. */
export function memberOf(of: Literal, key: Literal, at: Location): Literal {
  if (key === 'length' && (isList(of) || typeof of === 'string')) return of.length;
  if (isList(of) && typeof key === 'number') return of[key];
  if (!isLiteralRecord(of) || (typeof key !== 'string' && typeof key !== 'number')) return new Computed(at);
  if (Object.hasOwn(of, key)) return of[key];
  return Object.hasOwn(of, '...') ? new Computed(at) : undefined;
}

const maxParts = 1000;

export function answerOf(method: string, of: Literal, [arg, other]: readonly [string, Literal], at: Location): Literal {
  if (method === 'join' && isList(of))
    return joinedTexts(
      of.flatMap((one, index) => (index > 0 ? [arg, one] : [one])),
      at,
    );
  if (method === 'includes' && isList(of)) return of.some(isUnknown) ? new Computed(at) : of.includes(arg);
  if (method === 'has') return isLiteralRecord(of) ? Object.hasOwn(of, arg) : undefined;
  if (typeof of !== 'string') return undefined;
  if (method === 'localeCompare') return compareInEnglish(of, arg);
  if (method === 'replace')
    return typeof other === 'string' && !other.includes('$') ? of.replace(arg, other) : undefined;
  if (other !== undefined) return undefined;
  const parts = method === 'split' ? of.split(arg, maxParts + 1) : [];
  if (method === 'split') return parts.length > maxParts ? undefined : parts;
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
  /^(?:toLowerCase|toUpperCase|trim|split|slice|replace|map|flatMap|filter|find|some|sort|reduce|localeCompare|join|has|startsWith|endsWith|includes|isArray|keys|values|entries)$/;

/** The content of a component in a page, which React gives it as a text, an element or a list. */
const isSlot = (value: Literal) => value instanceof Markup && value.name === 'slot';

/** What `Array.isArray(of)` and `Object.keys(of)`, `values` and `entries` are. */
export function partsOf(method: string, of: Literal): Literal {
  if (method === 'isArray') return isUnknown(of) || isSlot(of) ? undefined : isList(of);
  if (!isLiteralRecord(of) || Object.hasOwn(of, '...')) return undefined;
  return method === 'keys' ? Object.keys(of) : method === 'values' ? Object.values(of) : Object.entries(of);
}

export const listMethods = /^(?:filter|find|some|sort|reduce)$/;

/** What one of the `listMethods` makes of a list. `call` calls the function. */
export function listBy(
  method: string,
  list: readonly Literal[],
  {
    call,
    first,
    at,
  }: { readonly call: (...given: Literal[]) => Literal; readonly first: Literal; readonly at: Location },
): Literal {
  if (method === 'sort') return sorted(list, call, at);
  if (method === 'reduce') return list.reduce((result, one, index) => call(result, one, index), first);
  const answers = list.map((one, index) => call(one, index));
  if (answers.some(isUnknown)) return new Computed(at);
  const kept = list.filter((_, index) => answers[index]);
  return method === 'filter' ? kept : method === 'find' ? kept[0] : kept.length > 0;
}

/** A list in the order of a function whose results are numbers. */
function sorted(list: readonly Literal[], compare: (a: Literal, b: Literal) => Literal, at: Location): Literal {
  let isKnown = true;
  const result = [...list].sort((a, b) => {
    const order = isKnown ? compare(a, b) : undefined;
    isKnown &&= typeof order === 'number';
    return typeof order === 'number' ? order : 0;
  });
  // The list itself is sorted.
  for (const [index, one] of result.entries()) (list as Literal[])[index] = isKnown ? one : new Computed(at);
  return isKnown ? list : new Computed(at);
}

export type ReadValue = (node: Node) => Literal;

/** Texts are compared, too, and what is undefined. */
const calculations: Readonly<Record<string, (a: number, b: number) => Literal>> = {
  '-': (a, b) => a - b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
};

/** Returns the value of an expression that consists of others. */
export function readOperator(node: Node, read: ReadValue, at: Location): Literal {
  switch (node.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      const key = node.computed ? read(node.property) : nameOf(node.property);
      const of = read(node.object);
      const isAbsent = node.type === 'OptionalMemberExpression' && (of ?? undefined) === undefined;
      return isAbsent ? undefined : memberOf(of, key, at);
    }
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
      if (isUnknown(value) || (node.operator === 'typeof' && isSlot(value))) return new Computed(at);
      if (node.operator === 'typeof') return value instanceof Plain ? 'function' : typeof value;
      if (node.operator === '-' && typeof value === 'number') return -value;
      return node.operator === '!' ? !value : new Computed(at);
    }
    case 'BinaryExpression': {
      const [left, right] = [read(node.left as Node), read(node.right)];
      if (node.operator === 'in' && isLiteralRecord(right) && !Object.hasOwn(right, '...'))
        return typeof left === 'string' ? Object.hasOwn(right, left) : new Computed(at);
      const calculate = calculations[node.operator];
      if (calculate && [left, right].every((one) => /^(?:number|string|undefined)$/.test(typeof one)))
        return calculate(left as number, right as number);
      const [, sign, strict] = /^([!=])=(=?)$/.exec(node.operator) ?? [];
      if (sign === undefined || isUnknown(left) || isUnknown(right)) return new Computed(at);
      // `==` takes null and undefined for the same. Other types are not converted.
      const [one, other] = strict === '' ? [left ?? null, right ?? null] : [left, right];
      const isNone = [one, other].some((value) => (value ?? null) === null);
      const isSure = typeof one === typeof other ? typeof one !== 'object' : strict !== '';
      return isNone || isSure ? (one === other) === (sign === '=') : new Computed(at);
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
    default:
      return new Computed(at);
  }
}

/** Maximum length of a text that a config joins. */
const maxCharacters = 100_000;

export function joinedTexts(parts: readonly Literal[], at: Location): Literal {
  const index = parts.findIndex((part) => typeof part === 'object' || part === undefined);
  const characters = sum(parts.map((part) => (typeof part === 'string' ? part.length : 1)));
  if (index !== -1 || characters > maxCharacters) {
    const computed = parts[index];
    return computed instanceof Computed ? computed : new Computed(at);
  }
  return parts.some((part) => typeof part === 'string') ? parts.join('') : new Computed(at);
}

/** The images that a pattern matches, by their paths. `source` is the pattern from the folder of its project in the hub, `text` their names. */
export function imagesIn(pattern: string, source: string, text: string, isDefault: boolean): LiteralRecord {
  const names = attempt(() => JSON.parse(text) as readonly string[]) ?? [];
  const folder = folderOfGlob(source).replace(/^\/[^/]+\//, '@site/');
  const images = names.map((name) => [folderOfGlob(pattern) + name, recordOf([['src', folder + name]])] as const);
  return recordOf(images.map(([path, image]) => [path, isDefault ? image : recordOf([['default', image]])]));
}

/** Whether a file contains data, not code: JSON, a text (`?raw`), or images (`?glob`). */
export const isData = (file: string): boolean => /\.json$|\?(?:raw|glob)$/.test(file);

/** Returns the value of such a file, undefined if it is not JSON. */
export function dataIn(file: string, text: string): Literal {
  if (file.endsWith('?glob')) return Object.values(imagesIn('', file, text, true))[0];
  return file.endsWith('?raw') ? text : attempt(() => JSON.parse(text) as Literal);
}

/** What `import.meta.glob(pattern, options)` returns. */
export function globbed({ read, resolve }: ReadFiles, [pattern, options]: readonly Literal[], at: Location): Literal {
  const source = typeof pattern === 'string' ? resolve?.(`glob ${pattern}`, at.file) : undefined;
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
