// Reading the source of a diagram from its beginning to its end.
import type { Flow } from '../graph.js';
import { checkSize } from '../layout/bounds.js';
import type { Direction } from '../layout/graph.js';

/** A text and how far it has been read. Its patterns are sticky. */
export class Reader {
  at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Whether the pattern matches here. */
  isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Reads what the pattern matches here. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) return undefined;
    this.at += match[0].length;
    return match;
  }

  /** Reads up to one of several ends, and over it; what was read, and the end. */
  takeUntil(ends: readonly string[]): readonly [string, string] {
    const places = ends.map((end) => this.text.indexOf(end, this.at));
    const first = Math.min(...places.filter((place) => place !== -1));
    const end = ends[places.indexOf(first)];
    if (end === undefined) throw this.fault();
    const text = this.text.slice(this.at, first);
    this.at = first + end.length;
    return [text, end];
  }

  /** What stands here cannot be read. */
  fault(): Error {
    const line = this.text.slice(0, this.at).split('\n').length;
    const rest = this.text
      .slice(this.at, this.at + 40)
      .trim()
      .split('\n')[0];
    return new Error(`line ${line} cannot be read${rest ? ` at ${JSON.stringify(rest)}` : ''}`);
  }
}

/** Reads statements until the text ends: directions, and the others by `read`, which says whether it could. */
export function readStatements(reader: Reader, flow: Flow, skipped: RegExp, read: () => boolean): Flow {
  for (reader.take(/[\s;]*/y); !reader.isAtEnd; reader.take(/[\s;]*/y)) {
    const { at } = reader;
    const [, direction] = reader.take(/direction[^\S\n]+(TB|TD|BT|RL|LR)\b/y) ?? [];
    if (direction) (flow.open.at(-1) ?? flow).direction = direction as Direction;
    else if (!reader.take(skipped) && (!read() || reader.at === at)) throw reader.fault();
    checkSize(flow.nodes.size, flow.edges.length);
  }
  return flow.finish();
}
