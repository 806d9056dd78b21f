// Which addresses of an author lead anywhere: inside the hub, outside it, or nowhere.
import { expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import { fillFragment } from '../../src/render/body/fragment.js';
import { classify, withScheme } from '../../src/render/body/html/url-policy.js';
import { bodyInput } from '../support/hub.js';

test.each([
  ['a/b.md#c', 'link', 'inside'],
  ['?x:y', 'link', 'inside'],
  ['https://example.org', 'link', 'outside'],
  ['HTTP://example.org', 'image', 'outside'],
  ['mailto:a@example.org', 'link', 'outside'],
  ['mailto:a@example.org', 'image', 'forbidden'],
  ['tel:+1', 'link', 'outside'],
  ['tel:+1', 'media', 'forbidden'],
  ['javascript:alert(1)', 'link', 'forbidden'],
  ['java\tscript:alert(1)', 'link', 'forbidden'],
  ['java\nscript:alert(1)', 'link', 'forbidden'],
  ['\u0001javascript:alert(1)', 'link', 'forbidden'],
  ['vbscript:x', 'link', 'forbidden'],
  ['data:image/png;base64,AA', 'image', 'forbidden'],
  ['data:text/html,x', 'link', 'forbidden'],
  ['blob:https://example.org/x', 'media', 'forbidden'],
  ['https:', 'link', 'forbidden'],
  ['//example.org', 'image', 'forbidden'],
  ['/\t/example.org', 'link', 'forbidden'],
  ['/\\example.org', 'link', 'forbidden'],
  ['a\\b', 'link', 'forbidden'],
] as const)('%j of a %s is %s', (url, kind, verdict) => {
  expect(classify(url, kind)).toBe(verdict);
});

test.each([
  ['//example.org/a?b#c', 'https://example.org/a?b#c'],
  ['//example.org', 'https://example.org'],
  ['//', '//'],
  ['///example.org', '///example.org'],
  ['//\\example.org', '//\\example.org'],
  ['//example.org\\x', '//example.org\\x'],
  ['//exa\nmple.org', '//exa\nmple.org'],
  ['/\t/example.org', '/\t/example.org'],
  ['// example.org', '// example.org'],
  ['//[', '//['],
  ['/a//b', '/a//b'],
])('%j without a scheme is %j', (url, full) => {
  expect(withScheme(url)).toBe(full);
});

test('a poster, which no hole stands for, goes; what leads outside says nothing of the page', async () => {
  const text =
    '<video src="https://example.org/v.mp4" poster="https://example.org/p.png"></video>\n\n[x](HTTPS://example.org) ![y](https://example.org/i.png)';
  const { html } = await renderBody(bodyInput(text));
  const markup = fillFragment(html, () => '');
  expect(markup).toContain('<video src="https://example.org/v.mp4">');
  expect(markup).toContain('<a href="https://example.org" rel="noopener noreferrer">x</a>');
  expect(markup).toMatch(/<img src="https:\/\/example\.org\/i\.png"[^>]* referrerpolicy="no-referrer"/);
});
