// Kills a build at any disk operation: after the next command, the complete site is the previous or the new one, and no reader
// ever gets a partial file. `DOCGEN_ALL=1` tests all 200 operations.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, docgen, type Files, root, tempDir, textsBelow, writeFiles } from '../support/hub.js';
import { isAll } from '../support/seed.js';
import { run, succeed } from '../support/sync.js';

/** Disk operations at which each update is killed, including the first and the last. */
const points = isAll ? Number.POSITIVE_INFINITY : 3;
const killAt = join(root, 'test/support/kill-at.cjs');
const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path fill="${color}"/></svg>`;

/** Creates a hub that `--strict` rejects, so that such a build only cleans up after a killed one. */
const page = (n: number, more: string) => ({
  [`content/p${n}.md`]: `# Page ${n}\n\nA page that is like all the others of its hub.\n\n${more}\n`,
});
const former: Files = {
  ...Object.assign({}, ...Array.from({ length: 15 }, (_, n) => page(n, 'Former.\n'.repeat(9)))),
  ...page(0, 'Former. [gone](nowhere.md) ![i](i.svg)'),
  'content/i.svg': svg('red'),
};
/** Pages of which no other page shows any part. */
const few: Files = {
  ...page(0, 'New. [gone](nowhere.md) ![i](i.svg)'),
  ...page(3, 'New.'),
  ...page(5, 'New.'),
  ...page(7, 'New.'),
  ...page(8, 'New.'),
  'content/i.svg': svg('blue'),
};
const statics = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`static/${n}.txt`, `${n}`]));
const many: Files = { ...few, 'content/p1.md': '# Another title\n', 'content/q.md': '# Another page\n' };

const options = ['build', '--cache', 'cache', '--workers', '1'];
/** Copies files with their times, by which a build recognizes the previous files. */
const copy = (from: string, to: string) => {
  rmSync(to, { recursive: true, force: true });
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);
};
const killed = (dir: string, env: Record<string, string>) =>
  spawnSync(process.execPath, ['--require', killAt, bin, ...options], { cwd: dir, env: { ...process.env, ...env } });

test.skipIf(process.platform === 'win32').each([
  ['as a whole', many, {}],
  ['in place', many, statics],
])(
  'an update %s',
  async (how, changes, others) => {
    const isInPlace = how !== 'as a whole';
    const dir = writeFiles(tempDir(), { ...former, ...others });
    const left = ['build', 'cache', 'content', ...(others === statics ? ['static'] : [])];
    const [site, cache, kept] = [join(dir, 'build'), join(dir, 'cache'), join(tempDir(), 'kept')];
    expect(docgen(dir, ...options).status).toBe(0); // saves V8's code cache, which would count as operations
    copy(dir, kept);
    const old = textsBelow(site);
    const restore = () => {
      for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
      for (const name of readdirSync(kept)) copy(join(kept, name), join(dir, name));
      writeFiles(dir, changes);
    };

    restore();
    const counted = join(tempDir(), 'changes');
    const folder = statSync(site).ino;
    expect(killed(dir, { KILL_COUNT: counted }).status).toBe(0);
    expect(statSync(site).ino === folder).toBe(isInPlace);
    const wanted = textsBelow(site);
    expect(wanted).not.toEqual(old);
    const count = Number(readFileSync(counted, 'utf8'));
    expect(count).toBeGreaterThan(isInPlace ? 60 : 140);

    const found = new Set<string>();
    const tried = Math.min(points, count);
    for (let point = 0; point < tried; point += 1) {
      const at = 1 + Math.round((point * (count - 1)) / (tried - 1));
      restore();
      expect({ at, signal: killed(dir, { KILL_AT: String(at) }).signal }).toEqual({ at, signal: 'SIGKILL' });
      if (existsSync(site)) {
        for (const [path, text] of Object.entries(textsBelow(site)))
          expect({ at, path, isWhole: [old[path], wanted[path]].includes(text) }).toEqual({ at, path, isWhole: true });
      }
      const next = await run(dir, 'build', '--strict', '--no-cache', '--workers', '1');
      expect({ at, status: next.status, stderr: next.stderr }).toMatchObject({ at, status: 1 });
      const now = textsBelow(site);
      const isFormer = JSON.stringify(now) === JSON.stringify(old);
      found.add(isFormer ? 'former' : 'new');
      expect({ at, site: now }).toEqual({ at, site: isFormer ? old : wanted });
      expect({ at, left: readdirSync(dir).sort() }).toEqual({ at, left });
    }
    expect([...found].sort()).toEqual(['former', 'new']);

    await succeed(dir, ...options); // with the cache of the last build
    expect(textsBelow(site)).toEqual(wanted);
    expect(existsSync(cache)).toBe(true);
  },
  7_200_000,
);
