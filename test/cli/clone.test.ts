// In a clone, `npx docgen` runs the clone's own code, because npm finds the command in its package.json.
import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, tempDir, writeFiles } from '../support/hub.js';
import { copyProgram, manifest } from '../support/installed.js';
import { first } from '../support/seed.js';
import { otherNodes } from '../support/shared.js';

const nodes = [process.execPath, ...otherNodes('`npx docgen` in a clone')];

/** Creates a clone after `npm ci`, recognizable by its own version. */
function clone(): string {
  const dir = copyProgram(tempDir());
  cpSync(join(root, 'content'), join(dir, 'content'), { recursive: true });
  writeFiles(dir, { 'package.json': JSON.stringify({ ...manifest(root), version: '0.0.0-clone' }) });
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  return dir;
}

describe.each(first(1, nodes))('with %s', (node) => {
  test('`npx docgen build` uses the code of the clone, without a request to the registry', () => {
    const cwd = clone();
    // npx can't download a package, because this registry is unreachable.
    const env = { ...process.env, CI: '', npm_config_registry: 'http://127.0.0.1:9/', npm_config_yes: 'false' };
    const path = `${join(node, '..')}:${process.env['PATH'] ?? ''}`;
    const run = (...args: string[]) =>
      spawnSync('npx', ['docgen', ...args], { cwd, encoding: 'utf8', env: { ...env, PATH: path } });
    const version = run('--version');
    expect(version.stdout, version.stderr).toContain('0.0.0-clone');
    const built = run('build');
    expect(built.stderr).toMatch(/built \d+ pages of content\/ in build/);
    expect(built.status).toBe(0);
  });
});
