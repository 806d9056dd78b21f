// Workers: a page that exceeds its time or memory is one diagnostic, and all others are rendered.
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toSourcePath } from '../../src/model/types/path.js';
import { renderBody } from '../../src/render/body/body.js';
import type { Body, BodyInput } from '../../src/render/body/body-types.js';
import { openPool } from '../../src/render/workers/pool.js';
import { startTimeout } from '../../src/render/workers/thread.js';
import { dataOf } from '../support/data.js';
import { bodyInput } from '../support/hub.js';

const data = dataOf<{
  limits: [string, number, RegExp][];
  rendered: [string, number][];
  pathological: [string, number][];
}>('workers/pool');

// The compiled worker, because Node.js worker threads don't run TypeScript.
const worker = new URL('../../bin/worker.cjs', import.meta.url);
/** A worker whose bodies contain the number of bodies that it rendered before. */
const counting = new URL('../support/counting-worker.mjs', import.meta.url);

/** Opens a pool that is closed at the end of the test. */
function open({ file = worker, threads = 1, deadline = 60_000, heap = 512 } = {}) {
  const pool = openPool({ threads, deadline, heap }, file);
  onTestFinished(() => pool.close());
  return pool;
}

/** Markdown that is harmless but slow: a footnote with very many references. */
const slow = `${'[^a]'.repeat(200_000)}\n\n[^a]: x`;

test('a worker renders the same as the function', async () => {
  const pool = open({ threads: 2 });
  const texts = ['# A\n\n[x](y.md)', '```js\nconst a = 1;\n```', ':::note\nx\n:::', '<b>x'];
  const bodies = await Promise.all(texts.map((text) => pool.render(bodyInput(text))));
  expect(bodies).toEqual(await Promise.all(texts.map((text) => renderBody(bodyInput(text)))));
});

test('a second close waits for workers that are stopping; a later body starts a new worker', async () => {
  const pool = open();
  const body = await pool.render(bodyInput('# A\n'));
  const ends: string[] = [];
  const first = pool.close().then(() => ends.push('first'));
  await pool.close();
  ends.push('second');
  await first;
  expect(ends).toEqual(['first', 'second']);
  expect(await pool.render(bodyInput('# A\n'))).toEqual(body);
  await pool.close();
});

test('reported times: all steps together take at most the working time of the workers', async () => {
  const pool = open();
  const text =
    '# A\n\n:::note\n*x* <b>y</b>\n:::\n\n```js\nconst a = 1;\n```\n\n```mermaid\ngraph TD\n  a --> b\n```\n';
  await Promise.all([pool.render(bodyInput(text)), pool.render(bodyInput('# B'))]);
  const steps = pool.steps();
  expect([...steps.keys()].sort()).toEqual(['code', 'diagrams', 'dialects', 'html', 'load', 'parse', 'print']);
  const sum = [...steps.values()].reduce((all, milliseconds) => all + milliseconds, 0);
  expect(sum).toBeGreaterThan(1);
  expect(sum).toBeLessThan(pool.busy());
});

test('a page that crashes a worker is tried twice, and all others are rendered in new workers', async () => {
  const pool = open({ file: counting, threads: 2, heap: 64 });
  const texts = Array.from(
    { length: 200 },
    (_, index) => ({ 20: 'end', 21: 'throw', 60: 'memory', 199: 'end' })[index] ?? 'x',
  );
  const bodies = await Promise.all(texts.map((text, index) => pool.render({ ...bodyInput(text), key: `${index}` })));
  const faults = bodies.flatMap(({ status, diagnostics }, index) =>
    status === 'rendered' ? [] : [`${index} ${status} ${diagnostics[0]?.message}`],
  );
  expect(faults).toEqual([
    '20 failed rendering stopped: exit code 7',
    '21 failed rendering stopped: no',
    '60 limit rendering stopped: it needs more than 64 MB of memory',
    '199 failed rendering stopped: exit code 7',
  ]);
});

test('a pool that is closed while it renders stops at once', async () => {
  const pool = open();
  await pool.render(bodyInput('warm'));
  void pool.render(bodyInput(slow));
  await setTimeout(50);
  await pool.close();
});

