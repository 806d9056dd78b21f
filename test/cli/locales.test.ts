// Languages of a hub: pages with translations of Docusaurus, and pages without.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIn, checkConfig, say, tempDir, textOf, writeFiles } from '../support/hub.js';

const docs = 'i18n/fr/docusaurus-plugin-content-docs';
const files = {
  'docs/intro.md':
    '# Intro\n\n[Setup](guides/setup.md#deep) ![a](a.png) [fr](/b/fr/docs/guides/setup)\n\n:::note\n\nx\n\n:::\n',
  'docs/a.png': 'default',
  'docs/guides/_category_.json': '{"label":"Guides","link":{"type":"generated-index"}}',
  'docs/guides/setup.md': '# Setup\n\n## Deep\n\n[no](no.md)\n',
  'docs/guides/other.md': '# Other\n\n[no](no.md) [Full](/b/docs/intro)\n',
  [`${docs}/current/guides/setup.md`]: '# Préparer\n\n## Profond {#deep}\n\n[Intro](../intro.md) [gone](gone.md)\n',
  [`${docs}/current/guides/gone.md`]: '# Parti\n',
  [`${docs}/current/guides/_category_.json`]: '{"label":"Not read"}',
  [`${docs}/current.json`]: JSON.stringify({
    'sidebar.tutorialSidebar.category.Guides': { message: 'Manuels' },
    'sidebar.tutorialSidebar.category.Guides.link.generated-index.description': { message: 'Tous.' },
  }),
  'i18n/fr/docusaurus-theme-classic/navbar.json': '{"item.label.Docs":{"message":"Documentation"}}',
  'i18n/fr/docusaurus-theme-classic/footer.json': '{"copyright":{"message":"Droits"}}',
  'i18n/pl/code.json': '{"theme.admonition.note":{"message":"Uwaga"},"theme.common.editThisPage":{"message":"{x}"}}',
  'i18n/ar/docusaurus-theme-classic/navbar.json': '{',
};
const config = {
  content: 'docs',
  url: 'https://x.example',
  basePath: '/b/',
  header: { links: [{ label: 'Docs', href: '/docs/intro' }] },
  footer: { text: 'Rights' },
  locales: { en: {}, fr: {}, ar: { label: 'Arabic' }, pl: { htmlLang: 'pl-PL' } },
};

