// A Markdown file as the model takes it. Of one that an earlier build read, and that has not changed since, only what was parsed then is
// there; its text is read where it is asked for, and must be that of which this was made.
import { createHash } from 'node:crypto';
import type { SeenFile } from '../content/list-files.js';
import { decodeText } from '../content/text.js';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourcePath } from '../path.js';
import { isRecord } from '../plain-data.js';
import { bytesAt } from '../regular-file.js';
import { bodyHashOf, type ParsedDoc, parseDoc } from './parsed-doc.js';
import type { PageFacts } from './shown/shown.js';

export interface DocFile {
  readonly path: SourcePath;
  readonly absolutePath: string;
  readonly parsed: ParsedDoc;
  readonly facts: PageFacts;
  /** Throws a `ContentChanged` where the file is no longer what was looked at. */
  readonly text: () => string;
  readonly body: () => string;
}

/** A Markdown file whose text was read, but not its Markdown. */
export type DocText = Omit<DocFile, 'facts'>;

/** Reads what a page says of itself; undefined if that failed and can succeed later. */
export type ReadFacts = (doc: DocText) => Promise<PageFacts | undefined>;

/** What a build read of a file: plain data. */
export interface KnownFile {
  readonly path: SourcePath;
  readonly stamp: string;
  /** SHA-256 of its bytes, where that is needed beside the stamp; else ''. */
  readonly hash: string;
  /** True where the file may have changed since and have the same stamp. */
  readonly isUnsettled: boolean;
  /** Of a doc. */
  readonly doc?: ParsedDoc | undefined;
  readonly facts?: PageFacts | undefined;
  /** Of its text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** By path on disk. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** A file changed behind its stamp, or between looking at it and reading it: what was made of it so far is of no use. */
export class ContentChanged extends Error {}

/** A doc whose text was read. */
export function docOf(file: Omit<DocText, 'text' | 'body'>, text: string): DocText {
  return { ...file, text: () => text, body: () => text.slice(file.parsed.bodyStart) };
}

/** A doc of which only what was parsed of it is known. */
export function unreadDoc(file: Omit<DocText, 'text' | 'body'>, limit: number): DocText {
  const { path, absolutePath, parsed } = file;
  let known: string | undefined;
  const text = () => {
    if (known !== undefined) return known;
    const bytes = bytesAt(absolutePath, limit);
    const read = bytes && decodeText(bytes, path).value;
    if (read === undefined || bodyHashOf(read.slice(parsed.bodyStart)) !== parsed.bodyHash)
      throw new ContentChanged(path);
    known = read;
    return read;
  };
  return { ...file, text, body: () => text().slice(parsed.bodyStart) };
}

interface Parsed extends Checked<ParsedDoc> {
  readonly text: string;
}

/** What of the bytes of a doc the model takes, and what is kept of them. */
export function parseBytes(bytes: Uint8Array, path: SourcePath): Parsed {
  const decoded = decodeText(bytes, path);
  const { value, diagnostics } = parseDoc(decoded.value, path);
  return { text: decoded.value, value, diagnostics: [...decoded.diagnostics, ...diagnostics] };
}

/** What one build parses of the docs of several versions: a text that is equal in two that follow each other is parsed once. */
export class ParsedDocs {
  /** The last one, by its path in its content folder. */
  readonly #last = new Map<string, Parsed & { readonly bytes: Uint8Array; readonly name: string }>();

  parse(bytes: Uint8Array, path: SourcePath, relativePath: string): Parsed {
    const last = this.#last.get(relativePath);
    const name = nameOf(path);
    if (last?.name === name && Buffer.compare(last.bytes, bytes) === 0) return last;
    const parsed = parseBytes(bytes, path);
    // A diagnostic names its file.
    if (parsed.diagnostics.length === 0) this.#last.set(relativePath, { ...parsed, bytes, name });
    return parsed;
  }
}

/** As much of a path as parsing looks at: a page may be called as its folder is. */
const nameOf = (path: string) => path.split('/').slice(-2).join('/');

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What is known of a file that looks as it did then; its bytes may have to be compared still. */
export function knownAs(known: KnownFile | undefined, path: SourcePath, { stamp }: SeenFile): KnownFile | undefined {
  return known && known.path === path && known.stamp === stamp && stamp !== '' ? known : undefined;
}

/** True where JSON brings the same back: YAML has numbers that it has not. */
export function isPlain({ frontMatter }: ParsedDoc): boolean {
  const isData = (value: unknown): boolean => {
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
    if (Array.isArray(value)) return value.every(isData);
    if (isRecord(value)) return Object.values(value).every(isData);
    return typeof value === 'string' || typeof value === 'boolean' || value === null;
  };
  return isData(frontMatter);
}
