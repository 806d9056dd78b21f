// Values of Hugo's templates, and template functions without side effects.
import { posix } from 'node:path';
import { isString, last, range, sortBy, trim, trimEnd, trimStart, uniq, upperFirst } from 'lodash-es';
import { isRecord, mapOf, wordOf } from '../../../../model/input/plain-data.js';
import { compareInEnglish } from '../../../../model/input/text.js';
import { isUrl } from '../../../../model/types/path.js';
import { hugoAddress } from '../../../../model/types/project-paths.js';
import { idRules } from '../../../base/heading-ids.js';

/** Placeholder of the shortcode's content in the output. No text contains it. */
export const innerMark = '\0';
/** Delimiter around Markdown in the output of a template. */
export const markdownMark = '\u0001';

/** A value that only Hugo can determine. Attributes with it are left out. */
export const unknown = Symbol('unknown');

/** Thrown to end a template that highlights the content of the shortcode. */
export class Highlighted {
  constructor(readonly lang: string) {}
}

/** A function among the values of a template. Nothing else is callable: a function of JavaScript could execute text. */
export class Method {
  constructor(readonly run: (...args: readonly unknown[]) => unknown) {}
}

/** An object of which docgen has only a part. A missing key is unknown instead of empty. */
export class Part {
  constructor(values: object) {
    Object.assign(this, values);
  }
}

/** Maximum length of a list of numbers. Hugo's limit is higher. */
const maxNumbers = 1_000;

/** Returns a file next to the page or in `assets` by its path, or a pattern if it has no extension. Resized images are the original file. */
export function resource(written: unknown, params: unknown = {}): unknown {
  if (written === unknown) return unknown;
  const path = wordOf(written)
    .replace(/^\*+\/?/, '')
    .replace(/\.?\*+$/, '.*');
  if (path === '' || isUrl(path) || path.startsWith('/')) return undefined;
  if (/[*?{}[\]]/.test(path.replace(/\.\*$/, ''))) return unknown;
  const same = new Method(() => file);
  const names = { Permalink: path, RelPermalink: path, Name: path, Title: path, Params: params };
  const sizes = { Resize: same, Fit: same, Fill: same, Crop: same };
  const kind = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase().replace('jpg', 'jpeg') ?? unknown;
  const file = new Part({ ...names, ...sizes, MediaType: new Part({ SubType: kind }) });
  return file;
}

/** Returns an own property of data, because a prototype has functions. */
function entryOf(of: unknown, key: unknown): unknown {
  if (of === unknown) return unknown;
  if (!(isRecord(of) || Array.isArray(of)) || of instanceof Method) return undefined;
  return Object.getOwnPropertyDescriptor(of, wordOf(key))?.value ?? (of instanceof Part ? unknown : undefined);
}

export const isTrue = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : isRecord(value) ? Object.keys(value).length > 0 : Boolean(value);

export function markdown(args: readonly unknown[]): unknown {
  const text = args.at(-1);
  return typeof text === 'string' && text !== '' && text !== innerMark
    ? markdownMark + text.replaceAll(markdownMark, '') + markdownMark
    : text;
}

/** Wraps a function so that it only gets known values without the shortcode's content. Otherwise the result is unknown. */
const known =
  (read: (...args: readonly never[]) => unknown) =>
  (args: readonly unknown[]): unknown =>
    args.some((arg) => arg === unknown || wordOf(arg).includes(innerMark))
      ? unknown
      : read(...(args as readonly never[]));

const numberOf = (value: unknown) => Number(wordOf(value));
const compare = (test: (a: number, b: number) => boolean) => known((a, b) => test(numberOf(a), numberOf(b)));
/** Wraps a function of texts. Text with the shortcode's content is returned unchanged. */
const onTexts = (read: (...texts: readonly string[]) => unknown) => (args: readonly unknown[]) =>
  args.includes(innerMark) ? innerMark : known((...args: readonly unknown[]) => read(...args.map(wordOf)))(args);
const chosen = (args: readonly unknown[], isLast: (value: unknown) => boolean) =>
  args.some((arg) => arg === unknown) ? unknown : (args.find(isLast) ?? args.at(-1));

function replaced(text = '', from = '', to = ''): unknown {
  return text.length * to.length > 10_000_000 ? unknown : text.replaceAll(from, () => to);
}

/** Wraps a function of integers. Divisions truncate as in Go. */
const calculated = (read: (a: number, b: number) => number) =>
  known((...args: readonly unknown[]) => {
    const value = args.map(numberOf).reduce(read);
    return Number.isFinite(value) ? value : unknown;
  });

/** Values of `getenv`: Hugo's own variables as in a production build. The environment of the process is not read. */
const environment: Readonly<Record<string, string>> = { HUGO_ENV: 'production', HUGO_ENVIRONMENT: 'production' };

const cut = (read: (list: readonly unknown[], count: number) => unknown) =>
  known((count: unknown, list: unknown) => (Array.isArray(list) ? read(list, numberOf(count)) : unknown));

