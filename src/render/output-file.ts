import type { OutputPath, SourcePath } from '../model/path.js';

/** A content file as it was when it was read: bytes, milliseconds of its last change. */
export interface FileVersion {
  readonly source: SourcePath;
  /** Path on disk. */
  readonly file: string;
  readonly size: number;
  readonly mtime: number;
}

/** A piece of a file: a text, or bytes. */
export type Piece = string | Uint8Array;

/** The content of a file: whole, or in pieces that are written one behind the other. */
export type Content = Piece | readonly Piece[];

/** A file of the site: its content, or the file that it is a copy of. */
export type OutputFile = { readonly path: OutputPath } & (
  | { readonly bytes: Content; readonly copyOf?: undefined }
  | {
      readonly bytes?: undefined;
      readonly copyOf: FileVersion;
      /** True where it is known by size and time of its original, which the copy keeps, so that neither is read again. */
      readonly keepsTime?: boolean;
    }
);
