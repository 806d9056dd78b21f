// Renders lists of headings: Docusaurus's `<TOCInline toc={toc} />`.
import type { Element } from 'hast';
import { isRecord } from '../../../model/input/plain-data.js';
import { encodePart } from '../../../model/types/path.js';
import type { Props } from '../../markdown/syntax/scan.js';
import { element, text } from './element.js';
import type { Heading } from './headings.js';

declare module 'hast' {
  interface ElementData {
    /** Props of a table of contents, on its placeholder element. */
    toc?: Props;
    /** Whether the cards of the page's category replace this element. */
    cards?: boolean;
  }
}

/** Returns the list of headings that the props select. Empty if there are none. */
export function contentsOf(headings: readonly Heading[], { toc, minHeadingLevel, maxHeadingLevel }: Props): Element[] {
  const [min, max] = [Number(minHeadingLevel ?? 2), Number(maxHeadingLevel ?? 3)];
  const below = headings.filter(({ level }) => level > 1);
  return listOf(selected(below, toc).filter(({ level }) => level >= min && level <= max));
}

/** Returns nested lists. A lower level is a list in an item of the level above. */
function listOf(headings: readonly Heading[]): Element[] {
  const groups: [Heading, Heading[]][] = [];
  for (const heading of headings) {
    const last = groups.at(-1);
    if (last && heading.level > last[0].level) last[1].push(heading);
    else groups.push([heading, []]);
  }
  const items = groups.map(([{ id, text: title }, inner]) =>
    element('li', {}, [element('a', { href: `#${encodePart(id)}` }, [text(title)]), ...listOf(inner)]),
  );
  return items.length > 0 ? [element('ul', {}, items)] : [];
}

const slice = /^toc\.slice\(\s*(-?\d+)\s*(?:,\s*(-?\d+)\s*)?\)$/;
const filter = /^toc\.filter\(\s*\(?\s*(\w+)\s*\)?\s*=>\s*\1\.level\s*(===?|<=?|>=?)\s*(\d)\s*\)$/;
const inner = /^toc\[(?:toc\.length\s*-\s*)?(\d+)\]\.children$/;

/** Returns the headings for `toc`, common filters of it, or a literal list. Other expressions select all headings. */
function selected(headings: readonly Heading[], toc: unknown): readonly Heading[] {
  if (Array.isArray(toc))
    return toc.filter(isRecord).map(({ value, id, level }) => ({
      level: Number(level ?? 2),
      id: String(id ?? ''),
      text: String(value ?? '').replace(/<[^>]*>/g, ''),
    }));
  const written = String(toc).trim();
  const [cut, from, to] = slice.exec(written) ?? [];
  if (cut !== undefined) return headings.slice(Number(from), to === undefined ? undefined : Number(to));
  const [, , sign = '', level] = filter.exec(written) ?? [];
  if (level !== undefined)
    return headings.filter(
      (one) =>
        (sign.includes('=') && one.level === Number(level)) ||
        (sign.startsWith('<') && one.level < Number(level)) ||
        (sign.startsWith('>') && one.level > Number(level)),
    );
  const [whole, index] = inner.exec(written) ?? [];
  if (whole === undefined) return headings;
  // In older versions of Docusaurus, the list is nested in items of the level above.
  const top = Math.min(...headings.map((one) => one.level));
  const starts = headings.flatMap((one, at) => (one.level === top ? [at] : []));
  const start = starts.at(whole.includes('length') ? -Number(index) : Number(index)) ?? headings.length;
  const end = starts.find((at) => at > start) ?? headings.length;
  return headings.slice(start + 1, end);
}