describe('a prefetched body', () => {
  const input = (key: string) => ({ ...bodyInput('x'), key });
  const openCounting = () => open({ file: counting });
  const orderOf = (body: Body) => Number(body.html.chunks[0]);
  test('is rendered once, and again for a second request', async () => {
    const pool = openCounting();
    pool.prefetch(input('a'));
    const first = await pool.render(input('b'));
    expect([await pool.render(input('a')), first, await pool.render(input('a'))].map(orderOf)).toEqual([0, 1, 2]);
  });

  test('is dropped at the end of its build', async () => {
    const pool = openCounting();
    for (const key of ['a', 'b', 'c']) pool.prefetch(input(key));
    await pool.render(input('d'));
    pool.clear();
    const asked = await Promise.all([pool.render(input('c')), pool.render(input('a'))]);
    expect(asked.map(orderOf)[0]).toBeGreaterThan(1);
    pool.prefetch(input('b')); // of the next build
    expect(orderOf(await pool.render(input('b')))).toBe(Math.max(...asked.map(orderOf)) + 1);
  });

  test('is not prefetched if it is not repeatable or its text is too long', async () => {
    const pool = openCounting();
    pool.prefetch({ ...input('a'), isRepeatable: false });
    pool.prefetch(input('b'));
    pool.prefetch({ ...input('long'), text: 'x'.repeat(16_000_000) });
    const asked = ['a', 'long'].map((key) => pool.render(input(key)));
    expect((await Promise.all(asked)).map(orderOf)).toEqual([1, 2]);
  });
});

describe('a text that is read before its body is rendered', () => {
  test('has the same facts as with the function, and the body of a text that was not read', async () => {
    const pool = open({ threads: 2 });
    const texts = ['# A\n\nThe words of a page.', '## B\n\n<b>x</b> [y](z.md)', 'text', '> '.repeat(200)];
    const inputs = texts.map((text) => bodyInput(text, { canTakeHeading: true }));
    const facts = await Promise.all(inputs.map(pool.read));
    expect(facts).toEqual([
      { title: { text: 'A', level: 1 }, description: 'The words of a page.' },
      { title: { text: 'B', level: 2 }, description: '' },
      { description: '' },
      { description: '' },
    ]);
    const bodies = await Promise.all(inputs.map(pool.render));
    expect(bodies).toEqual(await Promise.all(inputs.map((input) => renderBody(input))));
    expect(bodies[1]?.isTitled).toBe(true);
  });

  test('is read before prefetching, after requested bodies', async () => {
    const pool = open({ file: counting });
    const order: string[] = [];
    const input = (key: string) => ({ ...bodyInput('x'), key });
    const note = (name: string) => () => void order.push(name);
    const first = pool.render(input('first'));
    pool.prefetch(input('begun'));
    const all = [pool.read(input('b')).then(note('read')), pool.render(input('c')).then(note('asked')), first];
    await Promise.all(all);
    await pool.render(input('begun')).then(note('begun'));
    expect(order).toEqual(['asked', 'read', 'begun']);
  });

  test('if it crashes its worker, has no facts and its source as its body, without another try', async () => {
    const pool = open({ file: counting });
    const [bad, good] = ['end', 'x'].map((text) => bodyInput(text)) as [BodyInput, BodyInput];
    expect(await Promise.all([pool.read(bad), pool.read(good)])).toEqual([undefined, { description: 'x' }]);
    expect(await pool.render(bad)).toMatchObject({ status: 'failed' });
    expect((await pool.render(good)).status).toBe('rendered');
  });

  test('DG306: if it takes too long, has no facts and one timeout', async () => {
    const pool = open({ file: counting, deadline: 500 });
    const [late, next] = ['loop', 'x'].map((text) => bodyInput(text)) as [BodyInput, BodyInput];
    expect(await Promise.all([pool.read(late), pool.read(next)])).toEqual([{ description: '' }, { description: 'x' }]);
    expect((await pool.render(late)).diagnostics.map(({ message }) => message)).toEqual([
      'rendering stopped: it took longer than 0.5 s',
    ]);
    expect((await pool.render(next)).html.chunks).toEqual(['0']);
  });
});

