// Anchors in links stay as their authors wrote them, and are checked when the ids of all pages are known.
import { describe, expect, test } from 'vitest';
import { type Anchor, checkAnchors, isEverywhere } from '../../src/render/pages/links/anchors.js';
import { dataOf } from '../support/data.js';
import { buildHub } from '../support/hub.js';

const data = dataOf<{ ids: string[] }>('render/anchors');

const anchor = (fragment: string, line = 1): Anchor => ({
  target: 'a',
  page: 'a.md',
  fragment,
  place: { file: 'b.md', start: { line, column: 1 } },
});
const ids = new Map([['a', ['first', 'Second']]]);

describe('anchors', () => {
  test('DG602 has the page, the location of the link, and a similar id', () => {
    const [found, ...more] = checkAnchors([anchor('first'), anchor('frist', 7)], ids);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      code: 'DG602',
      message: expect.stringContaining('`#frist` not found in `a.md`'),
      place: { file: 'b.md', start: { line: 7, column: 1 } },
      hint: expect.stringContaining('`first`'),
    });
  });

  test('anchors are case-sensitive, as in browsers', () => {
    expect(checkAnchors([anchor('second')], ids)).toHaveLength(1);
    expect(checkAnchors([anchor('Second')], ids)).toEqual([]);
  });

  test.each([
    ['nodeLinker', 'nodelinker'],
    ['node-npm', 'node--npm'],
    ['use-hermes', 'recommended-use-hermes'],
    ['accessible-ios-android', 'accessible'],
    ['testenvironment-string', 'testenvironment-node--jsdom--string'],
    ['text-alignment', 'text-align'],
    ['linkworkspacepackages', undefined],
    ['raising-issues', undefined],
    ['vitest-4', undefined],
  ])('`#%s` means `%s`', (fragment, id) => {
    const all = [...data.ids];
    all.push('testenvironment-node--jsdom--string', 'testenvironmentoptions-object', 'finding-issues', 'vitest-5');
    const [found] = checkAnchors([anchor(fragment)], new Map([['a', all]]));
    expect(found?.hint).toMatch(id === undefined ? /^anchors in that page/ : `did you mean \`${id}\`?`);
  });

  test('DG602 has a hint if omitted syntax or a hook of the site might define the anchor', () => {
    const of = (one: Anchor) => checkAnchors([one], ids, new Map([['a', ['{…} in Api.vue', '<Api>']]]))[0];
    expect(of(anchor('other'))?.hint).toContain('leaves out: `{…} in Api.vue`, `<Api>`');
    expect(of({ ...anchor('+x:y'), isMade: true })).toMatchObject({
      severity: 'info',
      hint: expect.stringContaining('hook'),
    });
  });

  test('DG602 has a hint if a missing included file might define the anchor', async () => {
    const hub = await buildHub({ 'a.md': '[there](b.mdx#prop)', 'b.mdx': "import P from './p.md';\n\n# B\n\n<P />\n" });
    const broken = hub.diagnostics.find(({ code }) => code === 'DG602');
    expect(broken?.hint).toContain('leaves out: `./p.md`');
  });

  test('an anchor of a page without ids is reported', () => {
    expect(checkAnchors([{ ...anchor('x'), target: '' }], ids)).toHaveLength(1);
  });

  test('#top is valid on every page', async () => {
    expect(['', 'top', 'x'].map(isEverywhere)).toEqual([true, true, false]);
    const hub = await buildHub({
      'a.md': '# A\n\n[up](#top) [there](b.md#top) [all](/docs/all/#top)\n',
      'b.md': '# B\n\n[a text](a.md#a:~:text=up) [another](a.md#:~:text=all)\n',
    });
    expect(hub.said()).toEqual([]);
    expect(hub.body('docs/a/')).toContain('href="#top"');
  });

  test('the first hundred of many broken anchors of a page get a suggestion', () => {
    const found = checkAnchors(
      Array.from({ length: 300 }, () => anchor('frist')),
      ids,
    );
    expect(found).toHaveLength(300);
    expect(found.filter(({ hint }) => hint?.includes('did you mean'))).not.toHaveLength(0);
  });
});
