// Layout of pages in two browsers without scripts: narrow and wide windows, light, dark and forced colors, right to left,
// and enlarged.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, serveDuring } from '../support/browser.js';
import { buildIn, fixtures, tempDir, writeFiles } from '../support/hub.js';
import { type Engine, hasEngine, openReader, type Reader, type Scheme } from '../support/reader.js';
import { isAll } from '../support/seed.js';
import { builtSite } from '../support/sites.js';

const pages = [
  '/docs/',
  '/docs/genkit/docs/flows/',
  '/docs/netdata/alerts/health-configuration/',
  '/docs/react-native-firebase/releases/v6.0.0/',
  '/docs/genkit/',
  '/docs/all/',
  '/404.html',
];
const [, flows = ''] = pages;

/** 720 is 1440 at 200 %. All pages are tested at the first and last width, two pages at the others. With DOCGEN_ALL, all pages at all widths. */
const widths = [320, 360, 720, 768, 1024, 1440];
const ends = [320, 1440];

const long = 'a_very_long_name_of_an_option_that_useQueryClientProvider_takes';
const features = {
  'content/index.md': `# Features

:::warning

Mind \`this\`.

:::

:::tip

x

:::

\`\`\`js
const short = 1;
\`\`\`

\`\`\`js
const wide = '${'x'.repeat(90)}';
\`\`\`

\`\`\`mermaid
graph LR
${Array.from({ length: 14 }, (_, n) => `  Station${n}[Station number ${n}] --> Station${n + 1}[Station number ${n + 1}]`).join('\n')}
\`\`\`

${Array.from({ length: 40 }, (_, n) => `## ${long}_${n}\n\n### Below ${n}\n\nText.\n`).join('\n')}

<img src="wide.svg" alt="wide" width="900">
`,
  'content/tabs.mdx':
    '# Tabs\n\n<Tabs>\n<TabItem label="One">\n\nFirst.\n\n</TabItem>\n<TabItem label="Two">\n\nSecond.\n\n</TabItem>\n</Tabs>\n\n:::tip\n\nx\n\n:::\n\n# Second title\n',
  'content/wide.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="9"/>',
  'content/table.md': `# Table\n\nText.\n\n| a | b |\n| --- | --- |\n${Array.from({ length: 1000 }, (_, n) => `| name ${1000 + n} | what it *means* |\n`).join('')}\n## After the table\n\nThe end.\n`,
  'content/huge.md': `# Huge\n\n${Array.from({ length: 300 }, (_, n) => `## Section ${n}\n\n${'One *of* many paragraphs, `long` enough to wrap in a window of any width, or at least of most.\n\n'.repeat(12)}`).join('')}`,
};

const rectangle = (selector: string) =>
  `JSON.parse(JSON.stringify(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()))`;
const style = (selector: string, property: string) =>
  `getComputedStyle(document.querySelector(${JSON.stringify(selector)}))[${JSON.stringify(property)}]`;
const isShown = (selector: string) =>
  `(() => { const { width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return width * height > 0; })()`;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const sample = serveDuring(async () => {
  const { out, ran } = await builtSite('sample');
  expect(ran.status).toBe(0);
  return out;
});
const authored = serveDuring(async () => {
  const { dir } = await buildIn(writeFiles(tempDir(), features));
  return join(dir, 'build');
});
const arabic = serveDuring(async () => {
  const dir = tempDir();
  cpSync(join(fixtures, 'render/arabic'), dir, { recursive: true });
  await buildIn(dir, { lang: 'ar' });
  return join(dir, 'build');
});

describe.each(['chromium', 'firefox'] as const)('in %s', (engine) => {
  if (hasEngine(engine, `the look of pages in ${engine}`)) look(engine);
});

