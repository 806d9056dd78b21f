// Makes diagnostics: `problem.linkBroken({ url, near }, place)`. catalog.json contains the texts of each, with examples of the values that a
// caller passes. The types of the examples are the types of the constructors, so a missing value, or one of another type, doesn't compile.
import data from './catalog.json' with { type: 'json' };
import type { Diagnostic, Place, Severity } from './diagnostic.js';

/** One text, or alternatives: the first whose values are all given is used. */
type Texts = string | readonly string[];

export interface CatalogEntry {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** One sentence: what happened. */
  readonly summary: string;
  /** One sentence: what docgen does, or what a reader sees. */
  readonly effect: string;
  readonly message: Texts;
  /** What to do; absent if the message says it all. */
  readonly hint?: Texts;
}

type Data = typeof data;
type Passed<Example> = Example extends readonly string[] ? readonly string[] : Example;
type ValuesOf<Entry> = (Entry extends { readonly values: infer V }
  ? { readonly [K in keyof V]: Passed<V[K]> }
  : object) &
  (Entry extends { readonly optional: infer V } ? { readonly [K in keyof V]?: Passed<V[K]> | undefined } : object);

interface Constructor<Values> {
  (values: Values, place?: Place): Diagnostic;
  readonly code: string;
}

/** All diagnostics, ordered by code. */
export const catalog = Object.values(data) as readonly CatalogEntry[];

/** The constructors by name. Codes are stable and never reused. */
export const problem = Object.fromEntries(
  Object.entries(data).map(([name, entry]) => [name, constructorOf(entry as CatalogEntry)]),
) as unknown as { readonly [Name in keyof Data]: Constructor<ValuesOf<Data[Name]>> };

type Values = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

function constructorOf({ code, severity, message, hint = [] }: CatalogEntry): Constructor<Values> {
  const make = (values: Values, place?: Place): Diagnostic => {
    const fittingHint = alternatives(hint).find((text) => isComplete(text, values));
    const messages = alternatives(message);
    return {
      code,
      severity,
      message: insert(messages.find((text) => isComplete(text, values)) ?? messages.at(-1) ?? '', values),
      ...(place && { place }),
      ...(fittingHint !== undefined && { hint: insert(fittingHint, values) }),
    };
  };
  return Object.assign(make, { code });
}

const alternatives = (texts: Texts) => (typeof texts === 'string' ? [texts] : texts);

/** `{value}`; in backticks each entry of a list gets its own. `{?value}` inserts nothing: the text applies only if the value is given. */
const placeholder = /`\{(\w+)\}`|\{(\?)?(\w+)\}/g;

function isComplete(text: string, values: Values): boolean {
  return [...text.matchAll(placeholder)].every(([, inCode, , name]) => {
    const value = values[inCode ?? name ?? ''];
    return typeof value === 'object' ? value.length > 0 : value !== undefined && value !== false && value !== '';
  });
}

function insert(text: string, values: Values): string {
  return text.replace(placeholder, (_, inCode?: string, condition?: string, name = '') => {
    if (condition !== undefined) return '';
    const list = [values[inCode ?? name] ?? ''].flat();
    return list.map((value) => (inCode === undefined ? value : `\`${value}\``)).join(', ');
  });
}

/** Splits a list into the names that a message shows and the number of the others. */
export function firstOf(names: readonly string[], max: number) {
  return { names: names.slice(0, max), more: names.length > max ? names.length - max : undefined };
}

/** Values of a hint that adds a redirect: to the page, or to the config if the page is another project's. Both URLs are from the root of the site. */
export function redirectValues(old: string, to: string, isSynced: boolean) {
  if (isSynced) return { from: JSON.stringify(old), to: JSON.stringify(to) };
  return { alias: /^[\w./-]+$/.test(old) ? old : JSON.stringify(old) };
}
