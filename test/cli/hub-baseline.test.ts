// The baseline of a hub whose sections are synced, or not.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docgen, type Files, tempDir, writeFiles } from '../support/hub.js';
import { commit, hasGit, repository } from '../support/repository.js';
import { run, succeed } from '../support/sync.js';

/** A hub of two projects, each with one broken link; its front page links to both and has a broken link too. */
async function hub(optional = false) {
  const [alpha, beta] = ['alpha', 'beta'].map((name) =>
    repository({ LICENSE: 'MIT License', 'docs/start.md': `# Start ${name}\n\n[x](gone-${name}.md)\n` }),
  ) as [string, string];
  const sources = Object.entries({ alpha, beta }).map(([section, repo]) => ({
    ...{ section, repo, ref: 'main', optional, paths: [{ from: 'docs' }] },
  }));
  const front = '# Front\n\n[a](alpha/start.md) [b](beta/start.md)';
  const dir = writeFiles(tempDir(), {
    'docgen.config.json': JSON.stringify({ sources, diagnostics: { DG212: 'warning' } }),
    'content/index.md': `${front} [x](gone.md)\n`,
  });
  const editFront = (more: string) => writeFiles(dir, { 'content/index.md': `${front} [x](gone.md) ${more}\n` });
  await succeed(dir, 'sync');
  expect((await run(dir, 'build', '--update-baseline')).stderr).toContain('0 warnings (3 known)');
  return { dir, alpha, beta, editFront };
}

const textOf = (dir: string) => readFileSync(join(dir, 'docgen.baseline.json'), 'utf8');
const filesOf = (dir: string) =>
  (JSON.parse(textOf(dir)) as { known: { file: string; message: string }[] }).known.map(
    ({ file, message }) => `${file} ${/`(.*)`/.exec(message)?.[1]}`,
  );
const drop = (dir: string, section: string) => rmSync(join(dir, '.docgen/sources', section), { recursive: true });
const all = ['alpha/start.md gone-alpha.md', 'beta/start.md gone-beta.md', 'index.md gone.md'];

describe.runIf(hasGit('the baseline of a hub'))('--update-baseline', () => {
  test('is refused if a section is not synced: the faults that follow from that are none of the docs', async () => {
    const { dir } = await hub();
    const before = textOf(dir);
    drop(dir, 'beta');
    for (const scope of [[], ['synced']])
      expect(await run(dir, 'build', '--update-baseline', ...scope)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/error DG119: .*not synced: beta\n +help: run `docgen sync`/),
      });
    expect(textOf(dir)).toBe(before);
    const built = await run(dir, 'build', '--strict');
    expect(built).toMatchObject({ status: 1, stderr: expect.stringContaining('DG217') });
    expect(built.stderr).not.toContain('DG116');
    await succeed(dir, 'sync', '--frozen');
    await succeed(dir, 'build', '--strict');
    await succeed(dir, 'build', '--update-baseline');
    expect(textOf(dir)).toBe(before);
  });

  test('keeps the entries of an optional section that is not synced, and records what is new elsewhere', async () => {
    const { dir, editFront } = await hub(true);
    drop(dir, 'beta');
    editFront('[y](fresh.md)');
    await succeed(dir, 'build', '--update-baseline');
    expect(filesOf(dir)).toEqual(expect.arrayContaining([...all, 'index.md fresh.md']));
    expect(textOf(dir)).not.toMatch(/DG21[27]/);
    expect((await run(dir, 'build')).stderr).not.toContain('DG116');
  });

  test('synced: records faults of synced files only', async () => {
    const { dir, alpha, editFront } = await hub();
    commit(alpha, { 'docs/start.md': '# Start\n\n[x](other.md)\n' });
    await succeed(dir, 'sync', '--update');
    editFront('[y](fresh.md)');
    const built = await run(dir, 'build', '--update-baseline', 'synced');
    expect(built).toMatchObject({ status: 0, stderr: expect.stringContaining('1 warning (3 known)') });
    expect(built.stderr).toContain('content/index.md:3:53: warning DG601: broken link `fresh.md`');
    expect(filesOf(dir)).toEqual(['alpha/start.md other.md', ...all.slice(1)]);
    expect(await run(dir, 'build', '--strict')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('fresh.md'),
    });
    expect(docgen(dir, 'build', '--update-baseline', 'mine')).toMatchObject({ status: 2 });
  });

  test('synced: records faults of a file that a page includes from elsewhere in its repository, in any commit', async () => {
    const { dir, alpha } = await hub();
    const update = async (files: Files) => {
      commit(alpha, files);
      await succeed(dir, 'sync', '--update');
    };
    await update({ 'docs/start.md': '# Start\n\n<<../parts/_p.md>>\n', 'parts/_p.md': 'Part.\n\n[x](lost.md)\n' });
    const built = await run(dir, 'build', '--update-baseline', 'synced', '--all');
    expect(built.stderr).toMatch(
      /parts\/_p\.md:3:1: warning DG601 \(known\): .*`lost\.md`.*\n(?: +help: .*\n)? +upstream: .*:parts\/_p\.md/,
    );
    await update({ 'docs/more.md': '# More\n' });
    expect(await run(dir, 'build', '--strict')).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('DG116'),
    });
    const found = (await run(dir, 'inspect', 'upstream', '--json')).stdout;
    const faults = (JSON.parse(found) as { faults: object[] }[]).flatMap((one) => one.faults);
    expect(faults).toContainEqual(expect.objectContaining({ code: 'DG601', path: 'parts/_p.md', line: 3 }));
    const config = JSON.parse(readFileSync(join(dir, 'docgen.config.json'), 'utf8'));
    const at = [{ paths: ['*/upstream:parts/**'], severity: 'off' }];
    writeFiles(dir, { 'docgen.config.json': JSON.stringify({ ...config, diagnostics: { at } }) });
    expect((await run(dir, 'build', '--all')).stderr).not.toMatch(/warning DG601.*lost\.md/);
  });

  test('synced: a page of the hub that takes the address or the id of a synced one stays new', async () => {
    const { dir, alpha } = await hub();
    const front = (line: string) => `---\n${line}\n---\n\n# Page\n`;
    writeFiles(dir, { 'content/alpha/a.md': front('slug: more'), 'content/alpha/b.md': front('id: other') });
    const twins = { 'docs/x1.md': front('slug: twin'), 'docs/x2.md': front('slug: twin') };
    commit(alpha, { 'docs/more.md': '# More\n', 'docs/other.md': '# Other\n', ...twins });
    await succeed(dir, 'sync', '--update');
    const { stderr } = await run(dir, 'build', '--update-baseline', 'synced', '--all');
    expect(stderr.match(/[\w/]+\.md\S* warning DG50\d( \(known\))?/g)).toEqual([
      expect.stringMatching(/alpha\/more\.md:\S+ warning DG501$/),
      expect.stringMatching(/alpha\/other\.md:\S+ warning DG507$/),
      expect.stringMatching(/alpha\/x2\.md:\S+ warning DG501 \(known\)$/),
    ]);
  });
});
