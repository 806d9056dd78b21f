// Remark plugins of the config: what pages show of their changes, and what happens if one fails.
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/model/config/config.js';
import { bodyModules, moduleKey } from '../../src/model/config/module.js';
import { say, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

scenarios('render/plugins');

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