function printf([format, ...values]: readonly unknown[]): unknown {
  if (values.includes(unknown)) return unknown;
  const left = [...values];
  return wordOf(format).replace(/%([sdvq%])/g, (_, sign: string) =>
    sign === '%' ? '%' : sign === 'q' ? `"${wordOf(left.shift())}"` : wordOf(left.shift()),
  );
}

/** Operators of `where` by name. */
const tests: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
  in: (value, wanted) => Array.isArray(wanted) && wanted.includes(value),
  'not in': (value, wanted) => Array.isArray(wanted) && !wanted.includes(value),
};
const signs: Readonly<Record<string, string>> = { '=': 'eq', '==': 'eq', '!=': 'ne', '<>': 'ne' };
const valueAt = (of: unknown, path: unknown) => wordOf(path).split('.').filter(Boolean).reduce(entryOf, of);

/** Returns the entries whose value at a path matches. */
function where(list: unknown, path: unknown, ...given: readonly unknown[]): unknown {
  const sign = given.length > 1 ? wordOf(given[0]) : 'eq';
  const test = tests[signs[sign] ?? sign];
  return test && Array.isArray(list) ? list.filter((one) => test(valueAt(one, path), given.at(-1))) : unknown;
}

/** Returns a sorted list, or the sorted values of a map, by the value at a path or the value itself. */
function sorted(of: unknown, path: unknown = '', order: unknown = 'asc'): unknown {
  if (!(Array.isArray(of) || isRecord(of)) || of instanceof Part) return unknown;
  const list = Array.isArray(of) ? of : sortBy(Object.entries(of), 0).map(([, value]) => value as unknown);
  const keys = new Map(list.map((one) => [one, valueAt(one, path === 'value' ? '' : path)]));
  const isNumeric = list.every((one) => typeof keys.get(one) === 'number');
  const compare = (a: unknown, b: unknown) =>
    isNumeric
      ? numberOf(keys.get(a)) - numberOf(keys.get(b))
      : compareInEnglish(wordOf(keys.get(a)), wordOf(keys.get(b)));
  const ascending = [...list].sort(compare);
  return wordOf(order) === 'desc' ? ascending.reverse() : ascending;
}

/** Matches texts without capitals and without acronyms, which Hugo's `humanize` would capitalize (`user_id` → `User ID`). */
const plainWords =
  /^(?!.*(?<![a-z])(?:ids?|uuid|api|urls?|html|json|sql|https?|css|ip|ui|os|db|cpu|ok)(?![a-z]))[a-z]+(?:[-_ ][a-z]+)*$/;

function highlight([content, lang]: readonly unknown[]): unknown {
  if (wordOf(content).trim() === innerMark) throw new Highlighted(wordOf(lang));
  return content === '' ? '' : unknown;
}

const sum = calculated((a, b) => a + b);

/** Returns a function under several names, with spaces between. */
const named = (names: string, run: (args: readonly unknown[]) => unknown) =>
  Object.fromEntries(names.split(' ').map((name) => [name, run]));

