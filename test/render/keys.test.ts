// Cache keys of pages and bodies. edits.test.ts and unchanged-builds.test.ts test that changes of content and config change them.
import { describe, expect, test } from 'vitest';
import { moduleKey } from '../../src/model/config/module.js';
import type { Doc } from '../../src/model/docs/doc.js';
import { hubKeys } from '../../src/render/cache/build-records.js';
import { bodyInputs } from '../../src/render/site/body-inputs.js';
import { isStable } from '../../src/render/site/up-to-date.js';
import { dataOf } from '../support/data.js';
import { modelOfFiles, tempDir, writeFiles } from '../support/hub.js';

const data = dataOf<{ untold: string[] }>('render/keys');

test('changed code of docgen, templates or components invalidates pages and bodies', async () => {
  const { site } = await modelOfFiles({ 'a.md': '# A' });
  const hub = { sites: [{ section: '', filePrefix: '', site }] } as never;
  const pageKey = (buildId: string, templatesKey: string) =>
    hubKeys(hub, { layoutFiles: {} as never, buildId, templatesKey }).pages;
  const bodyKey = (buildId: string, componentsKey: string) =>
    bodyInputs(site, site, { buildId, componentsKey })(site.docs.get('a') as Doc).key;
  for (const keyOf of [pageKey, bodyKey])
    expect(new Set([keyOf('a', ''), keyOf('a', ''), keyOf('b', ''), keyOf('a', 'x')]).size).toBe(3);
});

test('a build that could not read a file is not reused', () => {
  const build = (code: string) => ({ pages: 1, diagnostics: [{ code, severity: 'error' as const, message: '' }] });
  const isStableWith = (code: string) => isStable(build(code), { all: [] } as never);
  expect(['DG301', 'DG302', 'DG601'].filter(isStableWith)).toEqual(['DG601']);
});

describe('the hash of modules', () => {
  const keyOf = (dir: string) => moduleKey([`${dir}/a.ts`], ['react']);

  test('includes imports by path, with any extension, and the package.json of packages', () => {
    const dir = writeFiles(tempDir(), {
      'a.ts': "import { b } from './b.js';\nimport 'react';\nexport * from 'pkg/part';\nconst c = require('./c');",
      'b.ts': 'export const b = 1',
      'c/index.json': '{}',
      'node_modules/pkg/package.json': '{"version": "1.0.0"}',
    });
    const seen = new Set([keyOf(dir)]);
    expect(seen.has(undefined)).toBe(false);
    for (const [path, text] of [
      ['a.ts', "import './b.js';\nimport 'pkg';\nrequire('./c');"],
      ['b.ts', 'export const b = 2'],
      ['c/index.json', '{"x": 1}'],
      ['node_modules/pkg/package.json', '{"version": "1.0.1"}'],
    ] as const) {
      writeFiles(dir, { [path]: text });
      const key = keyOf(dir);
      expect(seen.has(key), path).toBe(false);
      seen.add(key);
    }
  });
});

test.each(data.untold)('imports of a template that cannot be determined: %s', (code) => {
  const dir = writeFiles(tempDir(), {
    'a.tsx': code,
    'lib.mjs': '',
    'folder/package.json': '{"main": "m.mjs"}',
    'folder/index.js': '',
  });
  expect(moduleKey([`${dir}/a.tsx`], [])).toBeUndefined();
  expect(moduleKey([`${dir}/folder`], [])).toBeUndefined();
});

test('every possible file of an import is part of the hash', () => {
  const keyWith = (text: string) => {
    writeFiles(dir, { 'two.js': text });
    return moduleKey([`${dir}/a.tsx`], []);
  };
  const dir = writeFiles(tempDir(), { 'a.tsx': "import { v } from './two'", 'two.ts': '' });
  expect(keyWith('1')).not.toBe(keyWith('2'));
});
