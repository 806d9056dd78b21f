// Evaluates JSX expressions without executing them: literals, imported files, URLs in calls that only pass them on, props of the partial.
import JSON5 from 'json5';
import { pickBy } from 'lodash-es';
import type { Messages } from '../../../model/config/schema/config.js';
import { renamedComponents, wrappedPartials } from '../../../model/content/parse/imports.js';
import { type Import, importedFile, importsOf } from '../../../model/input/imports.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { cleanStrings } from '../../../model/input/text.js';
import { attempt } from '../../../model/types/attempt.js';
import { closingBracket } from './brackets.js';
import { withoutCode } from './code-lines.js';
import type { Props } from './scan.js';

export interface Scope {
  /** Constants of imported modules. */
  readonly data: ReadonlyMap<string, Props>;
  /** Literal constants that the text itself exports. */
  readonly constants: Props;
  readonly names: ReadonlyMap<string, Import>;
  /** Returns the name of the component that a tag means. */
  readonly nameOf: (tag: string) => string;
  readonly props: Props;
  /** Translated texts, by id. */
  readonly messages: Messages;
}

/** Values that expressions in the texts of a generator can name, and the names of components by their tags. */
export type Given = Partial<Pick<Scope, 'constants' | 'nameOf'>>;

/** The script of a page of Vue. */
const setup = /<script\b[^>]{0,100}\bsetup\b[^>]{0,100}>([\s\S]{0,100000}?)<\/script>/;

/** `moduleText` returns the text of an imported module. */
export function scopeOf(
  text: string,
  props: Props,
  moduleText: (path: string) => string | undefined = () => undefined,
  messages: Messages = {},
  { constants, nameOf = (tag) => tag }: Given = {},
): Scope {
  const imports = importsOf(text).filter(({ name }) => name !== '');
  const named = imports.filter(({ kind }) => kind !== 'module');
  const data = new Map<string, Props>();
  const imported: Record<string, unknown> = {};
  for (const { kind, name, path, isExport, original = name } of imports) {
    const code = kind === 'module' ? moduleText(path) : undefined;
    if (code === undefined) continue;
    if (isExport) {
      named.push(...wrappedPartials(code, path).filter((file) => file.name === name));
      const exported = constantsIn(code, ownConstant);
      if (Object.hasOwn(exported, original)) imported[name] = exported[original];
    } else data.set(name, path.endsWith('.json') ? (parseLiteral(code)?.value as Props) : listedConstants(code));
  }
  const script = setup.exec(text)?.[1];
  const isOwn = script === undefined && /^export[ \t]+const/m.test(text);
  const own = isOwn ? constantsIn(withoutCode(text), ownConstant) : constantsIn(script ?? '', anyConstant);
  const names = new Map(named.map((file) => [file.name, file]));
  const renamed = renamedComponents(imports);
  const known = { ...constants, ...imported, ...own };
  return { names, nameOf: (tag) => nameOf(renamed(tag)), data, constants: known, props, messages };
}

const quoted = '\'[^\'\\\\\\n]{0,1000}\'|"[^"\\\\\\n]{0,1000}"|`[^`\\\\$]{0,1000}`';
const call = String.raw`\b(useBaseUrl|withBaseUrl|require)\(\s{0,100}(${quoted})\s{0,100}(?:,\s{0,100})?\)(?:\.default\b)?`;
const wholeCall = new RegExp(`^${call}$`);
const anyCall = new RegExp(call, 'g');
const member = /^([A-Za-z_$][\w$]*)((?:\??\.[A-Za-z_$][\w$]*)*)$/;

export function readValue(expression: string, scope: Scope): Literal {
  const text = expression.trim();
  const literal = parseLiteral(text);
  if (literal) return literal;
  const [, name, rest = ''] = member.exec(text) ?? [];
  if (name === 'props') return rest === '' ? undefined : propOf(rest, scope.props);
  if (name !== undefined && Object.hasOwn(scope.constants, name))
    return rest === '' ? { value: scope.constants[name] } : propOf(rest, scope.constants[name] as Props);
  const constants = name === undefined ? undefined : scope.data.get(name);
  const listed = constants && rest !== '' ? propOf(rest, constants) : undefined;
  if (listed) return listed.value === null ? undefined : listed;
  if (name !== undefined) return addressOf(name, rest, scope);
  if (text.startsWith('`')) return filledTemplate(text, scope.props);
  const [, callee, path] = wholeCall.exec(text) ?? [];
  if (callee !== undefined && path !== undefined) return { value: passedAddress(callee, path) };
  const message = /^translate\(\s*(\{[^{}]*\})\s*,?\s*\)$/.exec(text)?.[1];
  const described = message === undefined ? undefined : parseLiteral(message)?.value;
  if (isRecord(described)) return { value: translationOf(described['id'], described['message'], scope.messages) };
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  // Also in a list or an object, such as the images for light and dark mode.
  const passed = text
    .replace(anyCall, (_, name: string, written: string) => JSON.stringify(passedAddress(name, written)))
    .replace(/(:\s{0,100})([A-Za-z_$][\w$]{0,100})(?=\s{0,100}[,}])/g, (whole, colon: string, key: string) => {
      const found = addressOf(key, '', scope);
      return found ? colon + JSON.stringify(found.value) : whole;
    });
  return passed === text ? undefined : parseLiteral(passed);
}

/** Docusaurus's order: the text itself is the id if it has none. */
export function translationOf(id: unknown, text: unknown, messages: Messages): unknown {
  const key = String(id ?? text);
  return Object.hasOwn(messages, key) ? messages[key] : (text ?? id ?? null);
}

