// docgen as a library: simultaneous builds, and invalid options.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build, dev } from '../../src/cli/api/api.js';
import { tempDir, writeFiles } from '../support/hub.js';

test('simultaneous builds run in sequence; an invalid shard and an aborted signal are rejected', async () => {
  const dir = writeFiles(tempDir(), { 'content/a.md': '# A\n' });
  const options = { content: join(dir, 'content'), out: join(dir, 'out'), cache: false };
  const reports = await Promise.all([build(options), build(options)]);
  expect(reports.map(({ exitCode, published }) => [exitCode, published])).toEqual([
    [0, true],
    [0, true],
  ]);
  for (const shard of [{ index: 5, count: 2 }, '1/2'])
    await expect(build({ ...options, shard: shard as { index: number; count: number } })).rejects.toThrow('`shard`');
  await expect(dev({ port: 0, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});
