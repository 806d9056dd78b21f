// Strings that authors should not write, and some that they may: for titles, labels, names, addresses and texts.
import fc from 'fast-check';

/** Characters that parsers, file systems, terminals and readers take in different ways. */
export const oddCharacters = [
  '\0', '\u0001', '\b', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085', '\u009f', '\u00a0', '\u00ad', '\u200b', '\u200c', '\u200d',
  '\u200e', '\u202e', '\u2028', '\u2029', '\u2066', '\ufeff', '\ufffd', '\ufffe', '\uffff', '\ud800', '\udfff', '\u{1f600}',
  '\u{1f469}\u200d\u{1f4bb}', 'é', 'e\u0301', 'ﬁ', 'İ', 'ı', 'ß', 'א', 'م', '中', '＜', '／', '．', '\u{e0001}', '\u{1ffff}',
]; // biome-ignore format: a list of characters

/** Each would do something in a browser if it stood in a page as it is. */
export const activeTexts = [
  '"><script>docgenRan(1)</script>',
  "'><img src=x onerror=docgenRan(2)>",
  '</title><script>docgenRan(3)</script>',
  '--><svg onload=docgenRan(4)>',
  '" onmouseover="docgenRan(5)" autofocus tabindex="0" onfocus="docgenRan(6)',
  '<iframe srcdoc="<script>docgenRan(7)</script>"></iframe>',
  '<meta http-equiv="refresh" content="0;url=https://foreign.example/">',
  '<base href="https://foreign.example/">',
  '<form action="https://foreign.example/"><button>go</button></form>',
  '<link rel="stylesheet" href="https://foreign.example/x.css">',
  '<style>@import "https://foreign.example/x.css"</style>',
  ']]><script>docgenRan(8)</script>',
  '</textarea></style></noscript><script>docgenRan(9)</script>',
  '<details open ontoggle=docgenRan(10)>',
  '\\"><script>docgenRan(11)</script>',
  '&lt;script&gt;docgenRan(12)&lt;/script&gt;',
  '&#60;script&#62;docgenRan(13)&#60;/script&#62;',
  '<a href="javascript:docgenRan(14)">x</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=docgenRan(15)&gt;">',
  'javascript:docgenRan(16)',
  'data:text/html,<script>docgenRan(17)</script>',
  '{{constructor.constructor("docgenRan(18)")()}}',
  '$\u007bdocgenRan(19)}',
  '<%= docgenRan(20) %>',
];

const plainWords = [
  'a',
  'Guide',
  'x y',
  'index',
  'README',
  'constructor',
  '__proto__',
  'toString',
  'null',
  'true',
  '0',
  '1e9',
  '-',
  '%',
];

/** Numbers between which a slot, a hole or an escape might be looked for. */
const forgedMarks = [
  '\u00000\u0000',
  '\u00001\u0000',
  '\u00007\u0000',
  'T\u0000T',
  '/0123456789abcdef0123456789abcdef/0',
  '&#0;',
  '%00',
];

export const oddCharacter = fc.constantFrom(...oddCharacters);
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...plainWords) },
  { weight: 2, arbitrary: oddCharacter },
  { weight: 2, arbitrary: fc.constantFrom(...activeTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...forgedMarks) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);

/** A text of a few pieces; now and then a long one. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map((list) => list.join('')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', 'é', '/a', '%', '\u{1f600}', ' ', '<b>'), fc.constantFrom(60, 250, 260, 2100))
      .map(([unit, count]) => unit.repeat(count)),
  },
);

/** What no file system and no UTF-8 text can hold is taken out. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
