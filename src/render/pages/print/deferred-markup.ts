// Markup of pages: React's output, and markup that is inserted after React has rendered.
import type { OutputChunk } from '../../base/output-file.js';
import { attributesIn, printedTag } from '../../base/printed-tags.js';

/** Text or UTF-8 bytes that replace the printed `html` after React has rendered. */
export class DeferredMarkup {
  readonly html = '';
  readonly pieces: readonly OutputChunk[];

  constructor(content: string | readonly OutputChunk[]) {
    this.pieces = typeof content === 'string' ? [content] : content;
  }
}

const names = new Set(
  'charSet srcSet itemScope itemProp itemType tabIndex hrefLang dateTime crossOrigin referrerPolicy'.split(' '),
);
const flags = new Set(['open', 'itemscope', 'hidden', 'controls']);
const tag = printedTag('[a-z][^\\s/>]*');

// Normalizes React's markup. React escapes `<`, `>` and `"` in all texts and values, so regular expressions can match tags and skip values.
export function tidyMarkup(markup: string): string {
  return markup.replace(tag, (_, slash: string, element: string, attributes: string) => {
    const tidied = attributesIn(attributes).map(({ name, value, source }) => {
      const lower = names.has(name) ? name.toLowerCase() : name;
      return value === '' && flags.has(lower) ? ` ${lower}` : source.replace(name, lower);
    });
    return `<${slash}${element}${tidied.join('')}>`;
  });
}

const references: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes a text as React does, for text and for attribute values. */
export function escapeAsReact(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (character) => references[character] ?? '') : text;
}
