// The frame that a config puts around every page: logo, icon, links, announcement, footer, the front, the page for lost readers.
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { loadConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, type Hub, say, tempDir, writeFiles } from '../support/hub.js';

const data = dataOf<{ linked: UserConfig; texts: UserConfig; unusable: [object, string][] }>('render/frame');

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" viewBox="0 0 90 30"><rect width="90" height="30"/></svg>';

async function built(config: UserConfig, files: Files = {}): Promise<Hub> {
  const dir = writeFiles(tempDir(), {
    '.git/HEAD': '',
    'content/alpha/intro.md': '# Intro\n\n## Part\n',
    'content/alpha/pic.png': png,
    'content/beta.md': '# Beta',
    ...files,
  });
  return buildIn(dir, { title: 'Hub & Co', ...config });
}

const between = (html: string, tag: string) =>
  new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';

test('without any of it the header is the title alone', async () => {
  const hub = await built({});
  const html = hub.file('docs/beta/');
  expect(between(html, 'header')).toBe('<a class="brand" href="/docs/">Hub &amp; Co</a>');
  expect(html).not.toMatch(/<footer|<aside|Skip to content/);
});

test('a logo for each scheme, with its size; a title that is not shown is its name', async () => {
  const files = { 'art/light.svg': svg, 'art/dark.png': png };
  const beside = await built({ logo: 'art/light.svg' }, files);
  expect(between(beside.file('docs/beta/'), 'header')).toMatch(
    /^<a class="brand" href="\/docs\/"><picture><img class="logo" src="\/assets\/light\.[0-9a-f]{12}\.svg" alt="" width="90" height="30"><\/picture>Hub &amp; Co<\/a>$/,
  );
  const alone = await built(
    { logo: { light: './art/light.svg', dark: 'art/dark.png', showTitle: false }, basePath: '/x/' },
    files,
  );
  expect(between(alone.file('docs/beta/'), 'header')).toMatch(
    /^<a class="brand" href="\/x\/docs\/"><picture><source srcset="\/x\/assets\/dark\.[0-9a-f]{12}\.png" media="\(prefers-color-scheme: dark\)" width="1" height="1"><img class="logo" src="\/x\/assets\/light\.[0-9a-f]{12}\.svg" alt="Hub &amp; Co" width="90" height="30"><\/picture><\/a>$/,
  );
  for (const [, path = ''] of alone.file('docs/beta/').matchAll(/(?:src|srcset)="\/x\/(assets\/[^"]+)"/g))
    expect(alone.files()).toContain(path);
});

test('an icon and an image for link previews of the owner’s', async () => {
  const hub = await built(
    { favicon: 'a.png', socialImage: 'b.png', url: 'https://docs.example' },
    { 'a.png': png, 'b.png': png },
  );
  const html = hub.file('docs/beta/');
  expect(html).toMatch(/<link rel="icon" type="image\/png" href="\/assets\/a\.[0-9a-f]{12}\.png">/);
  expect(html).toMatch(/<meta property="og:image" content="https:\/\/docs\.example\/assets\/b\.[0-9a-f]{12}\.png">/);
});

test.each(data.unusable)('%j cannot be used', async (config, said) => {
  const dir = writeFiles(tempDir(), {
    '.git/HEAD': '',
    'content/a.md': '# A',
    'a.svg': svg,
    'docgen.config.json': JSON.stringify(config),
  });
  const { value, diagnostics } = await loadConfig(dir);
  expect([value, diagnostics.map(say)]).toEqual([undefined, [`DG105 docgen.config.json:1:2 config: ${said}`]]);
});

