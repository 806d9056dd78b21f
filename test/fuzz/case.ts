// A fuzz case: a tree of files, how it is built, and its text format for storage.

/** Bytes are base64, because a stored case is JSON. A large text is stored as its repeated unit. */
export type Content =
  | string
  | { readonly base64: string }
  | { readonly unit: string; readonly times: number; readonly end: string };

export interface FuzzCase {
  /** Content by path below the content folder. If there is a project, by path below the folder of the config. */
  readonly files: Readonly<Record<string, Content>>;
  /**
   * `apart`: regular pages have a separate sidebar, so that none of their bytes may change. `together`: one sidebar for all, as
   * in a normal hub, so that only the navigation of regular pages may change.
   */
  readonly sidebars: 'apart' | 'together';
  /** `inside`: by calling `build`. `program`: as a child process with workers, for cases that might hang or crash. */
  readonly by: 'inside' | 'program';
  /** Content folder of a project of another generator, whose files are in `project/`, next to the content folder. */
  readonly project?: string;
}

export function bytesOf(content: Content): string | Uint8Array {
  if (typeof content === 'string') return content;
  return 'base64' in content ? Buffer.from(content.base64, 'base64') : content.unit.repeat(content.times) + content.end;
}

export function toBase64(bytes: Uint8Array): Content {
  return { base64: Buffer.from(bytes).toString('base64') };
}

/** Converts a case to JSON, which escapes lone surrogates, so that nothing is lost. */
export function caseToText(kept: FuzzCase): string {
  return `${JSON.stringify(kept, undefined, 2)}\n`;
}

export function caseFromText(text: string): FuzzCase {
  return JSON.parse(text) as FuzzCase;
}
