// Differences on Windows, as far as other systems can simulate them: paths with backslashes, and renames while another program has a file open.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { locate } from '../../src/cli/report.js';
import { renameEntry } from '../../src/disk/files.js';
import type { Mount } from '../../src/model/config/config.js';
import { outsidePath } from '../../src/model/diagnostics/diagnostic.js';

const { faults } = vi.hoisted(() => ({ faults: [] as string[] }));
vi.mock('node:path', async (load) => {
  const real = await load<typeof import('node:path')>();
  const of = (first: string) => (/^[A-Z]:/.test(first) ? real.win32 : real);
  const join: typeof real.join = (first = '', ...more) => of(first).join(first, ...more);
  const relative: typeof real.relative = (from, to) => of(from).relative(from, to);
  return { ...real, join, relative, sep: real.win32.sep };
});
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  const renameSync: typeof real.renameSync = (from, to) => {
    const code = faults.shift();
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    real.renameSync(from, to);
  };
  return { ...real, renameSync };
});

test('paths in messages, baselines and SARIF have slashes', () => {
  const mounts = [{ dir: 'C:\\hub\\content\\sub', prefix: 'guides' }] as unknown as readonly Mount[];
  expect(outsidePath('C:\\hub\\i18n\\de\\code.json', 'C:\\hub')).toBe('/i18n/de/code.json');
  expect(locate('guides/a/b.md', { cwd: 'C:\\hub', mounts })).toBe('content/sub/a/b.md');
});

const system = process.platform;
const runAs = (platform: string) => Object.defineProperty(process, 'platform', { value: platform });
afterEach(() => {
  runAs(system);
  faults.length = 0;
});

test.each([
  ['win32', ['EBUSY', 'EPERM', 'EACCES'], 'renamed'],
  ['win32', ['EBUSY', 'ENOENT'], 'ENOENT'],
  ['win32', Array(7).fill('EPERM'), 'EPERM'],
  ['linux', ['EPERM'], 'EPERM'],
] as const)('on %s, a rename with %j ends: %s', (platform, codes, end) => {
  const dir = mkdtempSync(`${tmpdir()}/docgen-systems-`);
  const [from, to] = [`${dir}/a`, `${dir}/b`];
  writeFileSync(from, '');
  runAs(platform);
  faults.push(...codes);
  const rename = () => renameEntry(from, to);
  if (end === 'renamed') rename();
  else expect(rename).toThrow(end);
  expect([existsSync(from), existsSync(to)]).toEqual([end !== 'renamed', end === 'renamed']);
  rmSync(dir, { recursive: true });
});
