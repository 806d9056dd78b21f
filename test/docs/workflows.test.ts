// The workflows of the guide on large hubs: their shell steps, run like in CI, result in the same bytes as a whole build.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { filesBelow, tempDir, textsBelow, writeFiles } from '../support/hub.js';
import { isAll } from '../support/seed.js';
import { succeed } from '../support/sync.js';
import { blocksOf, pageText, shell, stubs, type Variables } from './blocks.js';

const count = 3;
const project = {
  'docgen.config.json': JSON.stringify({ title: 'Large', url: 'https://example.org', content: 'content' }),
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, n) => [
      `content/part-${n % 4}/page-${n}.md`,
      `# Page ${n}\n\nText of page ${n}. [Next](../part-${(n + 1) % 4}/page-${(n + 1) % 24}.md)\n\n![dot](dot.svg)\n`,
    ]),
  ),
  ...Object.fromEntries(
    [0, 1, 2, 3].map((n) => [
      `content/part-${n}/dot.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${n + 1}" height="9"><path d="M0 0h9v9z"/></svg>`,
    ]),
  ),
};

/** A CI machine with the project checked out, and the files that the CI keeps between machines. */
interface Runner {
  readonly dir: string;
  readonly store: string;
  readonly programs: string;
}

async function run({ dir, programs, store }: Runner, script: string, env: Variables = {}) {
  const ran = await shell(script, dir, programs, { ...env, STORE: store });
  expect([ran.status, ran.status === 0 ? '' : ran.stdout]).toEqual([0, '']);
}

function keep(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}

const pipelineOf = (title: string) => {
  const block = blocksOf(pageText('guides/large-hubs.md')).find((each) => each.title === title);
  return load(block?.text ?? '') as Record<string, unknown>;
};

