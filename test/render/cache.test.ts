// Caching between builds: rendered bodies and unchanged files.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import { type Body, type BodyInput, escapedSource, type RenderBody } from '../../src/render/body/body-types.js';
import { withCache } from '../../src/render/cache/bodies.js';
import { CacheStore } from '../../src/render/cache/store.js';
import { bodyInput, filesBelow, tempDir, writeFiles } from '../support/hub.js';

function counted(): { render: RenderBody; calls: () => number } {
  let calls = 0;
  const render = (body: BodyInput): Promise<Body> => {
    calls += 1;
    return renderBody(body);
  };
  return { render, calls: () => calls };
}

test('a cache entry that is not a regular file is a cache miss, and is never waited for', () => {
  const dir = tempDir();
  const store = new CacheStore(dir);
  const key = 'ab'.padEnd(64, '0');
  store.put(key, 'text');
  expect(store.get(key)).toBe('text');
  const entry = join(dir, 'ab', key.slice(2));
  renameSync(entry, join(dir, 'kept'));
  for (const place of [
    () => symlinkSync('../kept', entry),
    () => execFileSync('mkfifo', [entry]),
    () => mkdirSync(entry),
  ]) {
    place();
    expect(store.get(key)).toBeUndefined();
    rmSync(entry, { recursive: true });
  }
});

describe('the cache of bodies', () => {
  test('renders equal inputs once, and again if text, partials, location or an unrepeatable input change', async () => {
    const store = new CacheStore(tempDir());
    const { render, calls } = counted();
    const cached = withCache(store, render);
    const first = await cached(bodyInput('# A'));
    expect(await cached(bodyInput('# A'))).toEqual(first);
    expect(calls()).toBe(1);
    await cached(bodyInput('# B'));
    await cached(bodyInput('# A', { line: 2 }));
    await cached(bodyInput('# A', { partials: { '_p.md': 'x' } }));
    expect(calls()).toBe(4);
    for (let time = 0; time < 2; time += 1) await cached(bodyInput('# A', { isRepeatable: false }));
    expect(calls()).toBe(6);
  });

  test.each([
    ['late', 1],
    ['limit', 1],
    ['failed', 2],
  ] as const)('a page that is %s is rendered %i times in two builds, and reported in both', async (status, times) => {
    const store = new CacheStore(tempDir());
    let calls = 0;
    const cached = withCache(store, async (input) => {
      calls += 1;
      return escapedSource(input, 'it took longer than 10 s', status);
    });
    const first = await cached(bodyInput('# A'));
    expect(await cached(bodyInput('# A'))).toEqual(first);
    expect(first.diagnostics.map(({ code }) => code)).toEqual(['DG306']);
    expect(calls).toBe(times);
  });

  test.each([
    ['empty', () => ''],
    ['cut off', (entry: string) => entry.slice(0, -5)],
    ['changed', (entry: string) => entry.replace('"headings"', '"heedings"')],
    ['changed, and of the right form', (entry: string) => entry.replace('"isTitled":true', '"isTitled":false')],
    ['somebody else’s', () => '[]'],
    ['a folder', undefined],
    ['a link to nowhere', null],
  ])('an entry that is %s is a miss', async (_, change) => {
    const dir = tempDir();
    const { render, calls } = counted();
    const first = await withCache(new CacheStore(dir), render)(bodyInput('# A'));
    const [entry = ''] = filesBelow(dir).map((path) => join(dir, path));
    const text = readFileSync(entry, 'utf8');
    if (change) writeFileSync(entry, change(text));
    else {
      rmSync(entry);
      if (change === null) symlinkSync('nowhere', entry);
      else mkdirSync(entry);
    }
    expect(await withCache(new CacheStore(dir), render)(bodyInput('# A'))).toEqual(first);
    expect(calls()).toBe(2);
  });

  test('a read-only folder disables the cache without an error', async () => {
    const dir = writeFiles(tempDir(), { file: '' });
    expect(await withCache(new CacheStore(join(dir, 'file/x')), renderBody)(bodyInput('# A'))).toMatchObject({
      isTitled: true,
    });
  });

  describe('has a maximum size', () => {
    const limit = 8000;
    const pathOf = (dir: string, key: string) => join(dir, key.slice(0, 2), key.slice(2).padEnd(62, '0'));
    const has = (dir: string, key: string) => existsSync(pathOf(dir, key));
    /** Builds that each write entries of 500 bytes, older ones first. */
    function write(dir: string, ...keys: string[]) {
      const store = new CacheStore(dir);
      for (const key of keys) {
        store.put(key.padEnd(64, '0'), 'x'.repeat(500));
        utimesSync(pathOf(dir, key), Number(key), Number(key));
      }
      store.trim(limit);
    }
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => String(1000 + from + index));

    test('the oldest entries are removed, but no other files', async () => {
      const dir = writeFiles(tempDir(), { 'docs/a.md': '# Mine', '10/b.md': 'also mine' });
      for (const path of ['docs/a.md', '10/b.md']) utimesSync(join(dir, path), 1, 1);
      write(dir, ...numbers(1, 30));
      expect(filesBelow(dir)).toEqual(expect.arrayContaining(['docs/a.md', '10/b.md']));
      expect(numbers(1, 30).filter((key) => has(dir, key))).toEqual(numbers(19, 30)); // 12 of 565 bytes in 7,000
    });

    test('it is scanned after builds have written much since the last scan: one build, or many', async () => {
      const dir = tempDir();
      write(dir, ...numbers(1, 12));
      write(dir, ...numbers(13, 14)); // 1,000 bytes
      expect(has(dir, '1001')).toBe(true);
      write(dir, '1015');
      expect(numbers(1, 15).filter((key) => has(dir, key))).toEqual(numbers(4, 15));
      write(dir, '1016');
      expect(has(dir, '1004')).toBe(true);
    });

    test.each([
      ['is gone', undefined],
      ['is empty', ''],
      ['holds no numbers', 'NaN\n-5\n'],
      ['holds no end of numbers', '1\n'.repeat(10_000)],
      ['is a folder', null],
    ])('a count that %s: it is looked through', async (_, count) => {
      const dir = tempDir();
      write(dir, ...numbers(1, 12));
      const file = join(dir, 'written');
      expect(readFileSync(file, 'utf8')).toBe('0\n');
      rmSync(file);
      if (count === null) mkdirSync(file);
      else if (count !== undefined) writeFileSync(file, count);
      write(dir, '1013');
      expect(has(dir, '1001')).toBe(false);
    });

    test('a symbolic link instead of the log: its target is unchanged', async () => {
      const dir = writeFiles(tempDir(), { mine: 'years of work' });
      mkdirSync(join(dir, 'cache'));
      symlinkSync('../mine', join(dir, 'cache/written'));
      await write(join(dir, 'cache'), ...numbers(1, 13));
      expect(readFileSync(join(dir, 'mine'), 'utf8')).toBe('years of work');
      expect(has(join(dir, 'cache'), '1001')).toBe(false);
    });
  });
});
