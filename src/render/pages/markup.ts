// React's markup as HTML is written: no slashes in void elements, attribute names in lower case, boolean attributes without a value.
// Bodies and trees are put in after that, so that nothing of theirs is touched: in the props stands what holds them, while React renders
// a mark, which is a hash of all the props and so cannot be written by an author: it would have to hold its own hash.
import { sha256 } from '../hash.js';

/** Markup that is put in late, in the place of its `html`: text, or bytes of UTF-8. */
export class LateMarkup {
  readonly html = '';
  readonly #content: string | readonly Uint8Array[];

  constructor(content: string | readonly Uint8Array[]) {
    this.#content = content;
  }

  get bytes(): readonly Uint8Array[] {
    return typeof this.#content === 'string' ? [Buffer.from(this.#content)] : this.#content;
  }
}

/** The bytes of a page: what `print` makes of the props, with their late markup put in. Throws where a part of it is no slot. */
export function printPage<Props extends object>(props: Props, print: (props: Props) => string): Uint8Array {
  const token = sha256(JSON.stringify(props)).slice(0, 32);
  const held: LateMarkup[] = [];
  const mark = (value: unknown) =>
    value instanceof LateMarkup ? { html: `${token}-${held.push(value) - 1}-${token}` } : value;
  // Late markup stands among the props themselves, or among those of the document.
  const marked = mapValues(props, (value) => mark(isPlain(value) ? mapValues(value, mark) : value));
  const parts = print(marked).split(token);
  const bytes = parts.flatMap((part, index) => {
    if (index % 2 === 0) return [Buffer.from(part)];
    const late = held[Number(/^-(\d+)-$/.exec(part)?.[1])];
    if (!late) throw new Error('markup holds a mark of no slot');
    return late.bytes;
  });
  return Buffer.concat(bytes);
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LateMarkup);

function mapValues<T extends object>(record: T, change: (value: unknown) => unknown): T {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)])) as T;
}

const names = /\s(?:charSet|itemScope|itemProp|itemType|tabIndex|hrefLang|dateTime|crossOrigin|referrerPolicy)(?==)/g;

/** React escapes `<`, `>` and `"` in every text and value, so that what looks like a tag is one. */
export function tidyMarkup(markup: string): string {
  return markup.replace(/<[a-z][^>]*>/g, (tag) =>
    tag
      .replace(/\/>$/, '>')
      .replace(names, (name) => name.toLowerCase())
      .replace(/ (open|itemscope|hidden|controls)=""/g, ' $1'),
  );
}
