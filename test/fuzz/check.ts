// Builds a case and checks the result. Contains all assertions of the fuzz test.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../src/build.js';
import { catalog } from '../../src/model/diagnostics/diagnostic.js';
import { dataOf } from '../support/data.js';
import { bin, configOf, filesBelow, inProcess, writeFiles } from '../support/hub.js';
import { faultsOfFile } from './active.js';
import { bytesOf, type FuzzCase } from './case.js';
import { configFor, honestFiles, isHonestPage, stablePart } from './honest.js';

const data = dataOf<{ limits: RegExp[] }>('fuzz/check');

/** Limits of a case. Times are CPU times, so that a busy machine changes nothing. */
const most = { insideMs: 6_000, programMs: 45_000, residentMb: 1_400 };

/** In memory if the system supports it, because a case writes and removes a hundred files. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
}

interface Outcome {
  readonly faults: readonly string[];
  readonly diagnostics: readonly Found[];
}

/** Messages of DG306 for pages that are stopped on purpose. The body's status is `late` or `limit` only for these. */
const limits = data.limits;

/** Whether a page shows its source for a reason other than a limit, which is a bug in docgen. */
export function isBug({ code, message }: Found): boolean {
  const reason = message.replace(/^rendering stopped: /, '');
  return code === 'DG306' && !limits.some((limit) => limit.test(reason));
}

/** Returns all problems, one line each, starting with the kind. */
export async function faultsOf(tried: FuzzCase): Promise<string[]> {
  const top = realpathSync(mkdtempSync(join(scratch, 'docgen-fuzz-')));
  try {
    const dir = join(top, depth);
    writeTree(dir, tried);
    const { faults, diagnostics } = await (tried.by === 'inside' ? buildInside(dir, tried) : buildByProgram(dir));
    const outside = strayFiles(top);
    if (faults.length > 0) return [...faults, ...outside];
    const out = join(dir, 'build');
    const known = new Set(catalog.map(({ code }) => code));
    return [
      ...outside,
      ...diagnostics.filter(({ code }) => !known.has(code)).map(({ code }) => `code: ${code} is not in the catalog`),
      ...diagnostics.filter(isBug).map(({ message }) => `bug: ${message}`),
      ...(await changedPages(out, tried.sidebars)),
      ...activeFiles(out, tried.sidebars),
    ];
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** Depth of the site below the temporary folder, so that escaped files are found and do no harm. */
const depth = 'a/b/c/d/e/f';

/** Returns files that are neither in the content nor in the site. */
function strayFiles(top: string): string[] {
  const expected = new RegExp(`^${depth}/(?:content/|project/|build/|\\.docgen-|docgen\\.config\\.json$)`);
  return filesBelow(top)
    .filter((path) => !expected.test(path))
    .map((path) => `outside: ${path} was written`);
}

function writeTree(dir: string, { files, ...tried }: FuzzCase): void {
  writeFiles(join(dir, 'content'), honestFiles);
  mkdirSync(join(dir, 'content/hostile'), { recursive: true });
  writeFiles(
    tried.project ? dir : join(dir, 'content'),
    Object.fromEntries(Object.entries(files).map(([path, content]) => [path, bytesOf(content)])),
  );
  writeFileSync(join(dir, 'docgen.config.json'), JSON.stringify(configFor(tried)));
}

async function buildInside(dir: string, tried: FuzzCase): Promise<Outcome> {
  const before = process.cpuUsage();
  try {
    const report = await build(configOf(dir, configFor(tried)), { strict: false, reader: inProcess });
    const { user, system } = process.cpuUsage(before);
    const milliseconds = (user + system) / 1000;
    const errors = report.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `exit 2: ${code} ${message}`);
    const late = milliseconds > most.insideMs ? [`time: over ${most.insideMs} ms`] : [];
    const lost = report.published || errors.length > 0 ? [] : ['exit: nothing was published'];
    return { faults: [...errors, ...lost, ...late], diagnostics: report.diagnostics };
  } catch (error) {
    return { faults: [`threw: ${describe(error)}`], diagnostics: [] };
  }
}

/** Returns the message of an error, and the first location in docgen's own code of its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /\/(?:src|templates)\/([\w/.-]+:\d+)/.exec(error.stack ?? '')?.[1];
  return `${error.name}: ${error.message.split('\n')[0]}${place ? ` at ${place}` : ''}`;
}

async function buildByProgram(dir: string): Promise<Outcome> {
  const ran = await run(dir, ['build', '--no-cache', '--workers', '1', '--all', '--format', 'json', '--profile']);
  const diagnostics = ran.stderr.split('\n').flatMap((line) => {
    try {
      const value = JSON.parse(line) as Found;
      return typeof value.code === 'string' ? [value] : [];
    } catch {
      return [];
    }
  });
  const megabytes = Math.max(ran.residentMb, memoryOf(ran.stdout));
  const errors = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`);
  return {
    faults: [
      ...(ran.isLate ? [`time: the program took over ${most.programMs} ms`] : []),
      ...(megabytes > most.residentMb ? [`memory: over ${most.residentMb} MB resident`] : []),
      ...(ran.status === 0 || ran.isLate || ran.isLarge
        ? []
        : [`exit ${ran.status ?? ran.signal}: ${errors.join('; ') || ran.stderr.split('\n')[0]}`]),
    ],
    diagnostics,
  };
}

function memoryOf(stdout: string): number {
  try {
    return (JSON.parse(stdout) as { memory?: number }).memory ?? 0;
  } catch {
    return 0;
  }
}

interface ProgramRun {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isLate: boolean;
  readonly isLarge: boolean;
  readonly residentMb: number;
}

/** Runs docgen, and ends it if it exceeds its time or memory. */
function run(dir: string, args: readonly string[]): Promise<ProgramRun> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CI: '' },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
  let residentMb = 0;
  let isLate = false;
  const started = performance.now();
  const watch = setInterval(() => {
    residentMb = Math.max(residentMb, residentOf(child.pid));
    isLate = cpuOf(child.pid) > most.programMs || performance.now() - started > 10 * most.programMs;
    if (isLate || residentMb > most.residentMb) child.kill('SIGKILL');
  }, 50);
  return new Promise((resolve) =>
    child.on('close', (status, signal) => {
      clearInterval(watch);
      resolve({ status, signal, ...texts, isLate, isLarge: residentMb > most.residentMb, residentMb });
    }),
  );
}