/** Hugo's functions by name, without packages. Functions that only change the formatting return the text unchanged. */
export const functions: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  ...named('safeHTML safeHTMLAttr safeURL safeCSS safeJS htmlEscape htmlUnescape plainify emojify string', last),
  // A path without a slash is relative to the root of the site.
  ...named(
    'relURL absURL relLangURL absLangURL',
    onTexts((path = '') => (isUrl(path) || /^[/#]/.test(path) ? path : `/${path}`)),
  ),
  // The URL of a page is resolved later, like that of a link.
  ...named('ref relref', ([, path]) => mapOf(path)['path'] ?? path ?? unknown),
  ...named('get getMatch', ([path]) => resource(path)),
  ...named('markdownify renderString', markdown),
  ...named('errorf warnf erroridf warnidf', () => ''),
  highlight,
  trim: onTexts((text, signs = '') => trim(text, signs)),
  trimLeft: onTexts((signs = '', text = '') => trimStart(text, signs)),
  trimRight: onTexts((signs = '', text = '') => trimEnd(text, signs)),
  trimSpace: onTexts((text) => text?.trim()),
  chomp: onTexts((text) => trimEnd(text, '\r\n')),
  trimPrefix: onTexts((sign = '', text = '') => (text.startsWith(sign) ? text.slice(sign.length) : text)),
  trimSuffix: onTexts((sign = '', text = '') => (sign && text.endsWith(sign) ? text.slice(0, -sign.length) : text)),
  upper: onTexts((text) => text?.toUpperCase()),
  toUpper: onTexts((text) => text?.toUpperCase()),
  lower: onTexts((text) => text?.toLowerCase()),
  toLower: onTexts((text) => text?.toLowerCase()),
  title: onTexts((text) => text?.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())),
  humanize: onTexts((text = '') => (plainWords.test(text) ? upperFirst(text.replace(/[-_]/g, ' ')) : unknown)),
  replace: onTexts(replaced),
  // An untrusted regular expression could take long. Only patterns without special characters are replaced.
  replaceRE: onTexts((pattern = '', to = '', text = '', ...more) =>
    /[\\^$.*+?()[\]{}|]/.test(pattern) || to.includes('$') || more.length > 0 ? unknown : replaced(text, pattern, to),
  ),
  anchorize: onTexts((text = '') => idRules.hugo.slug(text)),
  urlize: onTexts((text = '') => hugoAddress(text).toLowerCase()),
  base: onTexts((path = '') => posix.basename(path)),
  dir: onTexts((path = '') => posix.dirname(path)),
  ext: onTexts((path = '') => posix.extname(path)),
  join: onTexts((...parts) => posix.join(...parts)),
  substr: known((text: unknown, from: unknown, count: unknown = Number.POSITIVE_INFINITY) => {
    const letters = [...wordOf(text)].slice(numberOf(from));
    return numberOf(count) < 0 ? unknown : letters.slice(0, numberOf(count)).join('');
  }),
  seq: known((...given: readonly unknown[]) => {
    const [from = 1, by = 1, to = 1] = (
      given.length > 2 ? given : [given.length > 1 ? given[0] : 1, 1, given.at(-1)]
    ).map(numberOf);
    return Math.abs((to - from) / by) < maxNumbers ? range(from, to + Math.sign(by), by) : unknown;
  }),
  joinPath: onTexts((...parts) => parts.join('/').replace(/(?<!:)\/{2,}/g, '/')),
  split: known((text: unknown, sign: unknown) => wordOf(text).split(wordOf(sign))),
  hasPrefix: known((text: unknown, sign: unknown) => wordOf(text).startsWith(wordOf(sign))),
  hasSuffix: known((text: unknown, sign: unknown) => wordOf(text).endsWith(wordOf(sign))),
  default: ([value, given]) => (given === unknown || isTrue(given) ? given : value),
  cond: ([test, yes, no]) => (test === unknown ? unknown : isTrue(test) ? yes : no),
  eq: known((one: unknown, ...others: readonly unknown[]) => others.includes(one)),
  ne: known((one: unknown, other: unknown) => one !== other),
  gt: compare((a, b) => a > b),
  ge: compare((a, b) => a >= b),
  lt: compare((a, b) => a < b),
  le: compare((a, b) => a <= b),
  not: ([value]) => (value === unknown ? unknown : !isTrue(value)),
  and: (args) => chosen(args, (value) => !isTrue(value)),
  or: (args) => chosen(args, isTrue),
  in: known((list: unknown, one: unknown) =>
    Array.isArray(list) ? list.includes(one) : wordOf(list).includes(wordOf(one)),
  ),
  isset: known((of: unknown, key: unknown) => {
    const entry = entryOf(of, key) ?? entryOf(of, wordOf(key).toLowerCase());
    return entry === unknown ? unknown : entry !== undefined;
  }),
  contains: known((text: unknown, part: unknown) => wordOf(text).includes(wordOf(part))),
  first: cut((list, count) => list.slice(0, count)),
  last: cut((list, count) => (count > 0 ? list.slice(-count) : [])),
  after: cut((list, count) => list.slice(count)),
  where: known(where),
  sort: known(sorted),
  uniq: known((list: unknown) => (Array.isArray(list) ? uniq(list) : unknown)),
  len: known((value: unknown) => {
    if (value instanceof Part) return unknown;
    return (isRecord(value) || Array.isArray(value) ? Object.keys(value) : wordOf(value)).length;
  }),
  index: known((of: unknown, ...keys: readonly unknown[]) => keys.flat().reduce(entryOf, of)),
  dict: (args) => Object.fromEntries(args.flatMap((key, at) => (at % 2 === 0 ? [[wordOf(key), args[at + 1]]] : []))),
  slice: (args) => args,
  append: (args) => [...(Array.isArray(args.at(-1)) ? (args.at(-1) as unknown[]) : []), ...args.slice(0, -1)],
  delimit: known((list: unknown, sign: unknown) =>
    Array.isArray(list) ? list.map(wordOf).join(wordOf(sign)) : unknown,
  ),
  add: (args) => (args.every(isString) ? args.join('') : sum(args)),
  sub: calculated((a, b) => a - b),
  mul: calculated((a, b) => a * b),
  div: calculated((a, b) => (Number.isInteger(a) && Number.isInteger(b) ? Math.trunc(a / b) : a / b)),
  mod: calculated((a, b) => a % b),
  int: known((value: unknown) => (Number.isFinite(numberOf(value)) ? Math.trunc(numberOf(value)) : unknown)),
  getenv: known((name: unknown) => (Object.hasOwn(environment, wordOf(name)) ? environment[wordOf(name)] : '')),
  isProduction: () => true,
  isDevelopment: () => false,
  isServer: () => false,
  printf,
  print: (args) => (args.includes(unknown) ? unknown : args.map(wordOf).join('')),
};
