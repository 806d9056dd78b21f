import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { buildHub } from '../support/hub.js';

test('DG302: a file that vanishes between listing and reading is left out', async () => {
  const { openSync } = fs;
  fs.openSync = (path, ...rest) => {
    if (String(path).endsWith('gone.md')) fs.rmSync(path);
    return openSync(path, ...rest);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  });
  const hub = await buildHub({ 'a.md': '# A', 'gone.md': '# Gone' });
  expect(hub.said()).toEqual(['DG302 gone.md deleted while docgen was reading it']);
  expect(hub.diagnostics[0]?.hint).toMatch(/again/);
  expect(hub.published).toBe(true);
});
