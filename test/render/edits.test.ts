// Where nothing but bodies of docs changed, neither a model is built nor a page planned. Whatever changes, one thing after the other, the
// site and what is said of it are those of a build from nothing.
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { build } from '../../src/build.js';
import type { UserConfig } from '../../src/model/config.js';
import { renderBody } from '../../src/render/body/body.js';
import { sha256 } from '../../src/render/hash.js';
import { Store } from '../../src/render/threads/store.js';
import { configOf, filesBelow, say, tempDir, writeFiles } from '../support/hub.js';
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
    'content/x.md': '# X\n\n<<_part.md>>\n\n<<a/p2.md>>\n',
    'content/_part.md': 'a part',
    'content/i.svg': svg('red'),
    'content/tags.yml': 'one:\n  label: One\n',
    'content/a/_category_.json': '{"label": "Bees"}',
    'static/robot.png': 'no image',
  });
}

async function run(dir: string, out: string, cache: string | undefined, config: UserConfig) {
  const given = configOf(dir, {
    out,
    url: 'https://example.org',
    redirects: [{ from: '/old/', to: '/docs/x/' }],
    ...config,
  });
  const report = await build(given, { strict: false, render: renderBody, cache: cache && join(dir, cache) });
  return { report, said: report.diagnostics.map(say).filter((line) => !line.startsWith('DG518 ')) };
}

const look = (dir: string) =>
  Object.fromEntries(filesBelow(dir).map((path) => [path, readFileSync(join(dir, path), 'latin1')]));

/** From now on what was written just now is as old as any file. */
const later = (isLater: boolean) => {
  vi.restoreAllMocks();
  const { now } = Date;
  if (isLater) vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
};
afterEach(() => void vi.restoreAllMocks());

/** Changes the text of a page, where there is one. */
type Change = (text: string, n: number) => string;

/** That change the body of a page, and nothing else of it. */
const ofBody: Readonly<Record<string, Change>> = {
  'a text': (text, n) => `${text}\nMore ${n}.\n`,
  'a text within': (text, n) => text.replace(/Body.*?\./, `Body ${n}.`),
  'a link': (text, n) =>
    `${text}\n[l](../${n % 2 === 0 ? 'a' : 'b'}/p${n % count}.md#part) [old](/old/) [x](../x.md)\n`,
  'a broken link': (text, n) => `${text}\n[l](p${n}.md) [m](../x.md#n${n}) ![j](j.svg)\n`,
  'an image': (text) => `${text}\n![again](../i.svg "t") ![static](/robot.png)\n`,
  'an image that goes': (text) => text.replace('![i](../i.svg)', ''),
  'a diagram': (text, n) => `${text}\n\`\`\`mermaid\ngraph LR\n A-->B${n}\n\`\`\`\n`,
  'markup that looks like a page': (text) => `${text}\n<div class="markdown">x</div>\n\n</div></article>\n`,
  'a heading': (text, n) => `${text}\n## None ${n} & more_of_it\n\n### None\n`,
  'a heading that others link to': (text) => text.replace('## Part\n', '## Another part\n'),
  nothing: (text) => text,
};
const ofMore: Readonly<Record<string, Change>> = {
  'the last heading that goes': (text) => text.replace('## Part\n', ''),
  'an include': (text) => `${text}\n<<../_part.md>>\n`,
  'a title': (text, n) => text.replace(/# Page.*/, `# Page of ${n}`),
  'the first words': (text, n) => text.replace('\nBody', `\nWords ${n}. Body`),
  'a slug': (text, n) => text.replace('---\n', `---\nslug: /s${n}\n`),
  'a position': (text, n) => text.replace('---\n', `---\nsidebar_position: ${n}\n`),
  'a tag': (text, n) => text.replace('tags: [', `tags: [t${n}, `),
  'a draft': (text) => text.replace('---\n', '---\ndraft: true\n'),
  'a date': (text, n) => text.replace('---\n', `---\nlast_update: {date: 2026-01-${10 + n}}\n`),
  'a number that JSON has not': (text) => text.replace('---\n', '---\nsidebar_custom_props: {n: .inf}\n'),
  'front matter in another order': (text) => text.replace('---\n', '---\n# a comment\n'),
};

const ofHub: Readonly<Record<string, (dir: string, n: number) => void>> = {
  'a partial': (dir, n) => writeFileSync(join(dir, 'content/_part.md'), `part ${n}`),
  'an image': (dir, n) => writeFileSync(join(dir, 'content/i.svg'), svg(`#00000${n}`)),
  'a static file': (dir, n) => writeFileSync(join(dir, 'static/robot.png'), `no image ${n}`),
  'a new page': (dir, n) => void writeFiles(dir, { [`content/a/new${n}.md`]: `# New ${n}\n` }),
  'a page that goes': (dir, n) => rmSync(join(dir, pathOf(n)), { force: true }),
  'a page that moves': (dir, n) => {
    if (existsSync(join(dir, pathOf(n)))) renameSync(join(dir, pathOf(n)), join(dir, `content/moved${n}.md`));
  },
  'a category': (dir, n) => void writeFiles(dir, { 'content/a/_category_.json': `{"label": "Bees ${n}"}` }),
  'names of tags': (dir, n) => void writeFiles(dir, { 'content/tags.yml': `one:\n  label: One ${n}\n` }),
  'a page of the site': (dir) => appendFileSync(join(dir, 'site/docs/x/index.html'), 'spoilt'),
  'a page of the site that goes': (dir, n) => rmSync(join(dir, `site/docs/a/p${n}/index.html`), { force: true }),
  'a version': (dir) =>
    void writeFiles(dir, { 'versions.json': '["1.0"]', 'versioned_docs/version-1.0/v.md': '# V\n\n[x](/docs/x)\n' }),
};

function edit(dir: string, n: number, change: Change): void {
  const file = join(dir, pathOf(n));
  if (existsSync(file)) writeFileSync(file, change(readFileSync(file, 'utf8'), n));
}

/** Builds again, and from nothing. */
async function compare(dir: string, name: string, config: UserConfig) {
  const kept = await run(dir, 'site', 'kept', config);
  rmSync(join(dir, 'clean'), { recursive: true, force: true });
  const clean = await run(dir, 'clean', undefined, config);
  const { pages, published } = clean.report;
  expect({ name, said: kept.said, pages: kept.report.pages, published }).toEqual({
    name,
    said: clean.said,
    pages,
    published: true,
  });
  expect({ name, files: look(join(dir, 'site')) }).toEqual({ name, files: look(join(dir, 'clean')) });
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
});

