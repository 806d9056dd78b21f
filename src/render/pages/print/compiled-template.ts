// Compiled templates: React renders props with placeholders instead of texts. Its output is split at the placeholders, and the texts of all pages with the same props
// structure are inserted. Inserted texts are never searched for placeholders.
import { sha256 } from '../../../model/input/hash.js';
import type { OutputChunk } from '../../base/output-file.js';
import { DeferredMarkup, escapeAsReact } from './render-template.js';

/** Markup as alternating chunks and values, starting and ending with a chunk. `slots` contains the indexes of the values. */
export interface CompiledTemplate {
  readonly chunks: readonly string[];
  readonly slots: readonly number[];
}

/** Placeholder for a list that is rendered separately. Components only check that it is not empty. */
class DeferredList {
  constructor(
    readonly name: string,
    readonly items: readonly unknown[],
  ) {}
}

export type Value = string | DeferredMarkup | DeferredList;

export interface Deferred {
  /** Whether a text is deferred. `name` is the prop that contains it. */
  readonly isText: (name: string, text: string) => boolean;
  /** Whether a list is deferred. Only called if it is not empty. `name` is the path of the prop (`level.links`). */
  readonly isList: (name: string, items: readonly unknown[]) => boolean;
}

/** Reads the structure of props, and their deferred values in order. JSON of a copy would take three times as long. */
export class StructureReader {
  readonly values: Value[] = [];
  /** Key of the props structure: names, values and delimiters. Texts contribute their lengths, so that no two structures have the same key. */
  key = '';

  constructor(
    props: object,
    private readonly late: Deferred,
  ) {
    this.#read(props, '', '');
  }

  #read(data: unknown, name: string, within: string): void {
    if (typeof data === 'string') {
      if (this.late.isText(name, data)) this.#defer(data);
      else this.key += `${data.length}"${data}`;
    } else if (typeof data !== 'object' || data === null) this.key += `${data};`;
    else if (data instanceof DeferredMarkup) this.#defer(data);
    else if (Array.isArray(data)) {
      const path = within === '' ? name : `${within}.${name}`;
      if (data.length > 0 && this.late.isList(path, data)) {
        this.#defer(new DeferredList(path, data));
        return;
      }
      this.key += '[';
      for (const item of data) this.#read(item, name, within);
      this.key += ']';
    } else {
      this.key += '{';
      for (const prop in data) {
        const value: unknown = data[prop as never];
        if (value === undefined) continue;
        this.key += `,${prop}:`;
        this.#read(value, prop, name);
      }
      this.key += '}';
    }
  }

  #defer(value: Value): void {
    this.values.push(value);
    this.key += '*';
  }
}

/** Compiles a template for one props structure. Each placeholder contains a hash of the props, so no prop can contain it. */
export function compileTemplate<Props extends object>(
  props: Props,
  { key, late }: { readonly key: string; readonly late: Deferred },
  print: (marked: Props) => string,
): CompiledTemplate {
  const token = sha256(key).slice(0, 32);
  let count = 0;
  const marked = replaceValues(props, late, (value) => {
    const mark = `${token}-${count++}-${token}`;
    if (typeof value === 'string') return mark;
    return value instanceof DeferredMarkup ? { html: mark } : [mark];
  });
  const parts = print(marked as Props).split(token);
  const slots = parts.filter((_, index) => index % 2 === 1).map((part) => Number(/^-(\d+)-$/.exec(part)?.[1]));
  if (!slots.every((slot) => slot < count)) throw new Error('unknown placeholder in the output of a template');
  return { chunks: parts.filter((_, index) => index % 2 === 0), slots };
}

export function fillTemplate(
  { chunks, slots }: CompiledTemplate,
  values: readonly Value[],
  markupOf: (list: DeferredList) => string,
): OutputChunk[] {
  const filled: OutputChunk[] = [];
  let text = chunks[0] ?? '';
  const add = (piece: OutputChunk) => {
    if (typeof piece === 'string') text += piece;
    else {
      filled.push(text, piece);
      text = '';
    }
  };
  for (let index = 0; index < slots.length; index += 1) {
    const value = values[slots[index] as number] ?? '';
    if (value instanceof DeferredMarkup) value.pieces.forEach(add);
    else text += typeof value === 'string' ? escapeAsReact(value) : markupOf(value);
    text += chunks[index + 1] ?? '';
  }
  return [...filled, text];
}

/** Returns a copy of plain data with replaced values. Items of a list have the name of the list. */
function replaceValues(
  data: unknown,
  late: Deferred,
  replace: (value: Value) => unknown,
  { name = '', within = '' } = {},
): unknown {
  if (typeof data === 'string') return late.isText(name, data) ? replace(data) : data;
  if (typeof data !== 'object' || data === null) return data;
  if (data instanceof DeferredMarkup) return replace(data);
  if (Array.isArray(data)) {
    const path = within === '' ? name : `${within}.${name}`;
    if (data.length > 0 && late.isList(path, data)) return replace(new DeferredList(path, data));
    return data.map((item) => replaceValues(item, late, replace, { name, within }));
  }
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data))
    copy[key] = replaceValues(value, late, replace, { name: key, within: name });
  return copy;
}
