// React's markup as HTML is written: no slashes in void elements, attribute names in lower case, boolean attributes without a value.
// Bodies and trees are put in after that, so that nothing of theirs is touched. Slots are marked by NUL, which no content can hold.

const slotMark = (index: number) => `\0${index}\0`;

/** Markup that is put in late. */
export class Slots {
  #contents: string[] = [];

  /** What stands for the content while React renders. */
  hold(html: string): { readonly html: string } {
    return { html: slotMark(this.#contents.push(html) - 1) };
  }

  /** The markup of a page with its slots filled; the slots are free again. */
  fill(markup: string): string {
    const contents = this.#contents;
    this.#contents = [];
    return markup.replace(/\0(\d+)\0/g, (_, index: string) => contents[Number(index)] ?? '');
  }
}

const names = /\s(?:charSet|itemScope|itemProp|itemType|tabIndex|hrefLang|crossOrigin|referrerPolicy)(?==)/g;

/** React escapes `<`, `>` and `"` in every text and value, so that what looks like a tag is one. */
export function tidyMarkup(markup: string): string {
  return markup.replace(/<[a-z][^>]*>/g, (tag) =>
    tag
      .replace(/\/>$/, '>')
      .replace(names, (name) => name.toLowerCase())
      .replace(/ (open|itemscope|hidden|controls)=""/g, ' $1'),
  );
}
