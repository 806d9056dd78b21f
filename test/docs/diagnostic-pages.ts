// The pages of docs/reference/diagnostics: the texts of the catalog, and an example with docgen's own output.
import { join } from 'node:path';
import { dump } from 'js-yaml';
import { build } from '../../src/build.js';
import { formatDiagnostics, visible } from '../../src/cli/report.js';
import { type Mount, resolveConfig, type UserConfig } from '../../src/model/config/config.js';
import { isFatal } from '../../src/model/config/schema/diagnostics.js';
import data from '../../src/model/diagnostics/catalog.json' with { type: 'json' };
import { type CatalogEntry, type Diagnostic, type Place, problem } from '../../src/model/diagnostics/diagnostic.js';
import { checkFolder, diagnosticsOf } from '../support/check.js';
import { inProcess, tempDir, writeFiles } from '../support/hub.js';
import { faults, stops } from '../support/provocations.js';

/** An entry of the catalog, with the fields that only its page shows. */
export interface Entry extends CatalogEntry {
  readonly cause: string | readonly string[];
  readonly fix: string | readonly string[];
  readonly values?: object;
  readonly optional?: Readonly<Record<string, unknown>>;
  readonly example?: Example;
}

interface Example {
  /** Command to run, `docgen build` by default. */
  readonly command?: string;
  /** Files of a project that causes the diagnostic. */
  readonly files?: Readonly<Record<string, string>>;
  readonly config?: UserConfig;
  /** A built folder in which `docgen check` finds the problem. */
  readonly site?: Readonly<Record<string, string>>;
  /** A state that a test can't create, such as a full disk: the example has the `values` of the entry, with these of `optional`. */
  readonly isMadeUp?: true;
  readonly with?: readonly string[];
  readonly at?: string;
}

interface Shown {
  readonly files: Readonly<Record<string, string>>;
  readonly command: string;
  readonly printed: string;
}

/** Returns the text of each code's page, by path below docs/. */
export async function diagnosticPages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const [name, entry] of Object.entries(data) as [string, Entry][])
    pages.set(`reference/diagnostics/${entry.code}.md`, pageOf(entry, await exampleOf(name, entry)));
  return pages;
}

const severities = { error: 'Error', warning: 'Warning', info: 'Info' } as const;

function pageOf(entry: Entry, { files, command, printed }: Shown): string {
  const { code, severity, title, summary, effect } = entry;
  const shown = Object.entries(files).map(([path, text]) => fence(languageOf(path), text, ` title="${path}"`));
  return `---
title: ${JSON.stringify(`${code}: ${title.replaceAll('`', '')}`)}
sidebar_label: ${code}
description: ${JSON.stringify(`${summary} ${effect}`.replaceAll('`', ''))}
---

<!-- made from src/model/diagnostics/catalog.json; UPDATE_EXPECTED=1 npx vitest run test/docs rewrites it -->

**${severities[severity]}.** ${summary} ${effect}

## Cause

${[entry.cause].flat().join('\n\n')}

## Example

${[...shown, fence('console', `$ ${command}\n${printed}`)].join('\n')}
## Fix

${[entry.fix].flat().join('\n\n')}
${isFatal(code) ? '' : turnOff(code)}`;
}

const turnOff = (code: string) => `
## Turn it off

${fence('yaml', `diagnostics:\n  ${code}: 'off'`, ' title="docgen.config.yaml"')}`;

function fence(language: string, text: string, title = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}${title}\n${text.trimEnd().split('\n').map(visible).join('\n')}\n${marks}\n`;
}

const languageOf = (path: string) => /\.(\w+)$/.exec(path)?.[1]?.replace(/^yml$/, 'yaml') ?? 'text';

async function exampleOf(name: string, entry: Entry): Promise<Shown> {
  const { code, example = {} } = entry;
  if (example.isMadeUp) return madeUpExample(name, entry, example);
  if (example.site !== undefined) return checkedExample(code, example.site);
  if (example.files ?? example.config)
    return builtExample(code, example.files ?? { 'content/a.md': '# A\n' }, example.config);
  const given = [...faults, ...stops].find((one) => one.code === code);
  if (given === undefined) throw new Error(`no example of ${code}`);
  const files = Object.entries(given.files).map(([path, text]) => [join('content', path), String(text)]);
  return builtExample(code, Object.fromEntries(files), given.config);
}

function madeUpExample(
  name: string,
  { code, values, optional }: Entry,
  { at, command = 'docgen build', with: given = [] }: Example,
): Shown {
  const [file = '', line, column] = (at ?? '').split(':');
  const start = line === undefined ? {} : { start: { line: Number(line), column: Number(column) } };
  const constructors = problem as unknown as Record<string, (values: object, place?: Place) => Diagnostic>;
  const all = { ...values, ...Object.fromEntries(given.map((key) => [key, optional?.[key]])) };
  const diagnostic = constructors[name]?.(all, at === undefined ? undefined : { file, ...start });
  return { files: {}, command, printed: print(code, diagnostic ? [diagnostic] : [], '/', []) };
}

async function checkedExample(code: string, site: Readonly<Record<string, string>>): Promise<Shown> {
  const dir = writeFiles(tempDir(), site);
  const { faults: found } = await checkFolder(dir);
  const printed = print(code, diagnosticsOf(dir, found), dir, []);
  const files = Object.fromEntries(Object.entries(site).map(([path, text]) => [`build/${path}`, text]));
  return {
    files: Object.fromEntries(Object.entries(files).filter(([, text]) => text !== '')),
    command: 'docgen check',
    printed: printed.replace(/^(?!docgen: | |$)/gm, (start: string) => `build/${start}`),
  };
}

async function builtExample(
  code: string,
  files: Readonly<Record<string, string>>,
  config: UserConfig | undefined,
): Promise<Shown> {
  const dir = writeFiles(tempDir(), files);
  const resolved = resolveConfig(config ?? {}, { cwd: dir, file: 'docgen.config.yaml', overrides: {} });
  const report = resolved.value && (await build(resolved.value, { strict: false, reader: inProcess }));
  const found = [...resolved.diagnostics, ...(report?.diagnostics ?? [])];
  const shown = config === undefined ? {} : { 'docgen.config.yaml': dump(config, { flowLevel: 3 }) };
  return {
    files: { ...shown, ...files },
    command: 'docgen build',
    printed: print(code, found, dir, resolved.value?.content ?? []),
  };
}

/** Returns the first diagnostic of a code, as the command line prints it. */
function print(code: string, found: readonly Diagnostic[], cwd: string, mounts: readonly Mount[]): string {
  const first = found.find((diagnostic) => diagnostic.code === code);
  if (first === undefined) throw new Error(`the example of ${code} gives ${found.map((each) => each.code).join()}`);
  const printed = formatDiagnostics([first], { format: 'text', all: true, color: false, cwd, mounts });
  if (printed.includes('undefined')) throw new Error(`the example of ${code} lacks data: ${printed}`);
  return printed;
}
