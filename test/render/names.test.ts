// Control characters, noncharacters and line ends in the names of files: what is published, and what is said.
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, tempDir, writeFiles } from '../support/hub.js';

const data = dataOf<{ withLineEnds: Files }>('render/names');

const forbidden = /\p{Cs}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Noncharacter_Code_Point}/u;

/** Builds, expects no forbidden character in a name or a text file of the site, and gives the hub. */
async function clean(files: Files, config: UserConfig = {}) {
  const hub = await buildIn(writeFiles(tempDir(), files), config);
  const texts = hub.files().filter((path) => !/\.(?:png|ico)$/.test(path));
  expect(hub.files().filter((path) => forbidden.test(path))).toEqual([]);
  expect(texts.filter((path) => forbidden.test(hub.file(path)))).toEqual([]);
  return hub;
}

test.each(['\u0001', '\u007f', '\u0085', '\ufdd0', '\uffff', '\u{1ffff}'])('no page has %j of a name', async (char) => {
  const at = encodeURIComponent(char);
  const empty = `[](a${at}b.md) [](none${at}) ![](im${at}g.png) [](fi${at}) <a href="https://e.example/${at}"></a>`;
  const hub = await clean(
    {
      'content/index.md': `# Home\n\n${empty}\n`,
      [`content/a${char}b.md`]: 'text\n',
      [`content/d${char}/in${char}.md`]: empty,
      [`content/e${char}/_category_.json`]: '{"link": {"type": "generated-index"}}',
      [`content/e${char}/x.md`]: '# X',
      [`content/im${char}g.png`]: 'png',
      [`content/fi${char}`]: 'data',
      [`static/x${char}.txt`]: 'text',
    },
    { static: ['static'], onePage: true, editUrl: 'https://e.example/edit', titles: 'record' },
  );
  expect(hub.has('docs/a\ufffdb/index.html')).toBe(true);
  expect(hub.said().filter((line) => /^DG304/.test(line)).length).toBeGreaterThanOrEqual(4);
  expect(hub.said().join('\n')).toMatch(/DG509 .*not published/);
});

test('nor of versions and their sidebars', async () => {
  const label = 'La\u0001bel';
  const hub = await clean({
    'content/a.md': '# A',
    'versions.json': '["1.0"]',
    'versioned_docs/version-1.0/a.md': '# A',
    'versioned_sidebars/version-1.0-sidebars.json': JSON.stringify({ s: [{ type: 'category', label, items: ['a'] }] }),
  });
  expect(hub.said()).toEqual([
    expect.stringMatching(/^DG304 .*versioned_sidebars\/version-1\.0-sidebars\.json.*U\+0001/),
  ]);
  expect(hub.file('docs/a/')).toContain('La\ufffdbel');
  const odd = await clean({
    'content/a.md': '# A',
    'versions.json': JSON.stringify(['1.0\uffff']),
    'versioned_docs/version-1.0\uffff/a.md': '# A',
  });
  expect(odd.said()).toEqual([expect.stringMatching(/^DG310 /)]);
});

test('names with a line end, which no glob finds, are reported', async () => {
  const hub = await clean(data.withLineEnds);
  expect(hub.said().map((line) => line.slice(0, 5))).toEqual(['DG313', 'DG313', 'DG313']);
  expect(hub.files().filter((path) => path.startsWith('docs/') && path.endsWith('index.md'))).toEqual([
    'docs/a/index.md',
  ]);
});
