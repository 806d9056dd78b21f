// A folder has one writer at a time. The folder lock is a file with the pid of its owner; it is void once that process has ended.
import { closeSync, mkdirSync, openSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';

export interface FolderLock {
  readonly release: () => Promise<void>;
}

/** The process that holds a lock. */
export interface Holder {
  readonly pid: number;
  /** `started 3 s ago`. */
  readonly age: string;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Start of the process, as the system counts it, so that a reused pid is not mistaken for the owner. Undefined where the system does not tell. */
  readonly started: string | undefined;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Milliseconds, at most, between the creation of a lock and its content, and for the removal of a dead lock. */
const settleTime = 2000;

/** Takes the lock, or returns its holder. */
export async function takeLock(path: string): Promise<FolderLock | Holder> {
  const self: Owner = { pid: process.pid, host: hostname(), started: processStart(process.pid), since: Date.now() };
  const text = JSON.stringify(self);
  const tried = process.uptime() * 1000;
  while (process.uptime() * 1000 - tried < 3 * settleTime) {
    if (create(path, text)) return { release: async () => release(path, text) };
    const found = contentOf(path);
    const owner = found === undefined ? undefined : ownerIn(found);
    if (owner && isAlive(owner)) return { pid: owner.pid, age: ageOf(owner) };
    const isDead = found !== undefined && (owner !== undefined || isOld(path));
    if (!isDead || !removeDead(path, found)) await setTimeout(10);
  }
  return { pid: 0, age: 'just started' };
}

function create(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
  try {
    writeFileSync(file, text);
    return true;
  } catch (error) {
    rmSync(path, { force: true }); // the disk is full
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Removes the lock, unless another process has taken it meanwhile. */
function release(path: string, text: string): void {
  if (contentOf(path) === text) rmSync(path, { force: true });
}

/**
 * Removes a dead lock, under a lock of its own: of two processes that saw the same dead lock, the second would remove the new
 * lock of the first. False where another process is removing it.
 */
function removeDead(path: string, dead: string): boolean {
  const guard = `${path}.dead`;
  try {
    mkdirSync(guard);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isOld(guard)) removeGuard(guard); // its maker was killed
    return false;
  }
  try {
    if (contentOf(path) === dead) rmSync(path, { force: true });
    return true;
  } finally {
    removeGuard(guard);
  }
}

function removeGuard(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isOld(path: string): boolean {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Math.abs(Date.now() - made) > settleTime;
}

function ownerIn(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Owner;
    return Number.isInteger(owner?.pid) && owner.pid > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function ageOf({ since }: Owner): string {
  return `started ${Math.max(0, Math.round((Date.now() - since) / 1000))} s ago`;
}

function isAlive({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return true; // another machine's process cannot be looked at
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return started === undefined || started === processStart(pid);
}

/** Field 22 of /proc/PID/stat; undefined where the system has no such file. */
function processStart(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19];
  } catch {
    return undefined;
  }
}
