// One run of a program: its seconds, and its memory at the largest.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Megabytes that a process held at most so far; undefined where the system does not say. */
function peakOf(pid) {
  try {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Runs to the end; throws where the program fails. `memory` is in megabytes, undefined off Linux. */
export function run(command, args, { cwd } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, CI: '1' } });
    let memory;
    let errors = '';
    const watch = setInterval(() => {
      memory = peakOf(child.pid) ?? memory;
    }, 10);
    child.stderr.on('data', (text) => {
      errors = (errors + text).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (status) => {
      clearInterval(watch);
      const seconds = (performance.now() - started) / 1000;
      if (status === 0) resolve({ seconds, memory });
      else reject(new Error(`${command} ${args.join(' ')} failed (${status}): ${errors}`));
    });
  });
}

/** The middle one of several runs by seconds; memory is the largest of all. */
export function median(runs) {
  const sorted = [...runs].sort((a, b) => a.seconds - b.seconds);
  const memories = runs.map(({ memory }) => memory).filter((memory) => memory !== undefined);
  return {
    seconds: sorted[Math.floor(sorted.length / 2)].seconds,
    memory: memories.length > 0 ? Math.max(...memories) : undefined,
  };
}
