import type { OutputPath, SourcePath } from '../model/path.js';

/** A content file as it was when it was read: bytes, milliseconds of its last change. */
export interface FileVersion {
  readonly source: SourcePath;
  /** Path on disk. */
  readonly file: string;
  readonly size: number;
  readonly mtime: number;
}

/** A file of the site: its content, or the file that it is a copy of. */
export type OutputFile = { readonly path: OutputPath } & (
  | { readonly bytes: string | Uint8Array; readonly copyOf?: undefined }
  | { readonly bytes?: undefined; readonly copyOf: FileVersion }
);
