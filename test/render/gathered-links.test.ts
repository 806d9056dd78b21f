// Links of gathered pages that lead to no page of the hub: to the project's own repository or site, where they are known.
import { expect, test } from 'vitest';
import { buildHub, buildIn, tempDir, writeFiles } from '../support/hub.js';

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

test('an address from the root of a host is of the section of the page, whose `docs` folder became the section', async () => {
  const hub = await buildHub({
    'p/app/a.md':
      '# A\n\n[one](/docs/use) [two](/docs/app/b.md#part) [three](/use/) [four](/app/b) [five](/docs/b) [own](/docs/own) ![picture](/docs/app/x.png)\n\n' +
      '[no](/docs/elsewhere) [no](/docsuse) [no](/docs/docs/use) [no](/app/docs/b)\n',
    'p/app/b.md': '# B\n\n## Part\n',
    'p/app/x.png': Buffer.from('89504e470d0a1a0a', 'hex'),
    'p/use.md': '# Use\n',
    'p/docs/own.md': '# Own\n', // a folder of that name is meant first
    'p/own.md': '# Another\n',
    'q/elsewhere.md': '# Of another section\n',
    'q/use.md': '# Use\n',
  });
  const body = hub.body('docs/p/app/a/');
  expect(
    [...body.matchAll(/<a href="([^"]*)"[^>]*>([a-z]+)<\/a>/g)].map(([, href, text]) => `${text} ${href}`),
  ).toEqual([
    'one /docs/p/use/',
    'two /docs/p/app/b/#part',
    'three /docs/p/use/',
    'four /docs/p/app/b/',
    'five /docs/p/app/b/',
    'own /docs/p/docs/own/',
  ]);
  expect(body).toMatch(/<img src="\/docs\/assets\/[^"]*\.png"|<img src="\/assets\/[^"]*\.png"/);
  expect(hub.said()).toEqual([
    'DG601 p/app/a.md:5:1 link to `/docs/elsewhere` matches no page',
    'DG601 p/app/a.md:5:23 link to `/docsuse` matches no page',
    'DG601 p/app/a.md:5:38 link to `/docs/docs/use` matches no page',
    'DG601 p/app/a.md:5:59 link to `/app/docs/b` matches no page',
  ]);
});

test('`x/index.html` is the page of the folder, as mdBook makes it of a README.md', async () => {
  const hub = await buildHub({
    'a.md': '# A\n\n[x](x/index.html#b) [y](y/index.html)\n',
    'x/README.md': '# X\n\n## B\n',
  });
  expect(hub.body('docs/a/')).toContain('href="/docs/x/#b"');
  expect(hub.said().filter((line) => line.startsWith('DG6'))).toEqual([expect.stringContaining('`y/index.html`')]);
});
