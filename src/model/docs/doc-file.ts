// A Markdown file as the model takes it. Of one that an earlier build read, and that has not changed since, only what was parsed then is
// there; its text is read where it is asked for, and must be that of which this was made.
import { createHash } from 'node:crypto';
import { readBytes, type SeenFile } from '../content/list-files.js';
import { decodeText } from '../content/text.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourcePath } from '../path.js';
import { bodyHashOf, type ParsedDoc, parseDoc } from './parsed-doc.js';

export interface DocFile {
  readonly path: SourcePath;
  readonly absolutePath: string;
  readonly parsed: ParsedDoc;
  /** Throws a `ContentChanged` where the file is no longer what was looked at. */
  readonly text: () => string;
  readonly body: () => string;
}

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
  /** Of its text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** By path on disk. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** A file changed behind its stamp, or between looking at it and reading it: what was made of it so far is of no use. */
export class ContentChanged extends Error {}

/** A doc whose text was read. */
export function docOf(file: Omit<DocFile, 'text' | 'body'>, text: string): DocFile {
  return { ...file, text: () => text, body: () => text.slice(file.parsed.bodyStart) };
}

/** A doc of which only what was parsed of it is known. */
export function unreadDoc(file: Omit<DocFile, 'text' | 'body'>, limit: number): DocFile {
  const { path, absolutePath, parsed } = file;
  let known: string | undefined;
  const text = () => {
    if (known !== undefined) return known;
    const bytes = readBytes(path, absolutePath, limit).value;
    const read = bytes && decodeText(bytes, path).value;
    if (read === undefined || bodyHashOf(read.slice(parsed.bodyStart)) !== parsed.bodyHash)
      throw new ContentChanged(path);
    known = read;
    return read;
  };
  return { ...file, text, body: () => text().slice(parsed.bodyStart) };
}

/** What of the bytes of a doc the model takes, and what is kept of them. */
export function parseBytes(bytes: Uint8Array, path: SourcePath) {
  const decoded = decodeText(bytes, path);
  const parsed = parseDoc(decoded.value, path);
  return { text: decoded.value, parsed: parsed.value, diagnostics: [...decoded.diagnostics, ...parsed.diagnostics] };
}

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What is known of a file that looks as it did then; its bytes may have to be compared still. */
export function knownAs(known: KnownFile | undefined, path: SourcePath, { stamp }: SeenFile): KnownFile | undefined {
  return known && known.path === path && known.stamp === stamp && stamp !== '' ? known : undefined;
}
