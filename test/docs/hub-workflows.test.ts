// The workflows of the guide on maintaining a hub: their shell steps, run like in CI, on local repositories.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { toString as plainText } from 'mdast-util-to-string';
import { remark } from 'remark';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { type Files, filesBelow, listen, tempDir, writeFiles } from '../support/hub.js';
import { commit, git, hasGit, repository, serveHttp } from '../support/repository.js';
import { first, isAll } from '../support/seed.js';
import { run as docgen } from '../support/sync.js';
import { blocksOf, pageText, shell, stubs, type Variables } from './blocks.js';

const data = dataOf<{
  signIn: [name: string, token: string, before: string, status: number][];
  ofGitLab: Variables;
}>('docs/hub-workflows');

interface Step {
  readonly if?: string;
  readonly run?: string;
  readonly with?: object;
  readonly env?: Variables;
}
interface Job {
  readonly steps: readonly Step[];
  readonly script: readonly string[];
  readonly rules: readonly { readonly if: string }[];
  readonly trigger?: string;
}

const blocks = blocksOf(pageText('guides/keeping.md'));
const textOf = (title: string) => blocks.find((block) => block.title === title)?.text ?? '';
const workflow = (name: string) => load(textOf(name)) as { on: Record<string, unknown>; jobs: Record<string, Job> };
const ofGitLab = Object.assign(
  {},
  ...blocks.filter(({ title }) => title?.endsWith('.gitlab-ci.yml')).map(({ text }) => load(text)),
) as Record<string, Job>;
const lockOf = (text: string) =>
  (JSON.parse(text) as { sources: { section: string; commit: string }[] }).sources.map((one) => one.commit);

/** Creates the CI's own programs. `store` contains their arguments. */
async function machine() {
  const store = tempDir();
  const programs = await stubs({
    gh: '#!/bin/sh\nprintf "%s\\n" "$*" >> "$STORE/gh"\ncase "$1 $2" in "pr create") [ ! -e "$STORE/open" ] || exit 1; touch "$STORE/open";; esac\ncase "$1" in pr) for last; do :; done; cp "$last" "$STORE/body";; esac\n',
  });
  const told = (name: string) => (existsSync(join(store, name)) ? readFileSync(join(store, name), 'utf8') : '');
  const run = (script: string, dir: string, env: Variables = {}) =>
    shell(script, dir, programs, { ...env, STORE: store });
  return { store, told, run };
}

/** Creates two projects, and their hub in a bare repository. */
async function workshop() {
  const [alpha, beta] = ['alpha', 'beta'].map((name) =>
    repository({
      LICENSE: 'MIT License',
      'docs/start.md': `# Start ${name}\n\n[options](options.md)\n`,
      'docs/options.md': `# Options ${name}\n\nAll of the options of ${name}.\n`,
      'docs/more.md': `# More ${name}\n`,
    }),
  ) as [string, string];
  const sources = Object.entries({ alpha, beta }).map(([section, repo]) => ({
    ...{ section, repo, ref: 'main', paths: [{ from: 'docs' }] },
  }));
  const config = (redirects: readonly object[] = []) =>
    JSON.stringify({ url: 'https://docs.example', sources, redirects });
  const first = repository({
    'docgen.config.json': config(),
    'update.sh': textOf('update.sh'),
    '.gitignore': textOf('.gitignore'),
    'package.json': '{}',
  });
  expect((await docgen(first, 'sync')).status).toBe(0);
  expect((await docgen(first, 'build', '--update-baseline')).status).toBe(0);
  const start = commit(first, {});
  const { store, told, run } = await machine();
  const origin = join(store, 'owner/our-hub.git');
  git(first, ['clone', '--quiet', '--bare', first, origin]);
  const clone = (branch = 'main') => {
    const dir = join(tempDir(), 'hub');
    git(store, ['clone', '--quiet', '--branch', branch, origin, dir]);
    return dir;
  };
  const onBranch = (path: string) => git(origin, ['show', `docs-update:${path}`]);
  /** Adds a commit to a branch. */
  const push = (files: Files, branch = 'main') => {
    const dir = clone(branch);
    writeFiles(dir, files);
    commit(dir, {});
    git(dir, ['push', '--quiet', 'origin', `HEAD:${branch}`]);
  };
  return { push, alpha, beta, config, first, start, store, origin, told, clone, run, onBranch };
}

type Workshop = Awaited<ReturnType<typeof workshop>>;

