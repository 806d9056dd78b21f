// Links of synced pages to targets outside the hub: the project's own repository or site.
import { expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { buildHub, buildIn, type Files, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  page: string;
  source: { commit: string };
  section: { files: Files; links: string[]; broken: [string, string][] };
}>('render/gathered-links');
const { commit } = data.source;

scenarios('render/gathered-links');

async function linksOf(more: object): Promise<{ links: string[]; said: string[] }> {
  const record = { version: 1, sources: [{ ...data.source, ...more }] };
  const dir = writeFiles(tempDir(), {
    '.docgen/sources/p/.docgen-source.json': JSON.stringify(record),
    '.docgen/sources/p/guide/a.md': data.page,
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
  const hub = await buildHub(data.section.files);
  const body = hub.body('docs/p/app/a/');
  const links = [...body.matchAll(/<a href="([^"]*)"[^>]*>([a-z]+)<\/a>/g)];
  expect(links.map(([, href, text]) => `${text} ${href}`)).toEqual(data.section.links);
  expect(body).toMatch(/<img src="\/docs\/assets\/[^"]*\.png"|<img src="\/assets\/[^"]*\.png"/);
  const broken = data.section.broken.map(([place, url]) => `DG601 p/app/a.md:${place} broken link \`${url}\``);
  expect(hub.said()).toEqual(broken);
});
