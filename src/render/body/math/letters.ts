// Styled letters in formulas. MathML Core only supports `mathvariant="normal"`, so the character itself must be replaced by a styled one.
import tables from './letters.json' with { type: 'json' };

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;
const { starts, others }: { readonly starts: Table; readonly others: Table } = tables;

const styled = /<(m[ino]) mathvariant="([a-z-]{1,30})">([^<&]{1,100})<\/\1>/g;

/** Replaces letters and digits by the Unicode characters with the style of their element. An element with other characters stays. */
export const withStyledLetters = (markup: string): string =>
  markup.replace(styled, (whole, name: string, style: string, text: string) => {
    const letters = Array.from(text, (letter) =>
      Object.hasOwn(starts, style) ? styledLetter(letter, style) : undefined,
    );
    return letters.includes(undefined) ? whole : `<${name}>${letters.join('')}</${name}>`;
  });

function styledLetter(letter: string, style: string): string | undefined {
  const first = [/[A-Z]/, /[a-z]/, /\d/, /[Α-ΡΣ-Ω]/, /[α-ω]/].findIndex((range) => range.test(letter));
  const start = starts[style]?.['Aa0Αα'[first] ?? ''];
  const at = letter.charCodeAt(0) - ('Aa0Αα'.charCodeAt(first) || 0);
  return others[style]?.[letter] ?? (start && String.fromCodePoint(Number.parseInt(start, 16) + at));
}
