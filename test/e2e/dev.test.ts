// `docgen dev` for a writer: files change while a page is open in a browser. Nothing depends on timing; a missing event fails the test.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasChromium, launch } from '../support/browser.js';
import { dataOf } from '../support/data.js';
import { ask, type Server, startServer } from '../support/dev.js';
import { type Files, filesBelow, root, tempDir, textsBelow, writeFiles } from '../support/hub.js';
import type { Scenario } from '../support/scenarios.js';
import { succeed } from '../support/sync.js';

const long = (word: string) =>
  `# Long\n\n${Array.from({ length: 40 }, (_, n) => `## Part ${n}\n\n${`Some text of ${word} that takes its room. `.repeat(12)}`).join('\n\n')}\n`;
const { named, ...data } = dataOf<Record<'hub' | 'named' | 'names' | 'slow' | 'whole', Files> & { later: Scenario[] }>(
  'e2e/dev',
);
const hub: Files = { ...data.hub, 'content/long.md': long('old') };

/** Expects the files on disk to be those of `docgen build` of the same hub. */
async function expectAsBuilt(dir: string): Promise<void> {
  await succeed(dir, 'build', '--no-cache', '--out', 'fresh');
  expect(textsBelow(join(dir, 'build'))).toEqual(textsBelow(join(dir, 'fresh')));
  rmSync(join(dir, 'fresh'), { recursive: true });
}

