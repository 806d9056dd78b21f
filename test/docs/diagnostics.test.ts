// docs/reference/diagnostics: a page for each code, as the catalogue and docgen itself have it, and no other.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { codePage } from '../../src/cli/code-page.js';
import { catalogue } from '../../src/model/diagnostics/catalogue.js';
import { filesBelow, root } from '../support/hub.js';
import { diagnosticPages, explained } from './diagnostic-pages.js';

const docs = join(root, 'docs');

test('each code has a page with its cause, an example that docgen printed, and what to do', async () => {
  const pages = await diagnosticPages();
  if (process.env['UPDATE_EXPECTED']) {
    for (const [path, text] of pages) {
      mkdirSync(dirname(join(docs, path)), { recursive: true });
      writeFileSync(join(docs, path), text);
    }
  }
  const there = filesBelow(join(docs, 'reference/diagnostics')).filter((path) => path.startsWith('DG'));
  expect(there.map((path) => `reference/diagnostics/${path}`)).toEqual([...pages.keys()].sort());
  for (const [path, text] of pages) expect(readFileSync(join(docs, path), 'utf8')).toBe(text);
});

test('nothing is explained that is not in the catalogue', () => {
  expect([...explained().keys()].sort()).toEqual(catalogue.map(({ code }) => code));
});

test('what a diagnostic says of its page leads there', () => {
  for (const { code } of catalogue)
    expect([code, existsSync(join(root, codePage(code, undefined)))]).toEqual([code, true]);
  expect(codePage('DG601', 'https://docgen.example/docs/')).toBe(
    'https://docgen.example/docs/reference/diagnostics/DG601/',
  );
});
