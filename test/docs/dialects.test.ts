// The examples of docs/reference/dialects: the Markdown of each `source` block follows the block, so that docgen shows the result.
// `UPDATE_EXPECTED=1` writes it.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { same } from '../support/expected.js';
import { filesBelow } from '../support/hub.js';
import { docs, pageText } from './blocks.js';

const folder = 'reference/dialects';
const pages = filesBelow(join(docs, folder)).filter((path) => /\.mdx?$/.test(path) && !/\bSUMMARY\.md$/.test(path));

/** Replaces syntax in the code of other generators. */
const live = (source: string) =>
  source
    .replace(/\{\{([<%])\/\*(.*?)\*\/([>%])\}\}/g, '{{$1$2$3}}')
    .replace(/^;--8<--|^\\(?=\{\{#)/gm, (found) => found.slice(1));

test.each(pages)('each example of %s is followed by its result', (path) => {
  const text = pageText(`${folder}/${path}`);
  const examples =
    /(^````mdx? source\n([\s\S]*?)^````\n(?:\{% endraw %\}\n)?)(?:\n<div class="x-result"(?: markdown="1")?>\n\n[\s\S]*?\n\n<\/div>\n)?/gm;
  expect(text).toMatch(examples);
  const wanted = text.replace(
    examples,
    (_, block: string, source: string) =>
      `${block}\n<div class="x-result"${path.startsWith('jekyll') ? ' markdown="1"' : ''}>\n\n${live(source).trim()}\n\n</div>\n`,
  );
  same(join(docs, folder, path), wanted);
});
