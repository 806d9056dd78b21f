// Where the file of a fault comes from: so that a maintainer of a hub can tell the project.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { docgen, filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { git, hasGit, repository } from '../support/repository.js';

const text = '# A\n\ntext [gone](nothing-like-it.md)\n';

/** A hub of repositories that git is told to find on this machine; synced. */
function hubOf(repositories: Readonly<Record<string, string>>, sources: readonly object[], files = {}): string {
  const dir = writeFiles(tempDir(), {
    'content/own.md': text,
    'docgen.config.json': JSON.stringify({ sources }),
    ...files,
  });
  git(dir, ['init', '--quiet']);
  for (const [address, folder] of Object.entries(repositories))
    git(dir, ['config', '--add', `url.${folder}.insteadOf`, address]);
  expect(docgen(dir, 'sync')).toMatchObject({ status: 0 });
  return dir;
}

const license = { LICENSE: 'MIT License\n\nPermission is hereby granted, free of charge, to any person' };
const source = { ref: 'main', paths: [{ from: 'docs' }] };

describe.runIf(hasGit('upstream files in reports'))('a fault of a gathered file', () => {
  let dir: string;
  let commit: string;
  let local: string;
  beforeEach(() => {
    const upstream = repository({ ...license, 'docs/g (1)/a é.md': text, 'docs/_category_.json': '{"position": "x"}' });
    commit = git(upstream, ['rev-parse', 'HEAD']);
    local = repository({ ...license, 'docs/b.md': text });
    dir = hubOf({ 'https://github.com/own/project': upstream, 'git@gitlab.com:own/other.git': upstream }, [
      { section: 'hub', repo: 'https://github.com/own/project', ...source },
      { section: 'lab', repo: 'git@gitlab.com:own/other.git', ...source },
      { section: 'disk', repo: local, ...source },
      {
        section: 'many',
        repo: 'https://github.com/own/project',
        paths: source.paths,
        versions: [
          { name: '2', ref: 'main' },
          { name: '1', ref: commit, paths: [{ from: 'docs/g (1)', to: 'old' }] },
        ],
      },
    ]);
  });
  const path = 'docs/g%20(1)/a%20%C3%A9.md?plain=1#L3';
  const web = () => `https://github.com/own/project/blob/${commit}/${path}`;
  const short = () => `own/project@${commit.slice(0, 10)}:docs/g (1)/a é.md`;

  test('as text: repository, commit and path below the local place, with the page of the line', () => {
    const lines = docgen(dir, 'build', '--all').stderr.split('\n');
    const below = (place: string) => {
      const at = lines.findIndex((line) => line.startsWith(`${place}: `));
      return lines.slice(
        at + 1,
        lines.findIndex((line, index) => index > at && !line.startsWith('  ')),
      );
    };
    expect(below('.docgen/sources/hub/g (1)/a é.md:3:6')).toEqual([`  upstream: ${short()} ${web()}`]);
    const lab = web().replace('github.com/own/project', 'gitlab.com/own/other/-');
    expect(below('.docgen/sources/lab/g (1)/a é.md:3:6')).toEqual([
      `  upstream: ${short().replace('project', 'other')} ${lab}`,
    ]);
    expect(below('.docgen/sources/disk/b.md:3:6').join()).toMatch(
      /^ {2}upstream: [^ ]+\/upstream@[0-9a-f]{10}:docs\/b\.md$/,
    );
    expect(below('.docgen/sources/many@1/old/a é.md:3:6')).toEqual([`  upstream: ${short()} ${web()}`]);
    expect(below('content/own.md:3:6')).toEqual([]);
  });

  test('also of a file that is no page, without a line where the fault has none', () => {
    const { stderr } = docgen(dir, 'inspect', 'docs', '--format', 'json');
    const found = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const fault = found.find(({ file }) => file === '.docgen/sources/hub/_category_.json');
    const url = `https://github.com/own/project/blob/${commit}/docs/_category_.json`;
    expect(fault.upstream).toEqual({
      repository: 'https://github.com/own/project',
      commit,
      path: 'docs/_category_.json',
      url: fault.line === undefined ? url : `${url}?plain=1#L${fault.line}`,
    });
  });

  test('`docgen inspect upstream` groups them by repository, for an issue there; nothing is built', () => {
    const before = filesBelow(dir);
    const { stdout, stderr, status } = docgen(dir, 'inspect', 'upstream');
    expect(status).toBe(0);
    const sections = stdout.split(/^(?=## )/m);
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      expect.stringMatching(/^## `[^`]+\/upstream`$/),
      '## `own/other`',
      '## `own/project`',
    ]);
    // The page is in two sections, and has its fault once.
    const lines = (sections[2] ?? '').split('\n').filter((line) => line.startsWith('- '));
    expect(lines).toEqual([
      expect.stringMatching(/^- \[`docs\/_category_\.json.*\(DG\d+\)$/),
      `- [\`docs/g (1)/a é.md:3\`](<${web()}>): \`\`link to \`nothing-like-it.md\` matches no page\`\` (DG601)`,
    ]);
    const tree = `https://github.com/own/project/tree/${commit}`;
    expect(sections[2]).toContain(`\n2 faults at commit [\`${commit.slice(0, 10)}\`](<${tree}>):\n`);
    expect(stdout).not.toContain('own.md');
    expect(stderr).toBe('5 faults in gathered files\n');
    expect(filesBelow(dir)).toEqual(before);
    const data = JSON.parse(docgen(dir, 'inspect', 'upstream', '--json').stdout);
    expect(data[2]).toMatchObject({
      repository: 'https://github.com/own/project',
      commit,
      faults: [{}, { code: 'DG601', severity: 'warning', path: 'docs/g (1)/a é.md', line: 3, column: 6, url: web() }],
    });
  });

  test('`docgen inspect upstream` has what the config lowers to `info`, and nothing that it switches off', () => {
    const faultsFor = (diagnostics: object) => {
      const config = JSON.parse(readFileSync(join(dir, 'docgen.config.json'), 'utf8'));
      writeFiles(dir, { 'docgen.config.json': JSON.stringify({ ...config, diagnostics }) });
      const data: { faults: { code: string }[] }[] = JSON.parse(docgen(dir, 'inspect', 'upstream', '--json').stdout);
      return data.flatMap(({ faults }) => faults.map(({ code }) => code));
    };
    const all = faultsFor({});
    expect(all).toHaveLength(5);
    expect(faultsFor({ DG601: 'info', at: [{ paths: ['lab/**'], severity: 'info' }] })).toEqual(all);
    expect(faultsFor({ DG601: 'off' })).toEqual(all.filter((code) => code !== 'DG601'));
  });

  test('`docgen inspect upstream` says of which sections it knows nothing', () => {
    rmSync(join(dir, '.docgen/sources/lab'), { recursive: true });
    const { stdout, stderr, status } = docgen(dir, 'inspect', 'upstream');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^docgen: warning DG217: section `lab` /);
    expect(stdout).not.toContain('own/other');
  });

  test('as JSON, as an annotation of GitHub, and as SARIF', () => {
    const built = (format: string) => docgen(dir, 'build', '--all', '--format', format);
    const data = { repository: 'https://github.com/own/project', commit, path: 'docs/g (1)/a é.md', url: web() };
    const lines = built('json')
      .stderr.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const of = (file: string) => lines.find((line) => line.file === file && line.code === 'DG601');
    expect(of('.docgen/sources/hub/g (1)/a é.md').upstream).toEqual(data);
    expect(of('.docgen/sources/disk/b.md').upstream).toEqual({
      repository: local,
      commit: git(local, ['rev-parse', 'HEAD']),
      path: 'docs/b.md',
    });
    expect(of('content/own.md')).not.toHaveProperty('upstream');
    expect(built('github').stderr).toContain(`%0Aupstream: ${short()} ${web().replaceAll('%', '%25')}\n`);
    const { stdout, stderr } = built('sarif');
    expect(stderr).toMatch(/^built \d+ pages in build: /);
    const { results } = JSON.parse(stdout).runs[0];

    const uris = results.map((one: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
      decodeURI(one.locations[0].physicalLocation.artifactLocation.uri),
    );
    expect(uris).toContain('.docgen/sources/hub/g (1)/a é.md');
    const ofHub = results[uris.indexOf('.docgen/sources/hub/g (1)/a é.md')];
    expect(ofHub.properties).toEqual({ upstream: data });
    // A parenthesis would end the link.
    const address = web().replace('(1)', '%281%29');
    expect(ofHub.message.text.split('\n').at(-1)).toBe(`upstream: [${short()}](${address})`);
  });
});

test.runIf(hasGit('upstream files in reports'))(
  'in the list for an issue no text of others is markup; paths are those of the repository; a hub without sources has none',
  () => {
    const faulty = '# B\n\n[y](c.md#none)\n';
    const upstream = repository({ ...license, 'docs/b``@x *a*.md': faulty, 'docs/c.md': '# C' });
    const dir = hubOf({ 'https://github.com/own/project': upstream }, [
      { section: 's', repo: 'https://github.com/own/project', ...source },
    ]);
    const { stdout } = docgen(dir, 'inspect', 'upstream');
    const line = stdout.split('\n').find((one) => one.includes('DG602'));
    // All of it is between runs of backticks that are longer than those in it.
    expect(line).toContain('- [```docs/b``@x *a*.md:3```](<https://');
    expect(line).toContain('anchor `#none` not found in `docs/c.md`');
    const own = writeFiles(tempDir(), { 'content/a.md': text });
    expect(docgen(own, 'inspect', 'upstream')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '0 faults in gathered files\n',
    });
    expect(docgen(own, 'inspect', 'upstream', '--json').stdout).toBe('[]\n');
  },
);
