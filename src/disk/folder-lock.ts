// A lock for folders with one writer at a time: a file with the pid and host name of its owner. It is void after that process has ended. A process on another host
// can't be checked, so its lock is void if it was not refreshed for a while, such as after a container was killed.
import fs from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { readRegular } from '../model/input/regular-file.js';
import { attempt } from '../model/types/attempt.js';

export interface FolderLock {
  readonly release: () => Promise<void>;
}

/** The process that holds a lock. */
export interface Holder {
  readonly lock: string;
  readonly pid: number;
  /** Name of its host. Undefined if it is this host. */
  readonly host: string | undefined;
  /** Age for messages, such as `started 3 s ago`. */
  readonly age: string;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in system units, to detect a reused pid. Undefined if the system doesn't provide it. */
  readonly started: string | undefined;
  /** Time of the lock, in milliseconds since 1970. */
  readonly since: number;
}

/** Maximum time between the creation of a lock and its content, and for the removal of a dead lock. */
const settleMs = 2000;

/** Interval in which the holder of a lock refreshes it. */
const refreshMs = 20_000;

/** Time without a refresh after which a lock of another host is void. The clocks of the hosts must differ by less. */
const maxAgeMs = 5 * 60_000;

const maxLockBytes = 64 * 1024;

/**
 * Acquires the lock and refreshes it until its release, or returns its holder.
 * @throws an Error with the system's code, or with `not a regular file` and `path` if the lock is not a regular file
 */
export async function takeLock(path: string): Promise<FolderLock | Holder> {
  const { pid } = process;
  const self: Owner = { pid, host: hostname(), started: processStatus(pid)?.started, since: Date.now() };
  const text = JSON.stringify(self);
  const begun = performance.now();
  while (performance.now() - begun < 3 * settleMs) {
    if (create(path, text)) {
      const timer = setInterval(() => refresh(path, text), refreshMs).unref();
      return {
        release: async () => {
          clearInterval(timer);
          removeIf(path, text);
        },
      };
    }
    const content = contentOf(path);
    const owner = content === undefined ? undefined : parseOwner(content);
    if (owner && isAlive(owner, path)) {
      const host = owner.host === hostname() ? undefined : String(owner.host);
      const seconds = Math.max(0, Math.round((Date.now() - owner.since) / 1000));
      return { lock: path, pid: owner.pid, host, age: `started ${seconds} s ago` };
    }
    const isDead = content !== undefined && (owner !== undefined || isOld(path));
    if (!isDead || !removeDead(path, content)) await setTimeout(10);
  }
  return { lock: path, pid: 0, host: undefined, age: 'just started' };
}

function create(path: string, text: string): boolean {
  try {
    fs.writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    fs.rmSync(path, { force: true }); // the disk is full
    throw error;
  }
}

/** Sets the time of the lock to now, unless another process has acquired it. */
function refresh(path: string, text: string): void {
  const now = Date.now() / 1000;
  attempt(() => contentOf(path) === text && fs.utimesSync(path, now, now)); // if it fails, the next refresh tries again
}

function removeIf(path: string, text: string): void {
  if (contentOf(path) === text) fs.rmSync(path, { force: true });
}

/**
 * Removes a dead lock, under a separate lock. Otherwise, of two processes that found the same dead lock, the second could remove the new lock of the first. Returns false if
 * another process is removing it.
 */
function removeDead(path: string, dead: string): boolean {
  const guard = `${path}.dead`;
  try {
    fs.mkdirSync(guard);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isOld(guard)) fs.rmSync(guard, { recursive: true, force: true }); // its owner was killed
    return false;
  }
  try {
    removeIf(path, dead);
    return true;
  } finally {
    fs.rmSync(guard, { recursive: true, force: true });
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readRegular(path, maxLockBytes).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const isOld = (path: string) => Math.abs(ageMs(path)) > settleMs;

/** Returns the milliseconds since the last change of a lock. Negative if its clock is ahead, 0 if the lock is gone. */
function ageMs(path: string): number {
  const changed = fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return changed === undefined ? 0 : Date.now() - changed;
}

function parseOwner(text: string): Owner | undefined {
  const owner = attempt(() => JSON.parse(text) as Owner | null);
  return owner && Number.isInteger(owner.pid) && owner.pid > 0 ? owner : undefined;
}

function isAlive({ pid, host, started }: Owner, lock: string): boolean {
  if (host !== hostname()) return ageMs(lock) <= maxAgeMs;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const status = processStatus(pid);
  if (status?.state === 'Z') return false; // killed, but its parent has not waited for it yet
  return started === undefined || started === status?.started;
}

/** Returns state and start time of a process, fields 3 and 22 of /proc/PID/stat. Undefined if the system has no such file. */
function processStatus(pid: number): { readonly state: string; readonly started: string } | undefined {
  const text = attempt(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const [state = '', ...fields] = text?.replace(/^.*\) /s, '').split(' ') ?? [];
  return text === undefined ? undefined : { state, started: fields[18] ?? '' };
}
