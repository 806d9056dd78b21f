// `docgen init` as a person starts it: in an empty folder, in folders of Markdown, in sites of Docusaurus whose packages are not
// installed; each builds afterwards, and what was there is as it was.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempDir } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { run } from '../support/sync.js';

scenarios('cli/init');

test('in an empty folder: three pages, a config, a package.json and a workflow; the build is without a warning', async () => {
  const dir = join(tempDir(), 'my-hub');
  mkdirSync(dir);
  const text = (path: string) => readFileSync(join(dir, path), 'utf8');
  const ran = await run(dir, 'init');
  expect(ran.status).toBe(0);
  expect(ran.stderr.trimEnd().split('\n')).toEqual([
    ...['docgen.config.ts', 'docs/index.md', 'docs/writing.md', 'docs/publishing.md'].map((path) => `made ${path}`),
    ...['package.json', '.gitignore', '.github/workflows/docs.yml'].map((path) => `made ${path}`),
    expect.stringContaining('to publish: '),
    'next: npm install --save-dev docgen-hub && npx docgen build',
  ]);
  expect(text('docgen.config.ts')).toContain("title: 'My hub'");
  const scripts = { 'docs:dev': 'docgen dev', 'docs:build': 'docgen build' };
  expect(JSON.parse(text('package.json'))).toEqual({ name: 'my-hub', private: true, scripts });
  expect(text('.gitignore')).toBe('/build/\n.docgen*\nnode_modules/\n');
  const built = await run(dir, 'build', '--strict');
  expect(built).toMatchObject({ status: 0, stderr: expect.stringMatching(/^built 7 pages/) });
  const page = text('build/docs/writing/index.html').toLowerCase();
  for (const part of ['callout', '<math', 'diagram.', 'footnote', 'docgen-tabs-1']) expect(page).toContain(part);
  expect(text('build/docs/index.html')).toContain('<h1');
});

test('by another package manager, its commands and its workflow, also without its lock file', async () => {
  const dir = join(tempDir(), 'hub');
  mkdirSync(dir);
  vi.stubEnv('npm_config_user_agent', 'pnpm/12.21.0 npm/? node/v22.23.3 linux x64');
  const ran = await run(dir, 'init').finally(() => vi.unstubAllEnvs());
  expect(ran.stderr).toMatch(/\nnext: pnpm add --save-dev docgen-hub && pnpm exec docgen build\n$/);
  const workflow = readFileSync(join(dir, '.github/workflows/docs.yml'), 'utf8');
  expect(workflow).toContain('- run: pnpm install --frozen-lockfile\n');
});
