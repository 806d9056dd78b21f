import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import { redirectsFiles } from '../model/redirects/schema.js';
import { type Format, formatDiagnostics, lineFormats, type ReportOptions } from './report.js';

/** Options that every command takes. */
export interface ReportingOptions {
  readonly format: Format;
  readonly all?: boolean;
  /** Of the commands that have a baseline. */
  readonly allNew?: boolean;
  readonly color: boolean;
  readonly debug?: boolean;
}

/** Options of every command that has a hub to read. */
export interface CommonOptions extends ReportingOptions {
  readonly config?: string;
  readonly content?: string;
  readonly base?: string;
  readonly drafts?: boolean;
}

/** What `docgen inspect` shows. */
export const subjects = ['version', 'versions', 'docs', 'sidebar', 'routes', 'sources', 'upstream'] as const;
export type Subject = (typeof subjects)[number];

/** Templates that can be replaced; `styles` is the stylesheet. */
export const ejectable = [
  'AllPage', 'Breadcrumbs', 'Cards', 'DocPage', 'Document', 'Footer', 'Header', 'HomePage', 'IndexPage', 'ListPage', 'NotFoundPage', 'OnePage', 'Pagination', 'RedirectPage', 'Sidebar',
  'SidebarTree', 'TableOfContents', 'VersionNotice', 'styles',
]; // biome-ignore format: a list of names

/** For which host redirects are written. */
export const redirectsOption = () =>
  new Option('--redirects <host>', 'write the redirects for this host too (default: _redirects alone)').choices(
    redirectsFiles,
  );

export const baselineOption = () =>
  new Option(
    '--update-baseline [scope]',
    'record the current warnings as known, so that --strict fails only on new ones; `synced`: those of synced files',
  ).choices(['synced']);

export const configOption = () =>
  new Option(
    '--config <file>',
    'config file (default: docgen.config.{ts,js,json,yaml,…} of this folder, if there is one)',
  );

/** Options of the commands that read a hub; `forms` are those in which they report. */
export function addCommonOptions(command: Command, forms: readonly Format[] = lineFormats): Command {
  const hub = command
    .option('--content <dir>', 'content folder, in place of those of the config')
    .addOption(configOption())
    .option('--base <path>', 'base path of the site, such as /hub/')
    .option('--drafts', 'build docs marked as drafts too');
  return addReportingOptions(hub, forms);
}

export function addReportingOptions(command: Command, forms: readonly Format[] = lineFormats): Command {
  return command
    .addOption(new Option('--format <format>', 'form of the diagnostics').choices(forms).default('text'))
    .option('--all', 'show every diagnostic, not only the first 20 of each code')
    .option('--no-color', 'no colours (also: NO_COLOR; FORCE_COLOR: colours without a terminal too)')
    .option('--debug', 'show the stack of an internal error');
}

/** How diagnostics are to be shown, for a stream such as stderr. */
export function reportOptions(options: ReportingOptions, mounts: ReportOptions['mounts'] = []): ReportOptions {
  const color = options.color && hasColors(process.env);
  return {
    format: options.format,
    all: options.all ?? (options.allNew ? 'new' : false),
    color,
    cwd: process.cwd(),
    mounts,
  };
}

/** As in Node.js: `FORCE_COLOR` (empty, 1, 2, 3, true; any other value is a no) decides where it is set, else `NO_COLOR` and the terminal. */
function hasColors({ FORCE_COLOR: forced, NO_COLOR: unwanted, TERM: terminal }: NodeJS.ProcessEnv): boolean {
  if (forced !== undefined) return /^(?:|[123]|true)$/.test(forced);
  return !unwanted && process.stderr.isTTY === true && terminal !== 'dumb';
}

/** Writes diagnostics as the options say: a SARIF log is data for stdout, everything else a report for stderr. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  options: ReportingOptions,
  mounts: ReportOptions['mounts'] = [],
): void {
  const stream = options.format === 'sarif' ? process.stdout : process.stderr;
  stream.write(formatDiagnostics(diagnostics, reportOptions(options, mounts)));
}

/** The folder of the cache: the option's, else one in the nearest `node_modules` here or above; undefined for no cache. */
export function cacheFolder(wanted: string | boolean): string | undefined {
  if (wanted === false) return undefined;
  if (typeof wanted === 'string') return resolve(wanted);
  const modules = modulesAbove(process.cwd());
  return modules && join(modules, '.cache/docgen');
}

/** In workspaces packages are installed at the top. A folder of another user's, such as `/tmp/node_modules`, is none of this project. */
function modulesAbove(here: string): string | undefined {
  const owners = [process.getuid?.(), statSync(here).uid];
  for (let dir = here; ; dir = dirname(dir)) {
    const modules = join(dir, 'node_modules');
    if (existsSync(modules)) return dir === here || owners.includes(statSync(modules).uid) ? modules : undefined;
    if (dir === dirname(dir)) return undefined;
  }
}
