// Static folders: their files are published under their own names, if that is safe, and unchanged files are not read again.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/build.js';
import type { UserConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import {
  buildIn,
  configOf,
  type Files,
  filesBelow,
  type Hub,
  inProcess,
  say,
  tempDir,
  textsBelow,
  writeFiles,
} from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{ unpublished: string[]; clashes: [what: string, path: string][] }>('render/static');

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3"/></svg>';
/** An SVG that is rejected completely. */
const declaringSvg = `<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`;
const page = { 'content/a.md': '# A\n' };

async function built(files: Files, config: UserConfig = {}): Promise<Hub> {
  return buildIn(writeFiles(tempDir(), { ...page, ...files }), config);
}

const own =
  /^(?:assets\/.*|docs\/.*|404\.html|index\.html|_headers|llms\.txt|robots\.txt|index\.json|apple-touch-icon\.png|\.docgen-manifest)$|(?:^|\/)feed\.xml$/;
/** Files that are neither pages nor docgen's own. */
const statics = (hub: Hub) => hub.files().filter((path) => !own.test(path));

describe('published files', () => {
  scenarios('render/static', { more: page });

  test.each(data.unpublished)('%j is not published, unless the config lists its folder', async (name) => {
    const hub = await built({ [`static/${name}`]: 'text', 'static/y.txt': 'y' });
    expect(statics(hub)).toEqual(['y.txt']);
    expect(hub.said().filter((line) => !line.startsWith('DG509 /static not published'))).toEqual([]);
    const isListed = !/(?:^|\/)\./.test(name);
    expect(hub.diagnostics.map(({ severity, hint }) => [severity, hint])).toEqual(
      isListed ? [['info', expect.stringContaining('list the folder in `static`')]] : [],
    );
  });

  test("a message contains the path of a folder from the config's folder", async () => {
    const dir = writeFiles(tempDir(), { 'site/docs/a.md': '# A', 'site/static/x.js': 'x', 'hub/x': '' });
    const hub = await buildIn(`${dir}/hub`, { content: '../site/docs' });
    expect(hub.said()).toEqual(['DG509 /../site/static not published: `x.js`']);
  });
});

describe('clashes', () => {
  test.each(data.clashes)('with %s: the page stays, and DG508 is reported', async (_, path) => {
    const hub = await built({ [`mine/${path}`]: 'mine', 'mine/y.txt': 'y' }, { static: ['mine'] });
    expect(hub.said()).toEqual([expect.stringMatching(/^DG508 \/mine\//)]);
    expect(statics(hub)).toEqual(['y.txt']);
    expect(hub.file('docs/a/')).toContain('<h1');
  });
});

describe('the next build', () => {
  const files = {
    ...{ 'content/b.md': '# B\n\n![x](/x.svg)\n', 'static/x.svg': svg },
    ...{ 'static/y.txt': 'one', 'static/d/z.txt': 'z' },
  };

  async function hub() {
    const dir = writeFiles(tempDir(), { ...page, ...files });
    const options = { strict: false, reader: inProcess, cache: join(dir, 'cache') };
    const run = async (config: UserConfig = {}) => {
      const { diagnostics, published } = await build(configOf(dir, config), options);
      expect(published).toBe(true);
      return diagnostics.map(say);
    };
    const at = (path: string) => join(dir, 'build', path);
    /** Returns the identity and time of a file. */
    const stamp = (path: string) => `${statSync(at(path)).ino} ${statSync(at(path)).mtimeMs}`;
    await run();
    return { dir, run, at, stamp };
  }

  test('all pages changed: static files are not written again', async () => {
    const { run, stamp } = await hub();
    const before = ['x.svg', 'y.txt', 'd/z.txt'].map(stamp);
    await run({ title: 'Another' });
    expect(['x.svg', 'y.txt', 'd/z.txt'].map(stamp)).toEqual(before);
  });

  test('one changed: it and the pages that show it are written', async () => {
    const { dir, run, stamp, at } = await hub();
    const [y, a, b] = ['y.txt', 'docs/a/index.html', 'docs/b/index.html'].map(stamp);
    writeFiles(dir, { 'static/x.svg': svg.replace('width="4"', 'width="9"') });
    await run();
    expect([stamp('y.txt'), stamp('docs/a/index.html')]).toEqual([y, a]);
    expect(stamp('docs/b/index.html')).not.toBe(b);
    expect(statSync(at('x.svg')).size).toBe(svg.length);
    const svgs = filesBelow(join(dir, 'build')).filter((path) => path.endsWith('.svg'));
    expect(svgs.filter((path) => !path.startsWith('assets/'))).toEqual(['x.svg']);
  });

  describe('a file that changed but keeps its size and time is published with its new content', () => {
    const wider = svg.replace('width="4"', 'width="9"');
    const content = {
      ...{ 'content/c.md': '# C\n\n![i](i.svg) [d](./d.pdf)\n', 'content/i.svg': svg },
      ...{ 'content/d.pdf': '%PDF one', 'static/e.pdf': '%PDF one' },
    };
    const edits = {
      ...{ 'content/i.svg': wider, 'static/x.svg': wider, 'static/d/z.txt': 'y' },
      ...{ 'content/d.pdf': '%PDF two', 'static/e.pdf': '%PDF two' },
    };
    const inPlace = (path: string, text: string) => writeFileSync(path, text);
    const byRename = (path: string, text: string) => {
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    };
    const look = (dir: string) => textsBelow(join(dir, 'build'));

    test.each([
      ['in its place', inPlace, {}],
      ['by a rename', byRename, {}],
      ['with the config', inPlace, { title: 'Another' }],
      ['and the site is a restored copy', inPlace, { isRestored: true }],
    ] as [string, typeof inPlace, { isRestored?: boolean; title?: string }][])(
      '%s',
      async (_, write, { isRestored, ...config }) => {
        const { dir, run } = await hub();
        writeFiles(dir, content);
        await run();
        const copied = 'cp -a build b && rm -r build && mv b build';
        if (isRestored) expect(spawnSync('sh', ['-c', copied], { cwd: dir }).status).toBe(0);
        for (const [path, text] of Object.entries(edits)) {
          const file = join(dir, path);
          const { size, mtimeMs } = statSync(file);
          write(file, text);
          utimesSync(file, mtimeMs / 1000, mtimeMs / 1000);
          expect(statSync(file)).toMatchObject({ size });
          expect(Math.abs(statSync(file).mtimeMs - mtimeMs)).toBeLessThan(0.01);
        }
        await run(config);
        const found = look(dir);
        rmSync(join(dir, 'build'), { recursive: true });
        rmSync(join(dir, 'cache'), { recursive: true });
        await run(config);
        expect(found).toEqual(look(dir));
        for (const text of Object.values(edits))
          expect(JSON.stringify(found)).toContain(JSON.stringify(text).slice(1, -1));
      },
    );
  });

  test('a file that was removed, renamed or became active is removed', async () => {
    const { dir, run, at } = await hub();
    rmSync(join(dir, 'static/y.txt'));
    renameSync(join(dir, 'static/d'), join(dir, 'static/e'));
    await run();
    expect([at('y.txt'), at('d/z.txt'), at('e/z.txt')].map((path) => existsSync(path))).toEqual([false, false, true]);
    writeFiles(dir, { 'static/x.svg': declaringSvg });
    expect(await run()).toEqual(expect.arrayContaining([expect.stringMatching(/^DG706 \/static\/x.svg/)]));
    expect(existsSync(at('x.svg'))).toBe(false);
    expect(await run()).toEqual(expect.arrayContaining([expect.stringMatching(/^DG706 \/static\/x.svg/)]));
    writeFiles(dir, { 'static/x.svg': svg });
    expect(await run()).toEqual([]);
    expect(existsSync(at('x.svg'))).toBe(true);
  });

  test('a file that is missing in the site is restored', async () => {
    const { run, at } = await hub();
    rmSync(at('y.txt'));
    mkdirSync(at('y.txt'));
    rmSync(at('y.txt'), { recursive: true });
    await run();
    expect(existsSync(at('y.txt'))).toBe(true);
  });

  test('each shard has some of the files, and lists all', async () => {
    const dir = writeFiles(tempDir(), { ...page, ...files });
    const parts = await Promise.all(
      [1, 2].map(async (index) => {
        const config = configOf(dir, { out: `s${index}` });
        await build(config, { strict: false, reader: inProcess, shard: { index, count: 2 } });
        return filesBelow(config.out);
      }),
    );
    const found = parts.flat().filter((path) => /^(?:x\.svg|y\.txt|d\/z\.txt)$/.test(path));
    expect(found.sort()).toEqual(['d/z.txt', 'x.svg', 'y.txt']);
  });
});
