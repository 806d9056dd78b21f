import type { OutputPath, SourcePath } from '../model/path.js';

/** A content file as it was when it was read. */
export interface FileVersion {
  readonly source: SourcePath;
  /** Path on disk. */
  readonly file: string;
  /** As `stampOf` has it. */
  readonly stamp: string;
}

/** A piece of a file: a text, or bytes. */
export type Piece = string | Uint8Array;

/** The content of a file: whole, or in pieces that are written one behind the other. */
export type Content = Piece | readonly Piece[];

/** A file of the site: its content, or the file that it is a copy of. */
export type OutputFile = { readonly path: OutputPath } & (
  | { readonly bytes: Content; readonly copyOf?: undefined }
  | { readonly bytes?: undefined; readonly copyOf: FileVersion }
);
