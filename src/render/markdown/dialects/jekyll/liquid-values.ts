// Values and filters of Liquid. Only plain data is read; no function of a value is called.
import { groupBy, sortBy, uniq } from 'lodash-es';
import { isRecord } from '../../../../model/input/plain-data.js';
import { encodeAddress, encodePart } from '../../../../model/types/path.js';

export type Scope = Readonly<Record<string, unknown>>;

/** Something that only Jekyll knows. */
export class NotRead extends Error {}

/** Keys of `site` that Jekyll computes, other than those of the config. */
const computed =
  /^(?:site\.(?:posts|pages|documents|html_pages|html_files|static_files|collections|categories|tags|time|related_posts|github)|paginator|content|layout|jekyll\.version|page\.(?:content|excerpt|url|path|date|collection|next|previous|id|name|dir))\b/;

const term = /"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_][\w-]*(?:\??)(?:\.[\w-]+|\[[^[\]]*\])*)/y;
const constants: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  nil: null,
  null: null,
  empty: '',
  blank: '',
};

/** Reads a value at an offset. */
function termAt(
  text: string,
  offset: number,
  scope: Scope,
): { readonly value: unknown; readonly end: number } | undefined {
  term.lastIndex = offset;
  const found = term.exec(text);
  if (!found) return undefined;
  const [, double, single, number, path] = found;
  const end = term.lastIndex;
  if (path === undefined) return { value: double ?? single ?? Number(number), end };
  return { value: path in constants ? constants[path] : valueAt(path, scope), end };
}

