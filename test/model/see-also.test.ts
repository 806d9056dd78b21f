// Related pages under “See also”.
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/schema/config.js';
import { seeAlso } from '../../src/model/docs/see-also.js';
import { dataOf } from '../support/data.js';
import { modelOfFiles } from '../support/hub.js';

type Pages = Readonly<Record<string, readonly [title: string, frontMatter?: string]>>;
const data = dataOf<{ named: [string, Pages, object][] }>('model/see-also');

/** Returns the related pages of each page by id. Pages without any are left out. */
async function named(pages: Pages, config: UserConfig = {}): Promise<Record<string, string[]>> {
  const texts = Object.entries(pages).map(([path, [title, more = '']]) => [path, `---\n${more}\n---\n# ${title}\n`]);
  const { site } = await modelOfFiles(Object.fromEntries(texts), config);
  const all = [...site.docs.values()].map((doc) => [doc.id, site.seeAlso(doc).map(({ id }) => id)] as const);
  return Object.fromEntries(all.filter(([, ids]) => ids.length > 0));
}
const sections = (count: number, ...page: [string, string?]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n}/p.md`, page] as const));

test.each(data.named)('related pages: %s', async (_, pages, expected) => {
  expect(await named(pages)).toEqual(expected);
});

test('a page has at most five related pages, the best first, and ignores what many pages share', async () => {
  const found = await named({ ...sections(7, 'Ohm meter'), 'x/y.md': ['Ohm meter calibration'] });
  expect(found['s3/p']).toEqual(['s0/p', 's1/p', 's2/p', 's4/p', 's5/p']);
  expect(found['x/y']).toHaveLength(5);
  expect(await named(sections(30, 'Ohmmeter', 'tags: [meter]'))).toEqual({});
  expect(await named(sections(2, 'Phone verification'), { seeAlso: false })).toEqual({});
});

test('the time grows with the number of pages, not of pairs, whatever the pages share', async () => {
  const { site } = await modelOfFiles({ 'a.md': '# A' });
  const doc = site.docs.get('a');
  if (!doc) throw new Error('no doc');
  const common = Array.from({ length: 30 }, (_, n) => `common${n}`).join(' ');
  const docs = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const title = `${common} rare${Math.floor(n / 8)} word${Math.floor(n / 7)}`;
      return { ...doc, id: `s${n}/p`, sourceDirName: `s${n}`, shown: { ...doc.shown, title } };
    });
  const time = (count: number) => {
    const all = docs(count);
    const start = process.cpuUsage();
    all.forEach(seeAlso(all));
    const { user, system } = process.cpuUsage(start);
    return (user + system) / count;
  };
  time(1_000);
  expect(time(20_000)).toBeLessThan(10 * time(1_000)); // comparing pairs would take twenty times as long per page
});
