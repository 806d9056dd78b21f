// Where tags and expressions in braces end, by searching: an attribute may hold quotes, braces and `>`.

const longestTag = 4_000;
const start = /<(?:\/?([A-Za-z][\w.-]*(?::[A-Za-z][\w-]*)?)|\/?(?=>))/y;

/** The name of the tag that a text begins with; '' for a fragment `<>`. */
export function tagName(text: string): string {
  start.lastIndex = 0;
  return start.exec(text)?.[1] ?? '';
}

/** Where the tag that begins at an index ends; -1 where none begins there. */
export function endOfTag(text: string, index: number): number {
  start.lastIndex = index;
  const opening = start.exec(text);
  if (!opening) return -1;
  const first = index + opening[0].length;
  if (!/[\s/>{]/.test(text[first] ?? '')) return -1;
  const last = Math.min(text.length, index + longestTag);
  for (let end = first; end < last; end += 1) {
    const char = text[end];
    if (char === '>') return end + 1;
    if (char === '<') return -1;
    if (char === '{') end = endOfBraces(text, end) - 1;
    else if (char === '"' || char === "'") end = text.indexOf(char, end + 1);
    if (end < first) return -1;
  }
  return -1;
}

/** Where the braces that open at an index are closed; -1 where they are not. Braces in strings count as closed in them. */
export function endOfBraces(text: string, index: number): number {
  const last = Math.min(text.length, index + longestTag);
  let depth = 0;
  for (let end = index; end < last; end += 1) {
    const char = text[end];
    if (char === '{') depth += 1;
    else if (char === '}' && --depth === 0) return end + 1;
    else if (char === '"' || char === "'" || char === '`') {
      const close = text.indexOf(char, end + 1);
      if (close !== -1 && close < last && !text.slice(end, close).includes('\n')) end = close;
    }
  }
  return -1;
}
