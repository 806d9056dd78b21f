// A process that builds again, like `docgen dev`, only makes the pages of docs with changed bodies. After any sequence of changes,
// the site and its report are the same as in a clean build.
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { type BuildMemory, build } from '../../src/build.js';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { configOf, type Files, filesBelow, inProcess, say, tempDir, textsBelow, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect fill="${color}"/></svg>`;
const count = 8;
const pathOf = (n: number) => `content/${n % 2 === 0 ? 'a' : 'b'}/p${n % count}.md`;

function hub(): string {
  const pages = Array.from({ length: count }, (_, n) => {
    const links = `[next](../${(n + 1) % 2 === 0 ? 'a' : 'b'}/p${(n + 1) % count}.md#part) [gone](p0.md#none) [no](nowhere.md)`;
    return [
      pathOf(n),
      `---\ntags: [one]\n---\n\n# Page ${n}\n\nBody ${n}. ${links}\n\n## Part\n\n![i](../i.svg)\n`,
    ] as const;
  });
  return writeFiles(tempDir(), {
    ...Object.fromEntries(pages),
    ...data.hub,
  });
}

/** Builds into `out`. With `memory`, builds in the same process with a cache. */
async function run(dir: string, out: string, memory: BuildMemory | undefined, config: UserConfig) {
  const given = configOf(dir, {
    out,
    url: 'https://example.org',
    redirects: [{ from: '/old/', to: '/docs/x/' }],
    ...config,
  });
  const cache = memory && join(dir, 'kept');
  const report = await build(given, { strict: false, reader: inProcess, cache, memory });
  return { report, said: report.diagnostics.map(say).filter((line) => !line.startsWith('DG518 ')) };
}

/** If set, files that were just written count as old. */
const later = (isLater: boolean) => {
  vi.restoreAllMocks();
  const { now } = Date;
  if (isLater) vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
};
afterEach(() => void vi.restoreAllMocks());

/** Changes the text of a page: replaces a pattern, or appends text. `$n` is a number, `$d` the folder of the page. */
type Change = (text: string, n: number) => string;
const changesIn = (table: Readonly<Record<string, readonly [pattern: RegExp | null, text: string]>>) =>
  Object.fromEntries(
    Object.entries(table).map(([name, [pattern, added]]): [string, Change] => [
      name,
      (text, n) => {
        const filled = added.replaceAll('$n', `${n}`).replaceAll('$d', n % 2 === 0 ? 'a' : 'b');
        return pattern ? text.replace(pattern, filled) : text + filled;
      },
    ]),
  );
const data = dataOf<Record<'ofBody' | 'ofMore', Parameters<typeof changesIn>[0]> & { hub: Files }>('render/edits');
/** Changes that only affect the body of a page. */
const ofBody = changesIn(data.ofBody);
const ofMore = changesIn(data.ofMore);

const ofHub: Readonly<Record<string, (dir: string, n: number) => void>> = {
  'a partial': (dir, n) => writeFileSync(join(dir, 'content/_part.md'), `part ${n}`),
  'code that a page shows': (dir, n) => writeFileSync(join(dir, 'content/code.js'), `second(${n});`),
  'a page that links meant': (dir) => void writeFiles(dir, { 'content/a/nowhere.md': '# Now here\n' }),
  'a draft that links meant': (dir) =>
    void writeFiles(dir, { 'content/a/nowhere.md': '---\ndraft: true\n---\n\n# No\n' }),
  'an image': (dir, n) => writeFileSync(join(dir, 'content/i.svg'), svg(`#00000${n}`)),
  'a static file': (dir, n) => writeFileSync(join(dir, 'static/robot.png'), `no image ${n}`),
  'a new page': (dir, n) => void writeFiles(dir, { [`content/a/new${n}.md`]: `# New ${n}\n` }),
  'a page that goes': (dir, n) => rmSync(join(dir, pathOf(n)), { force: true }),
  'a page that moves': (dir, n) => {
    if (existsSync(join(dir, pathOf(n)))) renameSync(join(dir, pathOf(n)), join(dir, `content/moved${n}.md`));
  },
  'a category': (dir, n) => void writeFiles(dir, { 'content/a/_category_.json': `{"label": "Bees ${n}"}` }),
  'names of tags': (dir, n) => void writeFiles(dir, { 'content/tags.yml': `one:\n  label: One ${n}\n` }),
  'a page of the site': (dir, n) => {
    const pages = filesBelow(join(dir, 'site')).filter((path) => path.endsWith('.html'));
    appendFileSync(join(dir, 'site', pages[n] as string), 'spoilt');
  },
  'a page of the site that goes': (dir, n) => rmSync(join(dir, `site/docs/a/p${n}/index.html`), { force: true }),
  'a version': (dir) =>
    void writeFiles(dir, { 'versions.json': '["1.0"]', 'versioned_docs/version-1.0/v.md': '# V\n\n[x](/docs/x)\n' }),
};

