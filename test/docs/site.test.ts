// docs/ is a docgen site: it builds without warnings, its links work, and its commands run.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { same } from '../support/expected.js';
import { tempDir } from '../support/hub.js';
import { hasGit } from '../support/repository.js';
import { succeed } from '../support/sync.js';
import { blocksOf, docs, isOutput, isRunnable, pages, pageText, runPage } from './blocks.js';

test('docs/ builds with --strict, and check reports no error', async () => {
  const out = join(tempDir(), 'site');
  const built = await succeed(docs, 'build', '--strict', '--no-cache', '--out', out);
  expect(built).toMatch(/^built \d+ pages in [^\n]*: 0 warnings/);
  const checked = await succeed(docs, 'check', out, '--strict');
  expect(checked).toMatch(/^checked \d+ pages [^\n]*: 0 errors, 0 warnings/m);
}, 120_000);

test('each page has a title and a description', () => {
  const lacking = pages().filter((path) => !/^---\ntitle: .+\n(?:.+\n)*?description: .+\n/.test(pageText(path)));
  expect(lacking).toEqual([]);
});

test('an output block follows commands that run', () => {
  for (const path of pages()) {
    const blocks = blocksOf(pageText(path));
    const loose = blocks.filter((block, index) => isOutput(block) && !isRunnable(blocks[index - 1] ?? block));
    expect([path, loose]).toEqual([path, []]);
  }
});

// Otherwise, `npx docgen` would run another package of that name.
test('a page installs docgen before it runs it', () => {
  const early = pages().filter((path) => {
    const commands = blocksOf(pageText(path)).filter(({ language, title }) => language === 'sh' && title === undefined);
    const text = commands.map((block) => block.text).join('');
    if (!commands.some(isRunnable) && !text.includes('npx docgen-hub init')) return false;
    return !/npm install --save-dev docgen-hub|^npm ci$/m.test(text.split(/^npx docgen |^node \w/m)[0] ?? '');
  });
  expect(early).toEqual([]);
});

if (hasGit('the commands of docs/')) {
  const runnable = pages().filter((path) => blocksOf(pageText(path)).some(isRunnable));

  describe('commands of', () => {
    test.each(runnable)('%s', async (path) => {
      const text = pageText(path);
      const blocks = blocksOf(text);
      const { status, stdout, printed } = await runPage(blocks);
      expect([status, status === 0 ? '' : stdout]).toEqual([0, '']);
      const wanted = [...printed].reduceRight((page, [index, output]) => {
        const { start, text: old } = blocks[index] ?? { start: 0, text: '' };
        return page.slice(0, start) + output + page.slice(start + old.length);
      }, text);
      same(join(docs, path), wanted);
    });
  });
}
