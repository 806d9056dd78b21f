// Hugo's shortcodes in a text: their arguments, and which ones have a closing.
import { matchAt } from '../../syntax/search.js';

export interface Shortcode {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'alone';
  /** Arguments without a name, and those with one. */
  readonly args: readonly string[];
  readonly props: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
}

export interface PairedShortcode extends Shortcode {
  readonly closing?: Shortcode | undefined;
  readonly parent?: PairedShortcode | undefined;
  /** Number of the shortcodes with a closing before it in its parent. */
  readonly index: number;
}

const opening = /\{\{([<%])\s{0,100}(\/?)\s{0,100}([A-Za-z_][\w.-]{0,100}(?:\/[\w.-]{1,100}){0,5})/g;
const argument =
  /\s{0,100}(?:([A-Za-z][\w-]{0,100})\s{0,20}=\s{0,20})?(?:"((?:[^"\\]|\\.){0,2000})"|`([^`]{0,2000})`|([^\s"`<>%{}=/][^\s"`<>{}]{0,500}?)(?=\s|\/?[>%]\}\}))/y;
const ending = /\s{0,100}(\/?)([>%])\}\}/y;
const max = { shortcodes: 5_000, args: 50 };

function readAt(text: string, [whole, sign, slash, name = '']: RegExpExecArray, start: number): Shortcode | undefined {
  let end = start + whole.length;
  const args: string[] = [];
  const props: Record<string, string> = Object.create(null);
  for (let count = 0; count < max.args; count += 1) {
    const found = matchAt(argument, text, end);
    if (!found) break;
    const [, key, quoted, raw, bare = ''] = found;
    const value = quoted?.replace(/\\(["\\])/g, '$1') ?? raw ?? bare;
    if (key === undefined) args.push(value);
    else props[key.toLowerCase()] = value;
    end += found[0].length;
  }
  const [closed, alone, last] = matchAt(ending, text, end) ?? [];
  if (closed === undefined || last !== (sign === '<' ? '>' : '%')) return undefined;
  const kind = slash ? 'close' : alone ? 'alone' : 'open';
  return { name: name.toLowerCase(), kind, args, props, start, end: end + closed.length };
}

/** Returns the openings, and the closings that belong to one, by their offsets. An opening without a closing is alone. */
export function pairShortcodes(text: string): ReadonlyMap<number, PairedShortcode> {
  const found = new Map<number, PairedShortcode>();
  const open: PairedShortcode[] = [];
  const openingsLeft = new Map<string, number>();
  for (const match of text.matchAll(opening)) {
    if (found.size > max.shortcodes) break;
    const shortcode = readAt(text, match, match.index);
    if (!shortcode) continue;
    const { name, kind, start } = shortcode;
    if (kind !== 'close') {
      const opening: PairedShortcode = { ...shortcode, index: 0 };
      found.set(start, opening);
      if (kind === 'alone') continue;
      open.push(opening);
      openingsLeft.set(name, (openingsLeft.get(name) ?? 0) + 1);
      continue;
    }
    if (!openingsLeft.get(name)) continue;
    while (open.length > 0) {
      const opening = open.pop() as PairedShortcode;
      openingsLeft.set(opening.name, (openingsLeft.get(opening.name) ?? 1) - 1);
      if (opening.name !== name) continue;
      found.set(opening.start, { ...opening, closing: shortcode });
      found.set(start, { ...shortcode, index: 0, parent: opening });
      break;
    }
  }
  return withParents(found);
}

/** Adds the shortcode around each one. Those without a closing surround nothing. */
function withParents(found: ReadonlyMap<number, PairedShortcode>): ReadonlyMap<number, PairedShortcode> {
  const result = new Map<number, PairedShortcode>();
  const around: PairedShortcode[] = [];
  const counts = new Map<PairedShortcode, number>();
  for (const [start, shortcode] of [...found].sort(([a], [b]) => a - b)) {
    while (around.length > 0 && start >= (around.at(-1)?.closing?.end ?? 0)) around.pop();
    if (shortcode.kind === 'close') {
      result.set(start, shortcode);
      continue;
    }
    const parent = around.at(-1);
    const index = parent && shortcode.closing ? (counts.get(parent) ?? 0) : 0;
    if (parent && shortcode.closing) counts.set(parent, index + 1);
    const placed = { ...shortcode, parent, index };
    result.set(start, placed);
    if (shortcode.closing) around.push(placed);
  }
  return result;
}
