// Unusual and untrusted strings: for titles, labels, names, URLs and texts.
import fc from 'fast-check';
import { dataOf } from '../support/data.js';

const data = dataOf<{ oddCharacters: string[]; activeTexts: string[]; plainWords: string[]; forgedMarks: string[] }>(
  'fuzz/strings',
);

/** Characters that parsers, file systems, terminals and readers interpret differently. */
export const oddCharacters = data.oddCharacters; // biome-ignore format: a list of characters

/** Texts that would be active in a browser if a page contained them unescaped. */
export const activeTexts = data.activeTexts;

const plainWords = data.plainWords;

/** Texts that look like placeholders and escapes. */
const forgedMarks = data.forgedMarks;

export const oddCharacter = fc.constantFrom(...oddCharacters);
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...plainWords) },
  { weight: 2, arbitrary: oddCharacter },
  { weight: 2, arbitrary: fc.constantFrom(...activeTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...forgedMarks) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);

/** Generates a text of a few pieces, and sometimes a long one. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map((list) => list.join('')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'é', '/a', '%', '\u{1f600}', ' ', '<b>'), fc.constantFrom(60, 250, 260, 2100))
      .map(([unit, count]) => unit.repeat(count)),
  },
);

/** Removes characters that no file system and no UTF-8 text can contain. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
