// Links of gathered pages that lead to no page of the hub: to the project's own repository or site, where they are known.
import { expect, test } from 'vitest';
import { buildIn, tempDir, writeFiles } from '../support/hub.js';

const commit = '0123456789abcdef0123456789abcdef01234567';
const page = [
  '# A',
  '[code](../src/x.ts) [root](/blog/x?a=1#b) [beside](./b.md#part) [above](../../c)',
  '[hidden](_hidden.md)',
].join('\n\n');

async function linksOf(more: object): Promise<{ links: string[]; said: string[] }> {
  const record = {
    version: 1,
    sources: [
      {
        repo: 'https://github.com/own/project',
        ref: 'main',
        branch: 'main',
        commit,
        date: '2026-01-31',
        license: null,
        files: { 'guide/a.md': 'docs/a.md', 'guide/_hidden.md': 'docs/_hidden.md' },
        tree: ['docs/a.md', 'docs/_hidden.md', 'src/x.ts'],
        ...more,
      },
    ],
  };
  const dir = writeFiles(tempDir(), {
    '.docgen/sources/p/.docgen-source.json': JSON.stringify(record),
    '.docgen/sources/p/guide/a.md': page,
    '.docgen/sources/p/guide/_hidden.md': 'x',
    'content/index.md': '# Front',
  });
  const hub = await buildIn(dir, {
    sources: [{ section: 'p', repo: 'https://github.com/own/project', ref: 'main', paths: [{ from: 'docs' }] }],
  });
  const links = [...hub.body('docs/p/guide/a/').matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
  return {
    links: links.map(([, href, text]) => `${text} → ${href}`).filter((link) => !link.startsWith('#')),
    said: hub.said().filter((line) => /DG60/.test(line)),
  };
}

const inRepository = [
  `code → https://github.com/own/project/blob/${commit}/src/x.ts`,
  `hidden → https://github.com/own/project/blob/${commit}/docs/_hidden.md`,
];

test('a project with a site of its own whose addresses are known', async () => {
  const { links, said } = await linksOf({ linkBase: 'https://own.example/docs', homepage: 'https://own.example' });
  expect(links.sort()).toEqual(
    [
      ...inRepository,
      'root → https://own.example/blog/x?a=1#b',
      'beside → https://own.example/docs/guide/b#part',
    ].sort(),
  );
  expect(said.map((line) => line.slice(0, 5))).toEqual(['DG601', 'DG601']);
});

test('a project with a site: what stands below its root is there', async () => {
  const { links } = await linksOf({ homepage: 'https://own.example/start?x' });
  expect(links.sort()).toEqual([...inRepository, 'root → https://own.example/blog/x?a=1#b'].sort());
});

test.each(['https://github.com/own/project', 'javascript:alert(1)', 'nothing', null])(
  'a project whose homepage is %j: its repository, else text',
  async (homepage) => {
    const { links } = await linksOf({ homepage });
    expect(links.sort()).toEqual(inRepository);
  },
);