function valueAt(path: string, scope: Scope): unknown {
  const [name = '', ...keys] = path.split(/\.|(?=\[)/);
  let value = own(scope, name);
  for (const key of keys) value = member(value, key.startsWith('[') ? evaluate(key.slice(1, -1), scope) : key);
  const isOfCollection = name === 'site' && listOf(own(scope, 'collections')).includes(keys[0]);
  const isOfPage = name === 'page' && own(scope, 'page') === undefined;
  if (value === undefined && (isOfCollection || isOfPage || computed.test(path))) throw new NotRead();
  return value;
}

const own = (holder: unknown, key: string) =>
  isRecord(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;

function member(value: unknown, key: unknown): unknown {
  if (Array.isArray(value) || typeof value === 'string') {
    if (key === 'size') return value.length;
    if (Array.isArray(value)) return key === 'first' ? value[0] : key === 'last' ? value.at(-1) : value.at(Number(key));
  }
  if (isRecord(value) && key === 'size' && !Object.hasOwn(value, 'size')) return Object.keys(value).length;
  return own(value, String(key));
}

/** Splits at a sign outside of quotes. */
function splitAt(text: string, sign: string): string[] {
  const parts = [''];
  let quote = '';
  for (const char of text) {
    if (quote === '' && char === sign) parts.push('');
    else parts[parts.length - 1] += char;
    if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
  }
  return parts;
}

/** Evaluates a value with filters: `site.title | upcase`. */
export function evaluate(text: string, scope: Scope): unknown {
  const [first = '', ...filters] = splitAt(text, '|').map((part) => part.trim());
  if (first === '') return undefined;
  const found = termAt(first, 0, scope);
  if (!found || found.end < first.length) throw new NotRead();
  return filters.reduce<unknown>((value, filter) => {
    const [, name = '', rest = ''] = /^(\w+)\s*:?\s*([\s\S]*)$/.exec(filter) ?? [];
    const apply = Object.hasOwn(filterTable, name) ? filterTable[name] : undefined;
    if (!apply) throw new NotRead();
    const given = rest === '' ? [] : splitAt(rest, ',').map((one) => evaluate(one.trim(), scope));
    const result = apply(value, ...given);
    if (typeof result === 'string' && result.length > maxCharacters) throw new NotRead();
    return result;
  }, found.value);
}

const maxCharacters = 200_000;

/** Liquid's text of a value. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('');
  return value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;');
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const onText =
  (change: (text: string, ...given: string[]) => unknown) =>
  (value: unknown, ...given: readonly unknown[]) =>
    change(shown(value), ...given.map(shown));
const onNumber = (change: (a: number, b: number) => number) => (value: unknown, other: unknown) =>
  change(Number(value), Number(other));
const rooted = onText((text) => (/^[a-z][\w+.-]*:|^\/\//i.test(text) ? text : `/${text.replace(/^\/+/, '')}`));
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** The text with all occurrences replaced, if it does not grow too long. */
function replaced(text: string, from: string, to = ''): string {
  if (from === '' || (text.split(from).length - 1) * to.length > maxCharacters) return text;
  return text.replaceAll(from, () => to);
}

const filterTable: Readonly<Record<string, (value: unknown, ...given: readonly unknown[]) => unknown>> = {
  relative_url: rooted, absolute_url: rooted,
  default: (value, other) => (isEmpty(value) ? other : value),
  escape: onText(escaped), xml_escape: onText(escaped), escape_once: onText((text) => escaped(text.replace(/&(amp|lt|gt|quot|#39);/g, '&'))),
  upcase: onText((text) => text.toUpperCase()), downcase: onText((text) => text.toLowerCase()),
  capitalize: onText((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
  strip: onText((text) => text.trim()), lstrip: onText((text) => text.trimStart()), rstrip: onText((text) => text.trimEnd()),
  append: onText((text, more = '') => text + more), prepend: onText((text, more = '') => more + text),
  replace: onText(replaced), replace_first: onText((text, from = '', to = '') => text.replace(from, () => to)),
  remove: onText((text, from = '') => replaced(text, from)), remove_first: onText((text, from = '') => text.replace(from, '')),
  strip_html: onText((text) => text.replace(/<[^<>]*>/g, '')), strip_newlines: onText((text) => text.replace(/\r?\n/g, '')),
  newline_to_br: onText((text) => text.replace(/\n/g, '<br>\n')), normalize_whitespace: onText((text) => text.replace(/\s+/g, ' ').trim()),
  truncate: onText((text, length = '50', end = '...') => (text.length > Number(length) ? text.slice(0, Math.max(0, Number(length) - end.length)) + end : text)),
  slugify: onText((text) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')),
  url_encode: onText(encodePart), cgi_escape: onText(encodePart), uri_escape: onText(encodeAddress),
  markdownify: (value) => value, smartify: (value) => value, jsonify: (value) => JSON.stringify(value ?? null), inspect: (value) => JSON.stringify(value ?? null),
  split: onText((text, sign = ' ') => (sign === '' ? [...text] : text.split(sign))), join: (value, sign) => listOf(value).map(shown).join(shown(sign ?? ' ')),
  first: (value) => member(value, 'first'), last: (value) => member(value, 'last'), size: (value) => member(value, 'size') ?? 0,
  slice: (value, from, length) => (Array.isArray(value) ? value : shown(value)).slice(Number(from), Number(from) + Number(length ?? 1) || undefined),
  reverse: (value) => [...listOf(value)].reverse(), uniq: (value) => uniq(listOf(value)), compact: (value) => listOf(value).filter((one) => one !== null && one !== undefined),
  sort: (value, key) => sortBy(listOf(value), (one) => (key === undefined ? one : own(one, shown(key)))),
  group_by: (value, key) => Object.entries(groupBy(listOf(value), (one) => shown(own(one, shown(key))))).map(([name, items]) => ({ name, items, size: items.length })),
  map: (value, key) => listOf(value).map((one) => own(one, shown(key))),
  where: (value, key, wanted) => listOf(value).filter((one) => own(one, shown(key)) === wanted),
  concat: (value, other) => [...listOf(value), ...listOf(other)],
  plus: onNumber((a, b) => a + b), minus: onNumber((a, b) => a - b), times: onNumber((a, b) => a * b),
  divided_by: onNumber((a, b) => (Number.isInteger(a) && Number.isInteger(b) ? Math.floor(a / b) : a / b)), modulo: onNumber((a, b) => a % b),
}; // biome-ignore format: a table

const comparisons: Readonly<Record<string, (a: unknown, b: unknown) => boolean>> = {
  '==': (a, b) => a === b || (isEmpty(a) && isEmpty(b) && a !== false && b !== false),
  '!=': (a, b) => !comparisons['==']?.(a, b),
  '<': (a, b) => Number(a) < Number(b),
  '>': (a, b) => Number(a) > Number(b),
  '<=': (a, b) => Number(a) <= Number(b),
  '>=': (a, b) => Number(a) >= Number(b),
  contains: (a, b) => (Array.isArray(a) ? a.includes(b) : shown(a).includes(shown(b))),
};

/** Evaluates the condition of `if`. As in Liquid, `and` and `or` are read from the right. */
export function isTrue(condition: string, scope: Scope): boolean {
  const [, first = '', joint, rest = ''] = /^((?:"[^"]*"|'[^']*'|[^"'])*?)\s(and|or)\s([\s\S]*)$/.exec(condition) ?? [
    undefined,
    condition,
  ];
  const left = compares(first.trim(), scope);
  if (joint === undefined) return left;
  return joint === 'and' ? left && isTrue(rest, scope) : left || isTrue(rest, scope);
}

function compares(text: string, scope: Scope): boolean {
  const a = termAt(text, 0, scope);
  if (!a) throw new NotRead();
  const [, sign, rest = ''] = /^\s*(?:(==|!=|<=|>=|<|>|contains\b)\s*([\s\S]*))?$/.exec(text.slice(a.end)) ?? [
    undefined,
    'none',
  ];
  if (sign === undefined) return a.value !== undefined && a.value !== null && a.value !== false;
  const compare = comparisons[sign];
  if (!compare) throw new NotRead();
  return compare(a.value, evaluate(rest, scope));
}
