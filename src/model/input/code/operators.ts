// Evaluates operators and built-in functions in code that is interpreted without running it, and resolves the files that it imports.
import { posix } from 'node:path';
import { sum } from 'lodash-es';
import { attempt } from '../../types/attempt.js';
import { folderOfGlob } from '../../types/path.js';
import { cleanStrings, compareInEnglish } from '../text.js';
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
  Native,
  recordIn,
  SourceFunction,
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

/** Returns the entries of a record that a computed spread after them can't change. */
export const sureOf = (entries: readonly (readonly [string, Literal])[]) =>
  entries.slice(Math.max(0, entries.map(([key]) => key).lastIndexOf('...')));

/** Returns a member. A missing key is undefined, or computed if a part of the record is computed. */
export function memberOf(of: Literal, key: Literal, at: Location): Literal {
  if (key === 'length' && (isList(of) || typeof of === 'string')) return of.length;
  if (isList(of) && typeof key === 'number') return of[key];
  if (!isLiteralRecord(of) || (typeof key !== 'string' && typeof key !== 'number')) return new Computed(at);
  if (Object.hasOwn(of, key)) return of[key];
  return Object.hasOwn(of, '...') ? new Computed(at) : undefined;
}

const maxParts = 1000;

export function answerOf(method: string, of: Literal, [arg, other]: readonly [string, Literal], at: Location): Literal {
  if (method === 'join' && isList(of)) {
    const joined = of.flatMap((one, index) => (index > 0 ? [arg, one] : [one]));
    return joinedTexts(joined, at);
  }
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

/** String methods without arguments. */
export const textsBy: Readonly<Record<string, (text: string) => string>> = {
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

/** Methods that are evaluated. */
export const readMethods =
  /^(?:toLowerCase|toUpperCase|trim|split|slice|replace|map|flatMap|filter|find|some|sort|reduce|localeCompare|join|has|startsWith|endsWith|includes|isArray|keys|values|entries|assign)$/;

/** Whether a value is the content of a component in a page. React passes it as a text, an element or a list. */
const isSlot = (value: Literal) => value instanceof Markup && value.name === 'slot';

/** Evaluates `Array.isArray(of)`, `Object.keys(of)`, `values` and `entries`, and `Object.assign(...of)`. */
export function partsOf(method: string, of: Literal): Literal {
  if (method === 'isArray') return isUnknown(of) || isSlot(of) ? undefined : isList(of);
  if (method === 'assign')
    return isList(of) && of.every(isLiteralRecord) ? recordOf(of.flatMap((one) => Object.entries(one))) : undefined;
  if (isList(of) && method === 'values') return of;
  if (!isLiteralRecord(of) || Object.hasOwn(of, '...')) return undefined;
  return method === 'keys' ? Object.keys(of) : method === 'values' ? Object.values(of) : Object.entries(of);
}

export const listMethods = /^(?:filter|find|some|sort|reduce)$/;

/** Evaluates one of the `listMethods`. `call` calls the callback. */
export function listBy(
  method: string,
  list: readonly Literal[],
  options: { readonly call: (...given: Literal[]) => Literal; readonly first: Literal; readonly at: Location },
): Literal {
  const { call, first, at } = options;
  if (method === 'sort') return sorted(list, call, at);
  if (method === 'reduce') return list.reduce((result, one, index) => call(result, one, index), first);
  const answers = list.map((one, index) => call(one, index));
  if (answers.some(isUnknown)) return new Computed(at);
  const kept = list.filter((_, index) => answers[index]);
  return method === 'filter' ? kept : method === 'find' ? kept[0] : kept.length > 0;
}

/** Sorts a list in place by a comparison function. The list is computed if a result of the function is not a number. */
function sorted(list: readonly Literal[], compare: (a: Literal, b: Literal) => Literal, at: Location): Literal {
  let isKnown = true;
  const result = [...list].sort((a, b) => {
    const order = isKnown ? compare(a, b) : undefined;
    isKnown &&= typeof order === 'number';
    return typeof order === 'number' ? order : 0;
  });
  // Like `Array.prototype.sort`, this changes the list itself.
  for (const [index, one] of result.entries()) (list as Literal[])[index] = isKnown ? one : new Computed(at);
  return isKnown ? list : new Computed(at);
}

export type ReadValue = (node: Node) => Literal;

/** Arithmetic and comparison. The operands can also be texts or undefined. */
const calculations: Readonly<Record<string, (a: number, b: number) => Literal>> = {
  '-': (a, b) => a - b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
};

/** `import.meta.env` has the values of a production build. */
const importMeta = (at: Location) =>
  recordOf([['env', recordOf(Object.entries({ DEV: false, PROD: true, '...': new Computed(at) }))]]);

/** Returns the value of an expression with operators, of a template literal, or of `import.meta`. */
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
    case 'UnaryExpression':
      return unary(node.operator, read(node.argument), at);
    case 'BinaryExpression':
      return binary(node.operator, [read(node.left as Node), read(node.right)], at);
    case 'TemplateLiteral': {
      const parts = node.quasis.flatMap(({ value }, index) => [
        cleanStrings(value.cooked ?? '').value,
        ...node.expressions.slice(index, index + 1).map(read),
      ]);
      return joinedTexts(parts, at);
    }
    case 'MetaProperty':
      return importMeta(at);
    default:
      return new Computed(at);
  }
}

