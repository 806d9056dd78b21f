// Large texts with one repeated construct: each is rendered in time, within a worker's memory, or is DG306. The memory of the whole
// process is measured, because native memory counts too.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from '../../src/render/workers/pool.js';
import { dataOf } from '../support/data.js';
import { bodyInput } from '../support/hub.js';
import { first, runs } from '../support/seed.js';

const data = dataOf<{ references: [string, number][]; construct: string[] }>('workers/large');

const worker = new URL('../../bin/worker.cjs', import.meta.url);
const megabytes = () => process.memoryUsage.rss() / 1024 / 1024;
let pool: Pool;
let before = 0;
let most = 0;
let watch: NodeJS.Timeout;

beforeAll(async () => {
  pool = openPool({ threads: 1, deadline: 10_000, heap: 512 }, worker);
  await pool.render(bodyInput('# Warm'));
  before = megabytes();
  watch = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 20);
});
afterAll(async () => {
  clearInterval(watch);
  await pool.close();
});

async function expectEnd(text: string): Promise<string> {
  most = 0;
  const { status, diagnostics } = await pool.render(bodyInput(text));
  expect(['rendered', 'limit', 'late']).toContain(status);
  expect(diagnostics.some(({ code }) => code === 'DG306')).toBe(status !== 'rendered');
  expect(most - before).toBeLessThan(1024);
  return status;
}

test.each(first(1, data.references))('entity references: %j, %i times', async (piece, count) => {
  await expectEnd(piece.repeat(count));
});

test('a generated page with references in many paragraphs is rendered', async () => {
  expect(await expectEnd('`get()` returns a List&lt;T&gt; of Map&lt;K, V&gt;.\n\n'.repeat(4000))).toBe('rendered');
});

test('many equal ids and anchors take linear time', async () => {
  expect(await expectEnd('<h2 id="x">a</h2>\n'.repeat(20_000))).toBe('rendered');
}, 120_000);

const construct = fc.constantFrom(...data.construct);

test('any large text is rendered in time', async () => {
  const size = fc.integer({ min: 50_000, max: 200_000 });
  await fc.assert(
    fc.asyncProperty(construct, construct, size, async (a, b, length) => {
      await expectEnd((a + b).repeat(Math.ceil(length / (a + b).length)));
    }),
    { numRuns: runs(4) },
  );
}, 300_000);
