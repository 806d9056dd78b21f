// Pages depend on the imports of the site owner's templates and components.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bin, docgen, type Files, filesBelow, spawnDocgen, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const files = (word: string, component: string): Files => ({
  'docgen.config.json': JSON.stringify({ templates: 'parts', components: 'components.mjs' }),
  'parts/Pagination.mjs': "import { word } from '../word.mjs';\nexport const Pagination = () => word;\n",
  'word.mjs': `export const word = '${word}';\n`,
  'components.mjs': "import { text } from './text.mjs';\nexport default { Word: () => text };\n",
  'text.mjs': `export const text = '${component}';\n`,
  'content/a.mdx': '# A\n\n<Word />\n',
  'content/b.md': '# B\n\nNo component.\n',
});

/** Returns the site after a build: its texts, and the identities of its files. */
function build(dir: string, ...options: string[]) {
  const ran = docgen(dir, 'build', '--cache', 'cache', ...options);
  expect(ran).toMatchObject({ status: 0, stderr: expect.stringMatching(/^built \d+ pages/m) });
  const site = join(dir, 'build');
  return {
    page: readFileSync(join(site, 'docs/a/index.html'), 'utf8'),
    stamps: filesBelow(site).map(
      (path) => `${path} ${statSync(join(site, path)).ino} ${statSync(join(site, path)).mtimeMs}`,
    ),
  };
}

scenarios('cli/reuse');

test('without changes, no file is written, also with ejected templates and custom components', () => {
  const dir = writeFiles(tempDir(), files('violet', 'first'));
  const { page, stamps } = build(dir);
  expect(page).toContain('violet');
  expect(page).toContain('first');
  expect(build(dir).stamps).toEqual(stamps);
});

test.skipIf(process.platform === 'win32')(
  'bodies are kept, and pages made of them, where few files may be open',
  () => {
    const pages = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`content/p${index}.md`, `# Page ${index}\n`]),
    );
    const dir = writeFiles(tempDir(), pages);
    const command = `ulimit -n 100 && exec "${process.execPath}" "${bin}" build --cache cache`;
    for (const title of ['A', 'B']) {
      writeFiles(dir, { 'docgen.config.json': JSON.stringify({ title }) });
      const ran = spawnDocgen('sh', ['-c', command], { cwd: dir });
      expect(ran).toMatchObject({ status: 0, stderr: expect.stringMatching(/^built 3\d\d pages.*0 warnings/m) });
    }
  },
);

test('a worker starts only if a body is missing', () => {
  // Loaded before the program. Prints a line per worker.
  const watch = `import threads from 'node:worker_threads';
    import { syncBuiltinESMExports } from 'node:module';
    const { Worker } = threads;
    threads.Worker = class extends Worker { constructor(...args) { super(...args); process.stderr.write('a thread\\n'); } };
    syncBuiltinESMExports();`;
  const dir = writeFiles(tempDir(), { 'content/a.md': '# A\n\ntext\n', 'content/b.md': '# B\n' });
  const threadsOf = (...options: string[]) => {
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`];
    const ran = spawnDocgen(process.execPath, [...preload, bin, 'build', ...options], { cwd: dir });
    expect(ran.status).toBe(0);
    return ran.stderr.split('\n').filter((line) => line === 'a thread').length;
  };
  expect(threadsOf('--cache', 'cache')).toBe(1);
  expect(threadsOf('--cache', 'cache')).toBe(0);
  writeFiles(dir, { 'docgen.config.json': '{"title": "Another"}' }); // affects all pages, but no body
  expect(threadsOf('--cache', 'cache')).toBe(0);
  writeFiles(dir, { 'content/a.md': '# A\n\ntext\n\nmore\n' });
  expect(threadsOf('--cache', 'cache')).toBe(1);
});