test('DG306: pages over the timeout show their source; after four of them, others get a fifth of it; normal pages are rendered', async () => {
  // Workers that load in a few milliseconds, because a fifth of the timeout must suffice for a normal page on any machine.
  const pool = open({ file: counting, deadline: 500 });
  const texts = [...Array.from({ length: 6 }, () => 'loop'), '# Next'];
  const bodies = await Promise.all(texts.map((text, index) => pool.render({ ...bodyInput(text), key: `${index}` })));
  expect(bodies.map(({ status }) => status)).toEqual([...Array.from({ length: 6 }, () => 'late'), 'rendered']);
  const limits = bodies.flatMap(({ diagnostics }) => diagnostics.map(({ code, message }) => `${code} ${message}`));
  const late = (limit: string) => `DG306 rendering stopped: it took longer than ${limit}`;
  expect(limits).toEqual(['0.5 s', '0.5 s', '0.5 s', '0.5 s', '0.1 s', '0.1 s'].map(late));
  expect(bodies[0]?.html.chunks.join('')).toMatch(/^<p>This page could not be rendered. Its source follows/);
});

test('a long text has the time of a single page, not the fifth that each page of a batch has', async () => {
  const pool = open({ file: counting, deadline: 1000 });
  const first = await pool.render(bodyInput('first'));
  const texts = ['a', 'b', `slow ${'x'.repeat(80_000)}`, 'c', 'd', 'e'];
  const bodies = await Promise.all(texts.map((text, index) => pool.render({ ...bodyInput(text), key: `${index}` })));
  expect(new Set([first, ...bodies].flatMap(({ ids }) => ids)).size).toBe(1); // no worker was terminated
});

test('DG306: a page whose parsing takes too long is stopped', async () => {
  expect((await open({ deadline: 1000 }).render(bodyInput(slow))).status).toBe('late');
});

test('a timeout counts CPU time: a waiting task is not late, a working one is', async () => {
  let isLate = false;
  const begin = () =>
    startTimeout(
      500,
      () => 1,
      () => {
        isLate = true;
      },
    );
  const end = begin();
  await setTimeout(1000);
  end();
  expect(isLate).toBe(false);
  const thread = new Worker('for (;;);', { eval: true });
  begin();
  await expect.poll(() => isLate, { timeout: 30_000 }).toBe(true);
  await thread.terminate();
});

test('a finished task does not time out, and a timeout is reported once', async () => {
  const told: string[] = [];
  const begin = (name: string) =>
    startTimeout(
      1,
      () => 1,
      () => void told.push(name),
    );
  const ends = ['a', 'b'].map(begin);
  const until = performance.now() + 60;
  while (performance.now() < until);
  ends[0]?.();
  expect(told).toEqual([]);
  await expect.poll(() => told).toEqual(['b']);
  await setTimeout(300);
  expect(told).toEqual(['b']);
});

test.each([
  ...data.limits.map(([piece, count, reason]) => [piece.repeat(count), reason] as const),
  [`${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'|b\n'.repeat(200)}`, /a table has over 200000 cells/] as const,
])('DG306: cheap limits before and while a page is parsed', async (text, reason) => {
  const body = await renderBody(bodyInput(text));
  expect(body.diagnostics.map(({ message }) => message)).toEqual([expect.stringMatching(reason)]);
});

test.each([...data.rendered, [`\`\`\`xml\n${'<a>&lt;</a>\n'.repeat(21_000)}\`\`\``, 1] as const])(
  'text of ordinary pieces is rendered, however often (%#)',
  async (piece, count) => {
    expect((await renderBody(bodyInput(piece.repeat(count)))).status).toBe('rendered');
  },
);

const marks = Array.from({ length: 1500 }, (_, n) => `e${'`'.repeat(n)}`).join('');
test.each([marks, ...data.pathological.map(([piece, count]) => piece.repeat(count))])(
  'published pathological inputs end (%#)',
  async (text) => {
    for (const source of ['a.md', 'a.mdx']) {
      const { status, diagnostics } = await renderBody(bodyInput(text, { source: toSourcePath(source) }));
      expect(['rendered', 'limit']).toContain(status);
      expect(diagnostics.some(({ code }) => code === 'DG306')).toBe(status === 'limit');
    }
  },
);
