// Parses Markdown with satteri as remark's parser: the native build, or the WebAssembly build with limited memory for texts that could exhaust the
// machine's memory. If that fails, or no native binary loads, remark-parse returns the same result.
import type { Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { attempt } from '../../model/types/attempt.js';
import type { LimitedParser } from './limited-parser.js';
import { CodeLines } from './syntax/code-lines.js';

/** Options for both builds of satteri. Front matter is removed before. */
const features = { gfm: true, frontmatter: false };

let satteri: Pick<typeof import('satteri'), 'markdownToMdast' | 'MdastReader' | 'materializeMdastTree'> | undefined;
let fault: string | undefined;

const satteriLoaded = loadSatteri();

/** Returns why the native parser can't be used. Undefined before the first text, and if `DOCGEN_PARSER` selects another parser. */
export const parserFault = (): string | undefined => fault;

async function loadSatteri(): Promise<void> {
  if (process.env['DOCGEN_PARSER'] === 'remark') return;
  try {
    satteri = await import('satteri');
  } catch (error) {
    const { message, cause } = error as Error; // the cause contains the error of this platform's binary
    fault = (cause instanceof Error ? cause.message : message).split('\n')[0];
  }
}

// For each entity reference, the native parser stores the rest of the paragraph outside the heap. Without memory, it aborts the process.
// 64 KB with 1000 references need 65 MB, with 13,000 references 2 GB. No other syntax needs more than 45 MB for 64 KB.
const nativeLimits = { length: 65_536, references: 1000 };

let limited: LimitedParser | undefined;

const reference = remark().use(remarkGfm);
const processor = remark()
  .use(remarkGfm)
  .use(function (this: { parser?: unknown }) {
    this.parser = (text: string) =>
      isWithin(text, nativeLimits) ? satteri?.markdownToMdast(text, { features }) : parseLimited(text);
  });

/** Limits under which a text stays within `nativeLimits`, including placeholders. remark parses larger texts. */
const smallText = { length: nativeLimits.length / 2, references: nativeLimits.references / 2 };

/** Loads the parser for these texts, or for any text. Must be called before parsing. */
export async function loadParser(texts?: readonly string[], isMdx = false): Promise<'satteri' | 'remark-parse'> {
  await satteriLoaded;
  const isSmall = texts?.every((text) => isWithin(text, smallText)) && !(isMdx && texts.some(hasMdx));
  if (satteri && !isSmall) limited ??= new (await import('./limited-parser.js')).LimitedParser(features);
  return satteri ? 'satteri' : 'remark-parse';
}

const hasMdx = (text: string): boolean => /[<{]|^(?:import|export)\b/m.test(text);

/** Maximum work, in characters times special characters. 60,000 braces take a minute. 99 % of the pages of large sites need less than a tenth of this limit. */
const maxMdxSteps = 20_000_000;

/** Returns the location and reason if Docusaurus rejects a text. Its grammar of MDX is strict, while docgen's tolerant parser accepts more texts. */
export function mdxFault(text: string): ReturnType<LimitedParser['mdxFault']> {
  const isQuick = (count('{', text) + count('<', text)) * text.length <= maxMdxSteps;
  return isQuick && hasMdx(text) ? limited?.mdxFault(text) : undefined;
}

export const parseMarkdown = (text: string): Root => (satteri ? processor : reference).parse(text) as Root;

export const parseByReference = (text: string): Root => reference.parse(text) as Root;

const isWithin = (text: string, limits: typeof nativeLimits): boolean =>
  text.length <= limits.length && count('&', text) <= limits.references;

function parseLimited(text: string): Root {
  const tree = attempt(() => {
    const bytes = limited?.parse(text);
    return bytes && satteri?.materializeMdastTree(new satteri.MdastReader(bytes));
  });
  return (tree as Root | undefined) ?? parseByReference(text);
}

// Cheap checks before parsing, because a few bytes of untrusted Markdown could exhaust the machine's memory.

const maxCells = 200_000;
const maxQuoteDepth = 100;
const delimiterRow = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

const tooDeep = new RegExp(`^(?:[ \\t]*>){${maxQuoteDepth + 1}}`, 'm');

/** Maximum references in one block. Each needs memory in proportion to the number of earlier ones. */
const maxReferences = 100_000;

/** Maximum steps to find e-mail addresses: from each underscore to the end of its word. 100 KB of `a_` need 5 billion steps, and take 2 seconds. */
const maxSteps = 250_000_000;
/** Minimum length of a line to count. Shorter lines take at most a thousand steps per character. */
const minCountedLineChars = 2_000;

function emailSteps(text: string): number {
  const all = text.split('\n');
  if (all.every((line) => line.length < minCountedLineChars)) return 0;
  const lines = new CodeLines(true);
  let steps = 0;
  for (const line of all) {
    if (lines.follow(line).isCode || line.length < minCountedLineChars) continue;
    for (const [word] of line.matchAll(/[\w.+-]+/g)) steps += count('_', word) * word.length;
  }
  return steps;
}

export function limitFault(text: string): string | undefined {
  if (count('>', text) > maxQuoteDepth && tooDeep.test(text))
    return `quotes are nested over ${maxQuoteDepth} levels deep`;
  const hasTooMany = (block: string) => count('&', block, /^[#a-z]/i) > maxReferences;
  if (hasTooMany(text) && text.split(/\n[ \t]*\r?\n/).some(hasTooMany))
    return `a block has over ${maxReferences} character references`;
  if (text.includes('_') && emailSteps(text) > maxSteps) return 'its words have too many underscores';
  if ((count('|', text) + 1) * (count('\n', text) + 1) <= maxCells) return undefined;
  // Counts from the last line up, to know the number of rows below each line.
  let rows = 0;
  for (const line of text.split('\n').reverse()) {
    // GFM pads short rows, so that each row has as many cells as the header.
    if (rows > 0 && delimiterRow.test(line) && line.split('|').length * rows > maxCells)
      return `a table has over ${maxCells} cells`;
    rows = line.trim() === '' ? 0 : rows + 1;
  }
  return undefined;
}

function count(sign: string, text: string, behind = /^/): number {
  let found = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
    if (behind.test(text.charAt(at + 1))) found += 1;
  return found;
}
