// Markup with holes for what differs from page to page: React renders props in which marks stand for texts, what it makes is cut at
// the marks, and the texts of every page whose props have the same shape are put in. Texts that are put in are never searched.
import { sha256 } from '../../hash.js';
import { escapeAsReact, LateMarkup } from './markup.js';

/** Markup in chunks: chunk, value, chunk, …, chunk. `holes` are the numbers of the values. */
export interface Stencil {
  readonly chunks: readonly string[];
  readonly holes: readonly number[];
}

/** A list that one part of a page shows by itself, while the others only look whether it is empty. This one is not. */
export class LateList {
  /** The prop that holds it. */
  readonly name: string;
  readonly items: readonly unknown[];

  constructor(name: string, items: readonly unknown[]) {
    this.name = name;
    this.items = items;
  }
}

/** What can stand in a hole. */
export type Value = string | LateMarkup | LateList;

/** True for a text that is put in late; it gets the name of the prop that holds it. */
export type IsLate = (name: string, text: string) => boolean;

/** `key` is what React sees: the name of a part and its props without the values of the holes. */
export interface Shape {
  readonly key: string;
  readonly values: readonly Value[];
}

export function shapeOf(name: string, props: object, isLate: IsLate): Shape {
  const values: Value[] = [];
  return { key: name + keyOf(props, name, { isLate, values }), values };
}

/** Plain data as text, with a sign that no JSON has in the place of each value; these are collected. */
function keyOf(data: unknown, name: string, found: { readonly isLate: IsLate; readonly values: Value[] }): string {
  if (typeof data === 'string') {
    if (!found.isLate(name, data)) return JSON.stringify(data);
    found.values.push(data);
    return '@';
  }
  if (typeof data !== 'object' || data === null) return String(data);
  if (data instanceof LateMarkup || data instanceof LateList) {
    found.values.push(data);
    return data instanceof LateMarkup ? '@' : '@[]';
  }
  let key = '';
  if (Array.isArray(data)) {
    for (const item of data) key += `${keyOf(item, name, found)},`;
    return `[${key}]`;
  }
  for (const [own, value] of Object.entries(data)) key += `${JSON.stringify(own)}:${keyOf(value, own, found)},`;
  return `{${key}}`;
}

/**
 * The stencil of a shape. A mark is a hash of what React sees of the props, so that no text there can hold it: it would hold its own
 * hash. Throws where a mark comes back changed.
 */
export function stencilOf<Props extends object>(
  props: Props,
  { key, isLate }: { readonly key: string; readonly isLate: IsLate },
  print: (marked: Props) => string,
): Stencil {
  const token = sha256(key).slice(0, 32);
  let count = 0;
  const marked = replaceValues(props, isLate, (value) => {
    const mark = `${token}-${count++}-${token}`;
    if (typeof value === 'string') return mark;
    return value instanceof LateMarkup ? { html: mark } : [mark];
  });
  const parts = print(marked as Props).split(token);
  const holes = parts.filter((_, index) => index % 2 === 1).map((part) => Number(/^-(\d+)-$/.exec(part)?.[1]));
  if (!holes.every((hole) => hole < count)) throw new Error('markup holds a mark of no slot');
  return { chunks: parts.filter((_, index) => index % 2 === 0), holes };
}

/** The markup with the values in their holes, as text and bytes of UTF-8. */
export function fillStencil(
  { chunks, holes }: Stencil,
  values: readonly Value[],
  markupOf: (list: LateList) => string,
): (string | Uint8Array)[] {
  const filled: (string | Uint8Array)[] = [];
  let text = chunks[0] ?? '';
  const add = (piece: string | Uint8Array) => {
    if (typeof piece === 'string') text += piece;
    else {
      filled.push(text, piece);
      text = '';
    }
  };
  for (const [index, hole] of holes.entries()) {
    const value = values[hole] ?? '';
    if (value instanceof LateMarkup) value.pieces.forEach(add);
    else text += typeof value === 'string' ? escapeAsReact(value) : markupOf(value);
    text += chunks[index + 1] ?? '';
  }
  return [...filled, text];
}

/** Plain data with others in the place of its values; an item of a list has the name of the list. */
function replaceValues(data: unknown, isLate: IsLate, replace: (value: Value) => unknown, name = ''): unknown {
  if (typeof data === 'string') return isLate(name, data) ? replace(data) : data;
  if (typeof data !== 'object' || data === null) return data;
  if (data instanceof LateMarkup || data instanceof LateList) return replace(data);
  if (Array.isArray(data)) return data.map((item) => replaceValues(item, isLate, replace, name));
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data)) copy[key] = replaceValues(value, isLate, replace, key);
  return copy;
}
