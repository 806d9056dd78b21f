// The folder lock of a process on another host, which can't be checked, and invalid files at the path of a lock.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { takeLock } from '../../src/disk/folder-lock.js';
import { tempDir, writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';
import { run } from '../support/sync.js';

afterEach(() => void vi.useRealTimers());

const minutesAgo = (minutes: number) => (Date.now() - minutes * 60_000) / 1000;

/** Creates the lock of a process on a host, refreshed some minutes ago. */
function lockFile(path: string, { host, minutes }: { readonly host: string; readonly minutes: number }): void {
  writeFileSync(path, JSON.stringify({ pid: process.pid, host, since: Date.now() - 3_600_000 }));
  utimesSync(path, minutesAgo(minutes), minutesAgo(minutes));
}

const commands = {
  build: { lock: '.docgen-build.lock', code: 'DG805', done: 'build/docs/a/index.html' },
  sync: { lock: '.docgen/sync.lock', code: 'DG807', done: '.docgen/sources/p/a.md' },
} as const;

const names = hasGit('locks of a sync') ? (['build', 'sync'] as const) : (['build'] as const);

const project = (name: keyof typeof commands) => {
  const dir = writeFiles(tempDir(), { 'content/a.md': '# A' });
  if (name === 'sync') {
    const source = { section: 'p', repo: repository({ 'docs/a.md': '# A' }), ref: 'main', paths: [{ from: 'docs' }] };
    writeFiles(dir, { 'docgen.config.json': JSON.stringify({ sources: [source] }), '.docgen/.gitignore': '*' });
  }
  return dir;
};

test.each(names)('%s: a refreshed lock of another host is reported with its host', async (name) => {
  const { lock, code, done } = commands[name];
  const dir = project(name);
  lockFile(join(dir, lock), { host: 'container-7', minutes: 4 });
  const ran = await run(dir, name);
  expect(ran.status).toBe(2);
  expect(ran.stderr).toContain(`error ${code}: another ${name} (pid ${process.pid} on host \`container-7\`, started `);
  expect(ran.stderr).toMatch(new RegExp(`help: .*remove its lock \`.*${lock.replaceAll('.', '\\.')}\``));
  expect(existsSync(join(dir, done))).toBe(false);
});

test.each(names)('%s: a lock of another host that was not refreshed is void', async (name) => {
  const { lock, done } = commands[name];
  const dir = project(name);
  lockFile(join(dir, lock), { host: 'container-7', minutes: 6 });
  expect(await run(dir, name)).toMatchObject({ status: 0 });
  expect(existsSync(join(dir, done))).toBe(true);
  expect(existsSync(join(dir, lock))).toBe(false);
});

test('a lock of a running process on this host is never void, and its file is reported', async () => {
  const dir = project('build');
  lockFile(join(dir, '.docgen-build.lock'), { host: hostname(), minutes: 600 });
  const { status, stderr } = await run(dir, 'build');
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /DG805: another build \(pid \d+, started \d+ s ago\).*\n {2}help: .*`.*\/\.docgen-build\.lock`/,
  );
});

test.runIf(existsSync('/proc/self/stat'))(
  'the lock of a killed process is void before its parent has waited for it',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [output] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(String(output));
      const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
      // A shell can wait for its child, but `sleep` itself doesn't.
      const isSleep = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').startsWith('sleep');
      await vi.waitUntil(isSleep, { timeout: 10_000 });
      process.kill(pid);
      await vi.waitUntil(() => fields()[2] === 'Z', { timeout: 10_000 });
      const path = join(tempDir(), 'lock');
      writeFileSync(path, JSON.stringify({ pid, host: hostname(), started: fields()[21], since: Date.now() }));
      const lock = await takeLock(path);
      expect(lock).toHaveProperty('release');
      if ('release' in lock) await lock.release();
    } finally {
      parent.kill();
    }
  },
);

test('a lock is refreshed while it is held, and not after its release', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const path = join(tempDir(), 'lock');
  const lock = await takeLock(path);
  if (!('release' in lock)) throw new Error('the lock is free');
  const isFresh = () => Date.now() - statSync(path).mtimeMs < 60_000;
  for (let round = 0; round < 3; round += 1) {
    utimesSync(path, minutesAgo(4), minutesAgo(4));
    vi.advanceTimersByTime(60_000);
    expect(isFresh()).toBe(true);
  }
  await lock.release();
  expect(existsSync(path)).toBe(false);
  lockFile(path, { host: 'container-7', minutes: 4 });
  vi.advanceTimersByTime(60_000);
  expect(isFresh()).toBe(false);
});

test.each([
  ['a named pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a folder', (path: string) => mkdirSync(path)],
])('DG802: %s in the place of the lock of a build', async (_, make) => {
  const dir = project('build');
  make(join(dir, '.docgen-build.lock'));
  const { status, stderr } = await run(dir, 'build');
  expect(stderr).toMatch(
    /error DG802: output folder `.*build` is not writable \(`.*\/\.docgen-build\.lock` is not a regular file\)/,
  );
  expect(status).toBe(2);
  expect(readdirSync(dir).sort()).toEqual(['.docgen-build.lock', 'content']);
});
