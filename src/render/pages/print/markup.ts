// The markup of pages: what React made, and what is put into it.
import type { Piece } from '../../output-file.js';

/** Markup that React does not see: it is put in, as it is, where a template shows its `html`. Text, or bytes of UTF-8. */
export class LateMarkup {
  readonly html = '';
  readonly pieces: readonly Piece[];

  constructor(content: string | readonly Piece[]) {
    this.pieces = typeof content === 'string' ? [content] : content;
  }
}

const names = new Set(
  'charSet srcSet itemScope itemProp itemType tabIndex hrefLang dateTime crossOrigin referrerPolicy'.split(' '),
);
const flags = new Set(['open', 'itemscope', 'hidden', 'controls']);

/**
 * React's markup as people write it: no slash in void elements, attributes in lower case, boolean attributes without a value. React
 * escapes `<`, `>` and `"` in every text and value, so that what looks like a tag is one, and its values are skipped whole.
 */
export function tidyMarkup(markup: string): string {
  return markup.replace(/<[a-z][^>]*>/g, (tag) =>
    tag.replace(/\/>$/, '>').replace(/ ([^ "=]+)=("[^"]*")/g, (attribute, name: string, value: string) => {
      const lower = names.has(name) ? name.toLowerCase() : name;
      if (value === '""' && flags.has(lower)) return ` ${lower}`;
      return lower === name ? attribute : ` ${lower}=${value}`;
    }),
  );
}

const references: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A text as React writes it, between tags and in values alike. */
export function escapeAsReact(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (character) => references[character] ?? '') : text;
}
