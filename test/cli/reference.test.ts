// Without a native parser, the program parses with remark and writes the same files.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, fixtures, root, spawnDocgen, tempDir, textsBelow, writeFiles } from '../support/hub.js';

const content = [
  { dir: join(root, 'content'), prefix: 'sample' },
  ...['markdown', 'mdx', 'devsite', 'code', 'diagrams', 'tabs'].map((prefix) => ({
    dir: join(fixtures, 'render', prefix, 'content'),
    prefix,
  })),
];

function builtBy(parser: string) {
  const dir = writeFiles(tempDir(), { 'docgen.config.json': JSON.stringify({ content }) });
  const env = { ...process.env, DOCGEN_PARSER: parser };
  const { status, stderr } = spawnDocgen(process.execPath, [bin, 'build', '--no-cache', '--all'], { cwd: dir, env });
  expect(status).toBe(0);
  return { site: textsBelow(join(dir, 'build')), stderr: stderr.replace(/\d+\.\d+ s/, '') };
}

test('the sample, and hubs of all dialects', () => {
  const [fast, reference] = [builtBy(''), builtBy('remark')];
  expect(Object.keys(fast.site).length).toBeGreaterThan(100);
  expect(reference).toEqual(fast);
});
