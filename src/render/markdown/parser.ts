// Parses Markdown with satteri as remark's parser: its native build, and its WebAssembly build with limited memory for texts that could use up the
// machine's memory. If that fails, or no native binary loads, remark-parse gives the same result.
import type { Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { LimitedParser } from './limited-parser.js';

type Satteri = Pick<typeof import('satteri'), 'markdownToMdast' | 'MdastReader' | 'materializeMdastTree'>;

/** Options for both builds of satteri. Front matter is removed before. */
const features = { gfm: true, frontmatter: false };

let satteri: Satteri | undefined;
let fault: string | undefined;

const satteriLoaded = loadSatteri();

/** Why satteri can't be used, after the first text was parsed. Undefined if `DOCGEN_PARSER` selects another parser. */
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

/**
 * Maximum text for the native parser. For each entity reference, it stores the rest of the paragraph outside the heap of its thread, and it aborts the process if
 * there is no memory left, which can't be caught. Measured: 64 KB with 1000 references need 65 MB, with 13,000 references 2 GB. No other syntax needs more than 45 MB
 * for 64 KB.
 */
const nativeLimits = { length: 65_536, references: 1000 };

let limited: LimitedParser | undefined;

const reference = remark().use(remarkGfm);
const processor = remark()
  .use(remarkGfm)
  .use(function (this: { parser?: unknown }) {
    this.parser = (text: string) =>
      isWithin(text, nativeLimits) ? satteri?.markdownToMdast(text, { features }) : parseLimited(text);
  });

/** Maximum text that stays below `nativeLimits` when placeholders replace foreign syntax. If one doesn't, remark parses it. */
const smallText = { length: nativeLimits.length / 2, references: nativeLimits.references / 2 };

/** Loads the parser for these texts, or for any text. Must be called before parsing. Returns the name of the parser. */
export async function loadParser(texts?: readonly string[]): Promise<'satteri' | 'remark-parse'> {
  await satteriLoaded;
  if (!satteri) return 'remark-parse';
  const isSmall = texts?.every((text) => isWithin(text, smallText));
  if (!isSmall) limited ??= new (await import('./limited-parser.js')).LimitedParser(features);
  return 'satteri';
}

export function parseMarkdown(text: string): Root {
  return (satteri ? processor : reference).parse(text) as Root;
}

/** For comparison in tests. */
export function parseByReference(text: string): Root {
  return reference.parse(text) as Root;
}

function isWithin(text: string, most: typeof nativeLimits): boolean {
  if (text.length > most.length) return false;
  let references = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) references += 1;
  return references <= most.references;
}

function parseLimited(text: string): Root {
  let bytes: Uint8Array | undefined;
  try {
    bytes = limited?.parse(text);
  } catch {}
  if (!bytes || !satteri) return parseByReference(text);
  return satteri.materializeMdastTree(new satteri.MdastReader(bytes)) as Root;
}