function unary(operator: string, value: Literal, at: Location): Literal {
  if (isUnknown(value) || (operator === 'typeof' && isSlot(value))) return new Computed(at);
  if (operator === 'typeof') return value instanceof SourceFunction ? 'function' : typeof value;
  if (operator === '-' && typeof value === 'number') return -value;
  const { getTime } = recordIn(value); // a date as a number
  if (operator === '+' && getTime instanceof Native) return getTime.call([]);
  return operator === '!' ? !value : new Computed(at);
}

function binary(operator: string, [left, right]: readonly [Literal, Literal], at: Location): Literal {
  if (operator === '+') return joinedTexts([left, right], at);
  if (operator === 'in' && isLiteralRecord(right) && !Object.hasOwn(right, '...'))
    return typeof left === 'string' ? Object.hasOwn(right, left) : new Computed(at);
  const calculate = calculations[operator];
  if (calculate && [left, right].every((one) => /^(?:number|string|undefined)$/.test(typeof one)))
    return calculate(left as number, right as number);
  const isEqual = /^[!=]==?$/.test(operator) ? areEqual(left, right, operator.length === 3) : undefined;
  return isEqual === undefined ? new Computed(at) : isEqual === operator.startsWith('=');
}

/** Returns the result of `===` if `isStrict`, or else of `==`. Undefined if it depends on a conversion or an unknown value. */
function areEqual(left: Literal, right: Literal, isStrict: boolean): boolean | undefined {
  if (isUnknown(left) || isUnknown(right)) return undefined;
  // `==` treats null and undefined as equal. Other types are not converted.
  const [one, other] = isStrict ? [left, right] : [left ?? null, right ?? null];
  const isNone = (one ?? null) === null || (other ?? null) === null;
  const isSure = typeof one === typeof other ? typeof one !== 'object' : isStrict;
  return isNone || isSure ? one === other : undefined;
}

/** Maximum length of a concatenated text, in characters. */
const maxCharacters = 100_000;

function joinedTexts(parts: readonly Literal[], at: Location): Literal {
  const index = parts.findIndex((part) => typeof part === 'object' || part === undefined);
  const characters = sum(parts.map((part) => (typeof part === 'string' ? part.length : 1)));
  if (index !== -1 || characters > maxCharacters) {
    const computed = parts[index];
    return computed instanceof Computed ? computed : new Computed(at);
  }
  return parts.some((part) => typeof part === 'string') ? parts.join('') : new Computed(at);
}

