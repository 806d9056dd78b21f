import { expect, test, vi } from 'vitest';
import { buildHub } from '../support/hub.js';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const openSync: typeof fs.openSync = (path, ...rest) => {
    if (String(path).endsWith('gone.md')) fs.rmSync(path);
    return fs.openSync(path, ...rest);
  };
  return { ...fs, openSync };
});

test('DG302: a file that vanishes between listing and reading is left out', async () => {
  const hub = await buildHub({ 'a.md': '# A', 'gone.md': '# Gone' });
  expect(hub.said()).toEqual(['DG302 gone.md deleted while docgen was reading it']);
  expect(hub.diagnostics[0]?.hint).toMatch(/again/);
  expect(hub.published).toBe(true);
});
