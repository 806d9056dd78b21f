// Links of synced pages to targets outside the hub: the project's own repository or site.
import { expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { buildHub, buildIn, type Files, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{
  page: string;
  source: object;
  projects: [more: object, links: string[], codes?: string[]][];
  section: { files: Files; links: string[]; broken: [string, string][] };
}>('render/gathered-links');

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

test.each(data.projects)('a project whose record has %j', async (more, wanted, codes) => {
  const { links, said } = await linksOf(more);
  expect(links.sort()).toEqual(wanted.sort());
  if (codes) expect(said.map((line) => line.slice(0, 5))).toEqual(codes);
});

test('a path from the root of a host is in the section of the page, whose `docs` folder became the section', async () => {
  const hub = await buildHub(data.section.files);
  const body = hub.body('docs/p/app/a/');
  const links = [...body.matchAll(/<a href="([^"]*)"[^>]*>([a-z]+)<\/a>/g)];
  expect(links.map(([, href, text]) => `${text} ${href}`)).toEqual(data.section.links);
  expect(body).toMatch(/<img src="\/docs\/assets\/[^"]*\.png"|<img src="\/assets\/[^"]*\.png"/);
  const broken = data.section.broken.map(([place, url]) => `DG601 p/app/a.md:${place} broken link \`${url}\``);
  expect(hub.said()).toEqual(broken);
});
