// Builds into an output folder that something else changed since the previous build: the result is always exactly the site.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../src/build.js';
import { noteCodes } from '../support/codes.js';
import { dataOf } from '../support/data.js';
import { configOf, filesBelow, inProcess, tempDir, writeFiles } from '../support/hub.js';
import { change, type Step } from '../support/scenarios.js';

const data = dataOf<{ hub: Record<string, string> }>('render/out-of-place');

const hub = () => writeFiles(tempDir(), data.hub);
interface Built {
  readonly content?: string;
  readonly out?: string;
  readonly cache?: boolean;
}
async function builds(dir: string, { content = 'c', out = 'out', cache = true }: Built = {}): Promise<boolean> {
  const kept = cache ? join(dir, 'cache') : undefined;
  const report = await build(configOf(dir, { content, out }), { strict: false, reader: inProcess, cache: kept });
  noteCodes(report.diagnostics);
  return report.published;
}
const page = 'docs/guide/a/index.html';
const journal = (dir: string, update: object) =>
  writeFileSync(join(dir, '.docgen-out.journal'), JSON.stringify({ files: [], removed: [], ...update }));

const changes: Readonly<Record<string, (dir: string) => void | Promise<void>>> = {
  'a page of a build without the cache': async (dir) => {
    writeFiles(dir, { 'c/guide/secret.md': '# Secret\n' });
    await builds(dir, { cache: false });
    rmSync(join(dir, 'c/guide/secret.md'));
  },
  'an image of a build without the cache': async (dir) => {
    writeFiles(dir, { 'c/guide/img.png': '\x89PNG\r\n\x1a\n22' });
    await builds(dir, { cache: false });
    writeFiles(dir, { 'c/guide/img.png': '\x89PNG\r\n\x1a\n333' });
  },
  'another site': async (dir) => {
    writeFiles(dir, { 'd/other.md': '# Other\n' });
    await builds(dir, { content: 'd', out: 'out2', cache: false });
    rmSync(join(dir, 'out'), { recursive: true });
    cpSync(join(dir, 'out2'), join(dir, 'out'), { recursive: true });
  },
  'a journal without a site': (dir) => {
    writeFiles(dir, { [`.docgen-out.stage/${page}`]: 'staged' });
    journal(dir, { files: [page] });
    rmSync(join(dir, 'out'), { recursive: true });
  },
};

const steps = dataOf<Readonly<Record<string, Step>>>('render/out-of-place');

test.each([...Object.keys(changes), ...Object.keys(steps)])('the site is whole after %s', async (name) => {
  const dir = hub();
  await builds(dir);
  await changes[name]?.(dir);
  change(steps[name] ?? {}, { dir, folders: {}, config: {} });
  appendFileSync(join(dir, 'c/guide/a.md'), 'more\n');
  const away = join(dir, 'away', 'index.html');
  const before = existsSync(away) ? readFileSync(away, 'utf8') : undefined;
  expect(await builds(dir)).toBe(true);
  await builds(dir, { out: 'fresh', cache: false });
  expect(filesBelow(join(dir, 'out'))).toEqual(filesBelow(join(dir, 'fresh')));
  for (const path of filesBelow(join(dir, 'fresh')))
    expect(readFileSync(join(dir, 'out', path)).equals(readFileSync(join(dir, 'fresh', path))), path).toBe(true);
  if (before !== undefined) expect(readFileSync(away, 'utf8')).toBe(before);
  expect(existsSync(join(dir, 'victim/f'))).toBe(true);
});

test('nothing outside the output folder is removed, moved or written', async () => {
  const dir = hub();
  await builds(dir);
  symlinkSync(join(dir, 'victim'), join(dir, 'out/link'));
  mkdirSync(join(dir, 'out/assets'), { recursive: true });
  journal(dir, { removed: ['link/f'] });
  await builds(dir);
  symlinkSync(join(dir, 'victim'), join(dir, '.docgen-out.stage'));
  journal(dir, { files: ['f'] });
  await builds(dir);
  symlinkSync(join(dir, 'victim/created'), join(dir, '.docgen-out.journal.new'));
  appendFileSync(join(dir, 'c/guide/a.md'), 'more\n');
  expect(await builds(dir)).toBe(true);
  expect(filesBelow(join(dir, 'victim'))).toEqual(['f']);
  expect(existsSync(join(dir, 'out/f'))).toBe(false);
});
