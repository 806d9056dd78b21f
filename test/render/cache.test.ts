// What is kept between builds: rendered bodies, and files that did not change.
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/build.js';
import { renderBody } from '../../src/render/body/body.js';
import { type Body, type BodyInput, escapedSource, type RenderBody } from '../../src/render/body/body-types.js';
import { withCache } from '../../src/render/threads/cache.js';
import { Store } from '../../src/render/threads/store.js';
import { bodyInput, configOf, filesBelow, tempDir, writeFiles } from '../support/hub.js';

function counted(): { render: RenderBody; calls: () => number } {
  let calls = 0;
  const render = (body: BodyInput): Promise<Body> => {
    calls += 1;
    return renderBody(body);
  };
  return { render, calls: () => calls };
}

describe('the cache of bodies', () => {
  test('renders once what is the same, again what is not: text, partials, place, or is never the same', async () => {
    const store = new Store(tempDir());
    const { render, calls } = counted();
    const cached = withCache(store, render);
    const first = await cached(bodyInput('# A'));
    expect(await cached(bodyInput('# A'))).toEqual(first);
    expect(calls()).toBe(1);
    await cached(bodyInput('# B'));
    await cached(bodyInput('# A', { line: 2 }));
    await cached(bodyInput('# A', { partials: { '_p.md': 'x' } }));
    expect(calls()).toBe(4);
    await cached(bodyInput('# A', { isRepeatable: false }));
    expect(calls()).toBe(5);
  });

  test.each([
    ['late', 1],
    ['limit', 1],
    ['failed', 2],
  ] as const)('a page that is %s is rendered %i times in two builds, and reported in both', async (status, times) => {
    const store = new Store(tempDir());
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

  test('diagnostics come with a kept body', async () => {
    const cached = withCache(new Store(tempDir()), renderBody);
    const first = await cached(bodyInput('[x](javascript:alert(1))'));
    expect((await cached(bodyInput('[x](javascript:alert(1))'))).diagnostics).toEqual(first.diagnostics);
    expect(first.diagnostics).toHaveLength(1);
  });

  test.each([
    ['empty', () => ''],
    ['cut off', (entry: string) => entry.slice(0, -5)],
    ['changed', (entry: string) => entry.replace('"headings"', '"heedings"')],
    ['somebody else’s', () => '[]'],
    ['a folder', undefined],
    ['a link to nowhere', null],
  ])('an entry that is %s is a miss', async (_, change) => {
    const dir = tempDir();
    const { render, calls } = counted();
    const first = await withCache(new Store(dir), render)(bodyInput('# A'));
    const [entry = ''] = filesBelow(dir).map((path) => join(dir, path));
    const text = readFileSync(entry, 'utf8');
    if (change) writeFileSync(entry, change(text));
    else {
      rmSync(entry);
      if (change === null) symlinkSync('nowhere', entry);
      else mkdirSync(entry);
    }
    expect(await withCache(new Store(dir), render)(bodyInput('# A'))).toEqual(first);
    expect(calls()).toBe(2);
  });

  test('a folder that cannot be written is no cache, and no fault', async () => {
    const dir = writeFiles(tempDir(), { file: '' });
    expect(await withCache(new Store(join(dir, 'file/x')), renderBody)(bodyInput('# A'))).toMatchObject({
      isTitled: true,
    });
  });

  test('it is bounded: the oldest entries go', async () => {
    const dir = tempDir();
    const store = new Store(dir);
    for (const [index, key] of ['aa1', 'bb2', 'cc3'].entries()) {
      await store.put(key, 'x'.repeat(1000));
      utimesSync(join(dir, key.slice(0, 2), key.slice(2)), index + 1, index + 1);
    }
    await store.trim(2500);
    expect(filesBelow(dir)).toEqual(['bb/2', 'cc/3']);
  });
});

test('a file that did not change keeps its time; one that did is new; one that is gone goes', async () => {
  const dir = writeFiles(tempDir(), {
    'content/a.md': '# A',
    'content/b.md': '# B',
    'content/c.md': '---\nunlisted: true\n---\n# C',
  });
  const run = () => build(configOf(dir), { strict: false, render: renderBody });
  await run();
  const page = (name: string) => join(dir, 'build/docs', name, 'index.html');
  for (const name of ['a', 'b', 'c']) utimesSync(page(name), 1000, 1000);
  writeFiles(dir, { 'content/b.md': '# B\n\nMore.' });
  await run();
  expect(statSync(page('a')).mtimeMs).toBe(1_000_000);
  expect(statSync(page('b')).mtimeMs).toBeGreaterThan(1_000_000);
  expect(readFileSync(page('b'), 'utf8')).toContain('More.');
  rmSync(join(dir, 'content/c.md'));
  await run();
  expect(filesBelow(join(dir, 'build')).filter((path) => path.startsWith('docs/c'))).toEqual([]);
});
