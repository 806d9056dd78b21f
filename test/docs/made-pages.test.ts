// docs/reference/diagnostics and commands: a page for each code and command, generated from the catalog, commander and docgen's output.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codePage } from '../../src/cli/package.js';
import data from '../../src/model/diagnostics/catalog.json' with { type: 'json' };
import { catalog } from '../../src/model/diagnostics/diagnostic.js';
import { same } from '../support/expected.js';
import { filesBelow, root } from '../support/hub.js';
import { commandPages, optionTables } from './command-pages.js';
import { diagnosticPages, type Entry } from './diagnostic-pages.js';

const docs = join(root, 'docs');

test('each code has a page with its cause, an example printed by docgen, and a fix', async () => {
  compare('reference/diagnostics', await diagnosticPages());
});

test('each command has a page with its usage, options and exit codes, and its options are in the tables', () => {
  compare('reference/commands', commandPages());
  const path = 'reference/command-line.md';
  const parts = /(<!-- options -->\n)[\s\S]*(<!-- \/options -->)/;
  const page = readFileSync(join(docs, path), 'utf8').replace(parts, (_, start, end) => start + optionTables() + end);
  same(join(docs, path), page);
  for (const name of commandPages().keys()) expect(page).toContain(`](${name.replace('reference/', '')})`);
});

/** Checks that a folder of docs/ has exactly these pages, except for its index. */
function compare(folder: string, pages: ReadonlyMap<string, string>): void {
  for (const [path, text] of pages) same(join(docs, path), text);
  const there = filesBelow(join(docs, folder)).filter((path) => path.endsWith('.md') && path !== 'index.md');
  expect(there.map((path) => `${folder}/${path}`)).toEqual([...pages.keys()].sort());
}

test('each text of the catalog only uses values of its entry, and each value is used', () => {
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

test('the URL in a diagnostic resolves to its page', () => {
  for (const { code } of catalog)
    expect([code, existsSync(join(root, codePage(code, undefined)))]).toEqual([code, true]);
  expect(codePage('DG601', 'https://docgen.example/docs/')).toBe(
    'https://docgen.example/docs/reference/diagnostics/DG601/',
  );
});
