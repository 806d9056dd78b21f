// Languages of a hub: pages with translations of Docusaurus, and pages without.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIn, checkConfig, say, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

scenarios('cli/locales');

const docs = 'i18n/fr/docusaurus-plugin-content-docs';

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

test('a default language that is not listed, and a name that is no language, are faults of the config', () => {
  const said = (locales: object) => checkConfig({ locales }).diagnostics.map(say);
  expect(said({ fr: {} })).toEqual([expect.stringContaining('no entry for `en`')]);
  expect(said({ en: {}, 'x_y-': {} })).toEqual([expect.stringContaining('`htmlLang`')]);
  expect(said({ en: {}, '../x': {} })).toHaveLength(1);
});
