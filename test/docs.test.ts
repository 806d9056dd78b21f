import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import '../src/model/catalogue.js';
import { catalogue } from '../src/model/diagnostic.js';

const path = new URL('../README.md', import.meta.url);
const section = /(<!-- diagnostics:[^\n]*-->\n)[\s\S]*?(<!-- \/diagnostics -->)/;

function table(): string {
  const rows = catalogue().map(
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

test('each code is declared once and belongs to its hundred', () => {
  const codes = catalogue().map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(50);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^DG[1-9]\d\d$/);
});

test('the README documents every option of the command line', async () => {
  const { Command } = await import('commander');
  const { addCommonOptions } = await import('../src/cli/options.js');
  const readme = readFileSync(path, 'utf8');
  for (const option of addCommonOptions(new Command()).options) expect(readme).toContain(`\`${option.long}`);
});
