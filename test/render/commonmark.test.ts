// The examples of CommonMark 0.31.2 and GFM's extensions have the same result as with remark, and as in the specification except for
// the cases below.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'hast';
import { raw } from 'hast-util-raw';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { VFile } from 'vfile';
import { expect, test } from 'vitest';
import { visit } from '../../src/render/base/visit.js';
import { frameTables, markTasks, modernize } from '../../src/render/body/html/modern-html.js';
import { schema } from '../../src/render/body/print/allowlist.js';
import { loadParser, parseByReference, parseMarkdown } from '../../src/render/markdown/parser.js';
import { dataOf } from '../support/data.js';
import { english } from '../support/hub.js';
import { byDocgen, byRemark, comparable, hasHtml } from '../support/remark-line.js';
import { some } from '../support/seed.js';
import { hasShared, shared } from '../support/shared.js';
import { shapeOf } from '../support/tree.js';

const data = dataOf<{
  /** Examples with another result than with remark and the same allowlist, with reasons. */
  deliberate: Readonly<Record<string, string>>;
  /** Examples for which remark differs from the specification because of the allowlist, by reason. */
  sanitised: Readonly<Record<string, readonly number[]>>;
}>('render/commonmark');

const parser = await loadParser();

interface Example {
  readonly markdown: string;
  readonly html: string;
  readonly example?: number;
  readonly section: string;
}

const load = (name: string) => JSON.parse(readFileSync(join(shared, 'data/commonmark', name), 'utf8')) as Example[];

/** Returns remark's result with docgen's allowlist. Raw HTML is parsed like in browsers. */
function reference(text: string): string {
  if (!hasHtml(text)) return comparable(byRemark(text));
  const tree = raw(toHast(parseByReference(text), { allowDangerousHtml: true, clobberPrefix: '' }) as Root, {
    file: new VFile(text),
  }) as Root;
  markTasks(tree, english);
  frameTables(tree);
  visit(tree, 'element', (node) => modernize(node, english));
  return comparable(toHtml(sanitize(tree, schema)));
}

const isGfm = new Set<Example>();
const nameOf = (example: Example) => `${isGfm.has(example) ? 'GFM' : 'CommonMark'} ${example.example}`;

if (hasShared('the examples of CommonMark and GFM')) {
  const commonmark = load('commonmark-0.31.2.json');
  const gfm = load('gfm-extensions.json');
  for (const example of gfm) isGfm.add(example);
  const all = some([...commonmark, ...gfm]);
  const isTried = (name: string) => all.some((example) => nameOf(example) === name);

  test('652 examples of CommonMark and 28 of GFM, most of them with remark only', () => {
    expect([commonmark.length, gfm.length]).toEqual([652, 28]);
    expect([...commonmark, ...gfm].filter(({ markdown }) => !hasHtml(markdown)).length).toBeGreaterThan(580);
  });

  test.runIf(parser === 'satteri')('the native parser returns the tree of remark-parse', () => {
    const different = all.filter(
      ({ markdown }) =>
        JSON.stringify(shapeOf(parseMarkdown(markdown))) !== JSON.stringify(shapeOf(parseByReference(markdown))),
    );
    expect(different.map(({ markdown }) => markdown)).toEqual([]);
  });

  test('each has the same result as with remark', async () => {
    const different: string[] = [];
    for (const example of all) {
      const { markdown } = example;
      const [ours, remarks] = [await byDocgen(markdown), reference(markdown)];
      if (ours !== remarks) different.push(nameOf(example));
    }
    expect(different).toEqual(Object.keys(data.deliberate).filter(isTried));
  });

  test('each has the result of the specification, except for sanitizing', () => {
    const different = some(commonmark).filter(({ markdown, html }) => reference(markdown) !== comparable(html));
    const known = Object.values(data.sanitised)
      .flat()
      .filter((number) => isTried(`CommonMark ${number}`))
      .sort((a, b) => a - b);
    expect(different.map(({ example }) => example)).toEqual(known);
  });
}
