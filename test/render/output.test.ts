// The last fence before the disk: whatever made the path of a file, it is written below the out folder or not at all.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputFile } from '../../src/model/path.js';
import { openOutput } from '../../src/render/output/output.js';
import { tempDir } from '../support/hub.js';

test.each(['../x', 'docs/../../x', '..', '.', ''])('%j is not written', async (path) => {
  const dir = tempDir();
  const output = await openOutput(join(dir, 'build'), []);
  try {
    expect(() => output.write([{ path: outputFile(path), bytes: 'x' }])).toThrow('leads out');
    expect(() => output.keep([path])).toThrow('leads out');
  } finally {
    await output.discard();
  }
  expect(existsSync(join(dir, 'x'))).toBe(false);
});
