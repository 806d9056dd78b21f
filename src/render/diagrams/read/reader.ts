// Scanner for the source of a diagram. Labels keep text, lines, <b>, <i>, <u> and <s>; entities (`#quot;`, `&amp;`) are decoded, other HTML and Markdown is removed.
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import type { Direction } from '../layout/level.js';
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

const [maxLabelChars, maxLineChars] = [1_000, 44];

const kept: Readonly<Record<string, string>> = { b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u', s: 's', del: 's' };

/** Returns a label, wrapped to lines of readable length. */
export function labelText(source: string): string {
  if (source.length > maxLabelChars) throw new Error(`a label is over ${maxLabelChars} characters`);
  const text = /^\s*`[^`]*`\s*$/.test(source) ? source.trim().slice(1, -1) : source;
  const lines = text
    .replace(/\bfa[a-z]?:fa-[\w-]+/g, '')
    .replace(/<br\s*\/?>|\\n/gi, '\n')
    .replace(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi, (_, slash: string, name: string) => {
      const style = kept[name.toLowerCase()];
      return style ? `<${slash}${style}>` : '';
    })
    .replace(/\*\*([^*\n]+)\*\*|(?<![\w_])__([^_\n]+)__(?![\w_])/g, '<b>$1$2</b>')
    .replace(/(?<![\w*])\*([^\s*][^*\n]*)\*(?![\w*])/g, '<i>$1</i>')
    .replace(/~~([^~\n]+)~~/g, '<s>$1</s>')
    .split('\n')
    .map((line) => plainEntities(line.replace(/\s+/g, ' ').trim()));
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  while (lines.length > 1 && lines[0] === '') lines.shift();
  return styledAcrossLines(lines.flatMap(wrapped)).join('\n');
}

/** Decodes `#quot;`, `#35;`, `&lt;` and `&#60;`. */
export function plainEntities(text: string): string {
  return text.replace(/(?:&#?|#)(x[0-9a-f]{1,6}|[a-z0-9]{2,31}|[0-9]);/gi, (whole, name: string) => {
    const isNumber = /^(?:x[0-9a-f]+|\d+)$/i.test(name);
    if (!isNumber) return whole.startsWith('&#') ? whole : decodeNamedCharacterReference(name) || whole;
    const code = name.startsWith('x') ? Number.parseInt(name.slice(1), 16) : Number(name);
    return code >= 0x20 && code < 0x110000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
  });
}

function wrapped(line: string): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ').flatMap(parts)) {
    const last = lines.at(-1);
    const length = (text: string) => text.replace(/<\/?[bius]>/g, '').length;
    if (last === undefined || length(last) + 1 + length(word) > maxLineChars) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Splits a word that is longer than a line, unless it contains tags. */
function parts(word: string): readonly string[] {
  if (word.length <= maxLineChars || word.includes('<')) return [word];
  return word.match(new RegExp(`.{1,${maxLineChars}}`, 'gsu')) ?? [];
}

/** Closes styles at the end of each line and opens them again in the next. */
function styledAcrossLines(lines: readonly string[]): string[] {
  const open = new Set<string>();
  return lines.map((line) => {
    const start = [...open].map((name) => `<${name}>`).join('');
    for (const [, slash, name = ''] of line.matchAll(/<(\/?)([bius])>/g)) {
      if (slash) open.delete(name);
      else open.add(name);
    }
    return `${start}${line}${[...open].map((name) => `</${name}>`).join('')}`;
  });
}