describe.skipIf(!hasChromium('docgen dev'))('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** Serves a hub, and opens one of its pages. */
  async function open(
    files: Files,
    path: string,
  ): Promise<{ dir: string; server: Server; page: Page; faults: string[] }> {
    const dir = writeFiles(tempDir(), files);
    const server = await startServer(dir, ['dev', '--cache', 'cache']);
    await server.built(0);
    const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
    onTestFinished(() => page.close());
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(server.url + path);
    return { dir, server, page, faults };
  }
  const has = (page: Page, text: string) => page.getByText(text).first().waitFor();

  test('an edit reloads the page, and the scroll position stays', async () => {
    const { dir, server, page, faults } = await open(hub, 'docs/long/');
    await has(page, 'of old that');
    const guides = page.locator('details', { hasText: 'guides' }).last();
    await guides.evaluate((element: { open: boolean }) => {
      element.open = true;
    });
    await page.evaluate(
      "document.getElementById('part-20').scrollIntoView({ behavior: 'instant' }); scrollBy({ top: 40, behavior: 'instant' })",
    );
    const place = () =>
      page.evaluate("document.getElementById('part-20').getBoundingClientRect().top") as Promise<number>;
    const before = await place();
    writeFiles(dir, { 'content/long.md': long('new') });
    await has(page, 'of new that');
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(2);
    expect(await guides.evaluate((element: { open: boolean }) => element.open)).toBe(true);
    // Text that is inserted above must not move the reader's scroll position, also if the server takes long to answer.
    await page.route('**/docs/long/', async (route) => {
      await setTimeout(1500);
      await route.continue();
    });
    writeFiles(dir, {
      'content/long.md': long('new').replace('# Long\n', `# Long\n\n${'More above. '.repeat(800)}\n`),
    });
    await has(page, 'More above.');
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(2);
    expect(faults).toEqual([]);
    expect(server.stderr()).toContain('DG601');
    await expectAsBuilt(dir);
    for (const path of filesBelow(join(dir, 'build')).filter((path) => path.endsWith('.html')))
      expect(readFileSync(join(dir, 'build', path), 'utf8')).not.toMatch(/<script|__docgen/);
    expect((await server.stop()).status).toBe(130);
    expect(server.stderr().match(/"code":"DG601"/g)).toHaveLength(1);
  });

  test('a page that is removed and restored, a new page, and an image', async () => {
    const { dir, server, page } = await open(hub, 'docs/guides/a/');
    renameSync(join(dir, 'content/guides/a.md'), join(dir, 'kept.md'));
    await has(page, 'Page not found');
    expect(await ask(server.url, '/docs/guides/a/')).toMatchObject({ status: 404 });
    renameSync(join(dir, 'kept.md'), join(dir, 'content/guides/a.md'));
    await has(page, 'old text');
    const image = () => page.locator('article img').getAttribute('src');
    const before = await image();
    writeFiles(dir, { 'content/guides/a.svg': String(hub['content/guides/a.svg']).replace('red', 'blue') });
    await expect.poll(image).not.toBe(before);
    await page.goto(`${server.url}docs/guides/new/`);
    await has(page, 'Page not found');
    writeFiles(dir, { 'content/guides/new.md': '# Brand new\n\ntext of the new page\n' });
    await has(page, 'text of the new page');
    await expectAsBuilt(dir);
  });

  test('config, its imports, templates and stylesheet', async () => {
    const { dir, server, page } = await open(hub, 'docs/guides/b/');
    await has(page, 'First');
    await has(page, 'made by hand');
    writeFiles(dir, { 'title.mjs': "export const title = 'Second';\n" });
    await has(page, 'Second');
    writeFiles(dir, {
      'parts/Pagination.mjs': "import { word } from '../word.mjs';\nexport const Pagination = () => word;\n",
      'word.mjs': "export const word = 'made again';\n",
    });
    await has(page, 'made again');
    writeFiles(dir, { 'word.mjs': "export const word = 'and again';\n" });
    await has(page, 'and again');
    writeFiles(dir, { 'own.css': "@import 'part.css';\nbody { --mine: 2; }\n" });
    await expect
      .poll(() => page.evaluate("getComputedStyle(document.body).getPropertyValue('--mine').trim()"))
      .toBe('2');
    writeFiles(dir, { 'part.css': 'body { --part: 3; }\n' });
    await expect
      .poll(() => page.evaluate("getComputedStyle(document.body).getPropertyValue('--part').trim()"))
      .toBe('3');
    writeFiles(dir, {
      'docgen.config.mjs': "export default { title: 'Third', css: 'own.css', content: 'other' };\n",
      'other/guides/b.md': '# B\n\nof the other folder\n',
    });
    await has(page, 'of the other folder');
    writeFiles(dir, { 'other/guides/b.md': '# B\n\nchanged in the other folder\n' });
    await has(page, 'changed in the other folder');
    await expectAsBuilt(dir);
    expect((await server.stop('SIGTERM')).status).toBe(143);
  });

  test('a config that is broken and repaired: the last good page, with the error over it', async () => {
    const { dir, page, faults } = await open(hub, 'docs/guides/b/');
    const panel = page.locator('docgen-faults');
    expect(await panel.count()).toBe(0);
    writeFiles(dir, {
      'docgen.config.mjs': "export default { '<img src=x onerror=\"window.ran = 1\">': 1, titel: 'x' };\n",
    });
    await panel.waitFor({ state: 'attached' });
    await has(page, 'DG106 docgen.config.mjs');
    await has(page, 'did you mean');
    await has(page, '<img src=x onerror=');
    await has(page, 'made by hand');
    expect(await page.evaluate('window.ran')).toBeUndefined();
    await page.reload();
    await has(page, 'DG106 docgen.config.mjs');
    writeFiles(dir, { 'docgen.config.mjs': 'export default { title: ' });
    await has(page, 'DG104');
    writeFiles(dir, { 'docgen.config.mjs': "export default { title: 'Repaired' };\n" });
    await has(page, 'Repaired');
    expect(await panel.count()).toBe(0);
    writeFiles(dir, {
      'docgen.config.mjs': String(hub['docgen.config.mjs']),
      'parts/Pagination.mjs': "throw new Error('a broken template');\n",
    });
    await has(page, 'a broken template');
    writeFiles(dir, { 'parts/Pagination.mjs': 'for (;;);\n' }); // only another process can end the loop
    await setTimeout(500);
    writeFiles(dir, { 'parts/Pagination.mjs': "export const Pagination = () => 'after the loop';\n" });
    await has(page, 'after the loop');
    expect(faults).toEqual([]);
    await expectAsBuilt(dir);
  });

  test('a hub that is broken from the start, under a base path', async () => {
    const dir = writeFiles(tempDir(), {
      'docgen.config.json': '{"basePath": "/hub/", "colour": 1}',
      'content/a.md': '# A\n\ntext of a\n',
    });
    const server = await startServer(dir, ['dev', '--cache', 'cache']);
    await server.built(0);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    expect((await page.goto(`${server.url}hub/docs/a/`))?.status()).toBe(503);
    await has(page, 'DG106 docgen.config.json');
    writeFiles(dir, { 'docgen.config.json': '{"basePath": "/hub/"}' });
    await has(page, 'text of a');
    expect(await ask(server.url, '/')).toMatchObject({ status: 302, headers: { location: '/hub/' } });
  });

  test('a page with its own policy, and one without', async () => {
    const frame = (policy: string) =>
      `import { createElement as h } from 'react';\nexport const Document = ({ children }) => h('html', null, h('head', null, ${policy}), h('body', null, children));\n`;
    const files = {
      ...hub,
      'parts/Document.mjs': frame(`h('meta', { httpEquiv: 'content-security-policy', content: "default-src 'none'" })`),
    };
    const { dir, page, faults } = await open(files, 'docs/guides/b/');
    writeFiles(dir, { 'content/guides/b.md': '# B\n\nunder a policy\n' });
    await has(page, 'under a policy');
    writeFiles(dir, { 'parts/Document.mjs': frame('null') });
    await expect.poll(() => page.evaluate('document.head.children.length')).toBe(1);
    writeFiles(dir, { 'content/guides/b.md': '# B\n\nwithout a policy\n' });
    await has(page, 'without a policy');
    expect(faults.filter((text) => !/404/.test(text))).toEqual([]);
  });
});

