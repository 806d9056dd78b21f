// Languages of a hub: pages with translations of Docusaurus, and pages without.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { buildIn, checkConfig, say, tempDir, textOf, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

scenarios('cli/locales');

const docs = 'i18n/fr/docusaurus-plugin-content-docs';

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

test('all languages are published at once, and a language that is no longer listed is gone', async () => {
  const dir = writeFiles(tempDir(), {
    'docs/a.md': '# A\n',
    'docs/p.png': 'x',
    [`${docs}/current/a.md`]: '# Un\n\n![p](p.png)\n',
    'i18n/de/docusaurus-plugin-content-docs/current/a.md': '# Eins\n',
  });
  const built = (locales: object, more: object = {}) =>
    buildIn(dir, { content: 'docs', locales: { en: {}, ...locales }, ...more }, { strict: true });
  const of = (path: string) => readFileSync(join(dir, 'build', path, 'index.html'), 'utf8');
  const both = { fr: {}, de: {} };
  expect((await built(both)).published).toBe(true);
  writeFiles(dir, { 'build/CNAME': 'x.example', 'build/fr/own.txt': 'own' });

  // One fault in the last language, and no language changes.
  writeFiles(dir, {
    'docs/a.md': '# B\n',
    [`${docs}/current/a.md`]: '# Deux\n',
    'i18n/de/docusaurus-plugin-content-docs/current/a.md': '# Zwei\n\n[no](no.md)\n',
  });
  expect((await built(both)).published).toBe(false);
  expect(['docs/a', 'fr/docs/a', 'de/docs/a'].map((path) => />(A|Un|Eins)<\/h1>/.exec(of(path))?.[1])).toEqual([
    'A',
    'Un',
    'Eins',
  ]);

  // Only one language changes.
  writeFiles(dir, { 'docs/a.md': '# A\n', [`${docs}/current/a.md`]: '# Un\n\n![p](p.png)\n' });
  writeFiles(dir, { 'i18n/de/docusaurus-plugin-content-docs/current/a.md': '# Drei\n' });
  expect((await built(both)).published).toBe(true);
  expect(of('de/docs/a')).toContain('>Drei</h1>');
  expect(of('fr/docs/a')).toContain('>Un</h1>');
  expect(readdirSync(join(dir, 'build/fr/assets')).some((name) => /^p\./.test(name))).toBe(true);

  expect((await built({ de: {} })).published).toBe(true);
  expect(readdirSync(join(dir, 'build/fr'))).toEqual(['own.txt']);
  expect(of('docs/a')).not.toContain('/fr/');
  expect(of('de/docs/a')).toContain('>Drei</h1>');
  expect(readFileSync(join(dir, 'build/CNAME'), 'utf8')).toBe('x.example');
});

test('the menu leads to a translation with another slug', async () => {
  const dir = writeFiles(tempDir(), {
    'docs/a.md': '# A\n',
    'docs/b.md': '---\nslug: /bee\n---\n\n# B\n\n[a](a.md)\n',
    [`${docs}/current/a.md`]: '---\nslug: /un\n---\n\n# Un\n\n[b](b.md)\n',
    [`${docs}/current/b.md`]: '# Deux\n',
  });
  for (const relative of [false, true]) {
    const hub = await buildIn(dir, { content: 'docs', locales: { en: {}, fr: {}, de: {} }, relative });
    expect(hub.said()).toEqual([]);
    const titleBehind = (path: string, lang: string): string => {
      const [, href = ''] = new RegExp(`<a href="([^"]+)" lang="${lang}"`).exec(hub.file(path)) ?? [];
      const target = relative ? posix.join(path, href) : href.slice(1);
      const html = hub.file(target);
      const [, to] = /http-equiv="refresh" content="0; ?url=([^"]+)"/.exec(html) ?? [];
      const page = to === undefined ? html : hub.file(relative ? posix.join(posix.dirname(target), to) : to.slice(1));
      return />([^<]+)<\/h1>/.exec(page)?.[1] ?? '';
    };
    const of = (path: string) => ['en', 'fr', 'de'].map((lang) => titleBehind(path, lang));
    expect(of('docs/a/')).toEqual(['A', 'Un', 'A']);
    expect(of('fr/docs/un/')).toEqual(['A', 'Un', 'A']);
    expect(of('docs/bee/')).toEqual(['B', 'Deux', 'B']);
    expect(of('fr/docs/b/')).toEqual(['B', 'Deux', 'B']);
    expect(of('de/docs/a/')).toEqual(['A', 'Un', 'A']);
  }
});

test('a default language that is not listed, and a name that is no language, are faults of the config', () => {
  const said = (locales: object) => checkConfig({ locales }).diagnostics.map(say);
  expect(said({ fr: {} })).toEqual([expect.stringContaining('no entry for `en`')]);
  expect(said({ en: {}, 'x_y-': {} })).toEqual([expect.stringContaining('`htmlLang`')]);
  expect(said({ en: {}, '../x': {} })).toHaveLength(1);
});
