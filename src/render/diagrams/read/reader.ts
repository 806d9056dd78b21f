// Scanner for the source of a diagram.
import type { Direction } from '../layout/graph.js';
import type { Flow } from '../print/graph.js';

/** A text and the current position. All patterns must be sticky. */
export class Reader {
  at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) return undefined;
    this.at += match[0].length;
    return match;
  }

  /** Consumes the text up to and including the nearest of several ends. Returns the text and the end. */
  takeUntil(ends: readonly string[]): readonly [string, string] {
    const places = ends.map((end) => this.text.indexOf(end, this.at));
    const first = Math.min(...places.filter((place) => place !== -1));
    const end = ends[places.indexOf(first)];
    if (end === undefined) throw this.fault();
    const text = this.text.slice(this.at, first);
    this.at = first + end.length;
    return [text, end];
  }

  fault(): Error {
    const line = this.text.slice(0, this.at).split('\n').length;
    const next = this.text.slice(this.at, this.at + 40).trim();
    const [rest] = next.split('\n');
    return new Error(`line ${line} cannot be read${rest ? ` at ${JSON.stringify(rest)}` : ''}`);
  }
}

/** Parses statements until the end: directions, and others with `read`, which returns whether it succeeded. */
export function readStatements(reader: Reader, flow: Flow, skipped: RegExp, read: () => boolean): Flow {
  for (reader.take(/[\s;]*/y); !reader.isAtEnd; reader.take(/[\s;]*/y)) {
    const { at } = reader;
    const [, direction] = reader.take(/direction[^\S\n]+(TB|TD|BT|RL|LR)\b/y) ?? [];
    if (direction) (flow.open.at(-1) ?? flow).direction = direction as Direction;
    else if (!reader.take(skipped) && (!read() || reader.at === at)) throw reader.fault();
    flow.checkSize();
  }
  return flow.finish();
}
