// The imports against the table of ARCHITECTURE.md.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, root } from './support/hub.js';

const sources = ['src', 'templates', 'bin'].flatMap((room) =>
  filesBelow(`${root}/${room}`)
    .filter((path) => /\.(?:tsx?|js)$/.test(path))
    .map((path) => `${room}/${path}`),
);

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(posix.join(root, file), 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|import\('([^']+)'\)|^import\s+'([^']+)'/gms,
  );
  return [...found].map(([, type, ...names]) => {
    const name = names.find(Boolean) ?? '';
    return {
      from: file,
      to: name.startsWith('.') ? posix.join(posix.dirname(file), name) : name,
      isType: type !== undefined,
    };
  });
}

const imports = sources.flatMap(importsOf);

function roomOf(path: string): string {
  if (/^(?:dist\/)?src\/(?:model|disk|render|cli)\//.test(path)) return path.replace(/^dist\//, '').split('/')[1] ?? '';
  return path.startsWith('templates/')
    ? 'templates'
    : path.startsWith('bin/')
      ? 'bin'
      : /^src\/[^/]+$/.test(path)
        ? posix.basename(path).replace(/\.[jt]s$/, '')
        : 'package';
}

const mayImport: Readonly<Record<string, readonly string[]>> = {
  model: ['model'],
  disk: ['disk', 'model'],
  templates: ['templates'],
  render: ['render', 'model', 'disk', 'templates'],
  build: ['model', 'disk', 'render'],
  index: ['model', 'build'],
  cli: ['cli', 'model', 'disk', 'build'],
  bin: ['bin'], // the bundle of cli and render, by its name: see .ci/bundle.mjs
};

test('each room imports the rooms that it may', () => {
  expect(imports.length).toBeGreaterThan(150);
  const wrong = imports.filter(({ from, to, isType }) => {
    const [room, target] = [roomOf(from), roomOf(to)];
    if (target === 'package' || mayImport[room]?.includes(target)) return false;
    return !(room === 'templates' && target === 'model' && isType);
  });
  expect(wrong).toEqual([]);
});

describe('absences', () => {
  const users = (packages: RegExp, room: string) =>
    [
      ...new Set(
        imports
          .filter(({ from, to, isType }) => !isType && packages.test(to) && roomOf(from) === room)
          .map(({ from }) => posix.basename(from)),
      ),
    ].sort();
  const disk = /^(?:node:fs(?:\/promises)?|fs-extra|globby)$/;

  test('the disk is touched in a few files', () => {
    expect(users(disk, 'model')).toEqual(['config.ts', 'read.ts', 'regular-file.ts']);
    expect(users(disk, 'render')).toEqual([
      'assets.ts',
      'kept.ts',
      'limited-parser.ts',
      'output.ts',
      'parts.ts',
      'remove-folder.ts',
      'store.ts',
    ]);
    expect(users(disk, 'disk')).toEqual(['exports.ts', 'lock.ts']);
    expect(users(disk, 'templates')).toEqual([]);
    expect(users(disk, 'cli')).toEqual([
      'build.ts',
      'eject.ts',
      'export.ts',
      'git.ts',
      'main.ts',
      'report.ts',
      'store.ts',
      'sync.ts',
    ]);
  });
  test('addresses are decoded and encoded in one file', () => {
    const calls =
      /\b(?:new URL|URL\.(?:canParse|parse)|decodeURI|decodeURIComponent|encodeURI|encodeURIComponent)\b(?! *=)/;
    const callers = sources.filter(
      (file) =>
        file.startsWith('src/') && calls.test(readFileSync(posix.join(root, file), 'utf8').replace(/\/\/.*/g, '')),
    );
    expect(callers).toEqual(['src/model/path.ts']);
  });
  test('git is called in one file', () => {
    const callers = imports.filter(({ to }) => to === 'node:child_process').map(({ from }) => from);
    expect(callers).toEqual(['src/cli/sync/git-process.ts']);
  });
  test('the model knows no HTML, React, network, process or clock', () => {
    expect(
      users(/^(?:react.*|hast.*|mdast.*|remark.*|unist.*|node:(?:http.*|net|child_process|worker_threads))$/, 'model'),
    ).toEqual([]);
    const text = sources
      .filter((file) => roomOf(file) === 'model')
      .map((file) => readFileSync(posix.join(root, file), 'utf8'))
      .join('\n');
    expect(text).not.toMatch(/Date\.now|new Date|Math\.random|performance\.now|process\.(?:exit|env|std)/);
  });
  test('rendering prints nothing and ends no process', () => {
    const text = sources
      .filter((file) => ['render', 'templates'].includes(roomOf(file)))
      .map((file) => readFileSync(posix.join(root, file), 'utf8'))
      .join('\n');
    expect(text).not.toMatch(/console\.|process\.(?:exit|std)|Math\.random/);
  });
  test('commands do not import each other', () => {
    const commands = ['build', 'inspect', 'eject', 'sync'];
    const wrong = imports.filter(
      ({ from, to, isType }) =>
        !isType &&
        commands.includes(posix.basename(from, '.ts')) &&
        roomOf(from) === 'cli' &&
        roomOf(to) === 'cli' &&
        commands.includes(posix.basename(to, '.js')),
    );
    expect(wrong).toEqual([]);
  });
});
