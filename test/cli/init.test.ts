// `docgen init` like a user runs it: in an empty folder, in folders of Markdown, in Docusaurus sites without installed
// packages. Each builds afterwards, and existing files are unchanged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';
import { run } from '../support/sync.js';

scenarios('cli/init');

test('another package manager: its commands and its workflow, also without a lockfile, and in a folder by its absolute path', async () => {
  const dir = writeFiles(join(tempDir(), 'hub'), { LICENSE: '' });
  vi.stubEnv('npm_config_user_agent', 'pnpm/12.21.0 npm/? node/v22.23.3 linux x64');
  const ran = await run(dir, 'init', '--content', join(dir, 'docs')).finally(() => vi.unstubAllEnvs());
  expect(ran.stderr).toMatch(/\nnext: pnpm add --save-dev docgen-hub && pnpm exec docgen build\n$/);
  const workflow = readFileSync(join(dir, '.github/workflows/docs.yml'), 'utf8');
  expect(workflow).toContain('- run: pnpm install --frozen-lockfile\n');
  expect(readFileSync(join(dir, 'docs/index.md'), 'utf8')).not.toBe('');
});
