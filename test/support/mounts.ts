// Mounts file systems for tests. Requires root, otherwise the tests are skipped.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';

let isPossible: boolean | undefined;

/** Whether this process can mount. */
export function canMount(): boolean {
  isPossible ??=
    process.getuid?.() === 0 &&
    spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount -t tmpfs none "$d" && umount "$d" && rmdir "$d"']).status === 0;
  return isPossible;
}

/** Mounts at a folder until the test ends; `options` are those of `mount`. */
export function mountAt(dir: string, ...options: string[]): void {
  mkdirSync(dir, { recursive: true });
  expect(spawnSync('mount', [...options, dir]).status).toBe(0);
  onTestFinished(() => {
    spawnSync('umount', [dir]);
  });
}

/** Mounts a tmpfs of a size such as `200k`. */
export function mountTmpfs(dir: string, size: string): void {
  mountAt(dir, '-t', 'tmpfs', '-o', `size=${size}`, 'none');
}
