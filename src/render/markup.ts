// React's markup as HTML is written: no slashes in void elements, attribute names in lower case, boolean attributes without a value.
// Bodies and trees are put in after that, so that nothing of theirs is touched. Slots are marked by NUL, which no content can hold.

const slotMark = (index: number) => `\0${index}\0`;

/** Markup that is put in late: text, or bytes of UTF-8. */
export class Slots {
  #contents: (string | readonly Uint8Array[])[] = [];

  /** What stands for the content while React renders. */
  hold(content: string | readonly Uint8Array[]): { readonly html: string } {
    return { html: slotMark(this.#contents.push(content) - 1) };
  }

  /** The bytes of a page with its slots filled; the slots are free again. */
  fill(markup: string): Uint8Array {
    const contents = this.#contents;
    this.#contents = [];
    const bytes = markup.split('\0').flatMap((part, index) => {
      const content = index % 2 === 0 ? part : (contents[Number(part)] ?? '');
      return typeof content === 'string' ? [Buffer.from(content)] : content;
    });
    return Buffer.concat(bytes);
  }
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
