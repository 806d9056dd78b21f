// Moved pages: sources of redirects, resulting files, and diagnostics.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/build.js';
import type { UserConfig } from '../../src/model/config/config.js';
import { resolveConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import {
  activeIn,
  buildHub,
  type Files,
  filesBelow,
  inProcess,
  modelOfFiles,
  say,
  tempDir,
  writeFiles,
} from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

type Redirects = NonNullable<UserConfig['redirects']>;
const data = dataOf<{
  requests: [string, string, string[]][];
  stars: { redirects: Redirects; prefixes: string[]; fixed: string[]; locations: string[] };
  nowhere: { redirects: Redirects; said: string[] };
  clashes: [string, { from: string; to: string }, string][];
  refusedAddresses: string[];
  faultyConfigs: [object, RegExp][];
  refusedTargets: string[];
}>('render/redirects');

const page = (frontMatter: string, title = 'New') => `---\n${frontMatter}\n---\n# ${title}\n\n## Part\n\nText.\n`;
const redirects = (...all: Redirects) => ({ redirects: all });

scenarios('render/redirects');

describe('sources of redirects', () => {
  test.each(data.requests)('%s', async (_, frontMatter, paths) => {
    const hub = await buildHub({ 'new.md': page(frontMatter) });
    expect(hub.said()).toEqual([]);
    const made = hub
      .files()
      .filter((path) => path.endsWith('.html') && hub.file(path).includes('http-equiv="refresh"'));
    expect(made).toEqual([...new Set([...paths, 'index.html'])].sort());
    for (const path of paths) {
      const html = hub.file(path);
      expect(html).toContain('<meta http-equiv="refresh" content="0; url=/docs/new/">');
      expect(html).toContain('<a href="/docs/new/">New</a>');
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(activeIn(html)).toEqual([]);
    }
  });

  test.each([true, false, undefined])(
    'what a star stands for follows one slash: trailingSlash %s',
    async (trailingSlash) => {
      const dir = writeFiles(tempDir(), { 'content/guides/index.md': '# Guides', 'content/guides/new.md': '# New' });
      const given = { basePath: '/hub/', trailingSlash, external: ['/hub/app/**'], redirects: data.stars.redirects };
      const overrides = { redirects: 'nginx' } as const;
      const config = resolveConfig(given, { cwd: dir, file: undefined, overrides }).value;
      if (!config) throw new Error('the config is refused');
      const report = await build(config, { strict: false, reader: inProcess });
      expect(report.diagnostics.map(say)).toEqual([]);
      const end = trailingSlash === false ? '' : '/';
      const lines = readFileSync(join(config.out, '_redirects'), 'utf8').split('\n');
      const withEnd = (all: readonly string[]) => all.map((line) => line.replace('<end>', end));
      expect(lines.filter((line) => line.includes('*'))).toEqual(withEnd(data.stars.prefixes));
      expect(lines.filter((line) => /^\S+[efg]\/? /.test(line))).toEqual(withEnd(data.stars.fixed));
      // A location only contains redirects, because nginx would serve other files from there.
      const locations = readFileSync(join(config.out, 'redirects.nginx.conf'), 'utf8').match(/^location .*$/gm) ?? [];
      expect(locations.filter((location) => location.includes('^~'))).toEqual(withEnd(data.stars.locations));
    },
  );
});

describe('invalid redirects are reported', () => {
  const said = async (files: Files, config: UserConfig = {}) => {
    const dir = writeFiles(
      tempDir(),
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`content/${path}`, text])),
    );
    const resolved = resolveConfig(config, { cwd: dir, file: 'docgen.config.ts', overrides: {} });
    if (!resolved.value) throw new Error(JSON.stringify(resolved.diagnostics));
    const report = await build(resolved.value, { strict: false, reader: inProcess });
    return { said: report.diagnostics.map(say), files: filesBelow(join(dir, 'build')) };
  };
  const files = { 'new.md': page('title: New'), 'b.md': '# B' };

  test('missing targets, chains and loops', async () => {
    const { said: lines, files: made } = await said(files, { redirects: data.nowhere.redirects });
    expect(lines.toSorted()).toEqual(data.nowhere.said.toSorted());
    expect(made.filter((path) => /^(?:no|l1|l2|self|into|p)\//.test(path))).toEqual([]);
    expect(made).toContain('c1/index.html');
  });

  test.each(data.clashes)('a clash with %s', async (_, redirect, reason) => {
    const { said: lines } = await said(files, redirects(redirect as { from: string; to: string }));
    expect(lines).toEqual([`DG512 docgen.config.ts redirect from \`${redirect.from}\`: ${reason}`]);
  });

  test.each([...data.refusedAddresses, `/${'n'.repeat(300)}`])('%j in front matter is refused', async (from) => {
    const hub = await buildHub({ 'a.md': page(`redirect_from: ["${from.replace(/\\(?!u)/g, '\\\\')}"]`) });
    expect(hub.said().filter((line) => !line.startsWith('DG304'))).toEqual([
      expect.stringMatching(/^DG511 a\.md:2:1 `redirect_from`: /),
    ]);
    expect(hub.has('_redirects')).toBe(false);
    expect(
      hub
        .files()
        .filter((path) => !/^(?:docs\/|assets\/|\.docgen|404|index|llms|apple-touch-icon|robots|_headers)/.test(path)),
    ).toEqual([]);
  });

  test.each(data.faultyConfigs)('%j is a config error', (redirect, message) => {
    const { diagnostics } = resolveConfig({ redirects: [redirect] }, { cwd: '/', file: undefined, overrides: {} });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n')).toMatch(message);
  });

  test.each(data.refusedTargets)('to %j', async (to) => {
    expect((await said(files, redirects({ from: '/a', to }))).said).toEqual([
      expect.stringMatching(/^DG511 docgen\.config\.ts `redirects\.0\.to`/),
    ]);
  });

  test('the number of aliases is limited, on one page and on many', async () => {
    const many = (count: number, name: string) =>
      page(`redirect_from: [${Array.from({ length: count }, (_, index) => `/${name}/${index}`).join(',')}]`);
    const { site, diagnostics } = await modelOfFiles({
      ...Object.fromEntries(Array.from({ length: 102 }, (_, index) => [`p${index}.md`, many(100, `p${index}`)])),
      'z.md': many(4000, 'z'),
    });
    expect(diagnostics.map(say)).toEqual([
      'DG516 z.md:2:1 this page has 4000 redirects: docgen creates the first 100',
      'DG516 - pages have 10300 redirects: docgen creates the first 10000',
      'DG517 - `_redirects` has 20000 lines, but Cloudflare reads only 2000',
    ]);
    expect(site.redirects).toHaveLength(10_000);
  }, 60_000);
});
