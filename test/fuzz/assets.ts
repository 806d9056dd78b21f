// Files that pages reference: unusual extensions, and contents that don't match the extension.
import fc from 'fast-check';
import { dataOf } from '../support/data.js';
import { png } from '../support/hub.js';
import { type Content, toBase64 } from './case.js';
import { hostilePath } from './names.js';

const data = dataOf<{ pageTexts: string[]; extensions: string[]; svg: Parameters<typeof svg>[] }>('fuzz/assets');

export const assetExtensions = data.extensions; // biome-ignore format: a list of extensions

const svg = (inner: string, attributes = '', before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${/[<"]h:/.test(inner + before) ? ' xmlns:h="http://www.w3.org/1999/xhtml"' : ''} width="9" height="9"${attributes}>${inner}<rect width="9" height="9"/></svg>`;

/** SVG that is active as a document, except for the first one. */
export const svgTexts = [
  ...data.svg.map((parts) => svg(...parts)),
  `<html xmlns="http://www.w3.org/1999/xhtml"><script>docgenRan("xhtml")</script></html>`,
];

const pageTexts = data.pageTexts;

const content: fc.Arbitrary<Content> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...svgTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...pageTexts) },
  { weight: 1, arbitrary: fc.constant(toBase64(png)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...svgTexts, ...pageTexts)
      .map((text) => toBase64(Buffer.from(`\ufeff${text}`, 'utf16le'))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map(toBase64) },
  {
    weight: 1,
    arbitrary: fc.constant(toBase64(Buffer.concat([png, Buffer.from('<script>docgenRan("png")</script>')]))),
  },
);

/** Generates a path and content. */
export const hostileAsset: fc.Arbitrary<readonly [string, Content]> = fc.tuple(
  hostilePath(fc.constantFrom(...assetExtensions)),
  content,
);
