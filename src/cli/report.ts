// Formats diagnostics for people, programs and CI services. Only data is printed to stdout.
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { styleText } from 'node:util';
import { compact, countBy, difference, maxBy, sortBy } from 'lodash-es';
import type { Mount } from '../model/config/config.js';
import { type Diagnostic, messageOf, problem, sortDiagnostics } from '../model/diagnostics/diagnostic.js';
import { repositoryOf } from '../model/input/regular-file.js';
import { groupBy } from '../model/types/group.js';
import { below, within } from '../model/types/path.js';
import type { ReportedDiagnostic } from '../model/types/report.js';
import { codePage } from './package.js';
import { toSarif } from './sarif.js';
import { openUpstream, type PlacedDiagnostic, placedMessage } from './upstream.js';

export const formats = ['text', 'json', 'github', 'sarif'] as const;
export type Format = (typeof formats)[number];
export const lineFormats = ['text', 'json', 'github'] as const;

export interface ReportOptions {
  readonly format: Format;
  /** Which diagnostics to print: all, all new ones, or the first 20 new ones of each code. */
  readonly all: boolean | 'new';
  /** False for `--no-color`. Otherwise FORCE_COLOR, NO_COLOR and the terminal determine it. */
  readonly color: boolean;
  readonly cwd: string;
  readonly mounts: readonly Mount[];
}

const shownPerCode = 20;

