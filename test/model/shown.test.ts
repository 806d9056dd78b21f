// Titles and descriptions that readers see on other pages: each rule, and properties that hold for any text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import { parseDoc } from '../../src/model/content/parse/parsed-doc.js';
import { type DisplayMetadata, displayMetadata } from '../../src/model/docs/display-metadata.js';
import { distinctTitles, readableName } from '../../src/model/docs/titles.js';
import { toSourcePath } from '../../src/model/types/path.js';
import { readFacts } from '../../src/render/body/body.js';
import { dataOf } from '../support/data.js';
import { bodyInput, type Files, modelOfFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

const data = dataOf<{
  titles: [string, string, string][];
  descriptions: [string, string, string][];
  pieces: string[];
  names: [string, string][];
  distinct: [[string, string][], string[]][];
  ofFolder: [string, string, string][];
  records: { files: Files; generated: Files; sidebars: NonNullable<UserConfig['sidebars']> };
}>('model/shown');

async function shown(text: string, path = 'folder/page.md'): Promise<DisplayMetadata> {
  const source = toSourcePath(path);
  const { value } = parseDoc(text, source);
  const facts = await readFacts(bodyInput(text.slice(value.bodyStart), { source }));
  const name = (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const more = { recordTitle: name, titles: 'page', folderLabel: (dir: string) => `(${dir})` } as const;
  return displayMetadata({ path, name, facts, ...value, ...more });
}

test.each(data.names)('the name %s becomes the title %s', (name, title) => {
  expect(readableName(name)).toBe(title);
});

describe('titles', () => {
  test.each(data.titles)('%s', async (_, text, title) => {
    expect((await shown(text)).title).toBe(title);
  });

  test.each(data.ofFolder)('%j in %s has the title %s', async (text, path, title) => {
    expect((await shown(text, path)).title).toBe(title);
  });

  test('the label is that of the sidebar; a lower heading can be the title of a page without one', async () => {
    expect(await shown('---\nsidebar_label: Short\n---\n# A long heading')).toMatchObject({
      title: 'A long heading',
      label: 'Short',
      canTakeHeading: true,
    });
    expect(await shown('### A\n\n#### B')).toMatchObject({ title: 'A', canTakeHeading: true });
    expect((await shown('---\ntitle: T\n---\n## A')).canTakeHeading).toBe(false);
  });
});

describe('descriptions', () => {
  test.each(data.descriptions)('%s', async (_, text, description) => {
    expect((await shown(text.startsWith('---') ? text : `# Title\n\n${text}`)).description).toBe(description);
  });

  test('included texts do not affect the description', async () => {
    const partials = { '_part.md': '# Part\n\nThe words of a part.' };
    const facts = await readFacts(bodyInput('<<_part.md>>\n\n## Own\n\nThe words of a page.', { partials }));
    expect(facts).toEqual({ title: { text: 'Own', level: 2 }, description: 'The words of a page.' });
  });

  test('an expression in MDX is replaced by its value', async () => {
    const { description } = await shown('# T\n\nIt is {"2"} or more of them.', 'folder/page.mdx');
    expect(description).toBe('It is 2 or more of them.');
  });

  test("an author's description can be one word; template tags of another program are ignored", async () => {
    expect((await shown('---\ndescription: Pumps\n---\n# T')).description).toBe('Pumps');
    expect((await shown('---\ndescription: "{% t pumps %}"\n---\n# T\n\nThe words of a page.')).description).toBe(
      'The words of a page.',
    );
    const long = 'word '.repeat(200);
    expect((await shown(`---\ndescription: ${long}\n---\n# T`)).description).toMatch(/^(?:word ){50,}word…$/);
  });

  test('a text is cut at the end of a sentence or word, and never within a surrogate pair', async () => {
    const sentence = (length: number) => `A${' word'.repeat(length / 5)}.`;
    expect((await shown(`${sentence(70)} ${sentence(70)} ${sentence(70)}`)).description).toBe(
      `${sentence(70)} ${sentence(70)}`,
    );
    expect((await shown(`${sentence(20)} ${sentence(200)}`)).description).toMatch(/^A.{130,160} word…$/);
    expect((await shown(`${'概'.repeat(20)}${'𠀋'.repeat(200)}`)).description).toMatch(/^概{20}(?:𠀋){70}…$/u);
  });
});

describe('for any text', () => {
  const word = fc.stringMatching(/^[a-z]{2,9}$/);
  interface Piece {
    readonly markdown: string;
    readonly plain: string;
  }
  const piece: fc.Arbitrary<Piece> = fc.letrec<{ piece: Piece }>((tie) => ({
    piece: fc.oneof(
      { maxDepth: 3 },
      word.map((text) => ({ markdown: text, plain: text })),
      word.map((text) => ({ markdown: `\`${text}\``, plain: text })),
      word.map((text) => ({ markdown: `![${text}](x.png)`, plain: '' })),
      word.map((text) => ({ markdown: `<!-- ${text} -->`, plain: '' })),
      word.map((text) => ({ markdown: `{% ${text} %}`, plain: '' })),
      word.map((text) => ({ markdown: `<Badge text="${text}" />`, plain: '' })),
      fc.constant({ markdown: '&amp;', plain: '&' }),
      ...['*', '**', '_', '~~'].map((mark) =>
        tie('piece').map(({ markdown, plain }) => ({
          markdown: `${mark}x ${markdown} y${mark}`,
          plain: `x ${plain} y`,
        })),
      ),
      word.map((text) => ({ markdown: `[x \`${text}\`](a "b (c)")`, plain: `x ${text}` })),
      tie('piece').map(({ markdown, plain }) => ({ markdown: `<b class="x">${markdown}</b>`, plain })),
    ),
  })).piece;
  const line = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => ({
    markdown: ['w', ...pieces.map(({ markdown }) => markdown)].join(' '),
    plain: ['w', ...pieces.map(({ plain }) => plain)].join(' ').replace(/\s+/g, ' ').trim(),
  }));

  test('no parsed Markdown syntax remains in a title', async () => {
    await fc.assert(
      fc.asyncProperty(line, async ({ markdown, plain }) => {
        expect((await shown(`# ${markdown}`)).title).toBe(plain.length > 300 ? plain.slice(0, 300) : plain);
      }),
      { numRuns: runs(300) },
    );
  });

  test('no parsed Markdown syntax remains in a description', async () => {
    await fc.assert(
      fc.asyncProperty(line, async ({ markdown, plain }) => {
        const { description } = await shown(`# T\n\nThe words of a page are ${markdown} today.`);
        const whole = `The words of a page are ${plain} today.`;
        expect(description === whole || (description.endsWith('…') && whole.startsWith(description.slice(0, -1)))).toBe(
          true,
        );
      }),
      { numRuns: runs(300) },
    );
  });

  test('a title has one line, and a description has a maximum length', async () => {
    const pieces = fc.constantFrom(...data.pieces);
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 60 }),
        fc.constantFrom('a.md', 'b/README.md', 'c.mdx'),
        async (parts, path) => {
          const { title, label, description } = await shown(parts.join(''), path);
          for (const text of [title, label, description]) expect(text).toBe(text.replace(/\s+/g, ' ').trim());
          expect(title).not.toBe('');
          expect(title.length).toBeLessThanOrEqual(300);
          expect(description.length).toBeLessThanOrEqual(161);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

test.each(data.distinct)('%j have the titles %j in the same list', (pages, titles) => {
  const list = pages.map(([title, source]) => ({ title, source }));
  expect(distinctTitles(list, (dir) => dir.split('/').at(-1) ?? '')).toEqual(titles);
});

describe('the records', () => {
  const { files, generated, sidebars } = data.records;

  test("have Docusaurus's titles and descriptions", async () => {
    const { site } = await modelOfFiles(files);
    const { docs, docsSidebars } = site.version();
    expect(docs['a-b/late-title']).toMatchObject({ title: 'late-title' });
    expect(docs['c']).toMatchObject({ title: 'A &amp; B' });
    expect(docsSidebars['tutorialSidebar']).toMatchObject([
      { label: 'README', items: [{ label: 'late-title' }] },
      { label: 'A &amp; B' },
    ]);
  });

  test('differ from what readers see, unless `titles` is `record`', async () => {
    const labels = async (titles: 'page' | 'record') => {
      const { site } = await modelOfFiles(files, { titles });
      const [category, link] = site.sidebars.byName.get('tutorialSidebar') ?? [];
      const inside = category?.type === 'category' ? category.items : [];
      return [category, ...inside, link].map((item) => (item && 'label' in item ? item.label : undefined));
    };
    expect(await labels('page')).toEqual(['A b', 'Late', 'A & B']);
    expect(await labels('record')).toEqual(['README', 'late-title', 'A &amp; B']);
  });

  test('a label in the config and URLs stay unchanged', async () => {
    const { site } = await modelOfFiles({ ...files, ...generated }, { sidebars });
    const indexes = ({ pages }: typeof site) => pages.filter(({ kind }) => kind === 'generatedIndex');
    expect(site.sidebars.byName.get('s')).toMatchObject([{ label: 'Written' }, { label: 'Late' }]);
    expect(indexes(site)).toMatchObject([{ title: 'g-h', permalink: '/docs/category/g-h' }]);
    const alone = await modelOfFiles(generated);
    expect(indexes(alone.site)).toMatchObject([{ title: 'G h', permalink: '/docs/category/g-h' }]);
  });
});