test('the config is rejected while a referenced file is missing or invalid', async () => {
  const config = { 'docgen.config.json': JSON.stringify(data.names), 'content/a.md': '# A\n' };
  const dir = writeFiles(tempDir(), { ...config, ...named });
  const server = await startServer(dir, ['dev', '--cache', 'cache']);
  let builds = 0;
  const until = async (published: boolean) => {
    while ((await server.built(builds)).published !== published) builds += 1;
  };
  const change = async (path: string, text: string | undefined, published: boolean) => {
    rmSync(join(dir, path.split('/')[0] ?? ''), { recursive: true, force: true });
    if (text !== undefined) writeFiles(dir, { [path]: text });
    await until(published);
  };
  await until(true);
  for (const [path, text] of Object.entries(named)) {
    await change(path, undefined, false);
    await change(path, String(text), true);
  }
  await change('named.mjs', 'const (x', false);
  await change('named.mjs', String(named['named.mjs']), true);
  await expectAsBuilt(dir);
});

test.each(data.later)('later, moved away and back: $name', async ({ files = {}, steps = [] }) => {
  const dir = writeFiles(tempDir(), files);
  const server = await startServer(dir, ['dev', '--cache', 'cache']);
  await server.built(0);
  const hasPart = async () => (await ask(server.url, '/docs/a/')).body.includes('text of the part');
  for (const { write = {}, move = {}, shows } of steps) {
    writeFiles(dir, write);
    for (const [from, to] of Object.entries(move)) renameSync(join(dir, from), join(dir, String(to)));
    await expect.poll(hasPart).toBe(shows !== undefined);
  }
  await expectAsBuilt(dir);
});

test('a build does not cause another one if the content contains the output folder and the cache', async () => {
  const server = await startServer(writeFiles(tempDir(), data.whole), ['dev', '--cache', 'cache']);
  await server.built(0);
  await setTimeout(1500);
  expect(server.builds).toHaveLength(1);
});

test('killed while it builds: the previous site stays, and no process remains', async () => {
  // Each page takes long while the file `slow` exists, so that a build is killed before its end on any machine.
  const dir = writeFiles(tempDir(), { ...hub, ...data.slow, ...pages('old') });
  const first = await startServer(dir, ['dev', '--cache', 'cache', '--workers', '1']);
  await first.built(0);
  const old = textsBelow(join(dir, 'build'));
  writeFiles(dir, { slow: '' });
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const server = signal === 'SIGINT' ? first : await startServer(dir, ['dev', '--no-cache', '--workers', '1']);
    const ofServer = ['-o', 'pid=', '--ppid', `${server.child.pid}`];
    const builder = Number(spawnSync('ps', ofServer, { encoding: 'utf8' }).stdout);
    expect(builder).toBeGreaterThan(0);
    if (signal === 'SIGINT') writeFiles(dir, pages('new'));
    while (!existsSync(join(dir, '.docgen-build.stage'))) await setTimeout(2);
    const { status } = await server.stop(signal);
    expect(status).toBe(signal === 'SIGINT' ? 130 : null);
    await expect.poll(() => isRunning(builder), { timeout: 20_000 }).toBe(false);
    expect(textsBelow(join(dir, 'build'))).toEqual(old);
    expect(readdirSync(dir).filter((name) => name.startsWith('.docgen'))).toEqual([]);
  }
});

const pages = (word: string): Files =>
  Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`content/more/p${n}.md`, `# Page ${n}\n\n${word} text\n`]));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a port in use, and files that cannot be watched', async () => {
  const dir = writeFiles(tempDir(), hub);
  const first = await startServer(dir, ['dev', '--out', 'one']);
  const { port } = new URL(first.url);
  const second = await startServer(dir, ['dev', '--out', 'two'], {
    port,
    node: ['--require', join(root, 'test/support/no-watch.cjs')],
  });
  expect(new URL(second.url).port).not.toBe(port);
  await second.built(0);
  await expect.poll(second.stderr).toContain('DG853');
  expect(second.stderr()).toContain('DG850');
  expect((await ask(second.url, '/docs/guides/b/')).body).toContain('made by hand');
  expect((await second.stop()).status).toBe(130);
  expect((await first.stop()).status).toBe(130);
});
