// What is known of one page when it was read alone.

/** What an address is for: followed by a reader, shown as an image, or loaded with the page. */
export type RefKind = 'link' | 'image' | 'file';

/** An address as a page has it; `offset` is in UTF-16 units from 0. */
export interface Ref {
  readonly kind: RefKind;
  readonly url: string;
  readonly offset: number;
}

/** Markup that a plain page has not. */
export interface ActiveMarkup {
  readonly what: string;
  readonly offset: number;
}

/** What a page holds. */
export interface PageText {
  /** False for fragments and for files without markup, such as those that prove who owns a site. */
  readonly isDocument: boolean;
  /** The text of `<title>`; undefined where there is none. */
  readonly title: string | undefined;
  readonly lang: string | undefined;
  readonly description: string | undefined;
  readonly isNoIndex: boolean;
  readonly canonical: string | undefined;
  /** `<base href>`. */
  readonly base: string | undefined;
  /** Where `<meta http-equiv="refresh">` leads, and after how many seconds. */
  readonly refresh: { readonly url: string; readonly seconds: number; readonly offset: number } | undefined;
  readonly hasScript: boolean;
  /** Ids and names of anchors. */
  readonly ids: ReadonlySet<string>;
  readonly doubleIds: readonly { readonly id: string; readonly offset: number }[];
  readonly refs: readonly Ref[];
  readonly withoutAlt: readonly number[];
  readonly active: readonly ActiveMarkup[];
  /** Of `<html>` and `<head>`, which say what the page is; 0 where they are left out. */
  readonly htmlOffset: number;
  readonly headOffset: number;
}
