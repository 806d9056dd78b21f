import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import { redirectsFiles } from '../model/redirects/schema.js';
import { type Format, formatDiagnostics, lineFormats, type ReportOptions } from './report.js';

/** Options that every command takes. */
export interface ReportingOptions {
  readonly format: Format;
  readonly all?: boolean;
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
export const subjects = ['version', 'versions', 'docs', 'sidebar', 'routes', 'sources'] as const;
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

/** Options of the commands that read a hub; `forms` are those in which they report. */
export function addCommonOptions(command: Command, forms: readonly Format[] = lineFormats): Command {
  const hub = command
    .option('--content <dir>', 'content folder, in place of those of the config')
    .option(
      '--config <file>',
      'config file (default: docgen.config.{ts,js,json,yaml,…} of this folder, if there is one)',
    )
    .option('--base <path>', 'base path of the site, such as /hub/')
    .option('--drafts', 'build docs marked as drafts too');
  return addReportingOptions(hub, forms);
}

export function addReportingOptions(command: Command, forms: readonly Format[] = lineFormats): Command {
  return command
    .addOption(new Option('--format <format>', 'form of the diagnostics').choices(forms).default('text'))
    .option('--all', 'show every diagnostic, not only the first 20 of each code')
    .option('--no-color', 'no colours (also: NO_COLOR)')
    .option('--debug', 'show the stack of an internal error');
}

/** How diagnostics are to be shown, for a stream such as stderr. */
export function reportOptions(options: ReportingOptions, mounts: ReportOptions['mounts'] = []): ReportOptions {
  const color =
    options.color && !process.env['NO_COLOR'] && process.stderr.isTTY === true && process.env['TERM'] !== 'dumb';
  return { format: options.format, all: options.all ?? false, color, cwd: process.cwd(), mounts };
}

/** Writes diagnostics to stderr, as the options say. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  options: ReportingOptions,
  mounts: ReportOptions['mounts'] = [],
): void {
  process.stderr.write(formatDiagnostics(diagnostics, reportOptions(options, mounts)));
}

/** The folder of the cache: the option's, else `node_modules/.cache/docgen` where `node_modules` exists; undefined for no cache. */
export function cacheFolder(wanted: string | boolean): string | undefined {
  if (wanted === false) return undefined;
  if (typeof wanted === 'string') return resolve(wanted);
  return existsSync('node_modules') ? resolve('node_modules/.cache/docgen') : undefined;
}
