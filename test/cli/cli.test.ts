// The program as a child process: exit codes, its output on both streams, and the files that it leaves.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dataOf } from '../support/data.js';
import { bin, filesBelow, root, spawnDocgen, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { run, succeed } from '../support/sync.js';

const data = dataOf<{ usage: [string[], RegExp][]; configs: [string, string, RegExp][] }>('cli/cli');
const two = { 'content/a.md': '# A\n\n[B](b.md)', 'content/b.md': '# B' };
const hub = (files: Record<string, string>) => writeFiles(tempDir(), files);

describe('docgen build', () => {
  test('in a workspace, the cache is in node_modules of a parent folder, but not in that of another user', async () => {
    const dir = hub({ 'node_modules/x/package.json': '{}', 'packages/docs/content/a.md': '# A' });
    const here = join(dir, 'packages/docs');
    const cache = join(dir, 'node_modules/.cache/docgen');
    await succeed(here, 'build', '--no-cache');
    expect(existsSync(cache)).toBe(false);
    await succeed(here, 'build');
    expect(filesBelow(cache)).not.toEqual([]);
    writeFiles(here, { 'node_modules/y/package.json': '{}' });
    rmSync(cache, { recursive: true });
    await succeed(here, 'build');
    expect(existsSync(cache)).toBe(false);
    expect(filesBelow(join(here, 'node_modules/.cache/docgen'))).not.toEqual([]);
    if (process.getuid?.() !== 0) return; // only root can change the owner
    rmSync(join(here, 'node_modules'), { recursive: true });
    chownSync(join(dir, 'node_modules'), 65534, 65534);
    await succeed(here, 'build');
    expect(existsSync(cache)).toBe(false);
  });

  test.each([
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '', NO_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: undefined }, false],
  ])('without a terminal FORCE_COLOR decides about colours: %j', async (colors, isColored) => {
    const dir = hub({ 'content/a.md': '[B](b.md)' });
    for (const name of ['FORCE_COLOR', 'NO_COLOR']) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries(colors)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const stderr = await succeed(dir, 'build');
    expect(stderr).toContain('DG601');
    expect(stderr.includes('\u001b[')).toBe(isColored);
    expect(await succeed(dir, 'build', '--no-color')).not.toContain('\u001b[');
  });
});

describe('invalid usage, config or environment exits with 2', () => {
  test.each(data.usage)('docgen %j', async (args, message) => {
    const ran = await run(hub(two), ...args);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).toMatch(/\n {2}help: /);
    expect(ran.stderr).not.toMatch(/\n {4}at /);
  });

  test.each(data.configs)('%s: %s', async (name, text, message) => {
    const ran = await run(hub({ ...two, [name]: text }), 'build');
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).not.toMatch(/\n {4}at /);
  });

  test('DG101: unsupported version of Node.js', () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.1.0"})';
    const ran = spawnDocgen(process.execPath, ['--import', pretend, bin, 'build'], { cwd: hub(two) });
    expect(ran.status).toBe(2);
    expect(ran.stderr).toMatch(/error DG101: Node.js 18\.1\.0 is too old: docgen needs >=20\.19/);
  });

  test('DG901: a bug in docgen exits with 3, and prints a stack trace only with --debug', () => {
    const dir = hub(two);
    const broken = 'data:text/javascript,String.prototype.normalize=()=>{throw new Error("broken")}';
    const run = (...more: string[]) =>
      spawnDocgen(process.execPath, ['--import', broken, bin, 'build', ...more], { cwd: dir });
    const plain = run();
    expect(plain.status).toBe(3);
    expect(plain.stderr).toMatch(/^docgen: error DG901: internal error in build: broken\n {2}help: .*\n$/);
    const [, file = '', line] = /\n {4}at [^\n]* \((src\/[^():]+\.ts):(\d+)\)/.exec(run('--debug').stderr) ?? [];
    expect(readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1]).toContain('.normalize(');
    for (const format of [['--format=json'], ['--format', 'json', '--debug']]) {
      const { status, stderr } = run(...format);
      expect(status).toBe(3);
      expect(JSON.parse(stderr)).toMatchObject({ code: 'DG901', severity: 'error' });
      expect(stderr.includes(' at ')).toBe(format.includes('--debug'));
    }
    expect(run('--format', 'github').stderr).toMatch(/^::error title=DG901::/);
    expect(existsSync(join(dir, 'build'))).toBe(false);
  });
});

test('without a command, prints the help and exits with 2', async () => {
  expect(await run(root)).toMatchObject({ status: 2, stderr: expect.stringContaining('Exit codes:') });
});

test('a closed pipe is not an error', () => {
  const command = `"${process.execPath}" "${bin}" inspect version --json --content content | head -c 1; exit $?`;
  expect(spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

scenarios('cli/cli');
describe('docgen eject', () => scenarios('cli/cli', { key: 'eject' }));
