// A file that the build writes, with its content or the content file that is copied.
import type { OutputPath, SourcePath } from '../../model/types/path.js';

/** A content file at the time when it was scanned. */
export interface FileVersion {
  readonly source: SourcePath;
  readonly file: string;
  /** Stat signature, see `statSignature`. */
  readonly signature: string;
}

export type OutputChunk = string | Uint8Array;

export type Content = OutputChunk | readonly OutputChunk[];

export type OutputFile = { readonly path: OutputPath } & (
  | { readonly bytes: Content; readonly copyOf?: undefined }
  | { readonly bytes?: undefined; readonly copyOf: FileVersion }
);

/** Encodes content. Uses `memory` for the result if it is large enough. */
export function bytesOf(content: Content, memory = Buffer.alloc(0)): Buffer {
  const chunks = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  const maxBytes = chunks.reduce((sum, chunk) => sum + (typeof chunk === 'string' ? 3 : 1) * chunk.length, 0);
  if (maxBytes > memory.length)
    return Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
  let end = 0;
  for (const chunk of chunks) {
    if (typeof chunk === 'string') end += memory.write(chunk, end);
    else {
      memory.set(chunk, end);
      end += chunk.length;
    }
  }
  return memory.subarray(0, end);
}
