// docs/reference/diagnostics: a page for each code, as the catalog and docgen itself have it, and no other.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { codePage } from '../../src/cli/package.js';
import data from '../../src/model/diagnostics/catalog.json' with { type: 'json' };
import { catalog } from '../../src/model/diagnostics/diagnostic.js';
import { filesBelow, root } from '../support/hub.js';
import { diagnosticPages, type Entry } from './diagnostic-pages.js';

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

test('each text of the catalog uses values that its entry has, and each value is in a text', () => {
  for (const [name, entry] of Object.entries(data)) {
    const { message, hint = [], values = {}, optional = {} } = entry as Entry;
    const texts = [message, hint].flat().join('\n');
    const used = new Set([...texts.matchAll(/\{\??(\w+)\}/g)].map(([, value]) => value));
    expect([name, [...used].sort()]).toEqual([name, Object.keys({ ...values, ...optional }).sort()]);
  }
});

test('codes are unique and in order', () => {
  const codes = catalog.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)].sort());
});

test('what a diagnostic says of its page leads there', () => {
  for (const { code } of catalog)
    expect([code, existsSync(join(root, codePage(code, undefined)))]).toEqual([code, true]);
  expect(codePage('DG601', 'https://docgen.example/docs/')).toBe(
    'https://docgen.example/docs/reference/diagnostics/DG601/',
  );
});