function look(engine: Engine): void {
  // Firefox has one color scheme per process, and takes as long to start as all tests in Chromium.
  const schemes = engine === 'chromium' || isAll ? (['light', 'dark', 'forced'] as const) : (['light'] as const);
  const testForced = test.runIf(schemes.some((scheme) => scheme === 'forced'));
  const readers = new Map<Scheme, Reader>();
  /** Returns the reader of a color scheme. There is one per scheme, because Firefox takes a second to start. */
  const read = async (scheme: Scheme): Promise<Reader> => {
    const reader = readers.get(scheme) ?? (await openReader(engine, scheme));
    readers.set(scheme, reader);
    return reader;
  };
  let light: Reader;
  beforeAll(async () => {
    light = await read('light');
  }, 180_000);
  afterAll(async () => {
    await Promise.all([...readers.values()].map((reader) => reader.close()));
  });

  test.each(schemes)(
    '%s: no page scrolls sideways; the ground is as the reader wants it',
    async (scheme) => {
      const reader = scheme === 'light' ? light : await read(scheme);
      // Colors don't affect widths, except for borders with forced colors.
      for (const width of scheme === 'light' && engine === 'chromium' ? widths : [360, 1440])
        for (const path of scheme === 'light' && (isAll || ends.includes(width)) ? pages : pages.slice(0, 2)) {
          await reader.open(sample.origin + path, { width, height: 800 });
          const over = await reader.ask('document.documentElement.scrollWidth - document.documentElement.clientWidth');
          expect(over, `${width} ${path}`).toBeLessThanOrEqual(0);
        }
      const asked = {
        light: '(prefers-color-scheme: light)',
        dark: '(prefers-color-scheme: dark)',
        forced: '(forced-colors: active)',
      };
      expect(await reader.ask(`matchMedia('${asked[scheme]}').matches`)).toBe(true);
      const [red = 0] = (await reader.ask<string>(style('html', 'backgroundColor'))).match(/\d+/g)?.map(Number) ?? [];
      if (scheme !== 'forced') expect(red > 128).toBe(scheme === 'light');
    },
    180_000,
  );

  // reader.test.ts tests the menu itself.
  test('on a phone, the heading is near the top, below the header with the menu and the table of contents', async () => {
    for (const path of engine === 'chromium' || isAll ? pages : pages.slice(0, 2)) {
      await light.open(sample.origin + path, { width: 360, height: 740 });
      const { top } = await light.ask<Box>(rectangle('h1'));
      expect(top, path).toBeLessThanOrEqual(190);
      await light.ask(`document.querySelector('.toc')?.remove()`); // before the browser lays them out
      expect((await light.ask<Box>(rectangle('h1'))).top, path).toBeCloseTo(top, 0);
      const room = await light.ask<number>('document.documentElement.clientWidth');
      expect((await light.ask<Box>(rectangle('main'))).width, path).toBeGreaterThanOrEqual(room - 2 * 16);
    }
  });

  test('wide windows show the sidebar next to the text, from 1152 pixels also its contents, and the text keeps its width', async () => {
    await light.open(sample.origin + flows, { width: 1440, height: 800 });
    const heading = (await light.ask<Box>(rectangle('h1'))).top;
    for (const width of [1024, 1151, 1152, 1280, 1920]) {
      await light.open(sample.origin + flows, { width, height: 800 });
      const [tree, text, toc] = [
        await light.ask<Box>(rectangle('.sidebar')),
        await light.ask<Box>(rectangle('.markdown > p')),
        await light.ask<Box>(rectangle('.toc')),
      ];
      expect(tree.right).toBeLessThanOrEqual(text.left);
      expect(text.left - tree.right, 'no gap beside the tree').toBeLessThanOrEqual(40);
      expect(text.width).toBeLessThanOrEqual(640);
      expect(text.width).toBeGreaterThan(600);
      expect((await light.ask<Box>(rectangle('h1'))).top, 'the heading moves').toBe(heading);
      expect(await light.ask(isShown('.toc ul'))).toBe(width >= 1152);
      if (width >= 1152) expect(toc.left).toBeGreaterThanOrEqual(text.right);
      else expect(toc.top).toBeLessThan(text.top);
    }
  });

  testForced("in a reader's own colours the current entry is told apart", async () => {
    const forced = await read('forced');
    await forced.open(sample.origin + flows, { width: 1440, height: 800 });
    const grounds = await forced.ask<string[]>(
      `['.level [aria-current]', '.level li:not(:has([aria-current])) a'].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)`,
    );
    expect(new Set(grounds).size).toBe(2);
  });

  describe('content of authors', () => {
    test('callouts have icons, and inline code has a background and no space after it', async () => {
      await light.open(`${authored.origin}/docs/`, { width: 1440, height: 800 });
      const icons = await light.ask<string[]>(
        `[...document.querySelectorAll('.callout-title')].map((title) => { const { maskImage, width } = getComputedStyle(title, '::before'); return width + ' ' + maskImage.slice(0, 9); })`,
      );
      expect(icons).toHaveLength(2);
      for (const icon of icons) expect(icon).toMatch(/^1[67].*px url\("data/);
      const grounds = await light.ask<string[]>(
        `[${style('p code', 'backgroundColor')}, ${style('html', 'backgroundColor')}]`,
      );
      expect(grounds[0]).not.toBe(grounds[1]);
      expect(Number.parseFloat(await light.ask(style('p code', 'paddingRight')))).toBeLessThanOrEqual(5);
    });

    test('only code that is too wide is focusable', async () => {
      await light.open(`${authored.origin}/docs/`, { width: 1440, height: 800 });
      const blocks = await light.ask<[number, boolean][]>(
        `[...document.querySelectorAll('.markdown > pre:has(.language-js)')].map((one) => [one.tabIndex, one.scrollWidth > one.clientWidth])`,
      );
      expect(blocks).toEqual([
        [-1, false],
        [0, true],
      ]);
    });

    test('a wide diagram keeps its size, scrolls, and uses the free column', async () => {
      await light.open(`${authored.origin}/docs/`, { width: 1920, height: 800 });
      const [natural, shown] = await light.ask<number[]>(
        `(() => { const image = document.querySelector('.diagram > a > img'); return [Number(image.getAttribute('width')), image.getBoundingClientRect().width]; })()`,
      );
      expect(natural).toBeGreaterThan(1100);
      expect(shown).toBe(natural);
      const frame = await light.ask<Box>(rectangle('.diagram'));
      expect(frame.width).toBeGreaterThan(800);
      expect(
        await light.ask(
          `document.querySelector('.diagram').scrollWidth > document.querySelector('.diagram').clientWidth`,
        ),
      ).toBe(true);
      expect(frame.right).toBeLessThanOrEqual((await light.ask<Box>(rectangle('.toc'))).left);
    });

    test('eighty entries of the table of contents fit their column; names wrap, and deeper ones are smaller', async () => {
      await light.open(`${authored.origin}/docs/`, { width: 1440, height: 800 });
      expect(await light.ask(`document.querySelectorAll('.toc li').length`)).toBe(80);
      expect(await light.ask(`document.querySelector('.toc a wbr') !== null`)).toBe(true);
      expect(
        await light.ask(`document.querySelector('.toc').scrollWidth <= document.querySelector('.toc').clientWidth`),
      ).toBe(true);
      const size = async (selector: string) => Number.parseFloat(await light.ask(style(selector, 'fontSize')));
      expect(await size('.toc-1')).toBeLessThan(await size('.toc-0'));
    });

    testForced("in a reader's own colours the open tab is told apart, and icons are seen", async () => {
      const forced = await read('forced');
      await forced.open(`${authored.origin}/docs/tabs/`, { width: 1440, height: 800 });
      const grounds = await forced.ask<string[]>(
        `['.tabs > details[open] > summary', '.tabs > details:not([open]) > summary'].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)`,
      );
      expect(new Set(grounds).size).toBe(2);
      expect(
        await forced.ask(`getComputedStyle(document.querySelector('.callout-title'), '::before').backgroundColor`),
      ).not.toBe(await forced.ask(style('html', 'backgroundColor')));
      expect(Number.parseFloat(await forced.ask(style('#second-title', 'marginTop')))).toBeGreaterThan(30);
      await forced.open(`${authored.origin}/docs/`, { width: 320, height: 800 });
      expect((await forced.ask<Box>(rectangle('.markdown > img'))).width).toBeLessThanOrEqual(320);
      await forced.open(`${authored.origin}/docs/`, { width: 1440, height: 800 });
      expect(await forced.ask(style('.diagram', 'borderLeftWidth'))).toBe('1px'); // browsers draw no shadow
    });

    test('an anchor in a page of ten thousand elements scrolls to its position', async () => {
      await light.open(`${authored.origin}/docs/huge/?slow#section-200`, { width: 1440, height: 800 });
      expect(await light.ask(`document.querySelectorAll('.part').length`)).toBeGreaterThan(10);
      await expect
        .poll(() => light.ask<Box>(rectangle('#section-200')).then(({ top }) => Math.round(top)), { timeout: 5000 })
        .toBeLessThan(200);
      expect((await light.ask<Box>(rectangle('#section-200'))).top).toBeGreaterThanOrEqual(0);
    });

    if (engine === 'chromium')
      test('no layout shift while a page loads, and content outside the viewport can be searched', async () => {
        const browser = await launch();
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        await page.addInitScript(
          `window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });`,
        );
        for (const address of [
          ...pages.slice(0, 3).map((path) => sample.origin + path),
          ...['', 'table/?slow', 'huge/?slow'].map((path) => `${authored.origin}/docs/${path}`),
        ]) {
          await page.goto(address, { waitUntil: 'load' });
          // Waits for two frames, and for the browser's idle tasks.
          await page.evaluate(
            'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))',
          );
          expect(await page.evaluate('window.shift'), address).toBe(0);
        }
        expect(await page.evaluate(`window.find('Section 250')`)).toBe(true);
        await browser.close();
      });
  });

  test('right to left: the sidebar is on the right, Arabic starts at the right, English at the left', async () => {
    for (const width of [360, 1024, 1440]) {
      await light.open(`${arabic.origin}/docs/a/`, { width, height: 800 });
      expect(await light.ask(style('html', 'direction'))).toBe('rtl');
      expect(await light.ask('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
        true,
      );
      expect(await light.ask(style('.markdown > p', 'direction'))).toBe('rtl');
      expect(await light.ask(style('pre', 'direction'))).toBe('ltr');
      expect(await light.ask(style('.markdown li li', 'direction'))).toBe('ltr');
      const [tree, heading] = [await light.ask<Box>(rectangle('.sidebar')), await light.ask<Box>(rectangle('h1'))];
      if (width >= 1024) expect(tree.left).toBeGreaterThanOrEqual(heading.right);
    }
    expect(await light.ask(`getComputedStyle(document.querySelector('.next span'), '::after').content`)).toBe('" ← "');
    await light.open(`${arabic.origin}/docs/english/`, { width: 1440, height: 800 });
    expect(await light.ask(style('.markdown ul', 'direction'))).toBe('ltr');
  });
}
