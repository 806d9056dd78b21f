import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ownPackage } from '../src/cli/package.js';
import { resolveConfig } from '../src/model/config/config.js';
import { frontMatterTypes } from '../src/model/content/parse/front-matter.js';
import { catalog } from '../src/model/diagnostics/diagnostic.js';
import { benchPicture, benchTable, generatorsPicture, generatorsTable, type Measured } from './bench/table.js';
import { blocksOf, pages, pageText } from './docs/blocks.js';
import { type ConfigKey, configKeys } from './docs/config-keys.js';
import { same } from './support/expected.js';

const docs = new URL('../docs/', import.meta.url);
const codes = new URL('reference/diagnostics/index.md', docs);
const speed = new URL('explanation/speed.md', docs);
const textOf = (page: string) => readFileSync(new URL(page, docs), 'utf8');
const section = /(<!-- diagnostics:[^\n]*-->\n)[\s\S]*?(<!-- \/diagnostics -->)/;

function table(): string {
  const rows = catalog.map(
    ({ code, severity, title, effect }) => `| [${code}](${code}.md) | ${severity} | ${title} | ${effect} |\n`,
  );
  return `\n| code | severity | what happened | what docgen does |\n| --- | --- | --- | --- |\n${rows.join('')}\n`;
}

test('the docs list every diagnostic of the catalog', () => {
  const page = readFileSync(codes, 'utf8');
  const wanted = page.replace(section, (_, begin: string, end: string) => begin + table() + end);
  expect(wanted).toContain(table());
  same(fileURLToPath(codes), wanted);
});

test('the messages on the troubleshooting page are those of the catalog', () => {
  const symptoms = [...textOf('guides/troubleshooting.md').matchAll(/^\*\*`([^`]+)`.*?\[(DG\d+)\]/gm)];
  expect(symptoms.length).toBeGreaterThan(10);
  for (const [, text = '', code] of symptoms)
    expect([code, [catalog.find((entry) => entry.code === code)?.message].flat().join().includes(text)]).toEqual([
      code,
      true,
    ]);
});

test('each config in a guide is a complete, valid file', () => {
  const configs = pages().flatMap((path) =>
    blocksOf(pageText(path))
      .filter(({ language, text }) => path.startsWith('guides/') && language === 'ts' && text.includes('defineConfig'))
      .map(({ title, text }) => ({ path, title, text })),
  );
  expect(configs.length).toBeGreaterThan(12);
  for (const { path, title, text } of configs) {
    const [, config = ''] =
      /^import \{ defineConfig \} from 'docgen-hub';\n\nexport default defineConfig\(([\s\S]*)\);\n$/.exec(text) ?? [];
    const { diagnostics } = resolveConfig(runInNewContext(`(${config})`), { cwd: '/', file: undefined, overrides: {} });
    const faults = diagnostics.filter(({ severity }) => severity !== 'info');
    expect([path, title, faults]).toEqual([path, 'docgen.config.ts', []]);
  }
});

test('the docs contain the results of the benchmark', () => {
  const measured = JSON.parse(readFileSync(new URL('bench/results.json', import.meta.url), 'utf8')) as Measured;
  const page = readFileSync(speed, 'utf8');
  const wanted = page
    .replace(
      /(<!-- bench:[^\n]*-->\n)[\s\S]*?(<!-- \/bench -->)/,
      (_, begin: string, end: string) => begin + benchTable(measured) + end,
    )
    .replace(
      /(<!-- generators:[^\n]*-->\n)[\s\S]*?(<!-- \/generators -->)/,
      (_, begin: string, end: string) => begin + generatorsTable(measured) + end,
    );
  expect(wanted).toMatch(/one page changed \| [\d,]+, \d+ MB \| \d+\.\d\d s/);
  const pictures = { 'images/speed.svg': benchPicture(measured), 'images/generators.svg': generatorsPicture(measured) };
  same(fileURLToPath(speed), wanted);
  for (const [path, picture] of Object.entries(pictures)) same(fileURLToPath(new URL(path, docs)), picture);
});

/** Returns the names in code in the first column of a page's tables. */
function documentedIn(text: string): string[] {
  const rows = [...text.matchAll(/^\| (`[^|]*`) \|[^|]*\S[^|]*\|/gm)];
  return rows.flatMap(([, names = '']) => [...names.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name));
}

/** Keys with a heading in the config reference, and the text below the heading. */
const sections = [...textOf('reference/config.md').matchAll(/^####? `([\w.$]+)`\n([\s\S]*?)(?=^##|(?![\s\S]))/gm)];
const keys = configKeys();

test('the docs have exactly the config keys, at any depth', () => {
  expect(sections.map(([, key]) => key).sort()).toEqual([...keys.keys()].sort());
});

const changelog = textOf('../CHANGELOG.md');
const releases = [
  ownPackage.version,
  ...[...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, release]) => release),
];

test.each(sections.map(([, key = '', text = '']) => [key, text]))(
  'the docs have the type, default, release and a valid example of %s',
  (key, text) => {
    const { type, range, default: value } = keys.get(key) as ConfigKey;
    const [, shownType, note = '', shownValue, since = '', example = ''] =
      /^\n- Type: `([^`]+)`(?: \((.+)\))?\n- Default: (.+)\n- Since: ([\d.]+)\n\n[\s\S]+```ts\nexport default defineConfig\(([\s\S]*)\);\n```\n/.exec(
        text,
      ) ?? [];
    expect(shownType).toBe(type);
    expect(note).toContain(range);
    if (value !== undefined) expect(shownValue?.split(/(?<=^`[^`]*`|^required),/)[0]).toBe(value);
    expect(releases).toContain(since);
    const config = runInNewContext(`(${example})`) as object;
    // Names, such as that of a language, can be between the keys.
    expect(flatKeys(config).join('\n')).toMatch(
      new RegExp(`^${key.replaceAll('$', '\\$').split('.').join('(?:\\..+)?\\.')}$`, 'm'),
    );
    expect(resolveConfig(config, { cwd: '/', file: undefined, overrides: {} }).diagnostics).toEqual([]);
  },
);

/** Returns the paths of all keys of a config, without list indexes. */
const flatKeys = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(flatKeys)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [key, ...flatKeys(inner).map((below) => `${key}.${below}`)])
      : [];

test('the docs have exactly the keys of front matter', () => {
  const table =
    /<!-- front matter:[\s\S]*?<!-- \/front matter -->/.exec(textOf('reference/front-matter.md'))?.[0] ?? '';
  expect(documentedIn(table).sort()).toEqual(Object.keys(frontMatterTypes).sort());
});

test('the README has at most two screens, makes both promises, and links to docs/', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(readme.split('\n').length).toBeLessThan(120);
  expect(readme).toContain('```sh\nnpm ci && npx docgen build\n```');
  expect(readme).toContain('```sh\nnpm test\n```');
  const links = [...readme.matchAll(/\]\(([\w./-]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => link.startsWith('docs/')).length).toBeGreaterThan(10);
  expect(links.filter((link) => !existsSync(new URL(`../${link}`, import.meta.url)))).toEqual([]);
});
