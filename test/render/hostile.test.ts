// No content of an author runs code, is sent anywhere or changes the page layout.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeHtml } from '../../src/render/body/html/raw-html.js';
import { render } from '../support/body.js';
import { dataOf } from '../support/data.js';
import { elementsOf } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { runs } from '../support/seed.js';

const data = dataOf<{ harmless: string[]; htmlPieces: string[]; markdownPieces: string[] }>('render/hostile');

const active =
  /<(?:script|iframe|object|embed|form|input|button|style|link|meta|base|svg|math|template|textarea|select|frame|applet|xmp|plaintext|noscript)\b|<[^>]*\s(?:on\w+|style|srcdoc|formaction|xlink:href|background|ping|srcset|autofocus)\s*=|<[^>]*(?:href|src)="\s*(?:java|vb|data:text|\/\/)/i;

/** Removes quoted attribute values, which are inert, except URLs. */
function plainValues(html: string): string {
  return html.replace(/ (?!(?:href|src)=)([\w:-]+)="[^"]*"/g, ' $1=""');
}

async function bodyHtml(text: string): Promise<string> {
  return plainValues((await render(text)).html);
}

test.each(data.harmless)('%j is harmless', async (text) => {
  expect(await bodyHtml(text)).not.toMatch(active);
  expect(await bodyHtml(`before\n\n${text}\n\nafter`)).not.toMatch(active);
});

test('authors cannot use ids and classes of the page layout', async () => {
  const html = await bodyHtml(
    '<div id="docgen-main" class="sidebar top skip">x</div>\n\n## docgen-toc\n\n<a name="docgen-x">y</a>',
  );
  expect(html).not.toMatch(/id="docgen-|class="(?:sidebar|top|skip)/);
  expect((await render('<div class="foreign">x</div>')).html).toContain('<div>x</div>');
});

scenarios('render/hostile');

test('authors cannot write the placeholder of a slot', async () => {
  const text = '[a](b.md) [b](/0123456789abcdef0123456789abcdef/0) <a href="/0123456789abcdef0123456789abcdef/7">x</a>';
  const { parts } = await render(text);
  expect(parts.slots.map(({ url }) => url)).toEqual([
    'b.md',
    '/0123456789abcdef0123456789abcdef/0',
    '/0123456789abcdef0123456789abcdef/7',
  ]);
});

test('sanitized markup is harmless after a browser has parsed it, and parsed its serialization', () => {
  const piece = fc.constantFrom(...data.htmlPieces);
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((list) => list.join('')),
      (html) => {
        const once = sanitizeHtml(html);
        expect(plainValues(once)).not.toMatch(active);
        const twice = sanitizeHtml(once);
        expect(plainValues(twice)).not.toMatch(active);
        expect(plainValues(sanitizeHtml(twice))).not.toMatch(active);
      },
    ),
    { numRuns: runs(300) },
  );
});

test('any text becomes a harmless body', async () => {
  const piece = fc.constantFrom(...data.markdownPieces);
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 40 }).map((list) => list.join('')),
      async (text) => {
        expect(await bodyHtml(text)).not.toMatch(active);
      },
    ),
    { numRuns: runs(150) },
  );
});

test.each([
  (code: string) => `<h2>\n\n\`\`\`\n${code}\n\`\`\`\n\n</h2>`,
  (code: string) => `<h2>x\n\n\`\`\`js title="y" {1}\n${code}\n\`\`\`\n\n</h2>`,
  (code: string) => `## <table><style><!--</style>\n\n\`\`\`${code}\n${code}\n\`\`\``,
  (code: string) => `<Tabs>\n<TabItem label="x">\n\n<h3>\n\n\`\`\`\n${code}\n\`\`\`\n\n</h3>\n\n</TabItem>\n</Tabs>`,
])('code in a heading ends no attribute of the link to it (%#)', async (around) => {
  const { html, headings } = await render(around('" onfocus="docgenRan(1)" autofocus tabindex="0" x="'));
  expect(elementsOf(html).filter(({ attributes }) => 'onfocus' in attributes || 'autofocus' in attributes)).toEqual([]);
  expect(html).toContain('docgenRan'); // in code
  for (const { text } of headings) expect(text).not.toMatch(/[0-9a-f]{32}/);
});
