// Sidebars of the config: what they name may be missing, and a hub may have several content folders.
import { expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { buildHub, type Files } from '../support/hub.js';

const data = dataOf<{ files: Files; sidebars: NonNullable<UserConfig['sidebars']> }>('model/sidebars');

test('a category whose folders are all empty is left out, and the hint names the folders', async () => {
  const hub = await buildHub(data.files, { sidebars: data.sidebars });
  expect(hub.published).toBe(true);
  expect(hub.diagnostics.map(({ code, severity, hint }) => [code, severity, hint])).toEqual([
    ['DG111', 'warning', expect.stringMatching(/no docs in `gen\/client`, `gen\/server`: .*generates/)],
  ]);
  expect(hub.file('docs/')).toContain('More');
  expect(hub.file('docs/')).not.toContain('API');
});
