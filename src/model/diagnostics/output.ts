// 8xx: the out folder, the exports and the server.
import { define, inCode } from './define.js';

export const cannotWrite = define<{ path: string; reason: string }>('DG801', {
  message: (d) => `cannot write ${inCode(d.path)}: ${d.reason}; site unchanged`,
  hint: () => 'free some space, or choose another `--out`',
});
export const notWritable = define<{ path: string; reason: string }>('DG802', {
  message: (d) => `out folder ${inCode(d.path)} is not writable (${d.reason})`,
  hint: () => 'check its owner and mode, or choose another `--out`',
});
export const inPlace = define<{ reason: string }>('DG803', {
  message: (d) => `out folder cannot be swapped (${d.reason}); files were replaced one by one, which is not atomic`,
});
export const foreignOutput = define<{ path: string }>('DG804', {
  message: (d) => `out folder ${inCode(d.path)} contains files that docgen did not create`,
  hint: () => 'empty it, or choose another `--out`',
});
/** The process that holds a lock. */
interface LockHolder {
  /** The folder that it writes. */
  readonly path: string;
  /** Path of the lock. */
  readonly lock: string;
  readonly pid: number;
  /** Name of its host; undefined if it is this one. */
  readonly host: string | undefined;
  readonly age: string;
}

const holderText = ({ pid, host, age }: LockHolder) =>
  `pid ${pid}${host === undefined ? '' : ` on the host ${inCode(host)}`}, ${age}`;

const lockHint = ({ lock, host }: LockHolder) =>
  host === undefined
    ? `wait for it, or stop it; its lock is ${inCode(lock)}`
    : `wait for it, or stop it; if it has ended, remove its lock ${inCode(lock)}, or wait 5 minutes`;

export const outputLocked = define<LockHolder>('DG805', {
  message: (d) => `another build (${holderText(d)}) is writing ${inCode(d.path)}`,
  hint: lockHint,
});
/** What became of the site of an interrupted build, in words. */
const outcomes = {
  restored: 'it had moved the site away: the site is back in its place',
  finished: 'its update of the site is finished now',
  whole: 'its temporary files are removed, the site is whole',
} as const;

export const unfinishedRemoved = define<{ site: keyof typeof outcomes }>('DG806', {
  message: (d) => `an earlier build was interrupted; ${outcomes[d.site]}`,
});
export const syncLocked = define<LockHolder>('DG807', {
  message: (d) => `another sync (${holderText(d)}) is writing ${inCode(d.path)}`,
  hint: lockHint,
});
export const updateUnfinished = define<{ path: string; reason: string }>('DG808', {
  message: (d) => `cannot finish the update of ${inCode(d.path)}: ${d.reason}; part of the new site is in its place`,
  hint: () =>
    'free some space, or check owner and mode of its folders, then build again: the next build finishes the update first',
});
export const portTaken = define<{ wanted: number; port: number }>('DG850', {
  message: (d) => `port ${d.wanted} is in use; the site is served on port ${d.port}`,
});
export const hostRefused = define<{ host: string }>('DG851', {
  message: (d) => `refused a request for the host ${inCode(d.host)}`,
  hint: () =>
    'open the site at localhost; with `--host` by an address, by the name of this machine, or by the name that `--host` has',
});
export const openToNetwork = define<{ host: string }>('DG852', {
  message: (d) => `the site is served on ${d.host}: who reaches this machine can read it`,
});
export const cannotWatch = define<{ reason: string }>('DG853', {
  message: (d) => `not all files can be watched: ${d.reason}`,
  hint: () => 'save a file that is watched, or start docgen again; on Linux raise `fs.inotify.max_user_watches`',
});
