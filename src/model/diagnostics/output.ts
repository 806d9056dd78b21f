// 8xx: the out folder, the exports and the server.
import { define, inCode } from './define.js';

export const cannotWrite = define<{ path: string; reason: string }>({
  code: 'DG801',
  severity: 'error',
  title: 'A file cannot be written (disk full, limit reached)',
  effect: 'The site is unchanged.',
  message: (d) => `cannot write ${inCode(d.path)}: ${d.reason}; site unchanged`,
  hint: () => 'free some space, or choose another `--out`',
});
export const notWritable = define<{ path: string; reason: string }>({
  code: 'DG802',
  severity: 'error',
  title: 'The out folder is not writable',
  effect: 'Nothing is built.',
  message: (d) => `out folder ${inCode(d.path)} is not writable (${d.reason})`,
  hint: () => 'check its owner and mode, or choose another `--out`',
});
export const inPlace = define<{ reason: string }>({
  code: 'DG803',
  severity: 'info',
  title: 'The out folder cannot be swapped as a whole',
  effect: 'Files are replaced one by one.',
  message: (d) => `out folder cannot be swapped (${d.reason}); files were replaced one by one, which is not atomic`,
});
export const foreignOutput = define<{ path: string }>({
  code: 'DG804',
  severity: 'error',
  title: 'The out folder contains files that docgen did not create',
  effect: 'Nothing is built.',
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

export const outputLocked = define<LockHolder>({
  code: 'DG805',
  severity: 'error',
  title: 'Another build is writing the out folder',
  effect: 'Nothing is built.',
  message: (d) => `another build (${holderText(d)}) is writing ${inCode(d.path)}`,
  hint: lockHint,
});
/** What became of the site of an interrupted build, in words. */
const outcomes = {
  restored: 'it had moved the site away: the site is back in its place',
  finished: 'its update of the site is finished now',
  whole: 'its temporary files are removed, the site is whole',
} as const;

export const unfinishedRemoved = define<{ site: keyof typeof outcomes }>({
  code: 'DG806',
  severity: 'info',
  title: 'An earlier build did not finish',
  effect: 'The site is whole: the former one, or the one of that build. Temporary files are removed.',
  message: (d) => `an earlier build was interrupted; ${outcomes[d.site]}`,
});
export const syncLocked = define<LockHolder>({
  code: 'DG807',
  severity: 'error',
  title: 'Another sync is writing the exports',
  effect: 'Nothing is synced; a build leaves the site unchanged while an export is being replaced.',
  message: (d) => `another sync (${holderText(d)}) is writing ${inCode(d.path)}`,
  hint: lockHint,
});
export const updateUnfinished = define<{ path: string; reason: string }>({
  code: 'DG808',
  severity: 'error',
  title: 'An update of the site could not be finished',
  effect: 'The site has pages of the previous build and of this one until the next build finishes the update.',
  message: (d) => `cannot finish the update of ${inCode(d.path)}: ${d.reason}; part of the new site is in its place`,
  hint: () =>
    'free some space, or check owner and mode of its folders, then build again: the next build finishes the update first',
});
export const portTaken = define<{ wanted: number; port: number }>({
  code: 'DG850',
  severity: 'info',
  title: 'The port is in use',
  effect: 'The next free port is used.',
  message: (d) => `port ${d.wanted} is in use; the site is served on port ${d.port}`,
});
export const hostRefused = define<{ host: string }>({
  code: 'DG851',
  severity: 'warning',
  title: 'A request names a host that is not served',
  effect: 'It is refused: another site may have given its own name the address of this machine.',
  message: (d) => `refused a request for the host ${inCode(d.host)}`,
  hint: () =>
    'open the site at localhost; with `--host` by an address, by the name of this machine, or by the name that `--host` has',
});
export const openToNetwork = define<{ host: string }>({
  code: 'DG852',
  severity: 'warning',
  title: 'With `--host`, other machines can read the site',
  effect: 'It is served to all who reach this machine.',
  message: (d) => `the site is served on ${d.host}: who reaches this machine can read it`,
});
export const cannotWatch = define<{ reason: string }>({
  code: 'DG853',
  severity: 'warning',
  title: 'The system cannot watch all files',
  effect: 'Some changes are not noticed.',
  message: (d) => `not all files can be watched: ${d.reason}`,
  hint: () => 'save a file that is watched, or start docgen again; on Linux raise `fs.inotify.max_user_watches`',
});
