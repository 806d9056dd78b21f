// Invalid or unusual components and templates of a site owner are reported with their names.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { buildIn, say, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{ faulty: [key: string, what: string, text: string, place: string][] }>('render/own-components');

scenarios('render/own-components');

test.each(data.faulty)('%s of a module %s: the location is the file with the error', async (key, _, text, place) => {
  const dir = writeFiles(tempDir(), {
    'content/a.md': '# A\n',
    [key === 'templates' ? 'mine/Pagination.mjs' : 'own.mjs']: text,
    'lib/x.mjs': "\nthrow new Error('of the library');\n",
    'docgen.config.yaml': 'components: own.mjs\n',
  });
  const said =
    key === 'templates'
      ? (await buildIn(dir, { templates: join(dir, 'mine') })).said()
      : (await loadConfig(dir)).diagnostics.map(say);
  const [code, what] = key === 'templates' ? ['DG114', 'template `Pagination`: '] : ['DG105', 'config: `components`: '];
  expect(said).toEqual([expect.stringContaining(`${code} ${place} ${what}`)]);
});
