// A Markdown file of the model. If an earlier build read it and it is unchanged, only the parsed data is loaded. Its text is read on demand,
// and must still be the text that was parsed.
import { isDeepStrictEqual } from 'node:util';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { sha256 } from '../input/hash.js';
import { bytesAt } from '../input/regular-file.js';
import { decodeText, mapStrings } from '../input/text.js';
import type { SourcePath } from '../types/path.js';
import { Recent } from '../types/recent.js';
import type { FrontMatter } from './parse/front-matter.js';
import type { PageFacts } from './parse/page-facts.js';
import { type ParsedDoc, parseDoc } from './parse/parsed-doc.js';

export interface DocFile {
  readonly path: SourcePath;
  readonly absolutePath: string;
  readonly parsed: ParsedDoc;
  readonly facts: PageFacts;
  /** Front matter of the text of the default language, if the file is a translation of it. */
  readonly original?: FrontMatter | undefined;
  /** @throws ContentChanged if the file changed after it was listed */
  readonly text: () => string;
  readonly body: () => string;
}

/** A Markdown file that was not parsed. */
export type DocText = Omit<DocFile, 'facts' | 'original'>;

/** Reads the facts of a page; undefined if that failed and can succeed later. */
export type ReadFacts = (doc: DocText) => Promise<PageFacts | undefined>;

export interface CachedFile {
  readonly path: SourcePath;
  readonly signature: string;
  /** SHA-256 of its bytes if it is needed in addition to the stat signature, otherwise ''. */
  readonly hash: string;
  /** Whether the file might have changed without a new stat signature (a racy entry, as in Git's index). */
  readonly isUnsettled: boolean;
  readonly doc?: ParsedDoc | undefined;
  readonly facts?: PageFacts | undefined;
  /** Key of the rules with which the text was read for its facts; see `FileRules`. */
  readonly parseKey: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parsed files of an earlier build, by path on disk. */
export type CachedFiles = ReadonlyMap<string, CachedFile>;

/** Thrown if a file changed after it was listed, with or without a new signature. The build starts over. */
export class ContentChanged extends Error {}

/** Maximum Markdown file, in bytes; the largest real one we know has 1.4 MB. */
export const maxFileBytes = 8 * 1024 * 1024;

/** Texts of the docs that were read last. */
export type RecentTexts = Recent<object, string>;

/** Maximum length of the texts that stay in memory, in characters. Each text is needed up to three times: for its facts, its body and its Markdown copy. */
const maxKeptText = 16_000_000;

export const recentTexts = (maxLength = maxKeptText): RecentTexts => new Recent(maxLength);

/** Returns a doc that reads its text on demand, unless it is in `texts`. `loaded`: the text, if it was just read. */
export function withText(file: Omit<DocText, 'text' | 'body'>, texts: RecentTexts, loaded?: string): DocText {
  const remember = (text: string) => {
    texts.add(file, text, text.length);
    return text;
  };
  if (loaded !== undefined) remember(loaded);
  const text = () => texts.get(file) ?? remember(unchangedText(file));
  return { text, body: () => text().slice(file.parsed.bodyStart), ...file };
}

function unchangedText({ path, absolutePath, parsed }: Omit<DocText, 'text' | 'body'>): string {
  const bytes = bytesAt(absolutePath, maxFileBytes);
  const text = bytes && decodeText(bytes, path).value;
  if (text !== undefined && sha256(text.slice(parsed.bodyStart)) === parsed.bodyHash) return text;
  throw new ContentChanged(path);
}

export function parseBytes(bytes: Uint8Array, path: SourcePath): Checked<ParsedDoc> & { readonly text: string } {
  const decoded = decodeText(bytes, path);
  const { value, diagnostics } = parseDoc(decoded.value, path);
  // V8's substrings are views that keep the entire text in memory.
  const copy = mapStrings(value, (part) => Buffer.from(part).toString());
  return { text: decoded.value, value: copy, diagnostics: [...decoded.diagnostics, ...diagnostics] };
}

/** Whether the data survives a round trip through JSON, which lacks some of YAML's numbers. */
export function isPlain({ frontMatter, foreign = {} }: ParsedDoc): boolean {
  const written = { frontMatter, foreign };
  return isDeepStrictEqual(JSON.parse(JSON.stringify(written)), written);
}
