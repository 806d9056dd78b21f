// The whole program by remark alone, as where no native parser loads, gives the same files.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, filesBelow, fixtures, root, tempDir } from '../support/hub.js';

function builtBy(parser: string, content: string): { files: string[]; at: (path: string) => Buffer; stderr: string } {
  const dir = tempDir();
  cpSync(content, join(dir, 'content'), { recursive: true });
  const ran = spawnSync(process.execPath, [bin, 'build', '--no-cache'], {
    cwd: dir,
    encoding: 'utf8',
    env: { ...process.env, DOCGEN_PARSER: parser },
  });
  expect(ran.status).toBe(0);
  const out = join(dir, 'build');
  return {
    files: filesBelow(out),
    at: (path) => readFileSync(join(out, path)),
    stderr: ran.stderr.replace(/\d+\.\d+ s/, ''),
  };
}

test.each([
  ['the sample', join(root, 'content')],
  ...['markdown', 'mdx', 'devsite', 'code', 'diagrams', 'tabs'].map((name) => [
    name,
    join(fixtures, 'render', name, 'content'),
  ]),
])('%s', (_, content = '') => {
  const [fast, reference] = [builtBy('', content), builtBy('remark', content)];
  expect(fast.files.length).toBeGreaterThan(4);
  expect(reference.files).toEqual(fast.files);
  expect(reference.files.filter((path) => !reference.at(path).equals(fast.at(path)))).toEqual([]);
  expect(reference.stderr).toBe(fast.stderr);
});
