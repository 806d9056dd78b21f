// What a maintainer's own templates and components import is part of what pages depend on.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { docgen, type Files, filesBelow, tempDir, writeFiles } from '../support/hub.js';

const files = (word: string, component: string): Files => ({
  'docgen.config.json': JSON.stringify({ templates: 'parts', components: 'components.mjs' }),
  'parts/Pagination.mjs': "import { word } from '../word.mjs';\nexport const Pagination = () => word;\n",
  'word.mjs': `export const word = '${word}';\n`,
  'components.mjs': "import { text } from './text.mjs';\nexport default { Word: () => text };\n",
  'text.mjs': `export const text = '${component}';\n`,
  'content/a.mdx': '# A\n\n<Word />\n',
  'content/b.md': '# B\n\nNo component.\n',
});

/** The site after a build, as texts and as the files that it consists of. */
function build(dir: string, ...options: string[]) {
  const ran = docgen(dir, 'build', '--cache', 'cache', ...options);
  expect(ran).toMatchObject({ status: 0, stderr: expect.stringMatching(/^built \d+ pages/m) });
  const site = join(dir, 'build');
  return {
    page: readFileSync(join(site, 'docs/a/index.html'), 'utf8'),
    stamps: filesBelow(site).map(
      (path) => `${path} ${statSync(join(site, path)).ino} ${statSync(join(site, path)).mtimeMs}`,
    ),
  };
}

test('nothing changed: nothing is touched, also with own templates and components', () => {
  const dir = writeFiles(tempDir(), files('violet', 'first'));
  const { page, stamps } = build(dir);
  expect(page).toContain('violet');
  expect(page).toContain('first');
  expect(build(dir).stamps).toEqual(stamps);
});

test('what a template imports changed: every page is made', () => {
  const dir = writeFiles(tempDir(), files('violet', 'first'));
  const { stamps } = build(dir);
  writeFiles(dir, files('orange', 'first'));
  const after = build(dir);
  expect(after.page).toContain('orange');
  expect(after.page).not.toContain('violet');
  const docs = (list: readonly string[]) => list.filter((line) => /^docs\/[ab]\/index\.html/.test(line));
  expect(docs(after.stamps)).toHaveLength(2);
  expect(docs(after.stamps).filter((line) => stamps.includes(line))).toEqual([]);
});

test('what a component imports changed: its pages are made', () => {
  const dir = writeFiles(tempDir(), files('violet', 'first'));
  build(dir);
  writeFiles(dir, files('violet', 'second'));
  expect(build(dir).page).toContain('second');
});

test('an import that nobody can follow: everything is made, always', () => {
  const dir = writeFiles(tempDir(), {
    ...files('violet', 'first'),
    'components.mjs': "const { text } = await import('./' + 'text.mjs');\nexport default { Word: () => text };\n",
  });
  build(dir);
  writeFiles(dir, { 'text.mjs': "export const text = 'second';\n" });
  expect(build(dir).page).toContain('second');
});
