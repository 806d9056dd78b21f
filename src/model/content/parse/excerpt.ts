// Title and description from the text of a body alone, without a syntax tree, by the rules of Docusaurus 3.10.

import steps from './cleaning.json' with { type: 'json' };

const importBlocks = /^(?:import\s(?:.|\r?\n(?!\r?\n))*(?:\r?\n){2,})*/;
const atxTitle = /^#[ \t]+([^ \t].*)(?:\r?\n|$)/;
const underlinedTitle = /^(.*)\r?\n=+(?:\r?\n|$)/;

// The patterns below are quadratic on hostile lines, so what they see of a text is bounded.
const maxTitleChars = 2_000;
const maxCleanedChars = 10_000;
const maxCleanedTotal = 50_000;

const unwrapCode = (text: string) => text.replace(/`([^`]*)`/g, '$1');

/** The heading on the very first line of a body (front matter off), or undefined. A later heading is not a title. */
export function contentTitle(body: string): string | undefined {
  const text = body.trim().replace(importBlocks, '').trim();
  const atx = atxTitle.exec(text)?.[1]?.slice(0, maxTitleChars);
  if (atx !== undefined) return unwrapCode(atx.trim().replace(/\s*(?:\{#*[\w-]+\}|#+)$/, '')).trim();
  const underlined = underlinedTitle.exec(text)?.[1]?.slice(0, maxTitleChars);
  return underlined === undefined ? undefined : unwrapCode(underlined.trim().replace(/\s*=+$/, '')).trim();
}

// Order matters: each step sees what the one before left.
const cleaning = steps.map(({ pattern, flags, replacement }) => [new RegExp(pattern, flags), replacement] as const);

function cleanLine(line: string): string {
  let text = line.slice(0, maxCleanedChars);
  for (const [pattern, replacement] of cleaning) text = text.replace(pattern, replacement);
  return text.trim();
}

/** First line of a body that still says something once Markdown and HTML marks are off, or undefined. */
function firstTextLine(body: string): string | undefined {
  const text = body.trimStart().replace(/^[^\r\n]*\r?\n[=]+/g, '');
  let fence: string | undefined;
  let inImport = false;
  let length = 0;
  for (const [, line = ''] of text.matchAll(/([^\n]*)\n?/g)) {
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
    if (length > maxCleanedTotal) return undefined;
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
  const withoutComments = firstTextLine(body.replace(/<!--[\s\S]*?(?:-->|$)/g, '')) ?? '';
  return withoutComments.startsWith('<!-') ? '' : withoutComments;
}
