// Releases: the script that prepares one and checks its tag, and the requirements for changelog and workflow.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { root, tempDir, writeFiles } from '../support/hub.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const release = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, '.ci/release.mjs'), ...args], { cwd, encoding: 'utf8' });

test('a release has the same version in its tag, package and changelog', () => {
  const dir = writeFiles(tempDir(), {
    'package.json': '{\n  "name": "x",\n  "version": "0.1.0"\n}\n',
    'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n### Added\n\n- Tea.\n\n## [0.1.0] - 2026-01-01\n\n- Water.\n',
  });
  expect(release(dir, 'check', 'v0.2.0')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('package.json has 0.1.0'),
  });
  expect(release(dir, 'check', 'v0.1.0')).toMatchObject({ status: 0, stdout: '- Water.\n' });
  expect(release(dir, 'prepare', '0.2.0')).toMatchObject({ status: 1 });
  expect(release(dir, 'prepare', '0.2.0', '2026-02-03')).toMatchObject({ status: 0 });
  expect(release(dir, 'check', 'v0.2.0')).toMatchObject({ status: 0, stdout: '### Added\n\n- Tea.\n' });
  expect(readFileSync(join(dir, 'CHANGELOG.md'), 'utf8')).toContain(
    '## Unreleased\n\n## [0.2.0] - 2026-02-03\n\n### Added\n',
  );
  expect(release(dir, 'prepare', '0.3.0', '2026-02-04')).toMatchObject({
    status: 1,
    stderr: 'CHANGELOG.md has no unreleased change\n',
  });
});

test('the changelog has the format of Keep a Changelog', () => {
  const headings = read('CHANGELOG.md').match(/^#+ .*/gm) ?? [];
  expect(headings.slice(0, 2)).toEqual(['# Changelog', '## Unreleased']);
  const known =
    /^(?:## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}|### (?:Added|Changed|Deprecated|Removed|Fixed|Security))$/;
  expect(headings.length).toBeGreaterThan(4);
  expect(headings.slice(2).filter((heading) => !known.test(heading))).toEqual([]);
  // Git merges the lines of all branches (.gitattributes), which can repeat a line.
  const changes: string[] = read('CHANGELOG.md').match(/^- .*/gm) ?? [];
  expect(changes.filter((change, index) => changes.indexOf(change) !== index)).toEqual([]);
});

test('the workflow tests every supported Node.js before it publishes with provenance', () => {
  interface Job {
    readonly needs?: string;
    readonly permissions?: Record<string, string>;
    readonly steps: readonly { readonly run?: string }[];
  }
  const { on, jobs } = load(read('.github/workflows/release.yml')) as {
    on: { push: { tags: string[] } };
    jobs: Record<string, Job>;
  };
  const commands = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run = [] }) => run);
  expect(on.push.tags).toEqual(['v*.*.*']);
  expect(commands('test')).toContain('npm test');
  expect(jobs['publish']).toMatchObject({ needs: 'test', permissions: { 'id-token': 'write' } });
  expect(commands('publish')).toContain('npm publish --provenance --access public');
  const scripts = [...commands('test'), ...commands('publish')].join('\n');
  for (const [, name = ''] of scripts.matchAll(/npm run ([\w:]+)/g))
    expect(JSON.parse(read('package.json')).scripts).toHaveProperty(name);
});