/** Returns images by path. `pattern` is the glob in the code, `source` its source path in the hub, `text` the JSON list of the names that match. */
export function imagesIn(pattern: string, source: string, text: string, isDefault: boolean): LiteralRecord {
  const names = attempt(() => JSON.parse(text) as readonly string[]) ?? [];
  const folder = folderOfGlob(source).replace(/^\/[^/]+\//, '@site/');
  const images = names.map((name) => [folderOfGlob(pattern) + name, recordOf([['src', folder + name]])] as const);
  return recordOf(images.map(([path, image]) => [path, isDefault ? image : recordOf([['default', image]])]));
}

/** Whether a file contains data instead of code: JSON, a text (`?raw`), or images (`?glob`). */
export const isData = (file: string): boolean => /\.json$|\?(?:raw|glob)$/.test(file);

/** Returns the value of a data file. Undefined if its JSON is invalid. */
export function dataIn(file: string, text: string): Literal {
  if (file.endsWith('?glob')) return Object.values(imagesIn('', file, text, true))[0];
  return file.endsWith('?raw') ? text : attempt(() => JSON.parse(text) as Literal);
}

/** Evaluates `import.meta.glob(pattern, options)`. */
export function globbed({ read, resolve }: ReadFiles, [pattern, options]: readonly Literal[], at: Location): Literal {
  const source = typeof pattern === 'string' ? resolve?.(`glob ${pattern}`, at.file) : undefined;
  if (source === undefined) return new Computed(at);
  return imagesIn(String(pattern), source, read(source) ?? '', recordIn(options ?? null)['import'] === 'default');
}

/** Evaluates `createContentLoader(pattern)` of VitePress: URLs and front matter of pages. Their texts are not known. */
export function pagesBy({ read, resolve }: ReadFiles, pattern: Literal, at: Location): Literal {
  const source = typeof pattern === 'string' ? resolve?.(`pages ${pattern.replace(/^\//, '')}`, at.file) : undefined;
  const pages = attempt(() => JSON.parse(read(source ?? '') ?? '') as readonly (readonly [string, LiteralRecord])[]);
  const folder = posix.join('/', folderOfGlob(String(pattern)));
  const pageOf = (name: string, frontmatter: LiteralRecord) =>
    recordOf([
      ['url', folder + name.replace(/(^|\/)index\.mdx?$|\.mdx?$/, '$1')],
      ['frontmatter', frontmatter],
      ['...', new Computed(at)],
    ]);
  return pages?.map(([name, frontMatter]) => pageOf(name, frontMatter)) ?? new Computed(at);
}

/** Returns the names that a statement declares. */
export const declaredIn = (node: Statement | null | undefined): readonly string[] => {
  if (node?.type === 'FunctionDeclaration') return node.id ? [node.id.name] : [];
  return node?.type === 'VariableDeclaration' ? node.declarations.map(({ id }) => nameOf(id)) : [];
};

/** Reads the files of a project by their paths from its folder. */
export interface ReadFiles {
  readonly read: (path: string) => string | undefined;
  /** Resolves an import in a file, with `?raw` if it imports the text. By default, resolves a path relative to the importing file. */
  readonly resolve?: (written: string, from: string) => string | undefined;
}

const extensions = ' .ts .mts .js .mjs .json .cts .cjs /index.ts /index.mts /index.js /index.mjs'.split(' ');

/** Resolves an import by a path relative to the importing file. Undefined if the file doesn't exist. */
export function besideFile({ read }: ReadFiles, written: string, from: string): string | undefined {
  const path = posix.join(posix.dirname(from), written);
  if (!/^\.\.?\//.test(written) || path.startsWith('..')) return undefined;
  const names = [...extensions.map((extension) => path + extension), path.replace(/js$/, 'ts')];
  return names.find((name) => /\.(?:[cm]?[jt]s|json)$/.test(name) && read(name) !== undefined);
}
