// Bodies of a build without a cache, asked for twice.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import type { BodyInput } from '../../src/render/body/body-types.js';
import { openSpool } from '../../src/render/threads/spool.js';
import { bodyInput, tempDir } from '../support/hub.js';

afterEach(() => void vi.unstubAllEnvs());

function spoolIn(dir: string) {
  vi.stubEnv('TMPDIR', dir);
  const asked: string[] = [];
  const render = (input: BodyInput) => {
    asked.push(input.text);
    return renderBody(input);
  };
  return { asked, ...openSpool(render) };
}

const inputs = ['# A\n\n[x](y.md) ü 日本\n', `# B\n\n${'word '.repeat(50_000)}\n`, '# C\n'].map((text) =>
  bodyInput(text),
);

test('each is rendered once and comes back as it was, from a file that has no name', async () => {
  const dir = tempDir();
  const { asked, render, close } = spoolIn(dir);
  const first = await Promise.all(inputs.map(render));
  if (process.platform !== 'win32') expect(readdirSync(dir)).toEqual([]);
  const second = await Promise.all([...inputs].reverse().map(render));
  expect(second.reverse()).toEqual(JSON.parse(JSON.stringify(first)));
  expect(asked).toHaveLength(3);
  close();
  expect(readdirSync(dir)).toEqual([]);
});

test('where no file can be made each is rendered as often as it is asked for', async () => {
  const { asked, render, close } = spoolIn(join(tempDir(), 'missing'));
  const [input] = inputs as [BodyInput];
  expect(await render(input)).toEqual(await render(input));
  expect(asked).toHaveLength(2);
  close();
});

test('nothing is made before a body is', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'sub'));
  spoolIn(join(dir, 'sub')).close();
  expect(readdirSync(join(dir, 'sub'))).toEqual([]);
});
