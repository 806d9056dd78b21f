// HTML and components at the beginning of a line: headings and paragraphs written as tags are read, frames are opened, the rest skipped.
import type { Block, Lines } from './lines.js';
import { endOfTag, tagName } from './tags.js';

/** Elements whose content is no text of the page, or another's: skipped whole. */
const skippedWhole = new Set(
  'audio canvas datalist details dl figure form head iframe math menu nav noscript object ol pre script select style svg table template textarea title ul video'.split(
    ' ',
  ),
);
/** Elements that frame text. */
const frames = new Set(
  'address article aside base blockquote body center col colgroup div fieldset footer header hr html link main meta param search section source track'.split(
    ' ',
  ),
);

/** True where a line begins with a tag; `isBlock` asks for one that ends a paragraph. */
export function startsHtml(line: string, isBlock = false): boolean {
  if (!line.startsWith('<')) return false;
  const name = tagName(line);
  if (!isBlock) return name !== '' || /^<\/?>/.test(line);
  const lower = name.toLowerCase();
  return skippedWhole.has(lower) || frames.has(lower) || lower === 'p' || /^h[1-6]$/.test(lower) || isComponent(name);
}

/** A component, that is not `<T>` in the middle of a text. */
const isComponent = (name: string) => /^[A-Z][\w.]+$/.test(name);

/** Reads what begins with the tag of the current line; undefined where the line is a paragraph. */
export function endOfHtml(lines: Lines, closings: Set<string>): Block | 'skipped' | undefined {
  const line = lines.at(lines.index);
  const indent = line.length - line.trimStart().length;
  const isWhole = endOfTag(line, indent) !== -1;
  const text = isWhole ? line : lines.joined();
  const end = endOfTag(text, indent);
  if (end === -1) return undefined;
  const written = tagName(text.slice(indent));
  const name = written.toLowerCase();
  const isOpening = text[indent + 1] !== '/' && text[end - 2] !== '/';
  const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
  const isText = level > 0 || name === 'p';
  if (isOpening && isText) return readElement(lines, { name, level, end }, closings);
  if (isOpening && skippedWhole.has(name) && skipElement(lines, name, closings)) return 'skipped';
  const next = text.indexOf('\n', end);
  const rest = text.slice(end, next === -1 ? text.length : next).trim();
  const isFrame = skippedWhole.has(name) || frames.has(name) || isText || isComponent(written);
  if (!isFrame && rest !== '') return undefined;
  lines.skip(end);
  return 'skipped';
}

interface OpenTag {
  readonly name: string;
  /** Of a heading; 0 for a paragraph. */
  readonly level: number;
  /** Where it ends in the lines from the current one on. */
  readonly end: number;
}

/** A heading or a paragraph that is written as HTML. Where one was not closed, others are read on one line only. */
function readElement(lines: Lines, { name, level, end }: OpenTag, closings: Set<string>): Block | 'skipped' {
  const pattern = new RegExp(`</${name}\\s*>`, 'i');
  const line = lines.at(lines.index);
  const isOnLine = pattern.test(line.slice(end));
  const text = isOnLine || closings.has(`<${name}`) ? line : lines.joined();
  const rest = text.slice(end);
  const closing = pattern.exec(rest);
  const blank = level > 0 ? -1 : rest.search(/\n[ \t]*\n/);
  if (!closing || (blank !== -1 && blank < closing.index)) {
    if (!closing) closings.add(`<${name}`);
    lines.skip(end);
    return 'skipped';
  }
  lines.skip(end + closing.index + closing[0].length);
  const inner = rest.slice(0, closing.index).trim();
  return level > 0
    ? { kind: 'heading', level, text: inner, isHtml: true }
    : { kind: 'paragraph', text: inner, isAside: false };
}

/** Goes on behind an element, its like inside it counted; false where it is never closed. */
function skipElement(lines: Lines, name: string, closings: Set<string>): boolean {
  const key = `</${name}`;
  if (closings.has(key)) return false;
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi');
  let depth = 0;
  for (let index = lines.index; index < lines.length; index += 1) {
    const line = lines.at(index);
    for (const tag of line.matchAll(tags)) {
      depth += tag[1] === '/' ? -1 : 1;
      if (depth > 0) continue;
      const end = line.indexOf('>', tag.index);
      lines.cut(index, end === -1 ? line.length : end + 1);
      return true;
    }
  }
  closings.add(key);
  return false;
}
