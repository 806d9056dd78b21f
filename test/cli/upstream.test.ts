// Where the file of a fault comes from: so that a maintainer of a hub can tell the project.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { git, hasGit, repository } from '../support/repository.js';
import { license, mirror, read, run, succeed } from '../support/sync.js';

const text = '# A\n\ntext [gone](nothing-like-it.md)\n';

/** Creates and syncs a hub of repositories that Git's settings redirect to this machine. */
async function hubOf(repositories: Readonly<Record<string, string>>, sources: readonly object[]): Promise<string> {
  const dir = writeFiles(tempDir(), { 'content/own.md': text, 'docgen.config.json': JSON.stringify({ sources }) });
  mirror(dir, repositories);
  await succeed(dir, 'sync');
  return dir;
}

const source = { ref: 'main', paths: [{ from: 'docs' }] };

describe.runIf(hasGit('upstream files in reports'))('a fault of a gathered file', () => {
  let dir: string;
  let commit: string;
  let local: string;
  beforeAll(async () => {
    const upstream = repository({
      LICENSE: license,
      'docs/g (1)/a é.md': text,
      'docs/_category_.json': '{"position": "x"}',
    });
    commit = git(upstream, ['rev-parse', 'HEAD']);
    local = repository({ LICENSE: license, 'docs/b.md': text });
    dir = await hubOf({ 'https://github.com/own/project': upstream, 'git@gitlab.com:own/other.git': upstream }, [
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

  test('as text: repository, commit and path below the local place, with the page of the line', async () => {
    const lines = (await run(dir, 'build', '--all')).stderr.split('\n');
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

  test('also of a file that is no page, without a line where the fault has none', async () => {
    const { stderr } = await run(dir, 'inspect', 'docs', '--format', 'json');
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

  test('`docgen inspect upstream` groups them by repository, for an issue there; nothing is built', async () => {
    const before = filesBelow(dir);
    const { stdout, stderr, status } = await run(dir, 'inspect', 'upstream');
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
      `- [\`docs/g (1)/a é.md:3\`](<${web()}>): \`\` broken link \`nothing-like-it.md\` \`\` (DG601)`,
    ]);
    const tree = `https://github.com/own/project/tree/${commit}`;
    expect(sections[2]).toContain(`\n2 faults at commit [\`${commit.slice(0, 10)}\`](<${tree}>):\n`);
    expect(stdout).not.toContain('own.md');
    expect(stderr).toBe('5 problems in synced files\n');
    expect(filesBelow(dir)).toEqual(before);
    const data = JSON.parse((await run(dir, 'inspect', 'upstream', '--json')).stdout);
    expect(data[2]).toMatchObject({
      repository: 'https://github.com/own/project',
      commit,
      faults: [{}, { code: 'DG601', severity: 'warning', path: 'docs/g (1)/a é.md', line: 3, column: 6, url: web() }],
    });
  });

  test('`docgen inspect upstream` has what the config lowers to `info`, and nothing that it switches off', async () => {
    const faultsFor = async (diagnostics: object) => {
      const config = JSON.parse(read(dir, 'docgen.config.json'));
      writeFiles(dir, { 'other.json': JSON.stringify({ ...config, diagnostics }) });
      const args = ['inspect', 'upstream', '--json', '--config', 'other.json'];
      const data: { faults: { code: string }[] }[] = JSON.parse((await run(dir, ...args)).stdout);
      return data.flatMap(({ faults }) => faults.map(({ code }) => code));
    };
    const all = await faultsFor({});
    expect(all).toHaveLength(5);
    expect(await faultsFor({ DG601: 'info', at: [{ paths: ['lab/**'], severity: 'info' }] })).toEqual(all);
    expect(await faultsFor({ DG601: 'off' })).toEqual(all.filter((code) => code !== 'DG601'));
  });

  test('as JSON, as an annotation of GitHub, and as SARIF', async () => {
    const built = (format: string) => run(dir, 'build', '--all', '--format', format);
    const data = { repository: 'https://github.com/own/project', commit, path: 'docs/g (1)/a é.md', url: web() };
    const lines = (await built('json')).stderr
      .trim()
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
    expect((await built('github')).stderr).toContain(`%0Aupstream: ${short()} ${web().replaceAll('%', '%25')}\n`);
    const { stdout, stderr } = await built('sarif');
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

  test('`docgen inspect upstream` says of which sections it knows nothing', async () => {
    rmSync(join(dir, '.docgen/sources/lab'), { recursive: true });
    const { stdout, stderr, status } = await run(dir, 'inspect', 'upstream');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^docgen: warning DG217: section `lab` /);
    expect(stdout).not.toContain('own/other');
  });
});

test.runIf(hasGit('upstream files in reports'))(
  'in the list for an issue no text of others is markup; paths are those of the repository; a hub without sources has none',
  async () => {
    const faulty = '# B\n\n[y](c.md#none)\n';
    const upstream = repository({ LICENSE: license, 'docs/b``@x *a*.md': faulty, 'docs/c.md': '# C' });
    const dir = await hubOf({ 'https://github.com/own/project': upstream }, [
      { section: 's', repo: 'https://github.com/own/project', ...source },
    ]);
    const { stdout } = await run(dir, 'inspect', 'upstream');
    const line = stdout.split('\n').find((one) => one.includes('DG602'));
    // All of it is between runs of backticks that are longer than those in it.
    expect(line).toContain('- [```docs/b``@x *a*.md:3```](<https://');
    expect(line).toContain('anchor `#none` not found in `docs/c.md`');
    const own = writeFiles(tempDir(), { 'content/a.md': text });
    expect(await run(own, 'inspect', 'upstream')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '0 problems in synced files\n',
    });
    expect((await run(own, 'inspect', 'upstream', '--json')).stdout).toBe('[]\n');
  },
);
