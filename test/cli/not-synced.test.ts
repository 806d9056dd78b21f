// Links into a section that is in the config and was not synced.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docgen, tempDir, writeFiles } from '../support/hub.js';
import { git, hasGit, repository } from '../support/repository.js';

const docs = (name: string) => ({
  LICENSE: 'MIT License',
  'docs/start.md': `# Start ${name}\n\n[x](https://docs.example/hub/docs/libs/beta/start/)\n`,
  'docs/i.png': 'png',
});

describe.runIf(hasGit('sections that are not synced'))('a link into a section that is not synced', () => {
  test('has the section in its hint, until that is synced', () => {
    const sources = ['alpha', 'libs', 'libs/beta'].map((section) => ({
      ...{ section, repo: repository(docs(section)), ref: 'main', paths: [{ from: 'docs' }] },
    }));
    const links = [
      '[page](libs/beta/start.md)',
      '[address](/docs/libs/beta/start/)',
      '[with base](/hub/docs/libs/beta/start)',
      '[gone](libs/beta/strat.md)',
      '![image](libs/beta/i.png)',
      '[of the outer section](libs/start.md)',
      '[folder](libs/beta)',
      '[own](libs.md)',
    ];
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': JSON.stringify({ url: 'https://docs.example/hub/', sources }),
      'content/index.md': `# Front\n\n${links.join('\n\n')}\n`,
    });
    expect(docgen(dir, 'sync', 'alpha').status).toBe(0);
    const hints = () => {
      const { stderr } = docgen(dir, 'build', '--cache', 'cache', '--all', '--format', 'json');
      const found = stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
      return found
        .filter(({ code }) => code === 'DG601' || code === 'DG603')
        .map(({ file, line, hint }) => [file, line, hint]);
    };
    const beta = 'the section `libs/beta` is not synced: run `docgen sync libs/beta`';
    const libs = 'the section `libs` is not synced: run `docgen sync libs`';
    const front = (line: number, hint: string | undefined) => ['content/index.md', line, hint];
    expect(hints()).toEqual([
      ...[3, 5, 7, 9, 11].map((line) => front(line, beta)),
      front(13, libs),
      front(15, beta),
      front(17, undefined),
    ]);
    expect(docgen(dir, 'sync', 'libs/beta').status).toBe(0);
    expect(hints()).toEqual([front(9, 'did you mean `./libs/beta/start.md`?'), front(13, libs)]);
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(hints()).toEqual([front(9, 'did you mean `./libs/beta/start.md`?')]);
  });

  test('check --against advises a redirect of the config for a gathered page that moved', () => {
    const text = 'Install it with the package manager of your system, then start it.';
    const upstream = repository({ LICENSE: 'MIT License', 'docs/options.md': `# Options\n\n${text}\n` });
    const sources = [{ section: 'alpha', repo: upstream, ref: 'main', paths: [{ from: 'docs' }] }];
    const config = (redirects: readonly object[]) => ({
      'docgen.config.json': JSON.stringify({ url: 'https://docs.example/hub/', sources, redirects }),
    });
    const own = (name: string) => ({
      [`content/${name}.md`]: `# Own\n\nThe text of a page of the hub itself, ${text}\n`,
    });
    const dir = writeFiles(tempDir(), { ...config([]), ...own('old way') });
    expect(docgen(dir, 'sync').status).toBe(0);
    expect(docgen(dir, 'build', '--out', 'before').status).toBe(0);
    git(upstream, ['mv', 'docs/options.md', 'docs/all flags.md']);
    git(upstream, ['commit', '--quiet', '--message', 'Move']);
    expect(docgen(dir, 'sync', '--update').status).toBe(0);
    renameSync(join(dir, 'content/old way.md'), join(dir, 'content/new.md'));
    expect(docgen(dir, 'build').status).toBe(0);
    const hints = docgen(dir, 'check', '--against', 'before').stderr.match(/add `.*/g) ?? [];
    const redirect = { from: '/docs/alpha/options/', to: '/docs/alpha/all flags/' };
    expect(hints).toEqual([
      `add \`redirects: [{ from: "${redirect.from}", to: "${redirect.to}" }]\` to the config`,
      'add `redirect_from: "/docs/old way/"` to its front matter',
    ]);
    writeFiles(dir, config([redirect, { from: '/docs/old way/', to: '/docs/new/' }]));
    expect(docgen(dir, 'build', '--strict').status).toBe(0);
    expect(docgen(dir, 'check', '--against', 'before').status).toBe(0);
  });
});
