// The examples of CommonMark 0.31.2 and of GFM's extensions: as remark renders them, and as the specification has them but for what
// is named below.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Root } from 'hast';
import { raw } from 'hast-util-raw';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { VFile } from 'vfile';
import { expect, test } from 'vitest';
import { frameTables, markTasks } from '../../src/render/body/html/lists-and-tables.js';
import { modernize } from '../../src/render/body/html/modern-html.js';
import { schema } from '../../src/render/body/print/sanitize.js';
import { loadParser, parseByReference, parseMarkdown } from '../../src/render/markdown/parser.js';
import { visit } from '../../src/render/markdown/visit.js';
import { english } from '../support/hub.js';
import { byDocgen, byRemark, comparable, hasHtml } from '../support/remark-line.js';
import { some } from '../support/seed.js';
import { hasShared, shared } from '../support/shared.js';
import { shapeOf } from '../support/tree.js';

const parser = await loadParser();

interface Example {
  readonly markdown: string;
  readonly html: string;
  readonly example?: number;
  readonly section: string;
}

const load = (name: string) => JSON.parse(readFileSync(join(shared, 'data/commonmark', name), 'utf8')) as Example[];

const references = new Map<string, string>();

/** What remark makes of a text; each is made once for all tests. */
function reference(text: string): string {
  const made = references.get(text) ?? makeReference(text);
  references.set(text, made);
  return made;
}

/** What remark makes of a text under our allow-list; where it holds raw HTML, with that parsed as a browser does. */
function makeReference(text: string): string {
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

/** Examples that docgen renders otherwise than remark under the same allow-list, and why. */
const deliberate: Readonly<Record<string, string>> = {
  'CommonMark 21': 'an address with a backslash goes, browsers read it as a slash',
  'CommonMark 148': 'the empty paragraph that HTML makes of `</pre>` in a paragraph goes',
  'CommonMark 150': 'an unknown tag stays as text',
  'CommonMark 163': 'the name is a registered component',
  'CommonMark 201': 'an unknown tag stays as text',
  'CommonMark 491': 'an unknown tag stays as text',
  'CommonMark 500': 'a relative address that looks like a scheme to the sanitiser is looked up in the hub',
  'CommonMark 524': 'an unknown tag stays as text',
  'CommonMark 536': 'an unknown tag stays as text',
  'CommonMark 596': 'a link without an address is its text',
  'CommonMark 597': 'a scheme is allowed in capitals too',
  'CommonMark 598': 'a link without an address is its text',
  'CommonMark 599': 'a link without an address is its text',
  'CommonMark 601': 'a link without an address is its text',
  'CommonMark 613': 'an unknown tag stays as text',
  'CommonMark 614': 'an unknown tag stays as text',
  'CommonMark 615': 'an unknown tag stays as text',
  'CommonMark 616': 'a link without an address is its text',
  'CommonMark 617': 'an unknown tag stays as text',
  'CommonMark 623': 'an unknown tag stays as text',
  'CommonMark 631': 'an address with a backslash goes',
  'CommonMark 643': 'an address with a backslash goes',
  'GFM 22': 'an unknown tag stays as text',
};

/** Examples that remark renders otherwise than the specification under the allow-list, by reason. */
const sanitised: Readonly<Record<string, readonly number[]>> = {
  'comments, declarations, scripts, styles and unknown elements go': [
    149, 150, 163, 169, 170, 171, 172, 173, 176, 177, 178, 179, 180, 182, 183, 201, 308, 309, 491, 494, 524, 536, 613,
    614, 615, 617, 625, 626, 627, 628, 629, 630,
  ],
  'HTML is parsed as a browser does: what is open is closed, tables get their frame': [
    148, 160, 187, 190, 191, 344, 476, 477, 616, 631, 642, 643,
  ],
  'schemes outside the allow-list lose their link': [500, 596, 597, 598, 599, 601],
  'a link that shows nothing is named by its address': [21, 31, 484, 487],
  'GFM links bare addresses': [602, 606, 608, 611, 612],
};

if (hasShared('the examples of CommonMark and GFM')) {
  const commonmark = load('commonmark-0.31.2.json');
  const gfm = load('gfm-extensions.json');
  for (const example of gfm) isGfm.add(example);
  const all = some([...commonmark, ...gfm]);
  const isTried = (name: string) => all.some((example) => nameOf(example) === name);

  test('652 examples of CommonMark and 28 of GFM', () => {
    expect(commonmark).toHaveLength(652);
    expect(gfm).toHaveLength(28);
  });

  test.runIf(parser === 'satteri')('the native parser gives the tree of remark-parse', () => {
    const different = all.filter(
      ({ markdown }) =>
        JSON.stringify(shapeOf(parseMarkdown(markdown))) !== JSON.stringify(shapeOf(parseByReference(markdown))),
    );
    expect(different.map(({ markdown }) => markdown)).toEqual([]);
  });

  test('each renders as remark renders it', async () => {
    const different: string[] = [];
    for (const example of all) {
      const { markdown } = example;
      const [ours, remarks] = [await byDocgen(markdown), reference(markdown)];
      if (ours !== remarks) different.push(nameOf(example));
    }
    expect(different).toEqual(Object.keys(deliberate).filter(isTried));
  });

  test('most of them by remark alone', () => {
    expect([...commonmark, ...gfm].filter(({ markdown }) => !hasHtml(markdown)).length).toBeGreaterThan(580);
  });

  test('and as the specification has it, but for sanitising', () => {
    const different = some(commonmark).filter(({ markdown, html }) => reference(markdown) !== comparable(html));
    const known = Object.values(sanitised)
      .flat()
      .filter((number) => isTried(`CommonMark ${number}`))
      .sort((a, b) => a - b);
    expect(different.map(({ example }) => example)).toEqual(known);
  });
}
