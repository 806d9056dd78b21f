// One build at a time writes an out folder. The lock is a file with the owner's pid; a lock whose owner is gone is no lock.
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { outputLocked } from '../model/catalogue.js';
import { BuildError } from './build-error.js';

export interface Lock {
  readonly release: () => Promise<void>;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Start of the process, as the system counts it, so that a pid that was given out again is not taken for its owner. */
  readonly started: string | undefined;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Takes the lock, or throws a `BuildError` with DG805. */
export async function takeLock(path: string, out: string): Promise<Lock> {
  const self: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid), since: Date.now() };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(path, JSON.stringify(self), { flag: 'wx' });
      return { release: () => rm(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await readOwner(path);
    if (owner && isAlive(owner)) {
      const age = `started ${Math.max(0, Math.round((Date.now() - owner.since) / 1000))} s ago`;
      throw new BuildError(outputLocked({ path: out, pid: owner.pid, age }));
    }
    await rm(path, { force: true });
  }
  throw new BuildError(outputLocked({ path: out, pid: 0, age: 'just started' }));
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as Owner;
    return typeof owner?.pid === 'number' && owner.pid > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return true; // another machine's process cannot be looked at
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === undefined || started === startOf(pid);
}

/** Field 22 of /proc/PID/stat; undefined where the system has no such file. */
function startOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19];
  } catch {
    return undefined;
  }
}
