// The examples of docs/reference/dialects.md: each `source` block renders to the `result` block below it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toSourcePath } from '../../src/model/types/path.js';
import { renderBody } from '../../src/render/body/body.js';
import { bodyInput } from '../support/hub.js';
import { blocksOf, docs, isMarked, pageText } from './blocks.js';

const page = 'reference/dialects.md';

test('each example of a dialect has the result that docgen renders', async () => {
  let text = pageText(page);
  const blocks = blocksOf(text);
  const sources = blocks.filter((block) => isMarked(block, 'source'));
  expect(sources.length).toBeGreaterThan(8);
  for (const block of sources.reverse()) {
    const result = blocks[blocks.indexOf(block) + 1];
    if (result === undefined || !isMarked(result, 'result')) throw new Error(`no result for ${block.text}`);
    const extras = isMarked(block, 'extras') ? (['definitions', 'mark', 'subscript', 'superscript'] as const) : [];
    const source = toSourcePath(block.title ?? '');
    const { html, diagnostics } = await renderBody(bodyInput(block.text, { source, extras }));
    expect(diagnostics.map(({ code }) => code).filter((code) => code !== 'DG704')).toEqual([]);
    const rendered = html.chunks
      .join('')
      .replace(/\n{2,}/g, '\n')
      .trim();
    text = `${text.slice(0, result.start)}${rendered}\n${text.slice(result.start + result.text.length)}`;
  }
  if (process.env['UPDATE_EXPECTED']) writeFileSync(join(docs, page), text);
  expect(pageText(page)).toBe(text);
});
