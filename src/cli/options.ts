// Options and output that all commands share.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../model/diagnostics/diagnostic.js';
import { foldersFrom } from '../model/input/regular-file.js';
import type { BuildOptions, CheckOptions, DevOptions } from './api/types.js';
import { type Format, formatDiagnostics, type ReportOptions } from './report.js';

export const exitCode = {
  built: 0,
  /** Rejected because of diagnostics. The site is unchanged. */
  refused: 1,
  /** Problem with usage, config or environment. */
  cannotRun: 2,
  internal: 3,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** Options of every command. */
export interface ReportingOptions {
  readonly format: Format;
  readonly all?: boolean;
  /** `--all-new`. Only for commands with a baseline. */
  readonly allNew?: boolean;
  readonly color: boolean;
}

type ApiOptions = Readonly<BuildOptions & CheckOptions & DevOptions>;
/** Options with a default. */
type Given = 'cache' | 'port' | 'run';

/** The options of all commands, as commands.json declares them: those of the library, and of commands that it doesn't have. */
export interface Options
  extends ReportingOptions,
    Required<Pick<ApiOptions, Given>>,
    Omit<ApiOptions, Given | 'dir' | 'signal' | 'onProgress'> {
  readonly update?: boolean;
  readonly frozen?: boolean;
  readonly history?: boolean;
  readonly jobs: number;
  readonly profile?: boolean;
  readonly json?: boolean;
  readonly force?: boolean;
  readonly list?: boolean;
  readonly diff?: boolean;
  readonly merged?: boolean;
  readonly id?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export const subjects = ['version', 'versions', 'docs', 'sidebar', 'routes', 'sources', 'upstream'] as const;
export type Subject = (typeof subjects)[number];

export const shells = ['bash', 'zsh', 'fish'] as const;

export const ejectable = [
  'AllPage', 'Breadcrumbs', 'Cards', 'DocPage', 'Document', 'Footer', 'Header', 'HomePage', 'IndexPage', 'ListPage', 'NotFoundPage', 'OnePage', 'Pagination', 'RedirectPage', 'Sidebar',
  'SidebarTree', 'TableOfContents', 'VersionNotice', 'styles',
]; // biome-ignore format: a list of names

export function reportOptions(options: ReportingOptions, mounts: ReportOptions['mounts'] = []): ReportOptions {
  return {
    format: options.format,
    all: options.all ?? (options.allNew ? 'new' : false),
    color: options.color,
    cwd: process.cwd(),
    mounts,
  };
}

/** Prints diagnostics: a SARIF log to stdout, otherwise text to stderr. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  options: ReportingOptions,
  mounts: ReportOptions['mounts'] = [],
): void {
  const stream = options.format === 'sarif' ? process.stdout : process.stderr;
  stream.write(formatDiagnostics(diagnostics, reportOptions(options, mounts)));
}

/** Reports why a command can't run, and returns the exit code. */
export function fail(...args: Parameters<typeof printDiagnostics>): number {
  printDiagnostics(...args);
  return exitCode.cannotRun;
}

/** Prints `data` to stdout with `--format json`, otherwise `text` to stderr. */
export function printResult({ format }: ReportingOptions, data: object, text: string): void {
  if (format === 'json') process.stdout.write(`${JSON.stringify(data)}\n`);
  else process.stderr.write(`${text}\n`);
}

export function announce(url: string, options: ReportingOptions): void {
  printResult(options, { url }, `serving ${url} (Ctrl-C stops)`);
}

/** Returns the cache folder: that of the option, or one in the nearest `node_modules`. Undefined for no cache. */
export function cacheFolder(wanted: string | boolean): string | undefined {
  if (wanted === false) return undefined;
  if (typeof wanted === 'string') return resolve(wanted);
  const modules = modulesAbove(process.cwd());
  return modules && join(modules, '.cache/docgen');
}

/** Returns the nearest `node_modules`, also above the folder for workspaces, but none of another user, such as `/tmp/node_modules`. */
function modulesAbove(here: string): string | undefined {
  const owners = [process.getuid?.(), statSync(here).uid];
  const dir = foldersFrom(here).find((folder) => existsSync(join(folder, 'node_modules')));
  const modules = dir && join(dir, 'node_modules');
  return modules && (dir === here || owners.includes(statSync(modules).uid)) ? modules : undefined;
}