/** Formats diagnostics, sorted by location. The last lines count hidden ones. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options: ReportOptions): string {
  if (options.format === 'sarif') return toSarif(placeDiagnostics(diagnostics, options));
  const isShort = !options.all && options.format !== 'json';
  const wanted = sortDiagnostics(diagnostics).filter(({ known }) => !known || (!isShort && options.all !== 'new'));
  const shown = isShort && options.format === 'text' ? joinPlaces(wanted) : wanted;
  const groups = [...groupBy(shown, ({ code }) => code).values()];
  const hidden = isShort ? groups.flatMap((group) => group.slice(shownPerCode)) : [];
  const lines = placeDiagnostics(difference(shown, hidden), options).map((one) => formatOne(one, options));
  for (const [code, count] of sortBy(Object.entries(countBy(hidden, 'code')), 0))
    lines.push(`and ${count} more ${code} (--all shows them)`);
  return lines.map((line) => `${line}\n`).join('');
}

const joinedCodes = new Set(
  [problem.unknownComponent, problem.foreignSyntax, problem.redirectTaken].map(({ code }) => code),
);

/** Returns what diagnostics with the same cause share. One fix covers them, or the same fix for each. Undefined if each is printed. */
function causeOf({ code, message, place }: Diagnostic): string | undefined {
  if (joinedCodes.has(code)) return message;
  // A relative path can name other files in other folders.
  if (code === problem.includeMissing.code || code === problem.includeLeftOut.code) return `${place?.file} ${message}`;
  return code === problem.activeSvg.code ? message.replace(/^`[^`]*`/, '') : undefined;
}

/** Keeps the first diagnostic of each cause, and counts its other locations. */
function joinPlaces(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = groupBy(diagnostics, (one) => causeOf(one) ?? one);
  return [...groups.values()].flatMap(([one, ...others]) => {
    if (!one || others.length === 0) return one ?? [];
    return { ...one, message: `${messageOf(one)} (and in ${counted(others.length, 'other place')})` };
  });
}

/** Resolves the locations of diagnostics, and sorts by them. */
export function placeDiagnostics(
  diagnostics: readonly Diagnostic[],
  options: Pick<ReportOptions, 'cwd' | 'mounts'>,
): readonly PlacedDiagnostic[] {
  const { cwd } = options;
  const upstreamOf = openUpstream(cwd);
  const root = repositoryOf(cwd) ?? cwd;
  return sortDiagnostics(diagnostics).map((diagnostic) => {
    const file = diagnostic.place && locate(diagnostic.place.file, options);
    if (file === undefined) return { diagnostic, file, artifact: undefined, upstream: undefined };
    const path = relative(root, join(cwd, file)).replaceAll(sep, '/');
    const artifact = file.startsWith('docgen.config (') ? undefined : path.startsWith('../') ? file : path;
    return { diagnostic, file, artifact, upstream: upstreamOf(file, diagnostic.place?.start) };
  });
}

/** Converts a diagnostic to an object for programs. */
export function diagnosticData({ diagnostic, file, upstream }: PlacedDiagnostic) {
  const { code, severity, message, hint, place, known, alsoIn } = diagnostic;
  const { line, column } = place?.start ?? {};
  return {
    code,
    severity,
    message,
    ...(known && { known }),
    ...(alsoIn !== undefined && { alsoIn }),
    ...(file !== undefined && { file, line, column }),
    ...(upstream && { upstream: upstream.data }),
    hint,
    url: codePage(code),
  };
}

export function reportedDiagnostics(
  diagnostics: readonly Diagnostic[],
  mounts: ReportOptions['mounts'] = [],
): ReportedDiagnostic[] {
  return placeDiagnostics(diagnostics, { cwd: process.cwd(), mounts }).map(diagnosticData);
}

function formatOne(placed: PlacedDiagnostic, options: ReportOptions): string {
  const { diagnostic, artifact, upstream } = placed;
  const { code, severity, hint, place, known } = diagnostic;
  const message = messageOf(diagnostic);
  const name = known ? `${code} (known)` : code;
  const { line, column } = place?.start ?? {};
  const notes = [
    ...(hint === undefined ? [] : [`help: ${hint}`]),
    ...(upstream ? [`upstream: ${[upstream.text, upstream.data.url ?? []].flat().join(' ')}`] : []),
  ];
  switch (options.format) {
    case 'json':
      return JSON.stringify(diagnosticData(placed));
    case 'github': {
      const where = artifact === undefined ? [] : [`file=${githubValue(artifact)}`];
      if (line !== undefined) where.push(`line=${line}`, `col=${column}`);
      const command = severity === 'info' || known ? 'notice' : severity;
      const text = [placedMessage(placed), ...notes].join('\n');
      return `::${command} ${[...where, `title=${name}`].join(',')}::${githubText(text)}`;
    }
    case 'sarif': // SARIF is one document, not one line per diagnostic
    case 'text': {
      const where = shownPlace(diagnostic, options) ?? 'docgen';
      const style = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'cyan';
      const label = `${severity} ${name}`;
      const shown = options.color ? styleText(style, label, { stream: process.stderr }) : label;
      const first = `${where}: ${shown}: ${visible(message)}`;
      return [first, ...notes.map((note) => `  ${visible(note)}`)].join('\n');
    }
    default:
      return options.format satisfies never;
  }
}

/** Returns a location such as `guides/a.md:3:1`. */
export function shownPlace({ place }: Diagnostic, options: Pick<ReportOptions, 'cwd' | 'mounts'>): string | undefined {
  if (!place) return undefined;
  const parts = [visible(locate(place.file, options)), place.start?.line, place.start?.column];
  return parts.filter((part) => part !== undefined).join(':');
}

/** Returns the path of a file relative to the working folder. */
export function locate(file: string, { cwd, mounts }: Pick<ReportOptions, 'cwd' | 'mounts'>): string {
  if (file.startsWith('/')) return file.slice(1); // a file outside the content
  const pathIn = ({ dir, prefix }: Mount) => join(dir, below(file, prefix));
  const possible = mounts.filter(({ prefix }) => within(file, prefix));
  const mount =
    (possible.length > 1 && possible.find((one) => existsSync(pathIn(one)))) ||
    maxBy(possible, ({ prefix }) => prefix.length);
  if (!mount || file.startsWith('docgen.config')) return file;
  return join(relative(cwd, mount.dir), below(file, mount.prefix)).replaceAll(sep, '/');
}

// Matches control characters, which can change a terminal, and direction marks, which can disguise a name.
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export function visible(text: string): string {
  return text.replace(invisible, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

function githubText(text: string): string {
  const shown = text.split('\n').map(visible).join('\n');
  return shown.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

const githubValue = (text: string) => githubText(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Formats a number like `1,200`. Loading `Intl` would take 20 ms. */
const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Returns `1 warning`, `2 warnings`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

export function countFaults(diagnostics: readonly Diagnostic[]) {
  const { error = 0, warning = 0 } = countBy(diagnostics, 'severity');
  return { errors: error, warnings: warning };
}

/** Returns `1 error, 2 warnings (40 known, 3 switched off)`. */
export function foundText({ errors, warnings }: ReturnType<typeof countFaults>, { known = 0, off = 0 } = {}): string {
  const aside = compact([known > 0 && `${grouped(known)} known`, off > 0 && `${grouped(off)} switched off`]).join(', ');
  const found = compact([errors > 0 && counted(errors, 'error'), counted(warnings, 'warning')]).join(', ');
  return aside === '' ? found : `${found} (${aside})`;
}

/** Shows progress on a terminal. Without a terminal, prints nothing. */
export class Progress {
  readonly #isShown: boolean;
  #last = 0;

  constructor(private readonly stream: NodeJS.WriteStream) {
    this.#isShown = stream.isTTY === true && process.env['TERM'] !== 'dumb' && !process.env['CI'];
  }

  show(phase: string, done: number, total: number): void {
    const now = process.uptime() * 1000;
    if (!this.#isShown || (now - this.#last < 80 && done > 0)) return;
    this.#last = now;
    const text = total === 0 ? phase : `${phase} ${grouped(done)}/${grouped(total)}`;
    this.stream.write(`\r\u001b[2K${text.slice(0, Math.max(0, (this.stream.columns || 80) - 1))}`);
  }

  clear(): void {
    if (this.#isShown) this.stream.write('\r\u001b[2K');
  }
}

export type OnProgress = (phase: string, done: number, total: number) => void;

/** Shows progress on the terminal while `work` runs. */
export async function withProgress<T>(work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  const progress = new Progress(process.stderr);
  return work((...step) => progress.show(...step)).finally(() => progress.clear());
}

/** Returns the peak memory of the process, in megabytes. */
export const peakMemory = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

/** Formats phases in milliseconds. Phases in parentheses ran in parallel with others. */
export function formatProfile(phases: ReadonlyMap<string, number>): string {
  const width = Math.max(...[...phases.keys()].map((name) => name.length), 'start'.length);
  const line = (name: string, value: number, unit: string) =>
    `  ${name.padEnd(width)}  ${value.toFixed(0).padStart(7)} ${unit}\n`;
  const rows = [...phases].map(([name, milliseconds]) => line(name, milliseconds, 'ms'));
  return `${rows.join('')}${line('memory', peakMemory(), 'MB')}`;
}