test('after any changes the site, and what is said of it, is that of a build from nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const dir = hub();
      let config: UserConfig = {};
      await run(dir, 'site', 'kept', config);
      for (const { name, n, isLater } of steps) {
        const change = ofBody[name] ?? ofMore[name];
        if (change) edit(dir, n, change);
        else if (name === 'the config') config = { title: `Hub ${n}`, sidebar: { maxLinks: 3 + n } };
        else ofHub[name]?.(dir, n);
        later(isLater);
        await compare(dir, `${name} ${n}`, config);
      }
    }),
    { numRuns: runs(6), endOnFailure: true },
  );
}, 600_000);

test.each(Object.keys(ofBody))('only a body changed: no model is built: %s', async (name) => {
  const dir = hub();
  later(true);
  await run(dir, 'site', 'kept', {});
  const change = ofBody[name] as Change;
  edit(dir, 3, change);
  edit(dir, 4, change);
  // A diagram that is gone, or an image that was the last, is known by the records of all pages.
  expect(await compare(dir, name, {})).not.toContain('model');
  expect(await compare(dir, name, {})).not.toContain('plan');
});

test.each(Object.keys(ofMore))('noticed: %s', async (name) => {
  const dir = hub();
  later(true);
  await run(dir, 'site', 'kept', {});
  edit(dir, 3, ofMore[name] as Change);
  expect(await compare(dir, name, {})).toContain('model');
});

test('a body that another page includes', async () => {
  const dir = hub();
  later(true);
  await run(dir, 'site', 'kept', {});
  edit(dir, 2, ofBody['a text'] as Change);
  expect(await compare(dir, 'a text', {})).toContain('model');
  expect(readFileSync(join(dir, 'site/docs/x/index.html'), 'utf8')).toContain('More 2.');
});

test('what is kept of links may be anything: it leads nowhere but into the site, and out of the out folder no file is written', async () => {
  const dir = hub();
  later(true);
  await run(dir, 'site', 'kept', {});
  const store = new Store(join(dir, 'kept'));
  const key = sha256(`links of ${join(dir, 'site')}`);
  const kept = store.get(key) ?? '';
  for (const [old, now] of [
    ['"/docs/b/p1"', JSON.stringify('javascript:alert(1)"><script>alert(1)</script>')],
    ['"/docs/b/p1"', '"//example.org/"'],
    ['"/docs/b/p1"', JSON.stringify('/"><script>alert(1)</script>')],
    ['"docs/b/p3/index.html"', '"../../outside.html"'],
    ['"docs/b/p3/index.html"', '"docs/x/index.html"'],
    ['["b/p3.md"', '["a/p0.md"'],
    ['[', '[[['],
  ] as const) {
    expect(kept).toContain(old);
    store.put(key, kept.replaceAll(old, now));
    edit(dir, 3, (text) => `${text}\n[one](p1.md) [x](../x.md)\n`);
    const { report } = await run(dir, 'site', 'kept', {});
    expect(report.published).toBe(true);
    expect(existsSync(join(dir, 'outside.html'))).toBe(false);
    const html = readFileSync(join(dir, 'site/docs/b/p3/index.html'), 'utf8');
    expect(html).not.toMatch(/<script>alert|href="(?:javascript:|\/\/)/i);
  }
});

test('a body that stands in a page of a whole folder too', async () => {
  const dir = hub();
  later(true);
  const config: UserConfig = { onePage: ['b'] };
  await run(dir, 'site', 'kept', config);
  edit(dir, 3, ofBody['a text'] as Change);
  expect(await compare(dir, 'a text', config)).toContain('model');
  edit(dir, 4, ofBody['a text'] as Change);
  expect(await compare(dir, 'a text', config)).not.toContain('model');
});