/** Runs the steps of a GitHub job. After a failure, runs only those that request it. Returns the output. */
async function runSteps(
  { steps }: Job,
  run: (script: string, env: Variables) => ReturnType<typeof shell>,
  values: Readonly<Record<string, string>>,
) {
  let [failed, printed] = [false, ''];
  for (const { run: script, env = {}, if: condition } of steps) {
    if (script === undefined || (failed && condition === undefined)) continue;
    if (condition !== undefined) expect(condition).toContain('!cancelled()');
    const filled = Object.entries(env).map(([name, value]) => [
      name,
      value?.replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, key: string) => values[key] ?? ''),
    ]);
    const ran = await run(script, Object.fromEntries(filled));
    printed += ran.stdout;
    failed ||= ran.status !== 0;
  }
  return { failed, printed };
}

describe.runIf(hasGit('the workflows of a hub'))('the workflow', () => {
  const update = workflow('.github/workflows/update.yml');

  /** The ways to update. Each returns whether the job failed. */
  const ways = {
    GitHub: async (shop: Workshop) => {
      const dir = shop.clone();
      const values = { 'secrets.DOCS_TOKEN': 't0ken' };
      const run = (script: string, env: Variables) => shop.run(script, dir, env);
      return (await runSteps(update.jobs['update'] as Job, run, values)).failed;
    },
    GitLab: async (shop: Workshop, dir = shop.clone()) => {
      git(dir, ['checkout', '--quiet', '--detach']);
      git(shop.origin, ['config', 'receive.advertisePushOptions', 'true']);
      const env = { ...data.ofGitLab, GIT_CONFIG_KEY_0: `url.${shop.origin}.insteadOf` };
      return (await shop.run(ofGitLab['update']?.script.join('\n') ?? '', dir, env)).status !== 0;
    },
  };

  const previews = {
    GitHub: (shop: Workshop, dir: string, head: string) => {
      const { jobs } = workflow('.github/workflows/pull-request.yml');
      const values = { 'github.event.pull_request.base.sha': shop.start, 'github.sha': head };
      return runSteps(jobs['docs'] as Job, (script, env) => shop.run(script, dir, env), values);
    },
    GitLab: async (shop: Workshop, dir: string, head: string) => {
      const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: shop.start, CI_COMMIT_SHA: head };
      const { status, stdout } = await shop.run(ofGitLab['preview']?.script.join('\n') ?? '', dir, env);
      return { failed: status !== 0, printed: stdout };
    },
  };

  // A hub from its first update to the third. Each test continues after the previous one.
  describe.each(first(1, ['GitHub', 'GitLab'] as const))('of %s:', (way) => {
    let shop: Workshop;
    beforeAll(async () => {
      shop = await workshop();
    }, 600_000);
    const once = () => ways[way](shop);
    const message = () => git(shop.origin, ['log', '-1', '--format=%B', 'docs-update']);
    const branches = () => git(shop.origin, ['branch', '--format=%(refname:short)']).split('\n').sort();
    const locked = () => lockOf(git(shop.origin, ['show', 'main:docgen.lock.json']));
    const redirect = { from: '/docs/alpha/options/', to: '/docs/alpha/flags/' };

    test('new commits become a branch with a list of them, and nothing else does', async () => {
      shop.push({ 'content/index.md': '# Front\n\n[x](own.md)\n' });
      expect(await once()).toBe(false);
      expect([branches(), shop.told('gh')]).toEqual([['main'], '']);

      git(shop.alpha, ['mv', 'docs/options.md', 'docs/flags.md']);
      git(shop.alpha, ['rm', '--quiet', 'docs/more.md']);
      const links = Array.from({ length: 25 }, (_, n) => `[gone](gone.md?${n})\n`).join('\n');
      const alpha = commit(shop.alpha, { 'docs/start.md': `# Start alpha\n\n${links}` });
      const [oldAlpha, oldBeta] = locked();
      expect(await once()).toBe(false);
      expect(lockOf(shop.onBranch('docgen.lock.json'))).toEqual([alpha, oldBeta]);
      expect(shop.onBranch('docgen.baseline.json')).toContain('gone.md');
      expect(shop.onBranch('docgen.baseline.json')).not.toContain('own.md'); // a problem of the hub itself stays new
      expect(message()).toMatch(/^Update the docs\n/);
      expect(message()).toContain(`${oldAlpha?.slice(0, 10)} → ${alpha.slice(0, 10)}`);
      expect(message()).toMatch(/DG020: `\/docs\/alpha\/options\/`.*\n.*to: "\/docs\/alpha\/flags\/"/);
      expect(message()).toMatch(/DG020: `\/docs\/alpha\/more\/`.*\n.*page above it.*to: "\/docs\/alpha\/" /);
      expect(message().match(/DG601/g)).toHaveLength(26); // including that of the hub itself
      expect(message()).not.toContain('--all shows');
      expect(message()).toMatch(/DG601.*gone\.md[^\n]*\n.*\n +upstream: .*docs\/start\.md/);
      expect(message()).not.toContain('beta');
    }, 600_000);

    const checked = async () => {
      const runner = shop.clone('docs-update');
      return { ...(await previews[way](shop, runner, git(runner, ['rev-parse', 'HEAD']))), runner };
    };

    test('an update that moves a page fails the check', async () => {
      shop.push({ 'content/own.md': '# Own\n' }, 'docs-update');
      const { failed, printed, runner } = await checked();
      expect(failed).toBe(true);
      expect(printed).toContain('DG518');
      const advice = `redirects: [{ from: "${redirect.from}", to: "${redirect.to}" }]`;
      expect(printed).toMatch(/DG020:[: ]`\/docs\/alpha\/options\/` no longer exists/);
      expect(printed.slice(printed.indexOf('DG020'))).toContain(`${advice}\` to the config`);
      const page = 'docs/alpha/flags/index.html';
      expect(filesBelow(join(runner, 'preview'))).toContain(page);
      expect(readFileSync(join(runner, 'preview', page), 'utf8')).not.toMatch(/(?:href|src)="\//);
    }, 600_000);

    test('the next update preserves commits on its branch', async () => {
      const above = { from: '/docs/alpha/more/', to: '/docs/alpha/' };
      shop.push({ 'docgen.config.json': shop.config([redirect, above]) }, 'docs-update');
      shop.push({ 'content/more.md': '# More\n' });
      const [, oldBeta] = locked();
      const beta = commit(shop.beta, { 'docs/new.md': '# New\n' });
      expect(await once()).toBe(false);
      expect(shop.onBranch('docgen.config.json')).toContain(JSON.stringify(redirect));
      expect([shop.onBranch('content/own.md'), shop.onBranch('content/more.md')]).toEqual(['# Own', '# More']);
      expect(message()).not.toContain('DG020');
      const alpha = git(shop.alpha, ['rev-parse', 'HEAD']);
      expect(lockOf(shop.onBranch('docgen.lock.json'))).toEqual([alpha, beta]);
      expect(branches()).toEqual(['docs-update', 'main']);
      if (way === 'GitHub') {
        const [, ...calls] = shop.told('gh').trim().split('\n');
        expect(calls).toEqual([
          expect.stringMatching(/^pr create --head docs-update/),
          expect.stringMatching(/^pr edit docs-update/),
        ]);
        expect(shop.told('body')).toContain(`${oldBeta?.slice(0, 10)} → ${beta.slice(0, 10)}`);
      }
    }, 600_000);

    test('with redirects on its branch, the check passes', async () => {
      const { failed, printed } = await checked();
      expect([failed, failed ? printed : '']).toEqual([false, '']);
      expect(printed).not.toContain('DG518');
    }, 600_000);

    test('a missing repository fails the job; others are updated; names and links in the text are escaped', async () => {
      git(shop.origin, ['update-ref', 'refs/heads/main', 'refs/heads/docs-update']);
      git(shop.origin, ['branch', '--delete', '--force', 'docs-update']);
      const name = '_a → @victim at 0123456789 → 0123456789: 2 files';
      const alpha = commit(shop.alpha, {
        [`docs/${name}.md`]: '# A\n',
        'docs/start.md': '# Start\n\n[x](<gone` @victim ![i](http:victim.example/i) <b>.md>)\n',
      });
      renameSync(shop.beta, `${shop.beta}-gone`);
      const [, oldBeta] = locked();
      expect(await once()).toBe(true);
      expect(lockOf(shop.onBranch('docgen.lock.json'))).toEqual([alpha, oldBeta]);
      expect(message()).toMatch(/DG203.*beta/);
      const { children } = remark().parse(way === 'GitHub' ? shop.told('body') : message());
      expect(children.map(({ type }) => type)).toEqual(['paragraph', 'list', 'paragraph', 'code']);
      expect(plainText(children.at(-1))).toContain('@victim');
      expect(children.slice(0, -1).map((node) => plainText(node))).toEqual([
        'Update the docs',
        expect.stringMatching(/^alpha: \S+ at [0-9a-f]{10} → [0-9a-f]{10}: 3 files$/),
        'Found:',
      ]);
    }, 600_000);
  });

  test.runIf(isAll)(
    'GitHub: a commit that someone adds to the branch meanwhile is not overwritten, nor is one that conflicts',
    async () => {
      const shop = await workshop();
      commit(shop.alpha, { 'docs/new.md': '# New\n' });
      expect(await ways.GitHub(shop)).toBe(false);
      const scripts = update.jobs['update']?.steps.flatMap((step) => step.run ?? []) ?? [];
      const runner = shop.clone();
      expect((await shop.run(scripts.at(-2) ?? '', runner)).status).toBe(0);
      shop.push({ 'content/kept.md': '# Kept\n' }, 'docs-update');
      expect((await shop.run(scripts.at(-1) ?? '', runner)).status).not.toBe(0);
      expect(shop.onBranch('content/kept.md')).toBe('# Kept');
      shop.push({ 'content/kept.md': '# Of main\n' });
      expect(await ways.GitHub(shop)).toBe(true);
      expect(shop.onBranch('content/kept.md')).toBe('# Kept');
    },
  );

  test.runIf(isAll)('GitLab: a queued job starts at the tip of the main branch', async () => {
    const shop = await workshop();
    commit(shop.alpha, { 'docs/new.md': '# New\n' });
    const waiting = shop.clone();
    shop.push({ 'content/own.md': '# Own\n' });
    expect(await ways.GitLab(shop, waiting)).toBe(false);
    expect(shop.onBranch('content/own.md')).toBe('# Own');
    const [checkout] = update.jobs['update']?.steps ?? [];
    expect(checkout?.with).toMatchObject({ ref: expect.stringContaining('github.ref') });
  });

  test("a project's workflow starts that of the hub", async () => {
    const { store, told, run } = await machine();
    const { jobs } = workflow('alpha/.github/workflows/tell-hub.yml');
    const { failed } = await runSteps(jobs['tell'] as Job, (script, env) => run(script, store, env), {});
    expect(failed).toBe(false);
    const [, type] = /event_type=(\S+)$/.exec(told('gh').trim()) ?? [];
    expect((update.on['repository_dispatch'] as { types: string[] }).types).toContain(type);
    expect(ofGitLab['tell-hub']?.trigger).toBe('owner/our-hub');
    expect(ofGitLab['update']?.rules.map((rule) => rule.if).join()).toContain('$CI_PIPELINE_SOURCE == "pipeline"');
  });
});

