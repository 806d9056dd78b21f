import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ContentChanged, parseBytes, recentTexts, withText } from '../../src/model/content/doc-file.js';
import { toSourcePath } from '../../src/model/types/path.js';
import { buildHub, tempDir, writeFiles } from '../support/hub.js';

test('DG302: a file that is removed between listing and reading is skipped', async () => {
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

test('a text that is no longer in memory is read again, and must be unchanged', () => {
  const [path, dir] = [toSourcePath('a.md'), tempDir()];
  const { value: parsed, text } = parseBytes(Buffer.from('# A'), path);
  const file = { path, absolutePath: join(dir, path), parsed };
  const [kept, dropped] = [withText(file, recentTexts(), text), withText(file, recentTexts(2), text)];
  writeFiles(dir, { 'a.md': '# A' });
  expect(dropped.body()).toBe('# A');
  writeFiles(dir, { 'a.md': '# B' });
  expect(() => dropped.body()).toThrow(ContentChanged);
  expect(kept.body()).toBe('# A');
});
