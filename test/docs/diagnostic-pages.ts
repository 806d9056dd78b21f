// The pages of docs/reference/diagnostics: what the catalogue says of a code, why it comes up and what to do (the files beside this
// one), and an example that docgen itself printed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { build } from '../../src/build.js';
import { formatDiagnostics, visible } from '../../src/cli/report.js';
import { type Mount, resolveConfig, type UserConfig } from '../../src/model/config.js';
import type { CatalogueEntry } from '../../src/model/diagnostics/catalogue.js';
import { catalogue } from '../../src/model/diagnostics/catalogue.js';
import * as check from '../../src/model/diagnostics/check.js';
import type { Constructor } from '../../src/model/diagnostics/define.js';
import type { Diagnostic } from '../../src/model/diagnostics/diagnostic.js';
import * as frontMatter from '../../src/model/diagnostics/front-matter.js';
import * as internal from '../../src/model/diagnostics/internal.js';
import * as links from '../../src/model/diagnostics/links.js';
import * as output from '../../src/model/diagnostics/output.js';
import * as reading from '../../src/model/diagnostics/reading.js';
import * as redirects from '../../src/model/diagnostics/redirects.js';
import * as rendering from '../../src/model/diagnostics/rendering.js';
import * as routes from '../../src/model/diagnostics/routes.js';
import * as sync from '../../src/model/diagnostics/sync.js';
import * as usage from '../../src/model/diagnostics/usage-and-config.js';
import { checkFolder, diagnosticsOf } from '../support/check.js';
import { filesBelow, inProcess, tempDir, writeFiles } from '../support/hub.js';
import { faults, stops } from '../support/provocations.js';

interface Explained {
  readonly cause: string;
  readonly mend: string;
  /** What the user types; `docgen build` where nothing is said. */
  readonly command?: string;
  /** A project that gives the diagnostic. */
  readonly files?: Readonly<Record<string, string>>;
  readonly config?: UserConfig;
  /** A built folder that `docgen check` finds fault with. */
  readonly site?: Readonly<Record<string, string>>;
  /** For what cannot be made at will, such as a full disk: the data of the diagnostic, and its place. */
  readonly data?: object;
  readonly at?: string;
}

interface Example {
  readonly files: Readonly<Record<string, string>>;
  readonly command: string;
  readonly printed: string;
}

const modules = [check, frontMatter, internal, links, output, reading, redirects, rendering, routes, sync, usage];
const constructors = new Map(
  modules.flatMap((module) =>
    (Object.values(module) as Constructor<never>[]).map((make) => [make.entry.code, make as Constructor<unknown>]),
  ),
);

const folder = new URL('diagnostics/', import.meta.url);

/** What is written of each code. */
export function explained(): ReadonlyMap<string, Explained> {
  const files = filesBelow(folder.pathname.replace(/\/$/, ''));
  const texts = files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return new Map(texts.flatMap((text) => Object.entries(load(text) as Record<string, Explained>)));
}

/** Path below docs/ → text, of the pages of all codes. */
export async function diagnosticPages(): Promise<ReadonlyMap<string, string>> {
  const texts = explained();
  const pages = new Map<string, string>();
  for (const entry of catalogue) {
    const of = texts.get(entry.code);
    if (of === undefined) throw new Error(`test/docs/diagnostics has nothing of ${entry.code}`);
    pages.set(`reference/diagnostics/${entry.code}.md`, pageOf(entry, of, await exampleOf(entry.code, of)));
  }
  return pages;
}

const severities = { error: 'Error', warning: 'Warning', info: 'Info' } as const;

function pageOf(
  { code, severity, title, effect }: CatalogueEntry,
  { cause, mend }: Explained,
  { files, command, printed }: Example,
): string {
  const shown = Object.entries(files).map(([path, text]) => fence(languageOf(path), text, ` title="${path}"`));
  const plain = title.replaceAll('`', '');
  return `---
title: ${JSON.stringify(`${code}: ${plain}`)}
sidebar_label: ${code}
description: ${JSON.stringify(`${plain}. ${effect.replaceAll('`', '')}`)}
---

<!-- made from src/model/diagnostics and test/docs/diagnostics; UPDATE_EXPECTED=1 npx vitest run test/docs rewrites it -->

**${severities[severity]}.** ${title}. ${effect}

## Cause

${cause}

## Example

${[...shown, fence('console', `$ ${command}\n${printed}`)].join('\n')}
## Mend

${mend}
`;
}

function fence(language: string, text: string, title = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}${title}\n${text.trimEnd().split('\n').map(visible).join('\n')}\n${marks}\n`;
}

const languageOf = (path: string) => /\.(\w+)$/.exec(path)?.[1]?.replace(/^yml$/, 'yaml') ?? 'text';

async function exampleOf(code: string, of: Explained): Promise<Example> {
  if (of.data !== undefined) return toldExample(code, of);
  if (of.site !== undefined) return checkedExample(code, of.site);
  if (of.files ?? of.config) return builtExample(code, of.files ?? { 'content/a.md': '# A\n' }, of.config);
  const given = [...faults, ...stops].find((one) => one.code === code);
  if (given === undefined) throw new Error(`no example of ${code}`);
  const files = Object.entries(given.files).map(([path, text]) => [join('content', path), String(text)]);
  return builtExample(code, Object.fromEntries(files), given.config);
}

function toldExample(code: string, { data, at, command = 'docgen build' }: Explained): Example {
  const [file = '', line, column] = (at ?? '').split(':');
  const start = line === undefined ? {} : { start: { line: Number(line), column: Number(column) } };
  const diagnostic = constructors.get(code)?.(data, at === undefined ? undefined : { file, ...start });
  return { files: {}, command, printed: print(code, diagnostic ? [diagnostic] : [], '/', []) };
}

async function checkedExample(code: string, site: Readonly<Record<string, string>>): Promise<Example> {
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
): Promise<Example> {
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

/** The first diagnostic of a code, as the command line prints it. */
function print(code: string, found: readonly Diagnostic[], cwd: string, mounts: readonly Mount[]): string {
  const first = found.find((diagnostic) => diagnostic.code === code);
  if (first === undefined) throw new Error(`the example of ${code} gives ${found.map((each) => each.code).join()}`);
  const printed = formatDiagnostics([first], { format: 'text', all: true, color: false, cwd, mounts });
  if (printed.includes('undefined')) throw new Error(`the example of ${code} lacks data: ${printed}`);
  return printed;
}
