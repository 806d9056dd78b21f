// Syntax that a config asks for.
import { expect, test } from 'vitest';
import type { Extra } from '../../src/model/config.js';
import { buildHub } from '../support/hub.js';

const bodyOf = async (text: string, extras: Extra[]) =>
  (await buildHub({ 'a.md': text }, { extras }))
    .body('docs/a/')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
const all: Extra[] = ['definitions', 'mark', 'subscript', 'superscript'];

test.each([
  [
    '==marked **bold** text== and a == b == c, ==x==y',
    '<p><mark>marked <strong>bold</strong> text</mark> and a == b == c, <mark>x</mark>y</p>',
  ],
  [
    'H~2~O, ~~gone~~, 2^10^ and x^a b^ [^1][^2]',
    '<p>H<sub>2</sub>O, <del>gone</del>, 2<sup>10</sup> and x^a b^ [^1][^2]</p>',
  ],
  ['==open and `==` code', '<p>==open and <code>==</code> code</p>'],
  [
    'Term\n: One\n: Two **bold**\n\nOther *term*\n\n: Three\n\nText: not one.',
    '<dl>\n<dt>Term</dt>\n<dd>One</dd>\n<dd>Two <strong>bold</strong></dd>\n</dl>\n<dl>\n<dt>Other <em>term</em></dt>\n<dd>Three</dd>\n</dl>\n<p>Text: not one.</p>',
  ],
  ['# T\n\n: No term', '<h1 id="t">T</h1>\n<p>: No term</p>'],
  ['==<img src=x onerror=alert(1)>==', '<p><mark><span class="missing-image">missing image</span></mark></p>'],
])('%s', async (text, html) => {
  expect(await bodyOf(text, all)).toBe(html);
});

test('nobody asked: it is text', async () => {
  const text = 'Term\n: ==x== 2^10^';
  expect(await bodyOf(text, [])).toBe('<p>Term\n: ==x== 2^10^</p>');
  expect(await bodyOf(text, ['superscript'])).toBe('<p>Term\n: ==x== 2<sup>10</sup></p>');
  expect(await bodyOf('H~2~O', [])).toBe('<p>H<del>2</del>O</p>');
});
