// Evaluates JSX expressions without executing them: literals, imported files, URLs in calls that return them, and props of the partial.
import JSON5 from 'json5';
import { mapValues, once } from 'lodash-es';
import { renamedComponents, wrappedPartials } from '../../../model/content/parse/imports.js';
import { expressionReader } from '../../../model/input/code/component-templates.js';
import {
  Computed,
  isList,
  isLiteralRecord,
  isUnknown,
  type LiteralRecord,
  Markup,
  SourceFunction,
  type Literal as Value,
} from '../../../model/input/code/literal-values.js';
import type { ReadFiles } from '../../../model/input/code/operators.js';
import { type Import, importedFile, importsOf } from '../../../model/input/imports.js';
import { cleanStrings } from '../../../model/input/text.js';
import { attempt } from '../../../model/types/attempt.js';
import type { Props } from './scan.js';

export interface Scope {
  readonly names: ReadonlyMap<string, Import>;
  /** Returns the name of the component for a tag. */
  readonly nameOf: (tag: string) => string;
  /** Returns the value of an expression. The name of an imported file is an element of that name. */
  readonly read: (expression: string) => Value;
}

/** Values that expressions in a generator's texts can use, and a function for the names of components by their tags. */
export interface Given {
  readonly constants?: Props;
  readonly nameOf?: (tag: string) => string;
}

/** The names that expressions in a text can use. */
export interface ScopeInput extends Given {
  readonly path: string;
  readonly props: Props;
  readonly files: ReadFiles;
  /** Returns the imports and exports of the text. */
  readonly code: () => string;
}

/** Matches the script of a Vue page. */
const setup = /<script\b[^>]{0,100}>([\s\S]{0,100000}?)<\/script>/;

export function scopeOf(text: string, { path: from, props, files, code, ...given }: ScopeInput): Scope {
  const imports = importsOf(text).filter(({ name }) => name !== '');
  const named = imports.flatMap((file) => {
    if (file.kind !== 'module') return [file];
    const module = file.isExport ? files.read(files.resolve?.(file.path, from) ?? '') : undefined;
    return module === undefined ? [] : wrappedPartials(module, file.path).filter(({ name }) => name === file.name);
  });
  // Images are their addresses. Other files are not values: their Markdown or text is shown in the place of the name.
  const ofFiles = named.map(({ name, kind, path }) => [name, kind === 'file' ? path : new Markup(name, {}, [])]);
  const names = { ...given.constants, props, ...Object.fromEntries(ofFiles) } as LiteralRecord;
  const read = once(() => expressionReader(files, { file: from, script: setup.exec(text)?.[1] ?? code(), names }));
  // Most texts name nothing, and most expressions in them are code of a program.
  const known = /\b(?:import|export)\b|<script/.test(text)
    ? /[A-Za-z_$]/
    : namePattern(Object.keys(given.constants ?? {}));
  const renamed = renamedComponents(imports);
  return {
    names: new Map(named.map((file) => [file.name, file])),
    nameOf: (tag) => (given.nameOf ?? String)(renamed(tag)),
    read: (expression) => (known.test(expression) ? read()(expression) : unread),
  };
}

/** Returns a pattern for the names of constants that are known in each text. */
const namePattern = (constants: readonly string[]) =>
  new RegExp(`\\b(?:${['props', 'require', 'useBaseUrl', 'withBaseUrl', 'translate', ...constants].join('|')})\\b`);

const unread = new Computed({ file: '', line: 1 });
export const noNames: Scope = { names: new Map(), nameOf: String, read: () => unread };

/** Maximum number of parts of a value. A list can be in others many times. */
const maxParts = 10_000;

/** Returns a copy of a value as plain data. Undefined if only running code can determine a part of it, or if it is too large. */
const plainOf = (value: Value): Literal =>
  attempt(() => {
    let left = maxParts;
    const copyOf = (one: Value): unknown => {
      left -= 1;
      if (left < 0 || one instanceof Markup || one instanceof SourceFunction || isUnknown(one)) throw new RangeError();
      if (isList(one)) return one.map(copyOf);
      return isLiteralRecord(one) ? mapValues(one, copyOf) : one;
    };
    return cleaned(copyOf(value) ?? null);
  });