/** Returns the memory of a process in megabytes, if the system has `/proc`. */
function residentOf(pid: number | undefined): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Returns the CPU time of a process in milliseconds, if the system provides it. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10; // a hundred ticks per second, on every Linux
  } catch {
    return 0;
  }
}

const honest = new Map<FuzzCase['sidebars'], Promise<ReadonlyMap<string, string>>>();

/** Returns the regular pages of a hub without other content. Built once per kind of sidebars. */
export function honestPages(sidebars: FuzzCase['sidebars']): Promise<ReadonlyMap<string, string>> {
  const known = honest.get(sidebars);
  if (known) return known;
  const making = (async () => {
    const dir = realpathSync(mkdtempSync(join(scratch, 'docgen-fuzz-')));
    try {
      writeTree(dir, { files: { 'hostile/x.md': '# X\n' }, sidebars, by: 'inside' });
      await build(configOf(dir, configFor({ sidebars })), { strict: false, reader: inProcess });
      const out = join(dir, 'build');
      return new Map(
        filesBelow(out)
          .filter((path) => isHonestPage(path, sidebars))
          .map((path) => [path, readFileSync(join(out, path), 'utf8')]),
      );
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  })();
  honest.set(sidebars, making);
  return making;
}

async function changedPages(out: string, sidebars: FuzzCase['sidebars']): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, html] of await honestPages(sidebars)) {
    if (!existsSync(join(out, path))) faults.push(`honest: ${path} is missing`);
    else if (stablePart(readFileSync(join(out, path), 'utf8'), sidebars) !== stablePart(html, sidebars))
      faults.push(`honest: ${path} is another`);
  }
  return faults;
}

/** Returns files with active content. Regular pages that must not change are compared instead. */
function activeFiles(out: string, sidebars: FuzzCase['sidebars']): string[] {
  const paths = filesBelow(out).filter((path) => sidebars === 'together' || !isHonestPage(path, sidebars));
  return paths.flatMap((path) => {
    const bytes = readFileSync(join(out, path));
    const isLeftOver = /(?:^|\/)(?:node_modules|\.git)\/(?!index\.(?:html|md)$)/.test(path);
    return [
      ...(isLeftOver ? [`published: ${path}`] : []),
      ...faultsOfFile(path, bytes).map((fault) => `active: ${fault}`),
    ];
  });
}

/** Returns the kind of a problem without details of the case. Two cases of one kind usually have the same cause. */
export function kindOf(fault: string): string {
  return fault
    .replace(/`[^`]*`|"(?:[^"\\]|\\.)*"|'[^']*'/g, '…')
    .replace(/[0-9a-f]{12}/g, '…')
    .replace(/\d+(?!\d*:)/g, (number, offset: number, whole: string) =>
      /^exit |^code|DG\d*$/.test(whole.slice(0, offset)) && offset < 12 ? number : 'n',
    )
    .slice(0, 160);
}
