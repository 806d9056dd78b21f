import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolveConfig } from '../src/model/config.js';
import { frontMatterTypes } from '../src/model/content/front-matter.js';
import { catalogue } from '../src/model/diagnostics/catalogue.js';
import { benchTable, type Measured } from './bench/table.js';
import { filesBelow, root } from './support/hub.js';

const docs = new URL('../docs/', import.meta.url);
const codes = new URL('reference/diagnostics/index.md', docs);
const speed = new URL('explanation/speed.md', docs);
const textOf = (page: string) => readFileSync(new URL(page, docs), 'utf8');
const section = /(<!-- diagnostics:[^\n]*-->\n)[\s\S]*?(<!-- \/diagnostics -->)/;

function table(): string {
  const rows = catalogue.map(
    ({ code, severity, title, effect }) => `| [${code}](${code}.md) | ${severity} | ${title} | ${effect} |\n`,
  );
  return `\n| code | severity | what happened | what docgen does |\n| --- | --- | --- | --- |\n${rows.join('')}\n`;
}

test('the docs list every diagnostic as the catalogue has it', () => {
  const page = readFileSync(codes, 'utf8');
  const wanted = page.replace(section, (_, begin: string, end: string) => begin + table() + end);
  expect(wanted).toContain(table());
  if (process.env['UPDATE_EXPECTED']) writeFileSync(codes, wanted);
  expect(readFileSync(codes, 'utf8')).toBe(wanted);
});

test('the docs show what the bench measured', () => {
  const measured = JSON.parse(readFileSync(new URL('bench/results.json', import.meta.url), 'utf8')) as Measured;
  const page = readFileSync(speed, 'utf8');
  const wanted = page.replace(
    /(<!-- bench:[^\n]*-->\n)[\s\S]*?(<!-- \/bench -->)/,
    (_, begin: string, end: string) => begin + benchTable(measured) + end,
  );
  expect(wanted).toMatch(/one page changed \| [\d,]+, \d+ MB \| \d+\.\d\d s/);
  if (process.env['UPDATE_EXPECTED']) writeFileSync(speed, wanted);
  expect(readFileSync(speed, 'utf8')).toBe(wanted);
});

test('each code is declared once and belongs to its hundred', () => {
  const listed = catalogue.map(({ code }) => code);
  expect(listed.length).toBeGreaterThan(50);
  expect(new Set(listed).size).toBe(listed.length);
  const folder = `${root}/src/model/diagnostics`;
  for (const file of filesBelow(folder)) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const [, hundred] = /^\/\/ (\d)xx:/.exec(text) ?? [];
    const declared = [...text.matchAll(/code: '(DG(\d)\d\d)'/g)];
    expect(declared.filter(([, , first]) => first !== hundred)).toEqual([]);
    for (const [, code] of declared) expect(listed).toContain(code);
  }
});

test('the docs have every option of the command line, of its commands, and no other', async () => {
  const { program } = await import('../src/cli/main.js');
  const { commands } = program(new AbortController().signal, () => {});
  const declared = new Map<string, string[]>();
  for (const command of commands) {
    for (const { long } of command.options)
      declared.set(`${long}`, [...(declared.get(`${long}`) ?? []), command.name()]);
  }
  expect(declared.size).toBeGreaterThan(15);
  /** `all`, `all but x, y`, or `x, y`. */
  const commandsOf = (of: string) => {
    const names = of.replace(/^all(?: but )?/, '').split(', ');
    const isNamed = (name: string) => names.includes(name);
    return commands.map((each) => each.name()).filter((name) => isNamed(name) !== of.startsWith('all'));
  };
  const rows = [
    ...textOf('reference/command-line.md').matchAll(/^\| (`--[^|]*(?:\\\|[^|]*)*) \| (\w[\w ,]*) \| [^|]{5,}/gm),
  ];
  const documented = rows.flatMap(([, names = '', of = '']) =>
    [...names.matchAll(/--[\w-]+/g)].map(([name]) => [name, commandsOf(of)]),
  );
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared));
});

/** Names in code in the first column of the tables of a page. */
function documentedIn(text: string): string[] {
  const rows = [...text.matchAll(/^\| (`[^|]*`) \|[^|]*\S[^|]*\|/gm)];
  return rows.flatMap(([, names = '']) => [...names.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name));
}

const section2 = (page: string, heading: string) =>
  new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(page)?.[1] ?? '';

/** The keys that the validation takes at a place of a config, as it lists them for a key that it does not know. */
function keysAt(config: object): string[] {
  const { diagnostics } = resolveConfig(config, { cwd: '/', file: undefined, overrides: {} });
  const hint = diagnostics.find(({ code }) => code === 'DG106')?.hint ?? '';
  return hint.replace('known keys: ', '').split(', ');
}

const unknown = { qqqqqqqqqqqqqqqqqqqq: 1 };

test.each([
  ['the config', unknown, ''],
  ['a source', { sources: [unknown] }, 'Sources'],
  ['a content folder', { content: [{ dir: 'x', ...unknown }] }, 'Content folders'],
  ['check.external', { check: { external: unknown } }, 'Check'],
])('the docs have every key of %s, and no other', (_, config, heading) => {
  const page = textOf('reference/config.md');
  const versioning = documentedIn(section2(page, 'Versions'));
  const wanted = keysAt(config);
  expect(wanted.length).toBeGreaterThan(4);
  const found = documentedIn(heading === '' ? page.slice(0, page.search(/^## /m)) : section2(page, heading));
  const all = heading === 'Content folders' ? [...found, ...versioning] : found;
  expect(all.sort()).toEqual(wanted.sort());
});

test('the docs have every key of front matter, and no other', () => {
  const table =
    /<!-- front matter:[\s\S]*?<!-- \/front matter -->/.exec(textOf('reference/front-matter.md'))?.[0] ?? '';
  expect(documentedIn(table).sort()).toEqual(Object.keys(frontMatterTypes).sort());
});

test('the README is two screens, has both promises, and leads into docs/', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme.split('\n').length).toBeLessThan(120);
  expect(readme).toContain('```sh\nnpm ci && npx docgen build\n```');
  expect(readme).toContain('```sh\nnpm test\n```');
  const links = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => link.startsWith('docs/')).length).toBeGreaterThan(10);
  expect(links.filter((link) => !existsSync(new URL(`../${link}`, import.meta.url)))).toEqual([]);
});
