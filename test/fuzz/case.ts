// A case of the fuzz: a tree of files, what is built of it, and its text form, in which it is kept.

/** Bytes are base64, since a kept case is JSON; a large text is its unit, so that a kept case is small. */
export type Content =
  | string
  | { readonly base64: string }
  | { readonly unit: string; readonly times: number; readonly end: string };

export interface FuzzCase {
  /** Path below the content folder → content. If there is a project, path below the folder of the config. */
  readonly files: Readonly<Record<string, Content>>;
  /**
   * `apart`: the honest pages have a sidebar of their own, so that not a byte of them may change. `together`: one sidebar for all, as
   * in an ordinary hub; then the navigation of the honest pages changes, and nothing else.
   */
  readonly sidebars: 'apart' | 'together';
  /** `inside`: by a call of `build`. `program`: as a user starts it, with threads; for what may hang or kill a process. */
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

/** Lone surrogates are escaped by JSON, and nothing is lost. */
export function caseToText(kept: FuzzCase): string {
  return `${JSON.stringify(kept, undefined, 2)}\n`;
}

export function caseFromText(text: string): FuzzCase {
  return JSON.parse(text) as FuzzCase;
}