describe.runIf(hasGit('a private repository'))('signing in by the line of the guide', () => {
  /** Starts a server that requires a token. */
  async function guarded(dir: string, token: string): Promise<string> {
    const { port } = new URL(await serveHttp(dir));
    const wanted = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
    return listen((asked, answer) => {
      if (asked.headers.authorization !== wanted) {
        answer.writeHead(401, { 'www-authenticate': 'Basic realm="docs"' }).end();
        return;
      }
      const { method, url: path, headers } = asked;
      asked.pipe(
        request({ port, method, path, headers }, (got) =>
          got.pipe(answer.writeHead(got.statusCode ?? 500, got.headers)),
        ),
      );
    });
  }

  test.each(data.signIn)('%s', async (_, token, before, status) => {
    const upstream = repository({ LICENSE: 'MIT License', 'docs/a.md': '# A\n' });
    const server = await guarded(dirname(upstream), 's3cret');
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': JSON.stringify({
        sources: [{ section: 'a', repo: `${server}/upstream/.git`, ref: 'main', paths: [{ from: 'docs' }] }],
      }),
    });
    git(dir, ['init', '--quiet']);
    const line = textOf('sign-in.sh').replaceAll('https://github.com', server);
    expect(line).toContain(server);
    const script = `unset GIT_CONFIG_GLOBAL\n${before.replace('SERVER', server)}\n${line}\nexec npx docgen sync`;
    const own = { HOME: tempDir(), READ_TOKEN: token };
    const { status: ended, stdout: said } = await shell(script, dir, await stubs(), own);
    expect([ended, ended === status ? '' : said]).toEqual([status, '']);
    expect(said).not.toContain(token);
    expect(existsSync(join(dir, '.docgen/sources/a/a.md'))).toBe(status === 0);
  });
});
