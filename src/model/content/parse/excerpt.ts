// Title and description from the text of a body alone, without a syntax tree, by the rules of Docusaurus 3.10.
import steps from './cleaning.json' with { type: 'json' };

const importBlocks = /^(?:import\s(?:.|\r?\n(?!\r?\n))*(?:\r?\n){2,})*/;
const atxTitle = /^#[ \t]+([^ \t].*)(?:\r?\n|$)/;
const underlinedTitle = /^(.*)\r?\n=+(?:\r?\n|$)/;

// Maximum lengths, in characters, because the patterns below take quadratic time on untrusted lines.
const maxTitleChars = 2_000;
const maxCleanedChars = 10_000;
const maxCleanedTotal = 50_000;

const unwrapCode = (text: string) => text.replace(/`([^`]*)`/g, '$1');

/** Returns the heading on the first line of a body, or undefined. As in Docusaurus, a later heading is not the title. */
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

/** Returns the first line of a body that has text after Markdown and HTML markup is removed, or undefined. */
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
 * Returns the description of a body: its first line of text, or ''.
 * Intended difference from Docusaurus: comments are removed first, so that `<!--` is never a description.
 */
export function excerpt(body: string): string {
  const text = firstTextLine(body);
  if (text === undefined) return '';
  if (!text.startsWith('<!-')) return text;
  const withoutComments = firstTextLine(body.replace(/<!--[\s\S]*?(?:-->|$)/g, '')) ?? '';
  return withoutComments.startsWith('<!-') ? '' : withoutComments;
}
