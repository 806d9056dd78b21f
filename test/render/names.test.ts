// Control characters, noncharacters and line ends in file names: published files and diagnostics.
import { expect, test } from 'vitest';
import { buildIn, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const forbidden = /\p{Cs}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Noncharacter_Code_Point}/u;

test.each(['\u0001', '\u007f', '\u0085', '\ufdd0', '\uffff', '\u{1ffff}'])('no page has %j in a name', async (char) => {
  const at = encodeURIComponent(char);
  const empty = `[](a${at}b.md) [](none${at}) ![](im${at}g.png) [](fi${at}) <a href="https://e.example/${at}"></a>`;
  const hub = await buildIn(
    writeFiles(tempDir(), {
      'content/index.md': `# Home\n\n${empty}\n`,
      [`content/a${char}b.md`]: 'text\n',
      [`content/d${char}/in${char}.md`]: empty,
      [`content/e${char}/_category_.json`]: '{"link": {"type": "generated-index"}}',
      [`content/e${char}/x.md`]: '# X',
      [`content/im${char}g.png`]: 'png',
      [`content/fi${char}`]: 'data',
      [`static/x${char}.txt`]: 'text',
    }),
    { static: ['static'], onePage: true, editUrl: 'https://e.example/edit', titles: 'record' },
  );
  const texts = hub.files().filter((path) => !/\.(?:png|ico)$/.test(path));
  expect(hub.files().filter((path) => forbidden.test(path))).toEqual([]);
  expect(texts.filter((path) => forbidden.test(hub.file(path)))).toEqual([]);
  expect(hub.has('docs/a\ufffdb/index.html')).toBe(true);
  expect(hub.said().filter((line) => /^DG304/.test(line)).length).toBeGreaterThanOrEqual(4);
  expect(hub.said().join('\n')).toMatch(/DG509 .*not published/);
});

scenarios('render/names');
