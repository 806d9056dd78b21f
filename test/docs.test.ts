import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue } from '../src/model/diagnostics/catalogue.js';
import { benchTable, type Measured } from './bench/table.js';
import { filesBelow, root } from './support/hub.js';

const path = new URL('../README.md', import.meta.url);
const section = /(<!-- diagnostics:[^\n]*-->\n)[\s\S]*?(<!-- \/diagnostics -->)/;

function table(): string {
  const rows = catalogue.map(
    ({ code, severity, title, effect }) => `| ${code} | ${severity} | ${title} | ${effect} |\n`,
  );
  return `\n| code | severity | what happened | what docgen does |\n| --- | --- | --- | --- |\n${rows.join('')}\n`;
}

test('the README lists every diagnostic as the catalogue has it', () => {
  const readme = readFileSync(path, 'utf8');
  const wanted = readme.replace(section, (_, begin: string, end: string) => begin + table() + end);
  if (process.env['UPDATE_EXPECTED']) writeFileSync(path, wanted);
  expect(readFileSync(path, 'utf8')).toBe(wanted);
});

test('the README shows what the bench measured', () => {
  const measured = JSON.parse(readFileSync(new URL('bench/results.json', import.meta.url), 'utf8')) as Measured;
  const readme = readFileSync(path, 'utf8');
  const wanted = readme.replace(
    /(<!-- bench:[^\n]*-->\n)[\s\S]*?(<!-- \/bench -->)/,
    (_, begin: string, end: string) => begin + benchTable(measured) + end,
  );
  expect(wanted).toMatch(/one page changed \| [\d,]+, \d+ MB \| \d+\.\d\d s/);
  if (process.env['UPDATE_EXPECTED']) writeFileSync(path, wanted);
  expect(readFileSync(path, 'utf8')).toBe(wanted);
});

test('each code is declared once and belongs to its hundred', () => {
  const codes = catalogue.map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(50);
  expect(new Set(codes).size).toBe(codes.length);
  const folder = `${root}/src/model/diagnostics`;
  for (const file of filesBelow(folder)) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const [, hundred] = /^\/\/ (\d)xx:/.exec(text) ?? [];
    const declared = [...text.matchAll(/code: '(DG(\d)\d\d)'/g)];
    expect(declared.filter(([, , first]) => first !== hundred)).toEqual([]);
    for (const [, code] of declared) expect(codes).toContain(code);
  }
});

test('the README documents every option of the command line, of its commands, and no other', async () => {
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
  const rows = [...readFileSync(path, 'utf8').matchAll(/^\| (`--[^|]*(?:\\\|[^|]*)*) \| (\w[\w ,]*) \| [^|]{5,}/gm)];
  const documented = rows.flatMap(([, names = '', of = '']) =>
    [...names.matchAll(/--[\w-]+/g)].map(([name]) => [name, commandsOf(of)]),
  );
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared));
});
