// Threads: what takes too long or too much is one page's diagnostic; all others are rendered.
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { toSourcePath } from '../../src/model/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { Deadlines } from '../../src/render/threads/deadlines.js';
import { isWorthwhile, openPool } from '../../src/render/threads/pool.js';
import { bodyInput } from '../support/hub.js';

// The compiled worker: a thread of Node has no TypeScript.
const worker = new URL('../../bin/worker.js', import.meta.url);
/** Markdown that is harmless but for the time that it takes: a footnote with very many references. */
const slow = `${'[^a]'.repeat(200_000)}\n\n[^a]: x`;

test('a thread renders what the function renders', async () => {
  const pool = openPool({ threads: 2, deadline: 60_000, heap: 512 }, worker);
  const texts = ['# A\n\n[x](y.md)', '```js\nconst a = 1;\n```', ':::note\nx\n:::', '<b>x'];
  try {
    const bodies = await Promise.all(texts.map((text) => pool.render(bodyInput(text))));
    expect(bodies).toEqual(await Promise.all(texts.map((text) => renderBody(bodyInput(text)))));
  } finally {
    await pool.close();
  }
});

test.each([
  ['few pages', 2, { waiting: 90, expected: 5000, cores: 8 }, false],
  ['some hundred pages and a core that is free', 2, { waiting: 200, expected: 600, cores: 4 }, true],
  ['some hundred pages and the core of the main thread', 2, { waiting: 200, expected: 600, cores: 2 }, false],
  ['a large hub and the core of the main thread', 2, { waiting: 200, expected: 3000, cores: 2 }, true],
  ['pages that two threads have done before a third has loaded', 3, { waiting: 190, expected: 3000, cores: 8 }, false],
])('a thread more for %s', (_, threads, found, isStarted) => {
  expect(isWorthwhile(threads, found)).toBe(isStarted);
});

test('it says what its threads did: all steps together take no longer than the threads were at work', async () => {
  const pool = openPool({ threads: 1, deadline: 60_000, heap: 512 }, worker);
  try {
    const text =
      '# A\n\n:::note\n*x* <b>y</b>\n:::\n\n```js\nconst a = 1;\n```\n\n```mermaid\ngraph TD\n  a --> b\n```\n';
    await Promise.all([pool.render(bodyInput(text)), pool.render(bodyInput('# B'))]);
    const steps = pool.steps();
    expect([...steps.keys()].sort()).toEqual(['code', 'diagrams', 'dialects', 'html', 'load', 'parse', 'print']);
    const sum = [...steps.values()].reduce((all, milliseconds) => all + milliseconds, 0);
    expect(sum).toBeGreaterThan(1);
    expect(sum).toBeLessThan(pool.busy());
  } finally {
    await pool.close();
  }
});

test('DG306: a page over the deadline is its source, the pages behind it are rendered', async () => {
  const pool = openPool({ threads: 1, deadline: 3000, heap: 1024 }, worker);
  try {
    await pool.render(bodyInput('warm'));
    const [late, next] = await Promise.all([pool.render(bodyInput(slow)), pool.render(bodyInput('# Next'))]);
    expect(late.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'DG306 rendering stopped: it took longer than 3 s',
    ]);
    expect(late.html.chunks.join('')).toMatch(/^<p>This page could not be rendered; its source follows/);
    expect(next.headings).toEqual([{ level: 1, id: 'next', text: 'Next' }]);
  } finally {
    await pool.close();
  }
});

test('after four late pages the others get a fifth of the deadline, and ordinary ones are rendered', async () => {
  const pool = openPool({ threads: 1, deadline: 2000, heap: 512 }, worker);
  try {
    await pool.render(bodyInput('warm'));
    const texts = Array.from({ length: 6 }, (_, index) => `${index} ${slow}`);
    const bodies = await Promise.all([...texts, '# Next'].map((text) => pool.render(bodyInput(text))));
    expect(bodies.map(({ status }) => status)).toEqual([...texts.map(() => 'late'), 'rendered']);
    const limits = bodies.flatMap(({ diagnostics }) =>
      diagnostics.map(({ message }) => /[\d.]+ s$/.exec(message)?.[0]),
    );
    expect(limits).toEqual(['2 s', '2 s', '2 s', '2 s', '0.4 s', '0.4 s']);
  } finally {
    await pool.close();
  }
});

test('a deadline counts CPU time: a task that waits is not late, one that works is', async () => {
  const deadlines = new Deadlines();
  const aborted = (ready: Promise<unknown>) =>
    deadlines.run(700, async (signal) => {
      await ready;
      return signal.aborted;
    });
  expect(await aborted(setTimeout(2000))).toBe(false);
  const thread = new Worker('for (;;);', { eval: true });
  expect(await aborted(setTimeout(2500))).toBe(true);
  await thread.terminate();
});

test('DG306: a page that needs too much memory is its source, the pages behind it are rendered', async () => {
  const pool = openPool({ threads: 1, deadline: 60_000, heap: 80 }, worker);
  try {
    const [large, next] = await Promise.all([
      pool.render(bodyInput('*a* '.repeat(400_000))),
      pool.render(bodyInput('# Next')),
    ]);
    expect(large.diagnostics[0]?.message).toMatch(/^rendering stopped: it needs more than 80 MB of memory/);
    expect(next.headings).toHaveLength(1);
  } finally {
    await pool.close();
  }
});

test.each([
  ['> '.repeat(20_000), /quotes are nested over 100 levels deep/],
  [`${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'|b\n'.repeat(200)}`, /a table has over 200000 cells/],
  ['<div>'.repeat(20_000), /nested too deeply/],
])('DG306: cheap limits before and while a page is parsed', async (text, reason) => {
  const body = await renderBody(bodyInput(text));
  expect(body.diagnostics.map(({ message }) => message)).toEqual([expect.stringMatching(reason)]);
});

const many = 20_000;
test.each([
  'word &lt;b&gt; '.repeat(2000),
  '&#0;'.repeat(many),
  '['.repeat(many),
  '[a]('.repeat(many),
  '*a _b '.repeat(many),
  '<!-- '.repeat(many),
  '{'.repeat(many),
  '{% '.repeat(many),
  '<Tabs '.repeat(many),
  '{`'.repeat(many),
  Array.from({ length: 1500 }, (_, n) => `e${'`'.repeat(n)}`).join(''),
  'http://a.b/'.repeat(many),
  ':a'.repeat(many),
  '{: '.repeat(many),
  '{/* '.repeat(many),
  '&amp'.repeat(many),
])('published pathological inputs end (%#)', async (text) => {
  for (const source of ['a.md', 'a.mdx']) {
    const { status, diagnostics } = await renderBody(bodyInput(text, { source: toSourcePath(source) }));
    expect(['rendered', 'limit']).toContain(status);
    expect(diagnostics.some(({ code }) => code === 'DG306')).toBe(status === 'limit');
  }
});
