// The last check before the disk: a file is written below the output folder or not at all, whatever its path is.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/build.js';
import { statSignature } from '../../src/model/input/regular-file.js';
import { outputFile, toSourcePath } from '../../src/model/types/path.js';
import { openOutFolder } from '../../src/render/output/output.js';
import { configOf, inProcess, tempDir, writeFiles } from '../support/hub.js';

test.each(['../x', 'docs/../../x', '..', '.', ''])('%j is not written', async (path) => {
  const dir = tempDir();
  const folder = await openOutFolder({ out: join(dir, 'build'), content: [] });
  const output = folder.stageSite();
  try {
    expect(() => output.add({ files: [{ path: outputFile(path), bytes: 'x' }], reused: [] })).toThrow('is outside');
    output.add({ files: [], reused: [path] });
    output.complete({ paths: [], others: [] });
    await expect(folder.publish()).rejects.toThrow('is outside');
  } finally {
    await folder.close();
  }
  expect(existsSync(join(dir, 'x'))).toBe(false);
});

test.each(['a:b/index.html', 'docs/aux.html', 'docs/x./index.html'])('%j is not written on Windows', async (path) => {
  const folder = await openOutFolder({ out: join(tempDir(), 'build'), content: [] });
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  try {
    const part = { files: [{ path: outputFile(path), bytes: 'x' }], reused: [] };
    expect(() => folder.stageSite().add(part)).toThrow('Windows has no files of this name');
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
    await folder.close();
  }
});

test('a content file that changed after it was read is not published with its old hash', async () => {
  const dir = writeFiles(tempDir(), { 'i.png': 'one' });
  const file = join(dir, 'i.png');
  const folder = await openOutFolder({ out: join(dir, 'build'), content: [] });
  const output = folder.stageSite();
  const copyOf = { source: toSourcePath('i.png'), file, signature: statSignature(statSync(file)) };
  const path = outputFile('assets/i.0123456789ab.png');
  try {
    expect(output.add({ files: [{ path, copyOf: { ...copyOf, signature: 'another' } }], reused: [] })).toMatchObject([
      { code: 'DG302', place: { file: 'i.png' } },
    ]);
    expect(output.add({ files: [{ path, copyOf }], reused: [] })).toEqual([]);
    output.complete({ paths: [], others: [] });
    await folder.publish();
  } finally {
    await folder.close();
  }
  expect(readFileSync(join(dir, 'build', path), 'utf8')).toBe('one');
});

describe('for any manifest in the output folder, the next build has the same result', () => {
  const page = { 'content/a.md': '# A' };
  const replaced = (make: (path: string) => void) => (path: string) => {
    rmSync(path);
    make(path);
  };
  test.each<[string, (manifest: string) => void]>([
    ['a pipe', replaced((path) => execFileSync('mkfifo', [path]))],
    ['a folder', replaced((path) => mkdirSync(path))],
    ['larger than Node can read', (path) => truncateSync(path, 3 * 1024 ** 3)],
    ['with a line that no path can be', (path) => appendFileSync(path, 'a\0b\n')],
    [
      'with a name that no file can have',
      (path) => appendFileSync(path, `${'a'.repeat(5000)}\n${'é'.repeat(200)}/b\n`),
    ],
    ['next to a file whose name is not UTF-8', (path) => appendFileSync(Buffer.from(`${path}\xe9`, 'latin1'), '')],
    ['with a path that climbs', (path) => appendFileSync(path, '../content/a.md\n')],
  ])('%s', async (_name, damage) => {
    const dir = writeFiles(tempDir(), page);
    const manifest = join(dir, 'build/.docgen-manifest');
    const run = () => build(configOf(dir), { strict: false, reader: inProcess, cache: join(dir, 'cache') });
    await run();
    const sound = readFileSync(manifest, 'utf8');
    damage(manifest);
    for (const title of ['A', 'B']) {
      writeFiles(dir, { 'content/a.md': `# ${title}` });
      expect(await run()).toMatchObject({ published: true, diagnostics: [] });
      expect(readFileSync(join(dir, 'build/docs/a/index.html'), 'utf8')).toContain(`>${title}</h1>`);
    }
    expect(readFileSync(manifest, 'utf8')).toBe(sound);
    expect(existsSync(join(dir, 'content/a.md'))).toBe(true);
  });
});
