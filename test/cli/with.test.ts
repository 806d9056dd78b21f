// `--with`: a working tree instead of a synced section.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/dev.js';
import { docgen, filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { hasGit, repository } from '../support/repository.js';
import { run, succeed } from '../support/sync.js';

const sourceOf = (section: string, repo: string) => ({ section, repo, ref: 'main', paths: [{ from: 'docs' }] });

describe.runIf(hasGit('a working tree over a gathered section'))('--with', () => {
  /** A hub of two synced sections, a page of its own over one of them, and what `beta` has in its fallback. */
  function hub() {
    const [alpha, beta] = ['alpha', 'beta'].map((name) =>
      repository({
        'docs/start.md': `# Start ${name}\n\n[old](old.md) ![](dot.svg)\n`,
        'docs/old.md': '# Old\n',
        'docs/ref/a.md': '# A\n',
        'docs/ref/b.md': '# B\n',
        'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
        'static/own.txt': 'own',
      }),
    ) as [string, string];
    const sources = Object.entries({ alpha, beta }).map(([section, repo]) => sourceOf(section, repo));
    const dir = writeFiles(tempDir(), {
      'hub/index.md': '# Front\n\n[Beta](beta/start.md)\n',
      'hub/beta/_category_.json': '{"label": "The beta"}',
      'rest/beta/spare.md': '# Spare\n',
      'docgen.config.json': JSON.stringify({
        sources,
        content: [
          { dir: 'hub', overlay: true },
          { dir: 'rest', fallback: true },
        ],
      }),
    });
    return { dir, beta };
  }
  const pages = (dir: string) =>
    filesBelow(join(dir, 'build/docs'))
      .filter((path) => /^beta\/.+\/index\.html$/.test(path))
      .map((path) => path.slice('beta/'.length, -'/index.html'.length))
      .filter((path) => path !== 'ref'); // the list of its pages
  const page = (dir: string, path: string) => readFileSync(join(dir, `build/docs/${path}/index.html`), 'utf8');

  test('files outside the folder are noted: gathered, their addresses lead to the repository', async () => {
    const { dir, beta } = hub();
    await succeed(dir, 'sync');
    writeFiles(beta, {
      'docs/start.md': '# Start\n\n![](/own.png) [code](../src/a.ts) [gone](gone.md) [site](/blog/)\n',
    });
    const said = (await run(dir, 'build', '--with', `beta=${beta}/docs`)).stderr.match(/(?:info|warning) DG6.*/g);
    expect(said).toEqual([
      expect.stringMatching(/info DG603: .*own\.png/),
      expect.stringMatching(/info DG601: .*src\/a\.ts/),
      expect.stringMatching(/warning DG601: .*gone\.md/),
      expect.stringMatching(/warning DG601: .*blog/),
    ]);
  });

  test('the folder is the whole section: what it lacks is gone and reported, the layers above it stay', async () => {
    const { dir, beta } = hub();
    await succeed(dir, 'sync');
    await succeed(dir, 'build');
    expect(pages(dir)).toEqual(['old', 'ref/a', 'ref/b', 'start']);
    writeFiles(beta, {
      'docs/new.md': '# New\n\nNot committed.\n',
      '.gitignore': 'docs/tmp.md\n',
      'docs/tmp.md': '# Tmp\n',
    });
    rmSync(join(beta, 'docs/old.md'));
    const built = await run(dir, 'build', '--with', `beta=${beta}/docs/`);
    expect(built.stderr).toMatch(/docs\/start\.md:3:1: warning DG601: broken link `old\.md`/);
    expect(built.stderr).toMatch(/: 1 warning,/);
    expect(pages(dir)).toEqual(['new', 'ref/a', 'ref/b', 'start']);
    expect(page(dir, 'beta/new')).toContain('Not committed.');
    expect(page(dir, 'beta/new')).toContain('The beta');
    expect(existsSync(join(dir, 'build/own.txt'))).toBe(false);
    expect((await run(dir, 'build', '--strict', '--with', `beta=${beta}/docs`)).status).toBe(1);
    // The next build without the option has the synced files.
    await succeed(dir, 'build');
    expect(pages(dir)).toEqual(['old', 'ref/a', 'ref/b', 'start']);
  });

  test('at a folder of a section the rest of it is as gathered', async () => {
    const { dir, beta } = hub();
    await succeed(dir, 'sync');
    rmSync(join(beta, 'docs/ref/a.md'));
    rmSync(join(beta, 'docs/old.md'));
    writeFiles(beta, { 'docs/ref/c.md': '# C\n' });
    expect((await run(dir, 'build', '--with', `/beta/ref=${beta}/docs/ref`)).status).toBe(0);
    expect(pages(dir)).toEqual(['old', 'ref/b', 'ref/c', 'start']);
  });

  test('the section needs no sync, and the lockfile no commit of it', async () => {
    const { dir, beta } = hub();
    await succeed(dir, 'sync');
    rmSync(join(dir, '.docgen/sources/beta'), { recursive: true });
    const built = await run(dir, 'build', '--strict', '--with', `beta=${beta}/docs`);
    expect([built.status, built.stderr]).toEqual([0, expect.stringMatching(/: 0 warnings,/)]);
    expect(pages(dir)).toEqual(['old', 'ref/a', 'ref/b', 'start']);
  });

  test('code of the repository that a page includes is reported', async () => {
    const { dir, beta } = hub();
    await succeed(dir, 'sync');
    writeFiles(beta, { 'docs/code.md': '# Code\n\n{% includecode github_path="owner/beta/src/a.ts" %}\n' });
    const built = await run(dir, 'build', '--with', `beta=${beta}/docs`);
    expect(built.stderr).toMatch(/docs\/code\.md:3:1: warning DG609: .*`owner\/beta\/src\/a\.ts` not found\n.*--with/);
  });

  test('dev builds again when a file of the working tree changes', async () => {
    const { dir, beta } = hub();
    await succeed(dir, 'sync');
    const server = await startServer(dir, ['dev', '--with', `beta=${beta}/docs`]);
    await server.built(0);
    const { length } = server.builds;
    writeFiles(beta, { 'docs/old.md': '# Old\n\nSaved just now.\n' });
    await server.built(length);
    expect(page(dir, 'beta/old')).toContain('Saved just now.');
    await server.stop();
  });

  test.each([
    ['beat=x', '`sources` has no section `beat`', 'did you mean `beta`?'],
    ['be=x', '`sources` has no section `be`', ''],
    ['.=x', '`sources` has no section `.`', 'sections: alpha, beta'],
    ['beta', 'PLACE=FOLDER', ''],
    ['beta=', 'PLACE=FOLDER', ''],
    ['=x', 'PLACE=FOLDER', ''],
  ])('%s is DG102', async (given, reason, hint) => {
    const sources = ['alpha', 'beta'].map((section) => sourceOf(section, '/x'));
    const dir = writeFiles(tempDir(), { 'docgen.config.json': JSON.stringify({ sources }), 'content/a.md': '# A\n' });
    // A usage error ends the program before a command runs.
    const built = await (reason === 'PLACE=FOLDER' ? docgen : run)(dir, 'build', '--with', given);
    expect(built.status).toBe(2);
    expect(built.stderr).toContain('error DG102');
    expect(built.stderr).toContain(reason);
    expect(built.stderr).toContain(hint);
  });

  test('a folder that is not there is DG108, two folders at one place are DG207', async () => {
    const { dir, beta } = hub();
    const gone = await run(dir, 'build', '--with', `beta=${beta}/dosc`);
    expect([gone.status, gone.stderr]).toEqual([2, expect.stringContaining('error DG108')]);
    const twice = await run(dir, 'build', '--with', `beta=${beta}/docs`, '--with', `beta/=${dir}/hub`);
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringContaining('error DG207')]);
  });
});
