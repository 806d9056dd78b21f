// Folders that are also published as a single page, and its chapters.
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { allChapters } from '../../src/model/site/pages/one-page.js';
import type { Chapter } from '../../src/model/site/pages/page.js';
import type { OnePage } from '../../src/model/site/routes.js';
import { dataOf } from '../support/data.js';
import { configOf, type Files, modelOfFiles, say, tempDir } from '../support/hub.js';

const data = dataOf<{
  files: Files;
  folders: [string, UserConfig, readonly string[]][];
  unlisted: Files;
  hidden: Files;
  sidebars: NonNullable<UserConfig['sidebars']>;
}>('model/one-page');

async function onePagesOf(files: Files, config: UserConfig): Promise<{ pages: readonly OnePage[]; said: string[] }> {
  const { site, diagnostics } = await modelOfFiles(files, config);
  return { pages: site.pages.filter((page): page is OnePage => page.kind === 'onePage'), said: diagnostics.map(say) };
}

/** `title#id`. Chapters below one are in a list after it. */
type Outline = readonly (string | Outline)[];
const outlineOf = (chapters: readonly Chapter[]): Outline =>
  chapters.flatMap(({ title, id, below }) => [`${title}#${id}`, ...(below.length > 0 ? [outlineOf(below)] : [])]);

const files = data.files;

describe('folders', () => {
  test.each(data.folders)('%s', async (_, config, addresses) => {
    const { pages, said } = await onePagesOf(files, config);
    expect(pages.map(({ permalink }) => permalink)).toEqual(addresses);
    expect(said).toEqual([]);
  });

  test('a hub without folders is one section', async () => {
    const { pages } = await onePagesOf({ 'a.md': '# A\n', 'b.md': '# B\n' }, { onePage: true, title: 'All' });
    expect(pages.map(({ permalink, title }) => `${permalink} ${title}`)).toEqual(['/docs/print/ All on one page']);
  });

  test('small: each section with at most 300 pages, and configured content folders', async () => {
    const many = Array.from({ length: 301 }, (_, n) => [`large/${n}.md`, `# ${n}\n`] as const);
    const { pages } = await onePagesOf({ ...Object.fromEntries(many), 'few/a.md': '# A\n' }, { onePage: 'small' });
    expect(pages.map(({ permalink }) => permalink)).toEqual(['/docs/few/print/']);
  });

  test('a source, by its section', () => {
    const source = { section: 'app', repo: '.', ref: 'v1', paths: [{ from: 'docs' }], onePage: true };
    expect(configOf(tempDir(), { sources: [source] }).onePage).toEqual({ all: false, named: [], placed: ['app'] });
  });

  test('a folder without listed pages is reported, with a suggestion', async () => {
    const hidden = { ...files, ...data.hidden };
    const { pages, said } = await onePagesOf(hidden, { onePage: ['c', 'bb'] });
    expect(pages).toEqual([]);
    expect(said).toEqual([
      'DG134 - config: `onePage`: no listed page in the folder `bb`',
      'DG134 - config: `onePage`: no listed page in the folder `c`',
    ]);
  });

  test('a page of an author keeps its URL', async () => {
    const { pages, said } = await onePagesOf({ ...files, 'b/print.md': '# Print\n' }, { onePage: true });
    expect(pages.map(({ permalink }) => permalink)).toEqual(['/docs/a/print/']);
    expect(said).toEqual([
      "DG519 - `/docs/b/print/` is the URL of another page, so docgen can't use it for the single-page view",
    ]);
  });
});

describe('chapters', () => {
  test('are the pages of the folder in the order of the sidebar, starting with its landing page', async () => {
    const { pages } = await onePagesOf(files, { onePage: true });
    expect(pages.map(({ content }) => [content.label, outlineOf(content.chapters)])).toEqual([
      ['A', ['Alone#alone', 'Deep#deep', ['W#deep/w', 'Z#deep/z']]],
      ['B', ['B#start', 'X#x', 'Y#y']],
    ]);
  });

  test('contain each page once, pages outside the sidebar last, and no links or other sections', async () => {
    const { pages } = await onePagesOf(files, { onePage: ['b'], sidebars: data.sidebars });
    expect(outlineOf(pages[0]?.content.chapters ?? [])).toEqual(['Both#Both', ['X#x'], 'B#start', 'Y#y']);
  });

  test('skip unlisted pages, drafts, and categories with nothing else', async () => {
    const { pages } = await onePagesOf(data.unlisted, { onePage: true });
    expect(outlineOf(pages[0]?.content.chapters ?? [])).toEqual(['B#b']);
  });

  test('have ids that are short, unique, and not used by the layout', async () => {
    const slugs = ['docgen-main', 'top', 'a:b', 'a-b', `x${'y'.repeat(200)}1`, `x${'y'.repeat(200)}2`, 'ü', '-', '𝒳'];
    const { pages } = await onePagesOf(
      Object.fromEntries(
        slugs.map((slug, index) => [`s/${index}0.md`, `---\nslug: ${JSON.stringify(slug)}\n---\n\n# ${index}\n`]),
      ),
      { onePage: true },
    );
    const ids = allChapters(pages[0]?.content.chapters ?? []).map(({ id }) => id);
    const cut = `x${'y'.repeat(59)}`;
    expect(ids.sort()).toEqual(
      ['a-b', 'a-b-2', 'page-docgen-main', 'page-top', 'start', cut, `${cut}-2`, 'ü', '𝒳'].sort(),
    );
  });
});
