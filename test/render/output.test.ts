// The last fence before the disk: whatever made the path of a file, it is written below the out folder or not at all.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputFile, toSourcePath } from '../../src/model/path.js';
import { openOutFolder } from '../../src/render/output/output.js';
import { tempDir, writeFiles } from '../support/hub.js';

test.each(['../x', 'docs/../../x', '..', '.', ''])('%j is not written', async (path) => {
  const dir = tempDir();
  const folder = await openOutFolder({ out: join(dir, 'build'), content: [] });
  const output = folder.begin('many');
  try {
    expect(() => output.add({ files: [{ path: outputFile(path), bytes: 'x' }], reused: [] })).toThrow('leads out');
    expect(() => output.add({ files: [], reused: [path] })).toThrow('leads out');
  } finally {
    await folder.close();
  }
  expect(existsSync(join(dir, 'x'))).toBe(false);
});

test('a content file that changed since it was read is not published under the name of what it was', async () => {
  const dir = writeFiles(tempDir(), { 'i.png': 'one' });
  const file = join(dir, 'i.png');
  const folder = await openOutFolder({ out: join(dir, 'build'), content: [] });
  const output = folder.begin('many');
  const copyOf = { source: toSourcePath('i.png'), file, size: 3, mtime: statSync(file).mtimeMs };
  const path = outputFile('assets/i.0123456789ab.png');
  try {
    expect(output.add({ files: [{ path, copyOf: { ...copyOf, size: 4 } }], reused: [] })).toMatchObject([
      { code: 'DG302', place: { file: 'i.png' } },
    ]);
    expect(output.add({ files: [{ path, copyOf }], reused: [] })).toEqual([]);
    await output.publish({ paths: () => [], others: () => [], removed: [] });
  } finally {
    await folder.close();
  }
  expect(readFileSync(join(dir, 'build', path), 'utf8')).toBe('one');
});
