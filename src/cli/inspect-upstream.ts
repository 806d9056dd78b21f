// `docgen inspect upstream`: the faults of gathered files by repository, so that each project can be told of its own.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../build.js';
import { removeFolder } from '../disk/remove-folder.js';
import { loadConfig } from '../model/config.js';
import { catalogue } from '../model/diagnostics/catalogue.js';
import { compareStrings, type Diagnostic, type Point } from '../model/diagnostics/diagnostic.js';
import { fileAddress, type GatheredSource, projectName } from '../model/docs/provenance.js';
import { groupBy } from '../model/group.js';
import { isAboutSync } from '../model/strict/verdict.js';
import { exitCode } from './exit.js';
import type { InspectCommandOptions } from './inspect.js';
import { printDiagnostics, reportOptions } from './options.js';
import { counted, locate, placeDiagnostics, type ReportOptions, visible } from './report.js';
import { openUpstream } from './upstream.js';

/**
 * Prints the errors and warnings of gathered files, also those of the baseline and those that the config lowers to `info`. The site is
 * built into a temporary folder, so that the faults of bodies and links are known. Returns the exit code.
 */
export async function inspectUpstreamCommand(options: InspectCommandOptions, signal: AbortSignal): Promise<number> {
  const loaded = await loadConfig(process.cwd(), options);
  if (!loaded.value) {
    printDiagnostics(loaded.diagnostics, options);
    return exitCode.cannotRun;
  }
  const out = mkdtempSync(join(tmpdir(), 'docgen-inspect-'));
  try {
    const report = await build({ ...loaded.value, out }, { strict: false, signal });
    if (!report.isComplete) {
      printDiagnostics(report.diagnostics, options, report.content);
      return exitCode.cannotRun;
    }
    // The list has nothing of a section that is not synced.
    printDiagnostics(report.diagnostics.filter(isAboutSync), options);
    const found = report.diagnostics.filter(({ code, severity }) => severity !== 'info' || isFault(code));
    const repositories = byRepository(found, reportOptions(options, report.content));
    const data = repositories.map(({ source, faults }) => ({ repository: source.repo, commit: source.commit, faults }));
    const markdown = repositories.map(asMarkdown).join('\n');
    process.stdout.write(options.json ? `${JSON.stringify(data, null, 2)}\n` : markdown);
    const count = repositories.reduce((sum, { faults }) => sum + faults.length, 0);
    if (options.format !== 'json') process.stderr.write(`${counted(count, 'fault')} in gathered files\n`);
    return exitCode.built;
  } finally {
    removeFolder(out);
  }
}

const faults = new Set(catalogue.flatMap(({ code, severity }) => (severity === 'info' ? [] : [code])));
/** True for a code that is a warning or an error, unless the config says otherwise. */
const isFault = (code: string) => faults.has(code);

/** A fault as the project can read it: all paths of its repository are those in it. */
interface Fault extends Pick<Diagnostic, 'code' | 'severity' | 'message'>, Partial<Point> {
  readonly path: string;
  /** Page of the line on the web. */
  readonly url?: string;
}

/** A repository at a commit, with the faults of its files by path and line. */
interface Repository {
  readonly source: GatheredSource;
  readonly faults: readonly Fault[];
}

/** A file that several sections, or versions, gather has its faults once. */
function byRepository(found: readonly Diagnostic[], options: ReportOptions): readonly Repository[] {
  const upstreamOf = openUpstream(options.cwd);
  const told = placeDiagnostics(found, options).flatMap(({ diagnostic, upstream }) => {
    if (!upstream) return [];
    const { code, severity, message, place } = diagnostic;
    const { repository, commit, path, url } = upstream.data;
    const own = message.replace(/`([^`]+)`/g, (written, name: string) => {
      const named = upstreamOf(locate(name, options))?.data;
      return named?.repository === repository && named.commit === commit ? `\`${named.path}\`` : written;
    });
    const fault: Fault = { code, severity, message: own, path, ...place?.start, ...(url !== undefined && { url }) };
    return [{ source: upstream.origin.source, fault }];
  });
  const groups = groupBy(told, ({ source: { repo, commit } }) => `${repo} ${commit}`);
  return [...groups]
    .sort(([a], [b]) => compareStrings(a, b))
    .flatMap(([, group]) => {
      const source = group[0]?.source;
      const faults = [...new Map(group.map(({ fault }) => [JSON.stringify(fault), fault])).values()];
      return source ? [{ source, faults: faults.sort(inOrder) }] : [];
    });
}

function inOrder(a: Fault, b: Fault): number {
  return compareStrings(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function asMarkdown({ source, faults }: Repository): string {
  const commit = linked(source.commit.slice(0, 10), fileAddress(source, '', 'tree'));
  const lines = faults.map(({ path, line, url, code, message }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return `- ${linked(place, url)}: ${inCode(message)} (${code})\n`;
  });
  return `## ${inCode(projectName(source))}\n\n${counted(faults.length, 'fault')} at commit ${commit}:\n\n${lines.join('')}`;
}

const linked = (text: string, address: string | undefined) =>
  address === undefined ? inCode(text) : `[${inCode(text)}](<${address}>)`;

/** Text of others as code, so that nothing in it is a link, a mention of a person or markup, whatever backticks it has. */
function inCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${visible(text)}${space}${fence}`;
}
