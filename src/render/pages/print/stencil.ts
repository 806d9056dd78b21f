// Markup with holes for what differs from page to page: React renders props in which marks stand for texts, what it makes is cut at
// the marks, and the texts of every page whose props have the same shape are put in. Texts that are put in are never searched.
import { sha256 } from '../../hash.js';
import type { Piece } from '../../output-file.js';
import { escapeAsReact, LateMarkup } from './markup.js';

/** Markup in chunks: chunk, value, chunk, …, chunk. `holes` are the numbers of the values. */
export interface Stencil {
  readonly chunks: readonly string[];
  readonly holes: readonly number[];
}

/** A list that one part of a page shows by itself, while the others only look whether it is empty. This one is not. */
export class LateList {
  readonly name: string;
  readonly items: readonly unknown[];

  constructor(name: string, items: readonly unknown[]) {
    this.name = name;
    this.items = items;
  }
}

/** What can stand in a hole. */
export type Value = string | LateMarkup | LateList;

/** What is put in late. */
export interface Late {
  /** It gets the name of the prop that holds the text. */
  readonly isText: (name: string, text: string) => boolean;
  /** Of a list that is not empty; its name is that of its prop, behind that of the object that holds it (`level.links`). */
  readonly isList: (name: string, items: readonly unknown[]) => boolean;
}

/** What React sees of props, as a text: the name of a part and its props without the values of the holes. */
export function keyOf(name: string, props: object, late: Late): string {
  let count = 0;
  return name + JSON.stringify(replaceValues(props, late, () => ({ '': ++count })));
}

/**
 * The stencil of a shape. A mark is a hash of what React sees of the props, so that no text there can hold it: it would hold its own
 * hash. Throws where a mark comes back changed.
 */
export function stencilOf<Props extends object>(
  props: Props,
  { key, late }: { readonly key: string; readonly late: Late },
  print: (marked: Props) => string,
): Stencil {
  const token = sha256(key).slice(0, 32);
  let count = 0;
  const marked = replaceValues(props, late, (value) => {
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
): Piece[] {
  const filled: Piece[] = [];
  let text = chunks[0] ?? '';
  const add = (piece: Piece) => {
    if (typeof piece === 'string') text += piece;
    else {
      filled.push(text, piece);
      text = '';
    }
  };
  for (let index = 0; index < holes.length; index += 1) {
    const value = values[holes[index] as number] ?? '';
    if (value instanceof LateMarkup) value.pieces.forEach(add);
    else text += typeof value === 'string' ? escapeAsReact(value) : markupOf(value);
    text += chunks[index + 1] ?? '';
  }
  return [...filled, text];
}

/** Plain data with others in the place of its values; an item of a list has the name of the list. */
function replaceValues(
  data: unknown,
  late: Late,
  replace: (value: Value) => unknown,
  { name = '', within = '' } = {},
): unknown {
  if (typeof data === 'string') return late.isText(name, data) ? replace(data) : data;
  if (typeof data !== 'object' || data === null) return data;
  if (data instanceof LateMarkup) return replace(data);
  if (Array.isArray(data)) {
    const path = within === '' ? name : `${within}.${name}`;
    if (data.length > 0 && late.isList(path, data)) return replace(new LateList(path, data));
    return data.map((item) => replaceValues(item, late, replace, { name, within }));
  }
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data))
    copy[key] = replaceValues(value, late, replace, { name: key, within: name });
  return copy;
}