function edit(dir: string, n: number, change: Change): void {
  const file = join(dir, pathOf(n));
  if (existsSync(file)) writeFileSync(file, change(readFileSync(file, 'utf8'), n));
}

/** Builds incrementally and cleanly, and compares the results. */
async function compare(dir: string, name: string, memory: BuildMemory, config: UserConfig = {}) {
  const kept = await run(dir, 'site', memory, config);
  rmSync(join(dir, 'clean'), { recursive: true, force: true });
  const clean = await run(dir, 'clean', undefined, config);
  const { pages, published } = clean.report;
  expect({ name, said: kept.said, pages: kept.report.pages, published }).toEqual({
    name,
    said: clean.said,
    pages,
    published: true,
  });
  expect({ name, files: textsBelow(join(dir, 'site')) }).toEqual({ name, files: textsBelow(join(dir, 'clean')) });
  return [...kept.report.phases.keys()];
}

const step = fc.record({
  name: fc.oneof(
    { arbitrary: fc.constantFrom(...Object.keys(ofBody)), weight: 6 },
    { arbitrary: fc.constantFrom(...Object.keys(ofMore)), weight: 3 },
    { arbitrary: fc.constantFrom(...Object.keys(ofHub)), weight: 2 },
    fc.constant('the config'),
  ),
  n: fc.nat(count - 1),
  isLater: fc.boolean(),
  isNewProcess: fc.nat(5).map((n) => n === 0),
});

test('after any changes, the site and its diagnostics are the same as in a clean build', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const dir = hub();
      let config: UserConfig = {};
      let memory: BuildMemory = {};
      later(true);
      await run(dir, 'site', memory, config);
      for (const { name, n, isLater, isNewProcess } of steps) {
        const change = ofBody[name] ?? ofMore[name];
        if (change) edit(dir, n, change);
        else if (name === 'the config') config = { title: `Hub ${n}`, sidebar: { maxLinks: 3 + n } };
        else ofHub[name]?.(dir, n);
        later(isLater);
        if (isNewProcess) memory = {};
        await compare(dir, `${name} ${n}`, memory, config);
      }
    }),
    { numRuns: runs(2), endOnFailure: true },
  );
}, 600_000);

/** Creates a hub that a process has built once. */
async function builtHub(config: UserConfig = {}) {
  const dir = hub();
  const memory: BuildMemory = {};
  later(true);
  await run(dir, 'site', memory, config);
  return { dir, memory };
}

test.each(Object.keys(ofBody))('only a body changed: no model is built: %s', async (name) => {
  const { dir, memory } = await builtHub();
  const change = ofBody[name] as Change;
  edit(dir, 3, change);
  edit(dir, 4, change);
  expect(await compare(dir, name, memory)).not.toContain('model');
  edit(dir, 3, change);
  expect(await compare(dir, name, memory)).not.toContain('model');
  // Another process detects that the site is up to date.
  expect(await compare(dir, name, {})).not.toContain('plan');
});

test.each(Object.keys(ofMore))('noticed: %s', async (name) => {
  const { dir, memory } = await builtHub();
  edit(dir, 3, ofMore[name] as Change);
  expect(await compare(dir, name, memory)).toContain('model');
});

test('a draft as the target of broken links: they are reported as links to a hidden page', async () => {
  const { dir, memory } = await builtHub();
  const name = 'a draft that links meant';
  ofHub[name]?.(dir, 0);
  await compare(dir, name, memory);
});

test('a body that another page includes', async () => {
  const { dir, memory } = await builtHub();
  edit(dir, 2, ofBody['a text'] as Change);
  expect(await compare(dir, 'a text', memory)).toContain('model');
  expect(readFileSync(join(dir, 'site/docs/x/index.html'), 'utf8')).toContain('More 2.');
});

test('a body that is also part of a single-page view', async () => {
  const config: UserConfig = { onePage: ['b'] };
  const { dir, memory } = await builtHub(config);
  edit(dir, 3, ofBody['a text'] as Change);
  expect(await compare(dir, 'a text', memory, config)).toContain('model');
  edit(dir, 4, ofBody['a text'] as Change);
  expect(await compare(dir, 'a text', memory, config)).not.toContain('model');
});

test("an inherited value that the page's text shows", async () => {
  const cascade = (value: string) => `---\ntitle: Site\ncascade: {z: ${value}}\n---\n`;
  const dir = writeFiles(tempDir(), {
    'content/hugo.toml': "title = 'Site'\n",
    'content/content/_index.md': cascade('one'),
    'content/content/a.md': '---\ntitle: A\n---\nThe value that all pages of the site inherit is {{< param z >}}.\n',
  });
  const config: UserConfig = { content: 'content/content' };
  later(true);
  await run(dir, 'site', {}, config);
  writeFiles(dir, { 'content/content/_index.md': cascade('two') });
  await compare(dir, 'a cascade', {}, config);
  expect(readFileSync(join(dir, 'site/docs/a/index.html'), 'utf8')).toContain('inherit is two');
});
