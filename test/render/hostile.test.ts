// Nothing that an author writes runs, is sent anywhere or takes over the page.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import { fillFragment } from '../../src/render/body/fragment.js';
import { sanitizeHtml } from '../../src/render/body/html/raw-html.js';
import { bodyInput, buildHub, elementsOf } from '../support/hub.js';
import { runs } from '../support/seed.js';

const active =
  /<(?:script|iframe|object|embed|form|input|button|style|link|meta|base|svg|math|template|textarea|select|frame|applet|xmp|plaintext|noscript)\b|<[^>]*\s(?:on\w+|style|srcdoc|formaction|xlink:href|background|ping|srcset|autofocus)\s*=|<[^>]*(?:href|src)="\s*(?:java|vb|data:text|\/\/)/i;

/** Text in a quoted attribute is inert, whatever it says; addresses are kept. */
function plainValues(html: string): string {
  return html.replace(/ (?!(?:href|src)=)([\w:-]+)="[^"]*"/g, ' $1=""');
}

async function bodyHtml(text: string): Promise<string> {
  const { html } = await renderBody(bodyInput(text));
  return plainValues(fillFragment(html, () => ''));
}

test.each([
  '<script>alert(1)</script>',
  '<ScRiPt src=//x></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](&#106;avascript:alert(1))',
  '<a href="&#x6A;avascript&colon;alert(1)">x</a>',
  '![x](javascript:alert(1))',
  '<form action=//x><input name=p><button>go</button></form>',
  '<style>@import "//x";</style>',
  '<div style="background:url(//x)">x</div>',
  '<base href="//x">',
  '<meta http-equiv=refresh content="0;url=//x">',
  '<link rel=stylesheet href=//x>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<object data=x></object>',
  '<details ontoggle=alert(1) open>x</details>',
  '<video poster=javascript:alert(1) src=x onerror=alert(1)></video>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><script>alert(1)</script>',
  '<xmp><script>alert(1)</script></xmp>',
  '<table background="//x"><tr><td>x</table>',
  '<img srcset="//x 1x" src=x>',
  '<a ping="//x" href="y">x</a>',
  '<plaintext><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<template><script>alert(1)</script></template>',
  '[x](//evil.example)',
  '[x](\\\\evil.example)',
  '<a href="/\\evil.example">x</a>',
  '```html\n<script>alert(1)</script>\n```',
  '`<script>alert(1)</script>`',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<div id="docgen-main" class="sidebar top">x</div>',
  '<select><option><script>alert(1)</script></select>',
])('%j is harmless', async (text) => {
  expect(await bodyHtml(text)).not.toMatch(active);
  expect(await bodyHtml(`before\n\n${text}\n\nafter`)).not.toMatch(active);
});

test('the page frame cannot be taken over: its ids and classes are its own', async () => {
  const html = await bodyHtml(
    '<div id="docgen-main" class="sidebar top skip">x</div>\n\n## docgen-toc\n\n<a name="docgen-x">y</a>',
  );
  expect(html).not.toMatch(/id="docgen-|class="(?:sidebar|top|skip)/);
});

test('titles, descriptions, labels and tree are text', async () => {
  const evil = '"><script>alert(1)</script>';
  const hub = await buildHub({
    'a.md': `---\ntitle: '${evil}'\ndescription: '${evil}'\nsidebar_label: '${evil}'\nsidebar_class_name: '${evil}'\nkeywords: ['${evil}']\nlast_update: {author: '${evil}', date: '${evil}'}\n---\n`,
    'd/_category_.json': JSON.stringify({
      label: evil,
      className: evil,
      description: evil,
      link: { type: 'generated-index', title: evil },
    }),
    'd/b.md': `# ${evil}`,
  });
  for (const path of hub.files().filter((name) => name.endsWith('.html')))
    expect(hub.file(path)).not.toMatch(/<script|"><script/);
});

test('a mark of a hole cannot be forged', async () => {
  const text = '[a](b.md) [b](/0123456789abcdef0123456789abcdef/0) <a href="/0123456789abcdef0123456789abcdef/7">x</a>';
  const { html } = await renderBody(bodyInput(text));
  expect(html.holes.map(({ url }) => url)).toEqual([
    'b.md',
    '/0123456789abcdef0123456789abcdef/0',
    '/0123456789abcdef0123456789abcdef/7',
  ]);
});

test('sanitised markup is harmless as a browser reads it, and as it reads what it made of that', () => {
  const piece = fc.constantFrom(
    '<b>',
    '</b>',
    '<a href="x">',
    '</a>',
    '<table>',
    '<td>',
    '<svg>',
    '<p>',
    '</p>',
    'text',
    '"',
    '<',
    '&lt;',
    '<details open>',
    '<img src=x onerror=y>',
    '<math>',
    '</math>',
    '<style>',
    '<!--',
    '-->',
    '<select>',
  );
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
  const piece = fc.constantFrom(
    '<script>',
    '</script>',
    '<a href=',
    'javascript:',
    '"',
    "'",
    '>',
    '<!--',
    '-->',
    '```\n',
    '`',
    '[x](',
    ')',
    '\n\n',
    '<svg onload=',
    '&#106;',
    '<details>',
    '| a |\n|-|\n',
    '- ',
    '<iframe srcdoc=',
    '<b',
    '{',
    '}',
    '\\',
    '![',
    ']',
    ':::note\n',
    ':::\n',
    '<Tabs>\n',
    '</Tabs>\n',
    '{/*',
    '{%',
    '{x}',
    'import x from "y"\n',
    '<<p.md>>\n',
  );
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

test('a body depends on its own text alone: the same text gives the same body', async () => {
  const input = bodyInput('# A\n\n[x](y.md)', { line: 3 });
  expect(await renderBody(input)).toEqual(await renderBody({ ...input }));
});

test.each([
  (code: string) => `<h2>\n\n\`\`\`\n${code}\n\`\`\`\n\n</h2>`,
  (code: string) => `<h2>x\n\n\`\`\`js title="y" {1}\n${code}\n\`\`\`\n\n</h2>`,
  (code: string) => `## <table><style><!--</style>\n\n\`\`\`${code}\n${code}\n\`\`\``,
  (code: string) => `<Tabs>\n<TabItem label="x">\n\n<h3>\n\n\`\`\`\n${code}\n\`\`\`\n\n</h3>\n\n</TabItem>\n</Tabs>`,
])('code in a heading ends no attribute of the link to it (%#)', async (around) => {
  const { html, headings } = await renderBody(bodyInput(around('" onfocus="docgenRan(1)" autofocus tabindex="0" x="')));
  const elements = elementsOf(fillFragment(html, () => ''));
  expect(elements.filter(({ attributes }) => 'onfocus' in attributes || 'autofocus' in attributes)).toEqual([]);
  expect(fillFragment(html, () => '')).toContain('docgenRan'); // as code
  for (const { text } of headings) expect(text).not.toMatch(/[0-9a-f]{32}/);
});
