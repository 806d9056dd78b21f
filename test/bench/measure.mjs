// One run of a program: its seconds, those of its processors, and its memory at the largest.
import { spawn } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Returns CPU seconds and peak memory in megabytes of a process, or undefined on systems other than Linux. */
export function stateOf(pid) {
  try {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number); // in hundredths
    return kilobytes === undefined ? undefined : { cpu: (user + system) / 100, memory: Number(kilobytes) / 1024 };
  } catch {
    return undefined;
  }
}

// Node reads these certificates at each start, for 30 ms where they are a system's, and no build needs one.
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

/** Runs to the end; throws where the program fails. */
export function run(command, args, { cwd } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], env: { ...environment, CI: '1' } });
    let state;
    let errors = '';
    const watch = setInterval(() => {
      state = stateOf(child.pid) ?? state;
    }, 10);
    child.stderr.on('data', (text) => {
      errors = (errors + text).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (status) => {
      clearInterval(watch);
      const seconds = (performance.now() - started) / 1000;
      if (status === 0) resolve({ seconds, ...state });
      else reject(new Error(`${command} ${args.join(' ')} failed (${status}): ${errors}`));
    });
  });
}

const known = (list) => list.filter((value) => value !== undefined).sort((a, b) => a - b);
const middle = (list) => known(list)[Math.floor(known(list).length / 2)];

/** The medians of several runs; memory is the largest of all. */
export function median(runs) {
  return {
    seconds: middle(runs.map(({ seconds }) => seconds)),
    cpu: middle(runs.map(({ cpu }) => cpu)),
    memory: known(runs.map(({ memory }) => memory)).at(-1),
  };
}

const tmpfs = 0x01021994;

/** A folder to work in, on a memory disk where there is one with room, and what it is on. */
export function workDisk(bytes) {
  try {
    const { type, bavail, bsize } = statfsSync('/dev/shm');
    if (type === tmpfs && bavail * bsize > bytes) return { dir: '/dev/shm', disk: 'a memory disk (/dev/shm)' };
  } catch {
    // there is none
  }
  return { dir: tmpdir(), disk: `the disk of ${tmpdir()}` };
}