/** `require` resolves a file, other functions a path from the root of the site. */
function passedAddress(callee: string, written: string): string {
  const path = written.slice(1, -1);
  if (callee === 'require') return importedFile(path).path;
  return /^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(path) ? path : `/${path}`;
}

/** The text of a file with some parts replaced is shown as it is in the file. */
export function importOf(expression: string, { names }: Scope): Import | undefined {
  const text = expression.trim();
  const path = /^require\(\s*(['"])([^'"\n]+)\1\s*\)(?:\.default)?$/.exec(text)?.[2];
  if (path !== undefined) return { name: '', ...importedFile(path) };
  const raw = names.get(/^([\w$]+)\.(?:trim|replace|replaceAll)\(/.exec(text)?.[1] ?? '');
  return names.get(text) ?? (raw?.kind === 'raw' ? raw : undefined);
}

/** The first of some props that is a text and not blank. */
export function textProp(props: Props, ...names: readonly string[]): string | undefined {
  const values = names.map((name) => (Object.hasOwn(props, name) ? props[name] : undefined));
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim();
}

export interface PassedFile {
  readonly label: string;
  readonly file: Import;
}

const token = /\s+|\/\*[\s\S]*?\*\/|(['"])([^'"\n]{0,200})\1|[A-Za-z_$][\w$]*|[\s\S]/g;

/** Partials and raw files in a map such as `{ javascript, react: { files: { 'main.tsx': main } } }`, each under its keys. */
export function filesIn(expression: string, { names }: Scope): readonly PassedFile[] {
  const found: PassedFile[] = [];
  const keys: string[] = [];
  let word = '';
  let key = '';
  const take = (name: string) => {
    const file = names.get(name);
    const label = [...keys, key === '' ? name : key].filter((part) => part !== '' && part !== 'files').join(': ');
    if (file?.kind === 'partial' || file?.kind === 'raw') found.push({ label, file });
    key = '';
  };
  for (const [text, quote, quoted = ''] of expression.matchAll(token)) {
    if (/^(?:\s|\/\*)/.test(text)) continue;
    if (text === ':') key = word.replace(/^"/, '');
    else if (text === '{') {
      keys.push(key);
      key = '';
    } else if (text === '}' || text === ',') {
      take(word);
      if (text === '}') keys.pop();
    }
    // A text in quotes may be a key, and names no file.
    word = quote !== undefined ? `"${quoted}` : /^[A-Za-z_$]/.test(text) ? text : '';
  }
  return found;
}

/** Astro's images have their address as `src`. */
function addressOf(name: string, rest: string, { names }: Scope): Literal {
  const file = names.get(name);
  const isAddress = file?.kind === 'file' && (rest === '' || rest === '.src' || rest === '.default');
  return isAddress ? { value: file.path } : undefined;
}

const anyConstant = /^(?:export[ \t]+)?const[ \t]+([A-Za-z_$][\w$]{0,100})[ \t]*(?::[^=\n]{0,200})?=\s{0,10}/gm;
const ownConstant = new RegExp(anyConstant.source.replace('(?:export[ \\t]+)?', 'export[ \\t]+'), 'gm');
const exported = /^export[ \t]+default[ \t]+(?=\{)/m;

const maxConstants = 500;

export const noNames = scopeOf('', {});

/** The literal values of the default export of a module, and the literal constants that it lists by their names. */
function listedConstants(code: string): Props {
  const start = exported.exec(code);
  const from = start ? start.index + start[0].length : code.length;
  const list = code.slice(from, Math.max(from, closingBracket(code, from, 20_000)));
  const own = parseLiteral(list)?.value;
  if (isRecord(own)) return own as Props;
  const listed = new Set(list.slice(1).split(/[\s,}]+/));
  return pickBy(constantsIn(code, anyConstant), (_, name) => listed.has(name));
}

function constantsIn(code: string, pattern: RegExp): Props {
  const constants: Record<string, unknown> = Object.create(null);
  let left = maxConstants;
  for (const { 0: whole, 1: name = '', index } of code.matchAll(pattern)) {
    left -= 1;
    if (left === 0) break;
    const begin = index + whole.length;
    const first = code[begin] ?? '';
    const line = code.indexOf('\n', begin) === -1 ? code.length : code.indexOf('\n', begin);
    const closed = first === '`' ? code.indexOf('`', begin + 1) + 1 : closingBracket(code, begin, 20_000);
    const value = parseLiteral(code.slice(begin, /[[{`]/.test(first) ? closed : line).replace(/;\s*$/, ''));
    if (value) constants[name] = value.value;
  }
  return constants;
}

/** As React renders it: nothing if there is no such prop. */
function propOf(path: string, props: Props): Literal {
  let value: unknown = props;
  for (const key of path.split(/\??\./).slice(1)) {
    const isMap = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = isMap ? (value as Props)[key] : undefined;
  }
  return { value: value ?? null };
}

function filledTemplate(text: string, props: Props): Literal {
  const filled = text.replace(
    /\$\{\s{0,100}props((?:\.[A-Za-z_$][\w$]{0,100}){1,10})\s{0,100}\}/g,
    (_, path: string) => {
      const value = propOf(path, props)?.value ?? '';
      return typeof value === 'object' ? '${' : String(value).replace(/[\\`$]/g, '\\$&');
    },
  );
  return filled === text ? undefined : parseLiteral(filled);
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

/** Escapes line separators in strings, because JSON5 prints a warning about them. */
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
