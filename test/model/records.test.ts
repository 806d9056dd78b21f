// Compares the records of complete content folders with those of Docusaurus 3.10.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { views } from '../../src/cli/inspect.js';
import { fixtures, modelOf } from '../support/hub.js';
import { hasShared, shared } from '../support/shared.js';

const cases = join(fixtures, 'model');

describe('records are the same as those of Docusaurus', () => {
  test.each(readdirSync(cases))('%s', async (name) => {
    const dir = join(cases, name);
    const known = ['content', 'expected.json', 'sidebars.json'];
    expect(
      readdirSync(dir).filter((entry) => !known.includes(entry)),
      'a file that nothing reads',
    ).toEqual([]);
    const sidebars = existsSync(join(dir, 'sidebars.json'))
      ? { sidebars: JSON.parse(readFileSync(join(dir, 'sidebars.json'), 'utf8')) }
      : {};
    const { site } = await modelOf(join(dir, 'content'), sidebars);
    const expected = JSON.parse(readFileSync(join(dir, 'expected.json'), 'utf8'));
    expect(JSON.parse(JSON.stringify(views.version.data(site)))).toEqual(expected);
    expect(Object.keys(site.version())).toEqual(Object.keys(expected.version));
  });
});

if (hasShared('records of the corpus')) {
  test('the records of the corpus have 0 differences', async () => {
    const content = join(shared, 'corpus/hub/docs');
    const { site } = await modelOf(content);
    const actual = JSON.parse(JSON.stringify(views.version.data(site)));
    const expected = JSON.parse(readFileSync(join(shared, 'corpus/hub/expected.json'), 'utf8'));
    for (const [id, doc] of Object.entries<{ description: string }>(expected.version.docs)) {
      if (!doc.description.startsWith('<!--')) continue;
      // The one known difference: a description is never the start of a comment.
      expect(actual.version.docs[id].description).not.toMatch(/^<!--/);
      doc.description = actual.version.docs[id].description;
    }
    expect(Object.keys(actual.permalinks)).toHaveLength(616);
    expect(actual).toEqual(expected);
  });
}