test('each language has all pages, its translations, and the text of the default language elsewhere', async () => {
  const dir = writeFiles(tempDir(), files);
  const hub = await buildIn(dir, config);
  expect(hub.said()).toEqual([
    expect.stringMatching(/^DG601 guides\/other\.md:3:1 /),
    expect.stringMatching(/^DG601 guides\/setup\.md:5:1 /),
    expect.stringMatching(new RegExp(`^DG314 /${docs}/current/guides/gone\\.md `)),
    expect.stringMatching(new RegExp(`^DG601 /${docs}/current/guides/setup\\.md:5:22 `)),
    expect.stringMatching(/^DG314 \/i18n\/ar\/docusaurus-theme-classic\/navbar\.json .*not JSON/),
  ]);
  const english = hub.files().filter((path) => /^(?:docs|404)/.test(path));
  for (const name of ['fr', 'ar', 'pl'])
    expect(hub.files()).toEqual(expect.arrayContaining(english.map((path) => `${name}/${path}`)));
  expect(hub.files().filter((path) => /robots|_headers|_redirects/.test(path))).toHaveLength(2);

  const setup = hub.file('fr/docs/guides/setup/');
  expect(setup).toContain('<html lang="fr"');
  expect(setup).toContain('>Préparer</h1>');
  expect(setup).toContain('href="/b/fr/docs/intro/">Intro</a>');
  expect(setup).toContain('href="/b/fr/docs/intro/">Documentation</a>');
  expect(setup).toContain('Droits');
  expect(setup).toContain('>Manuels</a>');
  expect(hub.file('fr/docs/category/guides/')).toContain('Tous.');
  const alternates = [...setup.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(([, ...all]) => all);
  const at = 'docs/guides/setup/';
  expect(alternates).toEqual([
    ['en', `https://x.example/b/${at}`],
    ['fr', `https://x.example/b/fr/${at}`],
    ['ar', `https://x.example/b/ar/${at}`],
    ['pl-PL', `https://x.example/b/pl/${at}`],
    ['x-default', `https://x.example/b/${at}`],
  ]);
  expect(setup).toContain(`<a href="/b/ar/${at}" lang="ar" hreflang="ar">Arabic</a>`);
  expect(setup).toContain(`<link rel="canonical" href="https://x.example/b/fr/${at}"`);

  expect(hub.file('fr/docs/guides/other/')).toContain('href="/b/fr/docs/intro/">Full</a>');
  const intro = hub.file('fr/docs/intro/');
  expect(intro).toContain('href="/b/fr/docs/guides/setup/#deep"');
  expect(intro).toMatch(/src="\/b\/fr\/assets\/a\.\w+\.png"/);
  expect(hub.file('docs/intro/')).toContain('href="/b/fr/docs/guides/setup"');
  expect(hub.file('ar/docs/intro/')).toContain('<html lang="ar" dir="rtl"');
  expect(hub.file('pl/docs/intro/')).toContain('Uwaga');
  expect(hub.file('robots.txt').match(/Sitemap/g)).toHaveLength(4);
});

test('versions have their own translations, and a removed one is gone with the next build', async () => {
  const dir = writeFiles(tempDir(), {
    'versions.json': '["1.0"]',
    'docs/a.md': '# Next\n',
    'versioned_docs/version-1.0/a.md': '# One\n',
    [`${docs}/version-1.0/a.md`]: '# Un\n',
    [`${docs}/current.json`]: '{"version.label":"Prochaine"}',
  });
  const wanted = { content: 'docs', locales: { en: {}, fr: {} } };
  const hub = await buildIn(dir, wanted);
  expect(hub.said()).toEqual([]);
  expect(hub.file('fr/docs/a/')).toContain('>Un</h1>');
  expect(hub.file('fr/docs/next/a/')).toContain('>Next</h1>');
  expect(hub.file('fr/docs/a/')).toContain('Prochaine');
  expect(hub.file('docs/a/')).not.toContain('Prochaine');
  writeFiles(dir, { [`${docs}/version-1.0/a.md`]: '# Deux\n', 'docs/b.md': '# B\n' });
  const next = await buildIn(dir, wanted);
  expect(next.file('fr/docs/a/')).toContain('>Deux</h1>');
  expect(existsSync(join(dir, 'build/fr/docs/next/b/index.html'))).toBe(true);
});

test('messages of `code.json` are the texts of pages, for `<Translate>` and `translate()`', async () => {
  const page = `import Translate, {translate} from '@docusaurus/Translate';
import Part from './_part.mdx';

<Translate id="greet" values={{name: 'Ann'}}>Hi {name}!</Translate> and <Translate>By text</Translate>, <Translate id="gone">none</Translate>.

<Translate id="block">

Default

</Translate>

<img src="a.png" alt={translate({id: 'alt', message: 'A cat'})} /> {translate({message: 'By text'})}

<Part />
`;
  const dir = writeFiles(tempDir(), {
    'docs/a.mdx': page,
    'docs/_part.mdx': 'import Translate from \'@docusaurus/Translate\';\n\n<Translate id="part">Part</Translate>\n',
    'docs/a.png': 'x',
    'i18n/fr/code.json': JSON.stringify({
      greet: { message: 'Salut {name} <b>!' },
      'By text': { message: 'Par texte' },
      block: { message: 'Bloc' },
      alt: { message: 'Un chat' },
      part: { message: 'Partie' },
    }),
  });
  const wanted = { content: 'docs', locales: { en: {}, fr: {} } };
  const hub = await buildIn(dir, wanted);
  expect(hub.said()).toEqual([]);
  const textIn = (path: string) => textOf(hub.body(path)).replace(/\s+/g, ' ').trim();
  expect(textIn('docs/a/')).toMatch(/Hi Ann! and By text, none\. Default By text Part$/);
  expect(textIn('fr/docs/a/')).toMatch(/Salut Ann <b>! and Par texte, none\. Bloc Par texte Partie$/);
  expect(hub.file('docs/a/')).toContain('alt="A cat"');
  expect(hub.file('fr/docs/a/')).toContain('alt="Un chat"');
  writeFiles(dir, { 'i18n/fr/code.json': '{"part":"Morceau"}' });
  const next = await buildIn(dir, wanted);
  expect(textOf(next.body('fr/docs/a/'))).toContain('Morceau');
});

test('with --relative the menu leads from page to page', async () => {
  const dir = writeFiles(tempDir(), files);
  const hub = await buildIn(dir, { ...config, url: '', relative: true });
  for (const path of ['docs/guides/setup/', 'fr/docs/guides/setup/', 'fr/docs/', 'docs/all/']) {
    const hrefs = [...hub.file(path).matchAll(/<a href="([^"]+)" lang=/g)].map(([, href = '']) => href);
    expect(hrefs).toHaveLength(4);
    for (const href of hrefs) expect(readFileSync(join(dir, 'build', path, href), 'utf8')).toContain('<html lang=');
  }
});

test('a default language that is not listed, and a name that is no language, are faults of the config', () => {
  const said = (locales: object) => checkConfig({ locales }).diagnostics.map(say);
  expect(said({ fr: {} })).toEqual([expect.stringContaining('no entry for `en`')]);
  expect(said({ en: {}, 'x_y-': {} })).toEqual([expect.stringContaining('`htmlLang`')]);
  expect(said({ en: {}, '../x': {} })).toHaveLength(1);
});