describe('the workflow for', () => {
  async function machines(programs: Readonly<Record<string, string>> = {}) {
    const [store, bin] = [join(tempDir(), 'store'), await stubs(programs)];
    mkdirSync(store);
    return (): Runner => ({ dir: writeFiles(tempDir(), project), store, programs: bin });
  }

  /** Compares two runs, the second one with the cache that the first left in the store. */
  async function compare(once: () => Promise<string>, cache: (dir: string) => string) {
    const dir = writeFiles(tempDir(), project);
    await succeed(dir, 'build', '--no-cache');
    const whole = textsBelow(join(dir, 'build'));
    expect(Object.keys(whole).length).toBeGreaterThan(60);
    for (const turn of ['cold', 'from the cache']) {
      const site = await once();
      expect([turn, textsBelow(site)]).toEqual([turn, whole]);
      expect(filesBelow(cache(site)).length).toBeGreaterThan(20);
    }
  }

  test('GitHub Actions', async () => {
    interface Step {
      readonly uses?: string;
      readonly run?: string;
      readonly with?: Readonly<Record<string, string>>;
    }
    type Jobs = Record<string, { steps: Step[]; strategy: { matrix: { shard: number[] } } }>;
    const { build, publish } = pipelineOf('.github/workflows/docs.yml')['jobs'] as Jobs;
    const next = await machines();
    expect(build?.strategy.matrix.shard).toEqual([1, 2, 3]);
    const step = async (runner: Runner, one: Step, shard: number) => {
      const text = (value = '') =>
        value.replace(
          /\$\{\{ *([\w.-]+) *\}\}/g,
          (_, name: string) =>
            ({ 'matrix.shard': `${shard}`, 'strategy.job-total': `${count}`, 'github.sha': 'abc' })[name] ?? name,
        );
      const at = join(runner.dir, text(one.with?.['path']));
      if (one.run !== undefined) await run(runner, text(one.run));
      if (one.uses?.startsWith('actions/cache/restore')) keep(join(runner.store, 'cache'), at);
      if (one.uses?.startsWith('actions/cache/save')) keep(at, join(runner.store, 'cache'));
      if (one.uses?.startsWith('actions/upload-artifact'))
        keep(at, join(runner.store, 'artifacts', text(one.with?.['name'])));
      if (one.uses?.startsWith('actions/download-artifact')) keep(join(runner.store, 'artifacts'), at);
    };
    await compare(
      async () => {
        for (const shard of build?.strategy.matrix.shard ?? []) {
          const runner = next();
          for (const one of build?.steps ?? []) await step(runner, one, shard);
        }
        const last = { ...next(), dir: tempDir() };
        for (const one of publish?.steps ?? []) await step(last, one, 0);
        return join(last.dir, 'build');
      },
      (site) => join(site, '../.cache/docgen'),
    );
  }, 180_000);

  test.runIf(isAll)(
    'GitLab',
    async () => {
      interface Job {
        readonly script: string[];
        readonly parallel?: number;
        readonly cache: { paths: string[] };
        readonly artifacts: { paths: string[] };
      }
      const { build, pages } = pipelineOf('.gitlab-ci.yml') as unknown as Record<string, Job>;
      const next = await machines();
      expect(build?.parallel).toBe(count);
      await compare(
        async () => {
          for (let index = 1; index <= count; index += 1) {
            const runner = next();
            for (const path of build?.cache.paths ?? [])
              keep(join(runner.store, 'cache', path), join(runner.dir, path));
            await run(runner, build?.script.join('\n') ?? '', { CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: `${count}` });
            for (const path of build?.artifacts.paths ?? [])
              keep(join(runner.dir, path), join(runner.store, 'parts', path));
          }
          const last = next();
          keep(join(last.store, 'parts'), last.dir);
          await run(last, pages?.script.join('\n') ?? '');
          for (const path of pages?.cache.paths ?? []) keep(join(last.dir, path), join(last.store, 'cache', path));
          return join(last.dir, pages?.artifacts.paths[0] ?? '');
        },
        (site) => join(site, '../.cache/docgen'),
      );
    },
    180_000,
  );

  test.runIf(isAll)(
    'Buildkite',
    async () => {
      interface Step {
        readonly command: string[];
        readonly parallelism?: number;
        readonly plugins: Record<string, { path: string; restore?: string; save?: string }>[];
      }
      const [build, publish] = pipelineOf('.buildkite/pipeline.yml')['steps'] as Step[];
      const next = await machines({
        'buildkite-agent':
          '#!/bin/sh\nmkdir -p "$STORE/artifacts"\nif [ "$2" = upload ]; then cp "$3" "$STORE/artifacts/"; else cp "$STORE"/artifacts/$3 "$4"; fi\n',
        rsync: '#!/bin/sh\nexit 0\n',
      });
      expect(build?.parallelism).toBe(count);
      // Buildkite replaces `$NAME` when it reads the file, and passes `$$NAME` as `$NAME` to the shell.
      const script = (step: Step | undefined) => {
        const text = step?.command.join('\n') ?? '';
        expect(text.replaceAll('$$', '')).not.toContain('$');
        return text.replaceAll('$$', '$');
      };
      const cacheOf = (step: Step | undefined) => Object.values(step?.plugins[0] ?? {})[0] ?? { path: '' };
      expect([cacheOf(build).restore, cacheOf(publish).save]).toEqual(['pipeline', 'pipeline']);
      await compare(
        async () => {
          for (let job = 0; job < count; job += 1) {
            const runner = next();
            const { path } = cacheOf(build);
            keep(join(runner.store, 'cache'), join(runner.dir, path));
            await run(runner, script(build), {
              BUILDKITE_PARALLEL_JOB: `${job}`,
              BUILDKITE_PARALLEL_JOB_COUNT: `${count}`,
            });
          }
          const last = next();
          await run(last, script(publish));
          keep(join(last.dir, cacheOf(publish).path), join(last.store, 'cache'));
          return join(last.dir, 'build');
        },
        (site) => join(site, '../.cache/docgen'),
      );
    },
    180_000,
  );
});
