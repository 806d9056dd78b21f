// `docgen inspect upstream`: problems in synced files by repository, to report them to each project.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../build.js';
import { removeFolder } from '../disk/files.js';
import { loadConfig } from '../model/config/config.js';
import { fileAddress, projectName, type SyncedSource } from '../model/content/exports.js';
import { catalog, compareStrings, type Diagnostic, type Point } from '../model/diagnostics/diagnostic.js';
import { isAboutSync } from '../model/strict/baseline.js';
import { groupBy } from '../model/types/group.js';
import type { InspectCommandOptions } from './inspect.js';
import { exitCode, fail, printDiagnostics, reportOptions } from './options.js';
import { counted, locate, placeDiagnostics, type ReportOptions, visible } from './report.js';
import { openUpstream } from './upstream.js';

/** Includes known problems, and those that the config lowers to `info`. Builds into a temporary folder to find problems of bodies and links. */
export async function inspectUpstreamCommand(options: InspectCommandOptions, signal: AbortSignal): Promise<number> {
  const loaded = await loadConfig(process.cwd(), options);
  if (!loaded.value) return fail(loaded.diagnostics, options);
  const out = mkdtempSync(join(tmpdir(), 'docgen-inspect-'));
  try {
    const report = await build({ ...loaded.value, out }, { strict: false, signal });
    if (!report.isComplete) return fail(report.diagnostics, options, report.content);
    // The list can't contain problems of sections that are not synced.
    printDiagnostics(report.diagnostics.filter(isAboutSync), options);
    const found = report.diagnostics.filter(({ code, severity }) => severity !== 'info' || faultCodes.has(code));
    const repositories = byRepository(found, reportOptions(options, report.content));
    const data = repositories.map(({ source, faults }) => ({ repository: source.repo, commit: source.commit, faults }));
    const markdown = repositories.map(asMarkdown).join('\n');
    process.stdout.write(options.json ? `${JSON.stringify(data, null, 2)}\n` : markdown);
    const count = repositories.reduce((sum, { faults }) => sum + faults.length, 0);
    if (options.format !== 'json') process.stderr.write(`${counted(count, 'problem')} in synced files\n`);
    return exitCode.built;
  } finally {
    removeFolder(out);
  }
}

const faultCodes = new Set(catalog.flatMap(({ code, severity }) => (severity === 'info' ? [] : [code])));

/** Paths are in the repository. */
interface Fault extends Pick<Diagnostic, 'code' | 'severity' | 'message'>, Partial<Point> {
  readonly path: string;
  readonly url?: string;
}

interface Repository {
  readonly source: SyncedSource;
  readonly faults: readonly Fault[];
}

/** Problems of a file in several sections or versions appear once. */
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

/** Untrusted text as Markdown code contains no links, mentions or markup, also if it contains backticks. */
function inCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${visible(text)}${space}${fence}`;
}
