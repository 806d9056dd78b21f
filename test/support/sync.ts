// Hubs with sources in local Git repositories, and docgen's commands in the test's own process.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { expect } from 'vitest';
import { exitCode } from '../../src/cli/options.js';
import { program } from '../../src/cli/program.js';
import { formatDiagnostics } from '../../src/cli/report.js';
import type { UserConfig } from '../../src/model/config/config.js';
import type { Diagnostic } from '../../src/model/diagnostics/diagnostic.js';
import { notePrinted } from './codes.js';
import { type Files, filesBelow, type Ran, tempDir, writeFiles } from './hub.js';
import { init } from './repository.js';

export type SourceConfig = NonNullable<UserConfig['sources']>[number];

export const license = 'MIT License\n\nPermission is hereby granted, free of charge, to any person';

/** Runs a command of docgen in this process, which takes a fifth of the CPU time of a child process. */
export async function run(dir: string, ...args: readonly string[]): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  const before = { cwd: process.cwd(), exitCode: process.exitCode };
  const streams = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name];
    process[name].write = ((text: string) => {
      printed[name] += text;
      return true;
    }) as typeof write;
    return { name, write };
  });
  process.chdir(dir);
  const options = { format: 'text', all: true, color: false, cwd: dir, mounts: [] } as const;
  const say = (diagnostic: Diagnostic) => process.stderr.write(formatDiagnostics([diagnostic], options));
  try {
    await program(new AbortController().signal, say).parseAsync(['node', 'docgen', ...args]);
    return { status: Number(process.exitCode), ...printed };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { status: error.exitCode === 0 ? exitCode.built : exitCode.cannotRun, ...printed };
  } finally {
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
    for (const { name, write } of streams) process[name].write = write;
    notePrinted(printed.stderr);
  }
}

/** Runs a command that must succeed. Returns its output. */
export async function succeed(dir: string, ...args: readonly string[]): Promise<string> {
  const { status, stderr } = await run(dir, ...args);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stderr;
}

/** Runs a command that must fail with exit code 2. Returns its output. */
export async function fail(dir: string, ...args: readonly string[]): Promise<string> {
  const { status, stderr } = await run(dir, ...args);
  expect({ status, stderr }).toMatchObject({ status: 2 });
  return stderr;
}

/** Completes sources. By default, `docs` on `main` in sections `p0`, `p1`… */
export const sourcesOf = (sources: readonly Partial<SourceConfig>[]) =>
  sources.map((source, n) => ({
    ...{ section: `p${n}`, ...(!source.versions && { ref: 'main' }), paths: [{ from: 'docs' }] },
    ...source,
  }));

/** Returns the text of a config with these sources. */
export const configOf = (sources: readonly Partial<SourceConfig>[]) => JSON.stringify({ sources: sourcesOf(sources) });

/** A hub with some sources. */
export const hub = (sources: readonly Partial<SourceConfig>[], files: Files = { 'content/index.md': '# Front' }) =>
  writeFiles(tempDir(), { ...files, 'docgen.config.json': configOf(sources) });

/** Configures Git in a hub to redirect web URLs to local folders. */
export function mirror(dir: string, folders: Readonly<Record<string, string>>): string {
  init(dir);
  for (const [address, folder] of Object.entries(folders))
    appendFileSync(join(dir, '.git/config'), `[url "${folder}"]\n\tinsteadOf = "${address}"\n`);
  return dir;
}

export const read = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');
export const page = (dir: string, path: string) => read(dir, `build/docs/${path}/index.html`);

/** Returns the files of a section's snapshot. Undefined if there is none. */
export function exported(dir: string, section = 'p0'): string[] | undefined {
  const folder = join(dir, '.docgen/sources', section);
  return existsSync(folder)
    ? filesBelow(folder).filter((path) => !/^(?:\.docgen-source\.json$|_repository\/)/.test(path))
    : undefined;
}

/** Returns the entry of a section in the lockfile. */
export const locked = (dir: string, section = 'p0') =>
  (
    JSON.parse(read(dir, 'docgen.lock.json')).sources as {
      section: string;
      commit: string;
      branch: string | null;
      paths: object;
    }[]
  ).find((source) => source.section === section);
