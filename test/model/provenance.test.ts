// URLs of synced files on the web: GitHub's form, GitLab's form, and none for a local repository.
import { describe, expect, test } from 'vitest';
import {
  editAddress,
  fileAddress,
  lineAddress,
  projectName,
  type SyncedSource,
  webAddress,
} from '../../src/model/content/exports.js';
import { dataOf } from '../support/data.js';

const commit = '0123456789abcdef0123456789abcdef01234567';
const source = (repo: string, more: Partial<SyncedSource> = {}): SyncedSource => ({
  ...dataOf<{ source: SyncedSource }>('model/provenance').source,
  repo,
  commit,
  ...more,
});
const edit = (from: SyncedSource, path: string) =>
  editAddress({ section: 's', source: from, path, lastChange: undefined });

describe('the URL of a repository', () => {
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
  ['GitHub', 'https://github.com/owner/name', 'blob tree raw edit'],
  ['GitLab', 'git@gitlab.com:group/name.git', '-/blob -/tree -/raw -/edit'],
  ['a GitLab of its own', 'https://gitlab.example.org/name.git', '-/blob -/tree -/raw -/edit'],
  ['a name that only begins so', 'https://gitlabs.example/name', 'blob tree raw edit'],
  ['a name like that of a forge', 'https://github.com/gitlab/codeberg', 'blob tree raw edit'],
  ['Codeberg', 'git@codeberg.org:owner/name.git', 'src/commit src/commit raw/commit _edit'],
  ['a Gitea of its own', 'https://gitea.example.org/owner/name', 'src/commit src/commit raw/commit _edit'],
  ['Bitbucket', 'https://bitbucket.org/owner/name', 'src src raw src'],
])('%s', (_, repo, parts) => {
  const base = webAddress(repo);
  const [blob, tree, raw, editPart] = parts.split(' ');
  test.each(Object.entries({ blob, tree, raw }) as ['blob' | 'tree' | 'raw', string][])('%s', (kind, part) => {
    expect(fileAddress(source(repo), 'docs/a b#.md', kind)).toBe(`${base}/${part}/${commit}/docs/a%20b%23.md`);
    expect(fileAddress(source(repo), '', kind)).toBe(`${base}/${part}/${commit}`);
  });
  test('edit URL', () => {
    expect(edit(source(repo, { branch: 'feat/x y' }), 'a.md')).toBe(`${base}/${editPart}/feat/x%20y/a.md`);
    expect(edit(source(repo, { branch: null }), 'a.md')).toBeUndefined();
    expect(edit(source(repo, { branch: null, editUrl: 'https://edit.example/x' }), 'a.md')).toBe(
      'https://edit.example/x/a.md',
    );
  });
});

test.each([
  ['https://github.com/owner/name', 'blob', '?plain=1#L7'],
  ['https://codeberg.org/owner/name', 'src/commit', '?display=source#L7'],
  ['https://bitbucket.org/owner/name', 'src', '#lines-7'],
])('a line of a file of %s', (repo, part, line) => {
  const origin = { section: '', source: source(repo), path: 'a.md', lastChange: undefined };
  expect(lineAddress(origin, 7)).toBe(`${repo}/${part}/${commit}/a.md${line}`);
  expect(lineAddress(origin)).toBe(`${repo}/${part}/${commit}/a.md`);
});

test('a local repository has no URL, but a name', () => {
  expect(fileAddress(source('/srv/git/name.git'), 'a.md', 'blob')).toBeUndefined();
  expect(edit(source('/srv/git/name.git'), 'a.md')).toBeUndefined();
  expect(projectName(source('/srv/git/name.git/'))).toBe('git/name');
  expect(projectName(source('git@gitlab.com:group/name.git'))).toBe('group/name');
});
