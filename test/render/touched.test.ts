// A doc that was touched since the last build is noticed before anything else is read, so that a thread begins at once.
import { appendFileSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../src/build.js';
import { renderBody } from '../../src/render/body/body.js';
import { Store } from '../../src/render/threads/store.js';
import { isTouched } from '../../src/render/touched.js';
import { configOf, filesBelow, tempDir, writeFiles } from '../support/hub.js';

const name = (index: number) => `content/page-${String(index).padStart(2, '0')}.md`;
const pages = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [name(index), `# Page ${index}\n`]));

async function hub() {
  const dir = writeFiles(tempDir(), { ...pages, 'content/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  const cache = join(dir, 'kept');
  const once = async () => build(configOf(dir), { strict: false, render: renderBody, cache });
  const store = new Store(cache);
  expect(isTouched(store)).toBe(false);
  await once();
  return { dir, once, store, cache };
}

test('a doc of those that changed last is touched, or gone; the next build knows it', async () => {
  const { dir, once, store } = await hub();
  expect(isTouched(store)).toBe(false);
  appendFileSync(join(dir, 'content/a.svg'), ' '); // no doc
  expect(isTouched(store)).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  appendFileSync(join(dir, name(7)), 'more\n');
  await once();
  expect(isTouched(store)).toBe(false);
  appendFileSync(join(dir, name(7)), 'more\n');
  expect(isTouched(store)).toBe(true);
  await once();
  expect(isTouched(store)).toBe(false);
  utimesSync(join(dir, name(7)), 1, 1);
  expect(isTouched(store)).toBe(true);
  await once();
  rmSync(join(dir, name(7)));
  expect(isTouched(store)).toBe(true);
});

test('of many docs only those that changed last are looked at', async () => {
  const { dir, once, store } = await hub();
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (let index = 4; index < 20; index += 1) appendFileSync(join(dir, name(index)), 'more\n');
  await once();
  rmSync(join(dir, name(3)));
  expect(isTouched(store)).toBe(false);
  rmSync(join(dir, name(4)));
  expect(isTouched(store)).toBe(true);
});

test('what is no list of stamps says nothing', async () => {
  const { dir, store, cache } = await hub();
  const kept = filesBelow(cache).find((path) => readFileSync(join(cache, path), 'utf8').includes(`[["${dir}`));
  const key = kept?.replace('/', '') ?? '';
  for (const text of [
    '',
    '{}',
    '[1]',
    '[["a"]]',
    '[["a", 1]]',
    '[[["a", "b"]]]',
    'null',
    '[["\\u0000", ""], ["/nowhere", ""]]',
  ]) {
    store.put(key, text);
    expect(isTouched(store), text).toBe(false);
  }
  store.put(key, JSON.stringify(Array.from({ length: 17 }, (_, index) => ['/nowhere', index === 16 ? '1' : ''])));
  expect(isTouched(store)).toBe(false);
  store.put(key, '[["/nowhere", "1"]]');
  expect(isTouched(store)).toBe(true);
});

test('threads begin at once where nothing is kept, or a doc was touched', async () => {
  const { dir, cache } = await hub();
  const begun: string[] = [];
  vi.resetModules();
  vi.doMock('../../src/render/threads/pool.js', () => ({
    limitsOf: () => ({}),
    openPool: () => ({ warmUp: (missing: string) => begun.push(missing) }),
  }));
  onTestFinished(() => void vi.doUnmock('../../src/render/threads/pool.js'));
  const { startThreads } = await import('../../src/start-threads.js');
  startThreads({ cache });
  expect(begun).toEqual([]);
  appendFileSync(join(dir, name(19)), 'more\n');
  startThreads({ cache });
  expect(begun).toEqual(['some']);
  startThreads({ cache: join(dir, 'no-cache') });
  startThreads({ cache: undefined });
  expect(begun).toEqual(['some', 'all', 'all']);
});
