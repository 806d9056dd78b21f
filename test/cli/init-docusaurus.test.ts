// `docgen init` in sites of Docusaurus of different shapes (test/fixtures/init), none of whose packages is installed, and a build of each.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { same } from '../support/expected.js';
import { type Files, fixtures, tempDir, writeFiles } from '../support/hub.js';
import { run } from '../support/sync.js';

const site = (files: Files) => writeFiles(join(tempDir(), 'site'), files);

function siteOf(name: string): string {
  const dir = site({ 'build/index.html': 'of Docusaurus' });
  cpSync(join(fixtures, 'init', name), dir, { recursive: true });
  return dir;
}

const text = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8');

async function initAndBuild(dir: string): Promise<string> {
  const ran = await run(dir, 'init', '--yes');
  expect(ran).toMatchObject({ status: 0 });
  expect(await run(dir, 'build', '--strict')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^built \d+ pages in site: 0 warn/),
  });
  return ran.stderr;
}

describe('a site of Docusaurus', () => {
  test('preset classic with its docs at the root', async () => {
    const dir = siteOf('classic');
    const said = await initAndBuild(dir);
    same(join(fixtures, 'init/classic.config.txt'), text(dir, 'docgen.config.ts'));
    expect(said).toContain('not installed, and not needed for the config: ');
    expect(said).toContain('not taken: plugins.0: the plugin docusaurus-lunr-search\n');
    expect(said).toContain('no workflow: the site has its own');
    expect(text(dir, 'package.json')).toContain('"build": "docusaurus build",\n    "docs:dev": "docgen dev"');
    expect(text(dir, 'build/index.html')).toBe('of Docusaurus');
    expect(text(dir, 'site/index.html')).toContain('<h1');
    for (const path of ['site/run/start/index.html', 'site/CNAME', 'site/img/logo.svg'])
      expect([path, existsSync(join(dir, path))]).toEqual([path, true]);
  });

  test('TypeScript, several docs plugins, versions, a plugin without a folder', async () => {
    const dir = siteOf('several');
    const said = await initAndBuild(dir);
    for (const path of ['docs/intro', 'api', 'api/calls/get', 'community'])
      expect([path, existsSync(join(dir, `site/${path}.html`))]).toEqual([path, true]);
    expect(text(dir, 'site/docs/intro.html')).toContain('href="/harbour/api/calls/get"');
    expect(said).toContain('not taken: plugins.2.1: the docs of gone: their folder gone does not exist\n');
    for (const path of ['docs/next/intro', 'docs/1.0/intro', 'docs/latest/intro'])
      expect([path, existsSync(join(dir, `site/${path}.html`))]).toEqual([path, true]);
    expect(text(dir, 'docgen.config.ts')).toContain("lastVersion: '2.0'");
    expect(said).not.toContain('version 1.0');
  });

  test('redirects of the plugin, and those that its rules make of the docs', async () => {
    const dir = siteOf('moved');
    const said = await initAndBuild(dir);
    for (const path of ['old', 'older', 'handbook/new'])
      expect(text(dir, `site/${path}/index.html`)).toContain('url=/m/docs/new/');
    expect(text(dir, 'site/docs/new.html')).toContain('url=/m/docs/new/');
    expect(existsSync(join(dir, 'site/docs/labels/one/index.html'))).toBe(true);
    expect(existsSync(join(dir, 'site/docs/drafts/no/index.html'))).toBe(false);
    expect(said.match(/not taken: .*/g)).toEqual([
      'not taken: plugins.0.1.redirects.1: the redirect from x to /docs/new',
    ]);
  });

  test('a module with a function, languages, static folders, no blog', async () => {
    const dir = siteOf('translated');
    const said = await initAndBuild(dir);
    expect(text(dir, 'docgen.config.ts')).toContain("  static: ['public', 'assets'],\n");
    expect(text(dir, 'site/handbuch/anfang/index.html')).toContain('<html lang="de"');
    for (const path of ['site/bild.png', 'site/robots-extra.txt']) expect(existsSync(join(dir, path))).toBe(true);
    expect(said).not.toContain('fr');
    expect(text(dir, 'site/fr/handbuch/anfang/index.html')).toContain('<html lang="fr"');
  });

  test('a config that cannot be loaded is DG120 with its reason, and nothing is written', async () => {
    const dir = site({ 'docusaurus.config.js': "throw new Error('set SITE_KEY');", 'docs/a.md': '# A' });
    const ran = await run(dir, 'init');
    expect(ran).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^docgen: error DG120: `docusaurus\.config\.js` can't be loaded: set SITE_KEY\n {2}help: install/,
      ),
    });
    expect(existsSync(join(dir, 'docgen.config.ts'))).toBe(false);
    const none = site({ 'docusaurus.config.js': 'module.exports = null;', 'docs/a.md': '# A' });
    expect((await run(none, 'init')).stderr).toContain('it exports no map of settings');
  });

  test('one below the folder is named', async () => {
    const dir = site({ 'docs/a.md': '# A', 'website/docusaurus.config.js': 'module.exports = {};' });
    expect((await run(dir, 'init')).stderr).toContain('website/ is a site of Docusaurus: run `docgen init` there');
  });
});