test('a logo that cannot be read as an image is refused, one that acts is published without what acts', async () => {
  const named = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999&sol;xhtml"/>';
  const broken = await built({ logo: 'a.svg' }, { 'a.svg': `<!DOCTYPE svg PUBLIC "" "">${named}` });
  expect(broken.said()).toContainEqual(
    expect.stringMatching(/^DG105 - config: `logo`: file `a\.svg` is not well-formed XML \(.*undefined entity/),
  );
  expect(broken.published).toBe(false);
  const hub = await built({ logo: 'a.svg' }, { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>' });
  expect(hub.said()).toContain('DG706 - `a.svg` is published without `onload`');
  const logo = hub.files().find((path) => /^assets\/a\..*svg$/.test(path)) ?? '';
  expect(hub.file(logo)).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>');
});

test('links of the site lead to pages, files and other sites; those that lead nowhere are reported and left out', async () => {
  const hub = await built(data.linked);
  expect(hub.said()).toEqual([
    'DG601 docgen.config (header) broken link `alpha/none.md`',
    'DG601 docgen.config (header) broken link `javascript:alert(1)`',
  ]);
  const header = between(hub.file('x/docs/beta/'.slice(2)), 'header');
  expect([...header.matchAll(/href="([^"]*)">([^<]*)/g)].map(([, href, label]) => [label, href])).toEqual([
    ['Hub &amp; Co', '/x/docs/'],
    ['Intro', '/x/docs/alpha/intro/#part'],
    ['Beta', '/x/docs/beta/'],
    ['Shop &lt;b&gt;', 'https://shop.example/?a&amp;b'],
    ['Mail', 'mailto:a@b.example'],
    ['Picture', expect.stringMatching(/^\/x\/assets\/pic\.[0-9a-f]{12}\.png$/)],
  ]);
  expect(header).toContain('<details class="site-links row-from-50"><summary>Links</summary><nav aria-label="Site">');
  expect(header).toContain('<details name="docgen-site-links"><summary>More</summary>');
  expect(hub.files().some((path) => /^assets\/pic\./.test(path))).toBe(true);
  expect(hub.file('docs/beta/')).toMatch(
    /<body><a class="skip" href="#docgen-main">Skip to content<\/a><a class="skip" href="#docgen-nav">/,
  );
});

test('many links are behind a button at any width', async () => {
  const links = Array.from({ length: 14 }, (_, index) => ({
    label: `A section called ${index}`,
    href: 'https://a.example/',
  }));
  const rows = await Promise.all(
    [3, 7, 14].map(async (count) => {
      const hub = await built({ header: { links: links.slice(0, count) } });
      return /class="site-links ?([^"]*)"/.exec(hub.file('docs/beta/'))?.[1];
    }),
  );
  expect(rows).toEqual(['row-from-50', '', '']);
});

test('announcement, footer and the text for lost readers are Markdown, and as safe as a page', async () => {
  const hub = await built(data.texts);
  expect(hub.said()).toEqual(['DG601 docgen.config (footer.text) broken link `none.md`']);
  const html = hub.file('docs/alpha/intro/');
  expect(between(html, 'aside')).toBe(
    '<div class="content"><p>Version 2: <strong><a href="/docs/alpha/intro/">read on</a></strong> </p></div>',
  );
  expect(between(html, 'footer')).toMatch(
    /^<nav aria-label="Footer"><div><p>Docs<\/p><ul><li><a href="\/docs\/beta\/">Beta<\/a><\/li><\/ul><\/div><\/nav><div class="footer-text"><p>© Hub, lost, <img src="\/assets\/pic\.[^"]+" alt="p" width="1" height="1"><\/p><\/div>$/,
  );
  expect(hub.file('404.html')).toContain(
    '<h1>Page not found</h1><div class="markdown"><p>Gone. Try <a href="/docs/beta/">Beta</a>.</p></div>',
  );
});

test('a doc of the owner’s choice is the front', async () => {
  for (const home of ['alpha/intro.md', './alpha/intro.md', 'alpha/intro']) {
    const hub = await built({ home });
    expect(hub.said()).toEqual([]);
    expect(hub.file('docs/')).toContain('<h1 id="intro">Intro</h1>');
    expect(hub.has('docs/alpha/intro/')).toBe(false);
  }
  const { published, diagnostics } = await built({ home: 'alpha/intor.md' });
  expect([published, diagnostics.map(say)]).toEqual([
    false,
    ['DG133 - config: `home`: no doc has the path or id `alpha/intor.md`'],
  ]);
});
