// Which pages a page names under “See also”, and which it does not.
import { describe, expect, test } from 'vitest';
import { seeAlso } from '../../src/model/docs/see-also.js';
import type { UserConfig } from '../../src/model/user-config.js';
import { type Files, modelOfFiles } from '../support/hub.js';

const page = (title: string, more = '') => `---\n${more}\n---\n# ${title}\n`;

/** What each page names, by id; pages that name none are left out. */
async function named(files: Files, config: UserConfig = {}): Promise<Record<string, string[]>> {
  const { site } = await modelOfFiles(files, config);
  const all = [...site.docs.values()].map((doc) => [doc.id, site.seeAlso(doc).map(({ id }) => id)] as const);
  return Object.fromEntries(all.filter(([, ids]) => ids.length > 0));
}

describe('a page names', () => {
  test('one of the same title in another section', async () => {
    const files = { 'one/a.md': page('Phone Authentication'), 'two/b.md': page('Phone authentication') };
    expect(await named(files)).toEqual({ 'one/a': ['two/b'], 'two/b': ['one/a'] });
  });
  test('one that shares rare words of the title, in any form', async () => {
    const files = {
      'one/a.md': page('Realtime Database Quickstart'),
      'two/b.md': page('The realtime_databases, in depth'),
      'api/c.md': page('createRecoveryPhrases'),
      'users/d.md': page('Delete recovery phrases'),
    };
    expect(await named(files)).toEqual({
      'one/a': ['two/b'],
      'two/b': ['one/a'],
      'api/c': ['users/d'],
      'users/d': ['api/c'],
    });
  });
  test('one that shares a keyword or a tag, also of its own folder; first that which shares more', async () => {
    const files = {
      'a.md': page('Apples', 'keywords: [Fruit trees, orchard]'),
      'b.md': page('Bees', 'tags: [fruit-tree]'),
      'c/d.md': page('Cider', 'tags: [{label: orchard, permalink: /o}, fruit tree]'),
    };
    expect(await named(files)).toEqual({ a: ['c/d', 'b'], b: ['a', 'c/d'], 'c/d': ['a', 'b'] });
  });
  test('five at most, the likeliest, in an order of their own', async () => {
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`s${n}/p.md`, page('Ohm meter')]));
    const found = await named({ ...many, 'x/y.md': page('Ohm meter calibration') });
    expect(found['s3/p']).toEqual(['s0/p', 's1/p', 's2/p', 's4/p', 's5/p']);
    expect(found['x/y']).toHaveLength(5);
  });
});

describe('a page does not name', () => {
  test.each([
    ['what only says what kind of page it is', page('Getting started'), page('Getting Started')],
    ['what only says what is done', page('How to install and configure'), page('Install, configure')],
    ['a number', page('v6.3.0'), page('6.3.0')],
    ['one word of several in another project', page('Quickstarts for iOS'), page('iOS permissions')],
    ['nothing', '', ''],
  ])('%s', async (_, a, b) => {
    expect(await named({ 'one/a.md': a, 'two/b.md': b })).toEqual({});
  });
  test('what stands beside it: the pages of its folder, of the folder’s page that above it', async () => {
    const files = {
      'x/a.md': page('Silencing rules'),
      'x/b.md': page('Silencing rules of teams'),
      'x/silence/index.md': page('Silencing rules, a primer'),
    };
    expect(await named(files)).toEqual({});
  });
  test('what many pages share', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`s${n}/p.md`, page(`Ohmmeter`, 'tags: [meter]')]),
    );
    expect(await named(many)).toEqual({});
  });
  test('what is not listed', async () => {
    const files = {
      'one/a.md': page('Phone verification'),
      'two/b.md': page('Phone verification', 'unlisted: true'),
      'three/c.md': page('Phone verification', 'draft: true'),
    };
    expect(await named(files)).toEqual({});
  });
  test('anything where the config says so', async () => {
    const files = { 'one/a.md': page('Phone verification'), 'two/b.md': page('Phone verification') };
    expect(await named(files, { seeAlso: false })).toEqual({});
  });
});

test('the time grows with the pages, not with their pairs, whatever they share', async () => {
  const { site } = await modelOfFiles({ 'a.md': page('A') });
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
    seeAlso(all);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / count;
  };
  time(1_000);
  expect(time(20_000)).toBeLessThan(10 * time(1_000)); // pairs would be twenty times as many a page
});