/** Matches a call of `require`. Its second group is the path of the file. */
const required = /\brequire\(\s{0,100}(['"])([^'"\n]{1,1000})\1\s{0,100}(?:,\s{0,100})?\)(?:\.default\b)?/g;

export function readValue(expression: string, { read, names }: Scope): Literal {
  const text = expression.replace(required, (_, _quote, path: string) => JSON.stringify(importedFile(path).path));
  const addressOf = (whole: string, name: string) => (names.get(name)?.kind === 'file' ? name : whole);
  const known = parseLiteral(expression) ?? parseLiteral(text);
  const value = known ?? plainOf(read(text.replace(propMember, addOptional).replace(imageMember, addressOf)));
  // A member that a text or a map doesn't have itself shows nothing.
  return value ?? (wholeMember.test(text) ? { value: null } : undefined);
}

/** Matches members of props. They become optional, because a page might not pass the prop or the map that contains it. */
const propMember = /\bprops(?:\??\.[A-Za-z_$][\w$]*)+/g;
const wholeMember = new RegExp(`^\\s*${propMember.source}\\s*$`);
const addOptional = (member: string) => member.replace(/\??\./g, '?.');

/** Matches a member of an imported image: `src` as in Astro, or `default`. */
const imageMember = /\b([A-Za-z_$][\w$]*)\.(?:src|default)\b/g;

/** Returns the import in an expression. A file's text with replacements counts as the file itself. */
export function importOf(expression: string, { names }: Scope): Import | undefined {
  const text = expression.trim();
  const path = /^require\(\s*(['"])([^'"\n]+)\1\s*\)(?:\.default)?$/.exec(text)?.[2];
  if (path !== undefined) return { name: '', ...importedFile(path) };
  const raw = names.get(/^([\w$]+)\.(?:trim|replace|replaceAll)\(/.exec(text)?.[1] ?? '');
  return names.get(text) ?? (raw?.kind === 'raw' ? raw : undefined);
}

/** Returns the first of several props that is a text and not blank. */
export function textProp(props: Props, ...names: readonly string[]): string | undefined {
  const values = names.map((name) => (Object.hasOwn(props, name) ? props[name] : undefined));
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim();
}

export interface PassedFile {
  readonly label: string;
  readonly file: Import;
}

/** Returns partials and raw files in a map such as `{ javascript, react: { files: { 'main.tsx': main } } }`, with their keys. */
export function filesIn(expression: string, { names, read }: Scope): readonly PassedFile[] {
  let left = maxParts;
  const filesOf = (value: Value, keys: readonly string[]): readonly PassedFile[] => {
    left -= 1;
    if (left < 0) return [];
    const file = value instanceof Markup ? names.get(value.name) : undefined;
    const label = keys.filter((key) => key !== 'files').join(': ') || (file?.name ?? '');
    if (file?.kind === 'partial' || file?.kind === 'raw') return [{ label, file }];
    if (isList(value)) return value.flatMap((one) => filesOf(one, keys));
    return isLiteralRecord(value) ? Object.entries(value).flatMap(([key, one]) => filesOf(one, [...keys, key])) : [];
  };
  return filesOf(read(expression), []);
}

type Literal = { readonly value: unknown } | undefined;

const literalText = /^(?:'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|`(?:[^`\\$]|\\[\s\S]|\$(?!\{))*`)$/;

export function parseLiteral(expression: string): Literal {
  const text = expression.trim();
  if (literalText.test(text)) return cleaned(unescapeText(text.slice(1, -1)));
  if (text === 'undefined') return { value: null };
  if (!/^(?:[[{+-]|\.?\d|(?:true|false|null)$)/.test(text)) return undefined;
  return attempt(() => {
    const value: unknown = JSON5.parse(withoutSeparators(text));
    return isPlain(value) ? cleaned(value) : undefined;
  });
}

/** Removes characters that are not allowed in pages. */
const cleaned = (value: unknown): Literal => ({ value: cleanStrings(value).value });

/** Escapes line separators in strings, because JSON5 logs a warning about them. */
const withoutSeparators = (text: string) =>
  text.replace(/\\[\s\S]|[\u2028\u2029]/g, (piece) => {
    if (!/[\u2028\u2029]/.test(piece)) return piece;
    return piece.startsWith('\\') ? '' : `\\u${piece.charCodeAt(0).toString(16)}`;
  });

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

function unescapeText(text: string): string {
  return text.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/gi,
    (_, a, b, c, char: string) => {
      const code = Number.parseInt(a ?? b ?? c ?? '', 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
      return escapes[char] ?? (char === '\n' ? '' : char);
    },
  );
}
