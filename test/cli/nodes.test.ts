// The program on every supported version of Node.js.
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, root, tempDir, textsBelow, writeFiles } from '../support/hub.js';
import { copyProgram } from '../support/installed.js';
import { otherNodes } from '../support/shared.js';

const nodes = [process.execPath, ...otherNodes('the program')];

/** Installs the package in a separate folder. */
function install(): string {
  const dir = copyProgram(tempDir());
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  return dir;
}

interface Run {
  readonly node: string;
  readonly installed: string;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

function run({ node, installed, cwd = root, env = {} }: Run, ...args: string[]) {
  return spawnSync(node, [join(installed, 'bin/docgen.js'), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: undefined, CI: '', ...env },
  });
}

/** Returns the newest code cache files by name. Code that is loaded while docgen sets V8 flags can be in either of two folders. */
function newestOf(installed: string): Map<string, { readonly path: string; readonly time: number }> {
  const newest = new Map<string, { path: string; time: number }>();
  const cache = join(installed, 'dist/.cache');
  for (const file of filesBelow(cache).filter((path) => path.startsWith('code-'))) {
    const [name, path] = [basename(file), join(cache, file)];
    const time = statSync(path).mtimeMs;
    if (time > (newest.get(name)?.time ?? 0)) newest.set(name, { path, time });
  }
  return newest;
}

const page = { 'content/a.md': '# A\n\n```ts\nconst a: number = 1;\n```\n\n[no](no.md)' };

/** Builds the sample. Returns its files by path. */
function sampleOf(node: string, installed: string) {
  const out = join(tempDir(), 'sample');
  const { status, stderr } = run({ node, installed }, 'build', '--strict', '--content', 'content', '--out', out);
  expect(stderr).toMatch(/^built \d+ pages in [^\n]*: 0 warnings, [\d.]+ s\n$/);
  expect(status).toBe(0);
  return textsBelow(out);
}

describe('on each Node.js', () => {
  let sample: Readonly<Record<string, string>>;

  // The first one runs the tests.
  test.each(nodes)(
    'a build, the help and errors print what they should, compiled code is kept (%s)',
    (node) => {
      const installed = install();
      const cwd = writeFiles(tempDir(), page);
      const build = () => {
        const built = run({ node, installed, cwd }, 'build');
        expect(built.stderr).toMatch(
          /^content\/a\.md:7:1: warning DG601: [^\n]*\n(?: {2}help: [^\n]*\n)?built 5 pages of content\/ in build: 1 warning, [\d.]+ s\n$/,
        );
        expect(built).toMatchObject({ status: 0, stdout: '' });
        return newestOf(installed);
      };
      const before = build();
      const names = ['main-main.cjs.bin', 'main-build.cjs.bin', 'thread-worker.cjs.bin'];
      expect([...before.keys()]).toEqual(expect.arrayContaining(names));
      expect(build()).toEqual(before);
      expect(run({ node, installed, cwd }, '--help')).toMatchObject({ status: 0, stderr: '' });
      const stderr = expect.stringMatching(/^docgen: error DG102: [^\n]*\n {2}help: [^\n]*\n$/);
      expect(run({ node, installed, cwd }, 'bild')).toMatchObject({ status: 2, stdout: '', stderr });
      expect(run({ node, installed, cwd }, 'inspect', 'routes').stderr).toBe('');
      const own = sampleOf(node, installed);
      sample ??= own;
      expect(own).toEqual(sample);
    },
    180_000,
  );
});

describe('V8 code cache', () => {
  const node = process.execPath;
  const cwd = () => writeFiles(tempDir(), page);

  test('is replaced if other users can write it, and if V8 rejects it', () => {
    const installed = install();
    const dir = cwd();
    const build = () => {
      expect(run({ node, installed, cwd: dir }, 'build').status).toBe(0);
      return newestOf(installed);
    };
    const before = build();
    expect(before.size).toBeGreaterThan(5);
    for (const { path } of before.values()) chmodSync(path, 0o666);
    const second = build();
    for (const [name, { path, time }] of second) {
      expect(time, name).toBeGreaterThan(before.get(name)?.time ?? 0);
      expect(statSync(path).mode & 0o022, name).toBe(0);
    }
    // Simulates other flags: the checksum is valid, but V8 rejects the code.
    const load = join(installed, 'bin/load.cjs');
    const text = readFileSync(load, 'utf8');
    const header = 'const code = entry.subarray(4);';
    expect(text).toContain(header);
    writeFiles(installed, {
      'bin/load.cjs': text.replace(header, `${header} return Buffer.from('no code at all, but not empty');`),
    });
    const third = build();
    for (const [name, { time }] of second) expect(third.get(name)?.time, name).toBeGreaterThan(time);
  });

  test('a read-only package builds without a code cache', () => {
    const installed = install();
    writeFiles(installed, { 'dist/.cache': 'a file where the folder should be' });
    expect(run({ node, installed, cwd: cwd() }, 'build').status).toBe(0);
  });
});
