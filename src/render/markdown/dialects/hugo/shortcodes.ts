// Parses Hugo's shortcodes: their arguments, and which ones are paired.
import { inMarks } from '../../syntax/generator-syntax.js';
import { matchAt } from '../../syntax/search.js';

export interface Shortcode {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'alone';
  /** Positional arguments. `props` has the named ones. */
  readonly args: readonly string[];
  readonly props: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
}

/** Output of the template of a shortcode before and after its content. */
export interface ShownShortcode {
  readonly before: string;
  readonly after: string;
  /** Whether the template doesn't print the content. */
  readonly isWhole: boolean;
  /** Language of the content, if the template highlights it. */
  readonly lang?: string;
}

export interface PairedShortcode extends Shortcode {
  closing?: Shortcode | undefined;
  parent?: PairedShortcode | undefined;
  shown?: ShownShortcode | undefined;
  /** Number of paired shortcodes before it in the same parent. */
  index: number;
}

/** Returns the text on the same lines before and after a shortcode and its content, at most 100 characters of each. */
export const lineAround = ({ start, end, closing }: PairedShortcode, text: string): string => {
  const after = closing?.end ?? end;
  const [before, behind] = [text.slice(Math.max(0, start - 100), start), text.slice(after, after + 100)];
  return `${before.split('\n').at(-1)}${behind.split('\n')[0]}`.trim();
};

/** Whether the content of a shortcode is its template (Hugo's inline shortcodes). */
export const isInline = ({ name, closing }: PairedShortcode) => closing !== undefined && name.endsWith('.inline');

const opening = /\{\{([<%])\s{0,100}(\/?)\s{0,100}([A-Za-z_][\w.-]{0,100}(?:\/[\w.-]{1,100}){0,5}|(?<=\/)(?=\s*[>%]))/g;
const argument =
  /\s{0,100}(?:([A-Za-z][\w-]{0,100})\s{0,20}=\s{0,20})?(?:"((?:[^"\\]|\\.){0,2000})"|`([^`]{0,2000})`|([^\s"`<>%{}=/][^\s"`<>{}]{0,500}?)(?=\s|\/?[>%]\}\}))/y;
const ending = /\s{0,100}(\/?)([>%])\}\}/y;
const max = { shortcodes: 10_000, args: 50 };

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

/** Returns openings, and closings with an opening, by their offsets. An opening without a closing has no content. */
export function pairShortcodes(text: string): ReadonlyMap<number, PairedShortcode> {
  const found = new Map<number, PairedShortcode>();
  const open: PairedShortcode[] = [];
  let count = 0;
  for (const match of text.matchAll(opening)) {
    const shortcode = count < max.shortcodes ? readAt(text, match, match.index) : undefined;
    if (!shortcode) continue;
    count += 1;
    const { name, kind, start } = shortcode;
    const at = kind === 'close' ? open.findLastIndex((one) => name === '' || one.name === name) : -1;
    const [opened] = at === -1 ? [] : open.splice(at);
    if (opened) opened.closing = shortcode;
    const paired = { ...shortcode, index: 0, parent: opened };
    if (kind === 'open') open.push(paired);
    if (kind !== 'close' || opened) found.set(start, paired);
  }
  const around: PairedShortcode[] = [];
  const counts = new Map<PairedShortcode | undefined, number>();
  for (const shortcode of found.values()) {
    if (shortcode.kind === 'close') around.pop();
    else {
      shortcode.parent = around.at(-1);
      if (!shortcode.closing) continue;
      shortcode.index = counts.get(shortcode.parent) ?? 0;
      counts.set(shortcode.parent, shortcode.index + 1);
      around.push(shortcode);
    }
  }
  return found;
}

/** Marks the content that Hugo parses as Markdown in an HTML page: that of `{{% x %}}` in another shortcode. */
export function markMarkdown(text: string): string {
  let [marked, from] = ['', 0];
  for (const { parent, start, end, closing } of pairShortcodes(text).values()) {
    if (!parent || !closing || start < from || text[start + 2] !== '%') continue;
    marked += text.slice(from, end) + inMarks(text.slice(end, closing.start));
    from = closing.start;
  }
  return marked + text.slice(from);
}

/** Escapes Markdown syntax in a text. */
export const plain = (text: string) => text.replace(/[\\[\]`*_<>]/g, '\\$&').replace(/\s+/g, ' ');

/** Returns a Markdown list of the folders and files in a text. */
export function treeOf(inner: string): string {
  let depth = 0;
  const lines = [...pairShortcodes(inner).values()].flatMap(({ kind, props, closing }) => {
    const line = `${'  '.repeat(depth)}- ${plain(props['name'] ?? '')}`;
    depth += kind === 'close' ? -1 : Number(closing !== undefined);
    return kind === 'close' ? [] : line;
  });
  return lines.join('\n');
}

/** Guesses the language of data. */
export function dataLanguage(inner: string): string {
  if (/^\s*\{/.test(inner)) return 'json';
  return /^[ \t]*(?:\[|[\w."'-]+[ \t]*=)/m.test(inner) ? 'toml' : 'yaml';
}
