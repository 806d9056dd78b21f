// Whether an author's URL is inside the hub, outside of it, or forbidden.
import { expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import { classify, withScheme } from '../../src/render/body/html/refs.js';
import { fillFragment } from '../../src/render/body/print/fragment.js';
import { dataOf } from '../support/data.js';
import { bodyInput } from '../support/hub.js';

const data = dataOf<{ cases: [string, 'link' | 'image' | 'media', string][]; withoutScheme: [string, string][] }>(
  'render/url-policy',
);

test.each(data.cases)('%j of a %s is %s', (url, kind, verdict) => {
  expect(classify(url, kind)).toBe(verdict);
});

test.each(data.withoutScheme)('%j without a scheme is %j', (url, full) => {
  expect(withScheme(url)).toBe(full);
});

test('an invalid URL as an example is text, without a report', async () => {
  const { html, diagnostics } = await renderBody(bodyInput('https://x.\\*.y.com:99 and [b](https://x.y:99999)'));
  expect(fillFragment(html, () => '')).toContain('<p>https://x.\\*.y.com:99 and ');
  expect(diagnostics.map(({ message }) => message)).toEqual(['URL `https://x.y:99999` is not allowed']);
});

test('a poster, which has no slot, is removed; links to other hosts send no referrer', async () => {
  const text =
    '<video src="https://example.org/v.mp4" poster="https://example.org/p.png"></video>\n\n[x](HTTPS://example.org) ![y](https://example.org/i.png)';
  const { html } = await renderBody(bodyInput(text));
  const markup = fillFragment(html, () => '');
  expect(markup).toContain('<video src="https://example.org/v.mp4">');
  expect(markup).toContain('<a href="https://example.org" rel="noopener noreferrer">x</a>');
  expect(markup).toMatch(/<img src="https:\/\/example\.org\/i\.png"[^>]* referrerpolicy="no-referrer"/);
});
