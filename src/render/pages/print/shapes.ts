// Which stencil is that of props: those of which React sees the same have one.
import { LateMarkup } from './markup.js';
import { type Late, LateList, type Stencil, type Value } from './stencil.js';

/**
 * A tree of shapes: a way through it is what React sees of props, one name, value or sign after the other. Where it ends is the stencil of
 * all props that go this way.
 */
export class Shapes {
  readonly #next = new Map<unknown, Shapes>();
  stencil: Stencil | undefined;

  /** Where a step leads; undefined where none was made for it. */
  next(step: unknown): Shapes | undefined {
    return this.#next.get(step);
  }

  grow(step: unknown): Shapes {
    const next = this.#next.get(step) ?? new Shapes();
    this.#next.set(step, next);
    return next;
  }
}

/** The end of the way of some props, undefined where none went it before, and what is put in late, in its order. */
export function findShape(props: object, late: Late, from: Shapes): Pick<Walk, 'at' | 'values'> {
  const walk = new Walk(from, late, (at, step) => at.next(step));
  walk.read(props);
  return walk;
}

/** The end of the way of some props, which is there from now on. */
export function growShape(props: object, late: Late, from: Shapes): Shapes {
  const walk = new Walk(from, late, (at, step) => at.grow(step));
  walk.read(props);
  return walk.at as Shapes;
}

// Signs: no prop has such a value. Between `opening` and `closing` names and values take turns.
const opening = Symbol('{');
const closing = Symbol('}');
const first = Symbol('[');
const last = Symbol(']');
const hole = Symbol('hole');

class Walk {
  at: Shapes | undefined;
  readonly values: Value[] = [];
  readonly #late: Late;
  readonly #next: (at: Shapes, step: unknown) => Shapes | undefined;

  constructor(from: Shapes, late: Late, next: (at: Shapes, step: unknown) => Shapes | undefined) {
    this.at = from;
    this.#late = late;
    this.#next = next;
  }

  read(data: unknown, name = '', within = ''): void {
    if (typeof data === 'string') {
      if (this.#late.isText(name, data)) this.#put(data);
      else this.#step(data);
    } else if (typeof data !== 'object' || data === null) this.#step(data);
    else if (data instanceof LateMarkup) this.#put(data);
    else if (Array.isArray(data)) this.#readList(data, name, within);
    else {
      this.#step(opening);
      for (const key in data) this.#readProp(key, data[key as never], name);
      this.#step(closing);
    }
  }

  #readProp(key: string, value: unknown, within: string): void {
    if (value === undefined) return;
    this.#step(key);
    this.read(value, key, within);
  }

  /** An item of a list has the name of the list. */
  #readList(items: readonly unknown[], name: string, within: string): void {
    const path = within === '' ? name : `${within}.${name}`;
    if (items.length > 0 && this.#late.isList(path, items)) {
      this.#put(new LateList(path, items));
      return;
    }
    this.#step(first);
    for (const item of items) this.read(item, name, within);
    this.#step(last);
  }

  #put(value: Value): void {
    this.values.push(value);
    this.#step(hole);
  }

  #step(step: unknown): void {
    if (this.at) this.at = this.#next(this.at, step);
  }
}
