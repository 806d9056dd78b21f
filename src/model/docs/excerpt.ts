// Title and description from the text of a body alone, without a syntax tree, by the rules of Docusaurus 3.10.

const importBlocks = /^(?:import\s(?:.|\r?\n(?!\r?\n))*(?:\r?\n){2,})*/;
const atxTitle = /^#[ \t]+([^ \t].*)(?:\r?\n|$)/;
const underlinedTitle = /^(.*)\r?\n=+(?:\r?\n|$)/;

// The patterns below are quadratic on hostile lines, so what they see of a text is bounded.
const longestTitle = 2_000;
const longestCleaned = 10_000;
const mostCleaned = 50_000;

const unwrapCode = (text: string) => text.replace(/`([^`]*)`/g, '$1');

/** The heading on the very first line of a body (front matter off), or undefined. A later heading is not a title. */
export function contentTitle(body: string): string | undefined {
  const text = body.trim().replace(importBlocks, '').trim();
  const atx = atxTitle.exec(text)?.[1]?.slice(0, longestTitle);
  if (atx !== undefined) {
    return unwrapCode(atx.trim().replace(/\s*(?:\{#*[\w-]+\}|#+)$/, '')).trim();
  }
  const underlined = underlinedTitle.exec(text)?.[1]?.slice(0, longestTitle);
  return underlined === undefined ? undefined : unwrapCode(underlined.trim().replace(/\s*=+$/, '')).trim();
}

// Order matters: each step sees what the one before left.
const cleaning: readonly (readonly [RegExp, string])[] = [
  [/^(?:-{1,20}8<-{1,20}[ \t].*|\{\{#\w{1,20}[ \t][^{}]*\}\})$/, ''], // what another file is in place of
  [/<[^>]*>/g, ''], // HTML tags
  [/^#[^#]+#?/gm, ''], // a whole h1
  [/^#{1,6}\s*([^#]*?)\s*#{0,6}/gm, '$1'], // marks of other headings
  [/([*_]{1,3})(.*?)\1/g, '$2'], // emphasis
  [/~~(\S.*\S)~~/g, '$1'], // strikethrough
  [/!\[(.*?)\][[(].*?[\])]/g, '$1'], // images
  [/\[\^.+?\](?:: .*$)?/g, ''], // footnotes
  [/\[(.*?)\][[(].*?[\])]/g, '$1'], // links
  [/`(.+?)`/g, '$1'], // code
  [/^\s{0,3}>\s?/g, ''], // quote mark
  [/:::.*/, ''], // admonition
  [/\s?:(?:::|[^:\n])+:/g, ''], // emoji name
  [/\{#*[\w-]+\}/, ''], // heading id
];

function cleanLine(line: string): string {
  let text = line.slice(0, longestCleaned);
  for (const [pattern, replacement] of cleaning) text = text.replace(pattern, replacement);
  return text.trim();
}

/** The lines of a text, one by one: mostly the first says enough. */
function* linesOf(text: string): Generator<string, void> {
  for (let start = 0; start <= text.length; ) {
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    yield text.slice(start, end > start && text[end - 1] === '\r' && lineBreak !== -1 ? end - 1 : end);
    start = end + 1;
  }
}

/** First line of a body that still says something once Markdown and HTML marks are off, or undefined. */
function firstTextLine(body: string): string | undefined {
  const text = body.trimStart().replace(/^[^\r\n]*\r?\n[=]+/g, '');
  let fence: string | undefined;
  let inImport = false;
  let length = 0;
  for (const line of linesOf(text)) {
    const trimmed = line.trim();
    if (trimmed === '') {
      inImport = false;
      continue;
    }
    if (fence === undefined && (inImport || /^(?:import|export)\s/.test(line))) {
      inImport = true;
      continue;
    }
    const ticks = /^`{3,}/.exec(trimmed)?.[0];
    if (ticks !== undefined) {
      if (fence === undefined) fence = ticks;
      else if (ticks.length >= fence.length) fence = undefined;
      continue;
    }
    if (fence !== undefined) continue;
    if (length > mostCleaned) return undefined;
    length += line.length;
    const cleaned = cleanLine(line);
    if (cleaned !== '') return cleaned;
  }
  return undefined;
}

/**
 * The description of a body: its first real line of text, or ''.
 * On purpose unlike Docusaurus, the start of a comment (`<!--`) is never a description: comments are then left out first.
 */
export function excerpt(body: string): string {
  const text = firstTextLine(body);
  if (text === undefined) return '';
  if (!text.startsWith('<!-')) return text;
  const withoutComments = firstTextLine(dropComments(body)) ?? '';
  return withoutComments.startsWith('<!-') ? '' : withoutComments;
}

function dropComments(text: string): string {
  let rest = text;
  let kept = '';
  for (;;) {
    const start = rest.indexOf('<!--');
    if (start === -1) return kept + rest;
    kept += rest.slice(0, start);
    const end = rest.indexOf('-->', start + 4);
    if (end === -1) return kept;
    rest = rest.slice(end + 3);
  }
}
