// Markdown to a syntax tree by satteri, as remark's parser: its native build for ordinary texts, its WebAssembly build, which has a
// limited memory, for those that could be too much for a machine. What stops the latter, remark-parse parses with the same result;
// so it does where no native binary loads.
import type { Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { LimitedParser } from './limited-parser.js';
import { parserFeatures } from './parser-features.js';

type Satteri = Pick<typeof import('satteri'), 'markdownToMdast' | 'MdastReader' | 'materializeMdastTree'>;

export type Parser = 'satteri' | 'remark-parse';

let satteri: Satteri | undefined;
let fault: string | undefined;

const satteriLoaded = loadSatteri();

/** Why satteri does not parse, once a text was parsed; undefined where it does, and where `DOCGEN_PARSER` asks for another parser. */
export const parserFault = (): string | undefined => fault;

async function loadSatteri(): Promise<void> {
  if (process.env['DOCGEN_PARSER'] === 'remark') return;
  try {
    satteri = await import('satteri');
  } catch (error) {
    const { message, cause } = error as Error; // the cause is what happened to the binary of this platform
    fault = (cause instanceof Error ? cause.message : message).split('\n')[0];
  }
}

/**
 * The most that the native parser gets. It keeps the rest of a paragraph for each entity reference in it, outside the heap of its thread, and ends the process where there is no memory left; nothing can stop it.
 * Measured: 64 KB with 1000 references are 65 MB, with 13,000 they are 2 GB; no other syntax of 64 KB takes over 45 MB.
 */
const nativeLimits = { length: 65_536, references: 1000 };

let limited: LimitedParser | undefined;

const reference = remark().use(remarkGfm);
const processor = remark()
  .use(remarkGfm)
  .use(function (this: { parser?: unknown }) {
    this.parser = (text: string) =>
      satteri && (isWithin(text, nativeLimits) ? parseNative(text, satteri) : parseLimited(text, satteri));
  });

/** A text below these does not get over the others by what takes the place of foreign syntax in it; if one does, remark parses it. */
const smallText = { length: nativeLimits.length / 2, references: nativeLimits.references / 2 };

/** Loads what parses these texts, or any; before one is parsed. Gives the parser's name. */
export async function loadParser(texts?: readonly string[]): Promise<Parser> {
  await satteriLoaded;
  if (!satteri) return 'remark-parse';
  const isSmall = texts?.every((text) => isWithin(text, smallText));
  if (!isSmall) limited ??= new (await import('./limited-parser.js')).LimitedParser();
  return 'satteri';
}

/** CommonMark with GitHub's extensions as a tree with positions. */
export function parseMarkdown(text: string): Root {
  return (satteri ? processor : reference).parse(text) as Root;
}

/** The same by remark-parse alone, which tests compare with. */
export function parseByReference(text: string): Root {
  return reference.parse(text) as Root;
}

function isWithin(text: string, most: typeof nativeLimits): boolean {
  if (text.length > most.length) return false;
  let references = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) references += 1;
  return references <= most.references;
}

function parseNative(text: string, { markdownToMdast }: Satteri): Root {
  return markdownToMdast(text, { features: parserFeatures }) as Root;
}

function parseLimited(text: string, { MdastReader, materializeMdastTree }: Satteri): Root {
  let bytes: Uint8Array | undefined;
  try {
    bytes = limited?.parse(text);
  } catch {}
  if (!bytes) return parseByReference(text);
  return materializeMdastTree(new MdastReader(bytes)) as Root;
}
