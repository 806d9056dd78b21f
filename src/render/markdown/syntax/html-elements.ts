// Elements of raw HTML that go on over empty lines, as Python-Markdown and kramdown read them, but CommonMark does not.
import namesJson from './names.json' with { type: 'json' };

/** Matches the start of an element with Markdown in it: its name, and the attribute. */
export const markdownTag = /^\s*<([a-z]\w*)\b[^<>]*?(\smarkdown=["'](?:1|block|span)["'])/i;

const blockNames = `summary ${namesJson.facts.skippedElements} ${namesJson.facts.blockElements}`
  .split(' ')
  .filter((name) => !/^(?:pre|script|style)$/.test(name));
const blockTag = new RegExp(`^ {0,3}<(${blockNames.join('|')})\\b[^<>]*(>|$)`, 'i');

/** Returns the line on which the element ends that begins on a line, or -1. An element with Markdown in it does not count. */
export function endsOfElements(lines: readonly string[]): (line: number) => number {
  const unclosed = new Set<string>();
  return (start) => {
    const name = blockTag.exec(lines[start] ?? '')?.[1]?.toLowerCase();
    if (name === undefined || unclosed.has(name)) return -1;
    const tags = new RegExp(`<(/?)${name}\\b(?:[^<>]*/>)?`, 'gi');
    let depth = 0;
    for (let line = start; line < lines.length; line += 1) {
      const own = lines[line] ?? '';
      if (markdownTag.test(own)) return -1;
      for (const [whole, slash] of own.matchAll(tags)) depth += whole.endsWith('/>') ? 0 : slash ? -1 : 1;
      if (depth <= 0) return line;
    }
    unclosed.add(name);
    return -1;
  };
}
