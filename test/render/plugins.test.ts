// Remark plugins of the config: what pages show of their changes, and what happens if one fails.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/model/config/config.js';
import { bodyModules, moduleKey } from '../../src/model/config/module.js';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, say, tempDir, writeFiles } from '../support/hub.js';

const data = dataOf<{ percent: Files }>('render/plugins');

const terms = `import type { Root } from 'mdast';
import { ending } from './ending.js';
export default function terms(this: unknown, { name }: { name: string }) {
  return async (tree: Root, file: { path: string }) => {
    await null;
    const element = (name: string, attributes: object, children: object[]) => ({
      type: 'mdxJsxFlowElement', name, children,
      attributes: Object.entries(attributes).map(([name, value]) => ({ type: 'mdxJsxAttribute', name, value })),
    });
    const text = (value: string) => ({ type: 'paragraph', children: [{ type: 'text', value }] });
    const tabs = element('Tabs', {}, [element('TabItem', { label: 'One' }, [text(name + ending)])]);
    tree.children.push({ type: 'heading', depth: 2, children: [{ type: 'text', value: 'Made' }] } as never);
    tree.children.push(tabs as never, element('div', { onclick: 'alert(1)' }, [text(file.path)]) as never);
  };
}
`;

test('pages have what plugins add: headings, components, elements, without scripts', async () => {
  const dir = writeFiles(tempDir(), {
    'content/a.md': '# A\n\n[Down](#made)\n',
    'terms.ts': terms,
    'ending.ts': "export const ending = ' ends';\n",
  });
  const hub = await buildIn(dir, { remarkPlugins: [[join(dir, 'terms.ts'), { name: 'Term' }]] });
  expect(hub.said()).toEqual([]);
  expect(hub.body('docs/a/')).toMatch(
    /<h2 id="made">[\s\S]*<div class="tabs">[\s\S]*<summary>One<\/summary>[\s\S]*<p>Term ends<\/p>[\s\S]*<div>\s*<p>a\.md<\/p>/,
  );
});

test('a plugin can add syntax to the parser', async () => {
  const dir = writeFiles(tempDir(), data.percent);
  const hub = await buildIn(dir, { remarkPlugins: [join(dir, 'percent.mjs')] });
  expect(hub.body('docs/a/')).toContain('<p>One percent two.</p>');
});

test('a plugin that throws is named for its page, and the other pages are built', async () => {
  const dir = writeFiles(tempDir(), {
    'content/a.md': '# A\n',
    'content/b.md': '# B\n\nboom\n',
    'own.mjs':
      "export default () => (_, file) => { if (String(file).includes('boom')) throw new Error('no boom'); };\n",
  });
  const hub = await buildIn(dir, { remarkPlugins: [join(dir, 'own.mjs')] });
  expect(hub.said()).toEqual([expect.stringMatching(/^DG306 b\.md:1:1 .*plugin `.*own\.mjs` failed: no boom/)]);
  expect(hub.body('docs/a/')).toContain('>A</h1>');
});

test.each([
  ['remark-nothing', 'there is no module `remark-nothing`'],
  ['./data.json', 'must be a remark plugin'],
])('%s is refused', async (name, reason) => {
  const config = JSON.stringify({ remarkPlugins: [name] });
  const dir = writeFiles(tempDir(), { 'docgen.config.json': config, 'data.json': '{}', 'content/a.md': '# A\n' });
  const { diagnostics } = await loadConfig(dir);
  expect(diagnostics.map(say)).toEqual([expect.stringContaining(reason)]);
});

test('bodies depend on the modules of plugins, and on the version of packages', async () => {
  const files = {
    'own.mjs': "import './lib.mjs';\nexport default () => {};\n",
    'lib.mjs': '',
    'content/a.md': '# A\n',
  };
  const pack = (version: string) => ({
    'node_modules/remark-x/package.json': JSON.stringify({ name: 'remark-x', version, main: 'x.js' }),
    'node_modules/remark-x/x.js': 'module.exports = () => {};\n',
  });
  const config = JSON.stringify({ remarkPlugins: ['remark-x', './own.mjs'] });
  const dir = writeFiles(tempDir(), { ...files, ...pack('1.0.0'), 'docgen.config.json': config });
  const key = async () => {
    const { value, diagnostics } = await loadConfig(dir);
    expect(diagnostics.map(say)).toEqual([]);
    return value && moduleKey(bodyModules(value), []);
  };
  const keys = [await key(), await key()];
  writeFiles(dir, { 'lib.mjs': '// changed\n' });
  keys.push(await key());
  writeFiles(dir, pack('1.0.1'));
  keys.push(await key());
  expect(new Set(keys).size).toBe(3);
  expect(keys[0]).toBe(keys[1]);
});
