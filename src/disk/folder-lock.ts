// A folder has one writer at a time. The folder lock is a file with the pid and the host name of its owner. It is void once that process
// has ended. A process of another host cannot be looked at: its lock is void if it was not refreshed for a while, as after a container
// was killed.
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { readRegular } from '../model/regular-file.js';

export interface FolderLock {
  readonly release: () => Promise<void>;
}

/** The process that holds a lock. */
export interface Holder {
  /** Path of the lock. */
  readonly lock: string;
  readonly pid: number;
  /** Name of its host; undefined if it is this one. */
  readonly host: string | undefined;
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

/** Milliseconds after which the holder of a lock refreshes it. */
const refreshMs = 20_000;

/** Milliseconds without a refresh after which a lock of another host is void. The clocks of the hosts must differ by less. */
const maxAgeMs = 5 * 60_000;

/** Maximum lock that is read, in bytes. */
const largestLock = 64 * 1024;

/**
 * Takes the lock and refreshes it until its release, or returns its holder.
 * @throws an Error with the code of the system, or with `not a regular file` and `path` if something else is in the place of the lock
 */
export async function takeLock(path: string): Promise<FolderLock | Holder> {
  const self: Owner = { pid: process.pid, host: hostname(), started: processStart(process.pid), since: Date.now() };
  const text = JSON.stringify(self);
  const tried = process.uptime() * 1000;
  while (process.uptime() * 1000 - tried < 3 * settleTime) {
    if (create(path, text)) {
      const timer = setInterval(() => refresh(path, text), refreshMs).unref();
      return {
        release: async () => {
          clearInterval(timer);
          release(path, text);
        },
      };
    }
    const found = contentOf(path);
    const owner = found === undefined ? undefined : ownerIn(found);
    if (owner && isAlive(owner, path)) {
      const host = owner.host === hostname() ? undefined : String(owner.host);
      return { lock: path, pid: owner.pid, host, age: ageOf(owner) };
    }
    const isDead = found !== undefined && (owner !== undefined || isOld(path));
    if (!isDead || !removeDead(path, found)) await setTimeout(10);
  }
  return { lock: path, pid: 0, host: undefined, age: 'just started' };
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

/** Sets the time of the lock to now, unless another process has taken it. */
function refresh(path: string, text: string): void {
  try {
    const now = Date.now() / 1000;
    if (contentOf(path) === text) utimesSync(path, now, now);
  } catch {
    // the next refresh tries again
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
    return readRegular(path, largestLock).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isOld(path: string): boolean {
  return Math.abs(ageMs(path)) > settleTime;
}

/** Milliseconds since the last change of a lock; negative if its clock is ahead of this one, 0 if it is gone. */
function ageMs(path: string): number {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return changed === undefined ? 0 : Date.now() - changed;
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

function isAlive({ pid, host, started }: Owner, lock: string): boolean {
  if (host !== hostname()) return ageMs(lock) <= maxAgeMs;
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
