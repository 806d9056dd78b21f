// Components and templates that a maintainer wrote wrongly, or in another form: each is named.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { buildIn, say, tempDir, writeFiles } from '../support/hub.js';

const data = dataOf<{ faulty: [key: string, what: string, text: string, place: string][] }>('render/own-components');

test('a component that throws is named with its error, and its content is shown', async () => {
  const dir = writeFiles(tempDir(), {
    'content/a.mdx': '# A\n\n<Price of="tea">**hot**</Price>\n\n<Price>two</Price>\n\nEnd.\n',
    'own.jsx': 'export default { Price: ({ of }) => <b>{of.toUpperCase()}</b> };\n',
  });
  const hub = await buildIn(dir, { components: join(dir, 'own.jsx') });
  expect(hub.said()).toEqual([expect.stringMatching(/^DG710 a\.mdx:5:1 component `<Price>` throws: .*toUpperCase/)]);
  expect(hub.diagnostics[0]?.hint).toMatch(/^correct it in `own\.jsx:1`: /);
  expect(hub.body('docs/a/')).toMatch(/<b>TEA<\/b>[\s\S]*two[\s\S]*End\./);
});

test('a map may hold modules whose default export is the component, and wrapped ones', async () => {
  const dir = writeFiles(tempDir(), {
    'content/a.mdx': '# A\n\n<Price>x</Price>\n\n<Memo>y</Memo>\n',
    'price.jsx': 'export default ({ children }) => <div className="x-price">{children}</div>;\n',
    'own.jsx':
      "import { memo } from 'react';\nimport * as Price from './price.jsx';\nexport default { Price, Memo: memo(({ children }) => <i>{children}</i>) };\n",
  });
  const hub = await buildIn(dir, { components: join(dir, 'own.jsx') });
  expect(hub.said()).toEqual([]);
  expect(hub.body('docs/a/')).toMatch(/<div class="x-price">[\s\S]*x[\s\S]*<\/div>[\s\S]*<i>[\s\S]*y[\s\S]*<\/i>/);
});

test('of a template that throws inside another the inner one is blamed', async () => {
  const dir = writeFiles(tempDir(), {
    'content/a.md': '# A\n',
    'mine/Document.jsx': "export function Document() { throw new Error('mine broke'); }\n",
  });
  const hub = await buildIn(dir, { templates: join(dir, 'mine') });
  expect(hub.said()).toEqual(['DG114 /mine/Document.jsx:1:1 template `Document`: mine broke']);
  expect(hub.diagnostics[0]?.hint).toMatch(/correct your file/);
});

test.each(data.faulty)('%s of a module %s: its place is the file at fault', async (key, _, text, place) => {
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
