// The hub in docgen.config.ts: the sample before a sync, and the specified hub after it. The repositories are small copies
// with the pages of ../shared/corpus/hub/docs at the paths in ../shared/data/hub-sources.json.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { root, tempDir, writeFiles } from '../support/hub.js';
import { commitTree, hasGit, init } from '../support/repository.js';
import { isAll } from '../support/seed.js';
import { hasShared, shared } from '../support/shared.js';
import { mirror, run, succeed } from '../support/sync.js';

const data = dataOf<{ landingPages: string[] }>('cli/specified-hub');

interface Origins {
  readonly commits: Readonly<Record<string, string>>;
  readonly pages: readonly { readonly page: string; readonly repo: string | null; readonly path?: string }[];
}
interface Records {
  readonly version: { readonly docs: Readonly<Record<string, { description: string }>>; readonly docsSidebars: object };
  readonly permalinks: Readonly<Record<string, string>>;
}
const json = <T>(text: string) => JSON.parse(text) as T;
const idOf = (page: string) => page.replace(/\.md$/, '');

const landingPages = data.landingPages;
const shownAt = (dir: string, path: string) => readFileSync(join(dir, `build/docs/${path}/index.html`), 'utf8');

/** Copies the hub without its snapshots. `lock` is the text of its lockfile. */
function copyOfHub(base: string, lock: string): string {
  const dir = writeFiles(join(base, 'hub'), { 'docgen.lock.json': lock });
  for (const name of ['content', 'hub', 'docgen.config.ts'])
    cpSync(join(root, name), join(dir, name), { recursive: true });
  return dir;
}

const lockText = readFileSync(join(root, 'docgen.lock.json'), 'utf8');
const base = tempDir();

test('before a sync, the hub consists of the sample and all landing pages, without warnings', async () => {
  const dir = copyOfHub(join(base, 'sample'), lockText);
  const stderr = await succeed(dir, 'build', '--strict');
  expect(stderr).toMatch(/: 0 warnings/);
  expect(stderr).toContain('info DG212: sources not synced: Firebase, angularfire');
  for (const path of landingPages) expect(shownAt(dir, path)).toContain('<h1');
});

describe.runIf(hasShared('the specified hub') && hasGit('the specified hub'))('after a sync', () => {
  const read = <T>(path: string) => json<T>(readFileSync(join(shared, path), 'utf8'));
  let origins: Origins;
  let expected: Records;
  let dir: string;
  let shown: string;
  const inspected = async () => (await run(dir, 'inspect', 'version', '--json')).stdout;

  beforeAll(async () => {
    origins = read('data/hub-sources.json');
    expected = read('corpus/hub/expected.json');
    const mirrors = join(base, 'mirrors');
    for (const name of Object.keys(origins.commits)) {
      const files = new Map([['LICENSE', 'MIT License\n']]);
      for (const { page, repo, path } of origins.pages)
        if (repo === name && path !== undefined)
          files.set(path, readFileSync(join(shared, 'corpus/hub/docs', page), 'utf8'));
      init(join(mirrors, name));
      commitTree(join(mirrors, name), [...files]);
    }
    // Without the lockfile, because it pins commits of the real repositories.
    dir = copyOfHub(base, '{"version":1,"sources":[]}');
    mirror(dir, { 'https://github.com/': `${mirrors}/` });
    expect(await succeed(dir, 'sync')).toMatch(/synced 603 files of 45 sources: 0 warnings/);
    await succeed(dir, 'build');
    shown = await inspected();
  }, 300_000);

  test('the lockfile pins each repository at the commit of the specification', () => {
    const { sources } = json<{ sources: { repo: string; ref: string; commit: string }[] }>(lockText);
    const pinned = sources.map(({ repo, ref, commit }) => [repo.replace('https://github.com/', ''), ref, commit]);
    const commits = Object.entries(origins.commits).map(([name, hash]) => [name, 'HEAD', hash]);
    expect(new Set(pinned.map(String))).toEqual(new Set(commits.map(String)));
  });

  test('the pages that `npm run hub` checks are those of the specification', () => {
    const ids = readFileSync(join(root, '.ci/specified-ids.txt'), 'utf8').trim().split('\n');
    expect(new Set(ids)).toEqual(new Set(Object.keys(expected.version.docs)));
  });

  test('it has exactly the pages with an origin, with their URLs and records', () => {
    const actual = json<Records>(shown);
    const known = new Set(origins.pages.filter(({ repo }) => repo !== null).map(({ page }) => idOf(page)));
    const ids = Object.keys(expected.version.docs).filter((id) => known.has(id));
    expect(ids.length).toBe(603);
    expect(Object.keys(actual.version.docs).sort()).toEqual(ids.sort());
    // Pages from one file: the corpus has two texts of it, and the small repository has the second one.
    const files = new Map<string, string[]>();
    for (const { page, repo, path } of origins.pages)
      if (repo !== null) files.set(`${repo} ${path}`, [...(files.get(`${repo} ${path}`) ?? []), idOf(page)]);
    const shares = new Set([...files.values()].filter((pages) => pages.length > 1).flat());
    const comparable = (records: Records, id: string) => ({
      ...records.version.docs[id],
      permalink: records.permalinks[id],
      // Docusaurus uses the start of a comment as description.
      ...(expected.version.docs[id]?.description.startsWith('<!--') && { description: '' }),
    });
    for (const id of ids.filter((one) => !shares.has(one)))
      expect(comparable(actual, id)).toEqual(comparable(expected, id));
    expect(Object.keys(actual.version.docsSidebars)).toEqual(['tutorialSidebar']);
    expect(JSON.stringify(actual.version.docsSidebars)).not.toContain('"collapsed":false');
  });

  test('it has the landing pages of the specification, synced from their repositories', () => {
    for (const path of landingPages) expect(shownAt(dir, path)).toContain('class="provenance"');
  });

  // A scenario of cli/sync tests this with a small hub.
  test.runIf(isAll)('a second sync with --frozen has the same result', async () => {
    const lock = readFileSync(join(dir, 'docgen.lock.json'), 'utf8');
    rmSync(join(dir, '.docgen/sources'), { recursive: true });
    await succeed(dir, 'sync', '--frozen');
    expect(readFileSync(join(dir, 'docgen.lock.json'), 'utf8')).toBe(lock);
    expect(await inspected()).toBe(shown);
  });
});
