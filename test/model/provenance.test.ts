// URLs of synced files on the web: GitHub's form, GitLab's form, and none for a local repository.
import { describe, expect, test } from 'vitest';
import {
  editAddress,
  fileAddress,
  projectName,
  type SyncedSource,
  webAddress,
} from '../../src/model/content/exports.js';

const commit = '0123456789abcdef0123456789abcdef01234567';
const source = (repo: string, more: Partial<SyncedSource> = {}): SyncedSource => ({
  repo,
  ref: 'main',
  branch: 'main',
  commit,
  date: '2026-01-31',
  license: null,
  homepage: null,
  editUrl: null,
  linkBase: null,
  headingIds: null,
  routes: null,
  generator: null,
  files: {},
  changed: {},
  tree: [],
  included: {},
  pageless: [],
  unused: [],
  ...more,
});
const edit = (from: SyncedSource, path: string) =>
  editAddress({ section: 's', source: from, path, lastChange: undefined });

describe('the address of a repository', () => {
  test.each([
    ['https://github.com/owner/name.git', 'https://github.com/owner/name'],
    ['https://gitlab.com/group/sub/name/', 'https://gitlab.com/group/sub/name'],
    ['git@gitlab.com:group/name.git', 'https://gitlab.com/group/name'],
    ['ssh://git@gitlab.example.org/group/name.git', 'https://gitlab.example.org/group/name'],
    ['/srv/git/name.git', undefined],
    ['../name', undefined],
    ['C:\\git\\name', undefined],
    ['file:///srv/name', undefined],
  ])('%s', (repo, address) => {
    expect(webAddress(repo)).toBe(address);
  });
});

describe.each([
  ['GitHub', 'https://github.com/owner/name', 'https://github.com/owner/name'],
  ['GitLab', 'git@gitlab.com:group/name.git', 'https://gitlab.com/group/name/-'],
  ['a GitLab of its own', 'https://gitlab.example.org/name.git', 'https://gitlab.example.org/name/-'],
  ['a name that only begins so', 'https://gitlabs.example/name', 'https://gitlabs.example/name'],
])('%s', (_, repo, base) => {
  test.each(['blob', 'tree', 'raw'] as const)('%s', (kind) => {
    expect(fileAddress(source(repo), 'docs/a b#.md', kind)).toBe(`${base}/${kind}/${commit}/docs/a%20b%23.md`);
    expect(fileAddress(source(repo), '', kind)).toBe(`${base}/${kind}/${commit}`);
  });
  test('edit', () => {
    expect(edit(source(repo, { branch: 'feat/x y' }), 'a.md')).toBe(`${base}/edit/feat/x%20y/a.md`);
    expect(edit(source(repo, { branch: null }), 'a.md')).toBeUndefined();
    expect(edit(source(repo, { branch: null, editUrl: 'https://edit.example/x' }), 'a.md')).toBe(
      'https://edit.example/x/a.md',
    );
  });
});

test('a repository on a disk has no address, and a name', () => {
  expect(fileAddress(source('/srv/git/name.git'), 'a.md', 'blob')).toBeUndefined();
  expect(edit(source('/srv/git/name.git'), 'a.md')).toBeUndefined();
  expect(projectName(source('/srv/git/name.git/'))).toBe('git/name');
  expect(projectName(source('git@gitlab.com:group/name.git'))).toBe('group/name');
});
