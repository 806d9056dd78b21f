// What readers see of a page elsewhere, rule by rule, and what must hold for any text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDoc } from '../../src/model/docs/parsed-doc.js';
import { distinctTitles } from '../../src/model/docs/shown/distinct-titles.js';
import { readableName } from '../../src/model/docs/shown/readable-name.js';
import { type Shown, shownOf } from '../../src/model/docs/shown/shown.js';
import { toSourcePath } from '../../src/model/path.js';
import { readFacts } from '../../src/render/body/body.js';
import { bodyInput, modelOfFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

async function shown(text: string, path = 'folder/page.md'): Promise<Shown> {
  const source = toSourcePath(path);
  const { value } = parseDoc(text, source);
  const facts = await readFacts(bodyInput(text.slice(value.bodyStart), { source }));
  const name = (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const more = { recordTitle: name, titles: 'page', folderLabel: (dir: string) => `(${dir})` } as const;
  return shownOf({ path, name, facts, ...value, ...more });
}

describe('names as titles', () => {
  test.each([
    ['create-email-verification', 'Create email verification'],
    ['GETTING_STARTED', 'Getting started'],
    ['CHANGELOG', 'Changelog'],
    ['FAQ', 'FAQ'],
    ['Typed_Linting', 'Typed Linting'],
    ['Running-behind-apache', 'Running behind apache'],
    ['rest-api', 'REST API'],
    ['ios', 'iOS'],
    ['upgrade-to-2.0', 'Upgrade to 2.0'],
    ['alerts-and-notifications', 'Alerts and notifications'],
    // names in code, versions, and what is a title already
    ['ram_in_use', 'ram_in_use'],
    ['useState', 'useState'],
    ['go.d', 'go.d'],
    ['v2', 'v2'],
    ['6.0.0', '6.0.0'],
    ['@scope', '@scope'],
    ['What is Redis - and why', 'What is Redis - and why'],
    ['概要', '概要'],
    ['---', '---'],
    ['', ''],
  ])('%s → %s', (name, title) => {
    expect(readableName(name)).toBe(title);
  });
});

describe('titles', () => {
  test.each([
    [
      'front matter stands above all',
      '---\ntitle: Front\n---\n<!--startmeta\ntitle: Meta\nendmeta-->\n# Heading',
      'Front',
    ],
    ['then the metadata of Netdata', '<!--startmeta\ntitle: Meta\nendmeta-->\n# Heading', 'Meta'],
    ['then the heading', '<!--startmeta\nsidebar_label: Label\nendmeta-->\n# Heading', 'Heading'],
    ['then a label', '---\nsidebar_label: Label\n---\nText.', 'Label'],
    ['then the name', 'Text.', 'Page'],
    ['a heading below two comments on one line', '<!-- a --><!-- b -->\n\n# Heading', 'Heading'],
    ['a heading below a comment that ends in the line of more', '{/* a\n b */}\n# Heading', 'Heading'],
    ['no heading in a comment that is never closed', '<!-- a\n\n# Heading', 'Page'],
    ['no heading in code', '~~~md\n# A\n~~~\n\n    # B\n\n```\n# C', 'Page'],
    ['an entity', '# Disk &amp; &#82;etention', 'Disk & Retention'],
    ['an entity that stands for one is read once', '# &amp;amp;', '&amp;'],
    ['marks at the end', '# A ## B ##', 'A ## B'],
    ['attributes', '# A {: #a }', 'A'],
    ['a footnote', '# A[^1]\n\n[^1]: x', 'A'],
    ['an empty heading is none', '#\n\n# B', 'B'],
    ['a heading in a quote is not the title', '> # A\n\nText.', 'Page'],
    ['one of several below text', 'Text first.\n\n# A\n\n# B', 'Page'],
    ['a single one below text', 'Text first.\n\n# A', 'A'],
    ['one that stands below a lower one', '## A\n\n# B', 'Page'],
    ['a lower one with its equals', '## A\n\n## B', 'Page'],
    ['a lower one above all others', '## A\n\n### B', 'A'],
    ['a lower one below text', 'Text.\n\n## A', 'Page'],
    ['HTML in the heading', '<h1 id="x">A <em>b</em></h1>', 'A b'],
    ['the heading below a banner', '<h1 align="center">Project</h1>\n\n# A\n\nText.\n\n## B', 'A'],
    ['a lower heading below a banner', '<h1>Project</h1>\n\n## A\n\nText.\n\n### B', 'A'],
    ['a banner above text', '<h1>Project</h1>\n\nText.\n\n## A', 'Project'],
    ['a banner above sections', '<h1>Project</h1>\n\n## A\n\n## B', 'Project'],
    ['HTML around the heading', '<div>\n<div class="x">\n    <h1>\n      A\n    </h1>\n</div>\n</div>', 'A'],
    ['a name that the page writes as code', 'Run `page` in `folder-page`.', 'Page'],
  ])('%s', async (_, text, title) => {
    expect((await shown(text)).title).toBe(title);
  });

  test('a readme or an index is called as its folder is, unless it says another name', async () => {
    expect((await shown('Text.', 'folder/README.md')).title).toBe('(folder)');
    expect((await shown('## Usage\n\nText.', 'folder/index.md')).title).toBe('(folder)');
    expect((await shown('# Usage\n\nText.', 'folder/index.md')).title).toBe('Usage');
    expect((await shown('Text.', 'README.md')).title).toBe('(.)');
    expect((await shown('Text `my-page`.', 'folder/my-page.md')).title).toBe('my-page');
  });

  test('the label is that of the sidebar; a lower heading can name a page without a title', async () => {
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
  test.each([
    ['a comment in a line', 'The words <!-- not this --> of a page.', 'The words of a page.'],
    ['a break in a line', 'One line  \nand another\\\nand a third.', 'One line and another and a third.'],
    ['HTML around a paragraph', '<div>\n\n<p>The <b>words</b> of a page.</p>\n\n</div>', 'The words of a page.'],
    ['tags in code', 'The `<Text>` element shows words.', 'The <Text> element shows words.'],
    ['a type', 'It returns an Array<T> of all.', 'It returns an Array<T> of all.'],
    ['a table without bars at its ends', 'a | b\n--- | ---\nc | d\n\nThe words of a page.', 'The words of a page.'],
    ['a definition', '[a]: https://example.org\n*[HTML]: x\n\nThe words of a page.', 'The words of a page.'],
    [
      'prose that begins as an import does',
      'import it from wherever you like it.',
      'import it from wherever you like it.',
    ],
    ['what it says of itself', '**Description**: Makes pictures smaller.', 'Makes pictures smaller.'],
    ['a row of links', '[One page](a) [Other page](b) [Third page](c)', ''],
    ['crumbs', 'Guide ❱ Storage ❱ Pictures of pumps', ''],
    ['a label and its value', 'Plugin: go.d.plugin Module: apache', ''],
    ['less than twenty characters', 'Too short, this.', ''],
    ['an unfinished tag', '<PackageLink name="a"\n\nThe words of a page.', 'The words of a page.'],
    [
      'an address that is as long as the rest',
      'The changelog is at https://example.org/a/b/c/d/changes.md',
      'The changelog is at https://example.org/a/b/c/d/changes.md',
    ],
    ['a link of Hugo', 'The [words]({{< ref "a" >}}) of a page.', 'The words of a page.'],
    ['a template tag before it', '{{< hint >}}\nThe words of a page.', 'The words of a page.'],
    ['blocks of MkDocs', '=== "a"\n\n=== "b"\n\n=== "c"\n\n!!! note\n\nThe words of a page.', 'The words of a page.'],
    ['tabs', '::: tabs\n\nThe words of a tab.\n\n:::\n\nThe words of a page.', 'The words of a page.'],
    ['math', '$$\na + b = c\n$$\n\nThe words of a page.', 'The words of a page.'],
    [
      'a paragraph below a list',
      '- a\n\n  b\n\n  ```\n  c\n  ```\n- d\n\nThe words of a page.',
      'The words of a page.',
    ],
  ])('%s', async (_, text, description) => {
    expect((await shown(`# Title\n\n${text}`)).description).toBe(description);
  });

  test('texts that it includes say nothing of it', async () => {
    const partials = { '_part.md': '# Part\n\nThe words of a part.' };
    const facts = await readFacts(bodyInput('<<_part.md>>\n\n## Own\n\nThe words of a page.', { partials }));
    expect(facts).toEqual({ title: { text: 'Own', level: 2 }, description: 'The words of a page.' });
  });

  test('an expression in MDX is what it shows', async () => {
    const { description } = await shown('# T\n\nIt is {"2"} or more of them.', 'folder/page.mdx');
    expect(description).toBe('It is 2 or more of them.');
  });

  test('an author may say it in a word; template tags of another program are not said', async () => {
    expect((await shown('---\ndescription: Pumps\n---\n# T')).description).toBe('Pumps');
    expect((await shown('---\ndescription: "{% t pumps %}"\n---\n# T\n\nThe words of a page.')).description).toBe(
      'The words of a page.',
    );
    const long = 'word '.repeat(200);
    expect((await shown(`---\ndescription: ${long}\n---\n# T`)).description).toMatch(/^(?:word ){50,}word…$/);
  });

  test('a cut is at the end of a sentence, else of a word, never in a pair of code units', async () => {
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

  test('no mark that was read is left in a title', async () => {
    await fc.assert(
      fc.asyncProperty(line, async ({ markdown, plain }) => {
        expect((await shown(`# ${markdown}`)).title).toBe(plain.length > 300 ? plain.slice(0, 300) : plain);
      }),
      { numRuns: runs(300) },
    );
  });

  test('nor in a description', async () => {
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

  test('there is a title on one line, and a description that is not too long', async () => {
    const pieces = fc.constantFrom(
      ...[
        '# ',
        '## ',
        '<!--',
        '-->',
        '```',
        '~~~',
        '*',
        '_',
        '[',
        '](',
        ')',
        '`',
        '\n',
        '\n\n',
        '\r\n',
        ':::',
        ':::note\n',
        '~~',
        '{#',
        '{%',
        '%}',
        '{',
        '}',
        '{/*',
        '*/}',
      ],
      ...[
        'word ',
        'import x from "y"\n',
        'export const a = {\n',
        '<',
        '>',
        '=',
        '---\n',
        '<div>',
        '<h1>',
        '</h1>',
        '<p>',
        '<Tabs a={',
        '<details>',
        '- ',
        '> ',
        '| ',
        '$$',
        '&amp;',
        '\\',
        '\t',
        '    ',
      ],
    );
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

describe('several pages of one title', () => {
  const label = (dir: string) => dir.split('/').at(-1) ?? '';
  const titles = (...list: (readonly [string, string])[]) =>
    distinctTitles(
      list.map(([title, source]) => ({ title, source })),
      label,
    );

  test('have the folder that tells them apart beside them, else the file', () => {
    expect(titles(['A', 'x/a.md'], ['B', 'x/b.md'])).toEqual(['A', 'B']);
    expect(titles(['A', 'x/a.md'], ['A', 'y/a.md'], ['B', 'y/b.md'])).toEqual(['A (x)', 'A (y)', 'B']);
    expect(titles(['A', 'x/d/a.md'], ['A', 'y/d/a.md'])).toEqual(['A (x / d)', 'A (y / d)']);
    expect(titles(['A', 'x/one.md'], ['A', 'x/two-b.md'])).toEqual(['A (One)', 'A (Two b)']);
    expect(titles(['A b', 'x/a.md'], ['A B', 'y/a.md'])).toEqual(['A b (x)', 'A B (y)']);
    expect(titles(['A', 'x/a/README.md'], ['A', 'y/a.md'])).toEqual(['A (x)', 'A (y)']);
    expect(titles(['A', 'a.md'], ['A', 'x/a.md'])).toEqual(['A', 'A (x)']);
  });
});

describe('the records', () => {
  const files = {
    'a-b/late-title.md': '<!-- x -->\n\n# Late\n\nText that is long enough.',
    'a-b/README.md': 'The page of the folder.',
    'c.md': '# A &amp; B',
  };
  test('keep what Docusaurus has', async () => {
    const { site } = await modelOfFiles(files);
    const { docs, docsSidebars } = site.version;
    expect(docs['a-b/late-title']).toMatchObject({ title: 'late-title' });
    expect(docs['c']).toMatchObject({ title: 'A &amp; B' });
    expect(docsSidebars['tutorialSidebar']).toMatchObject([
      { label: 'README', items: [{ label: 'late-title' }] },
      { label: 'A &amp; B' },
    ]);
  });

  test('are not what readers see, unless `titles` says so', async () => {
    const labels = async (titles: 'page' | 'record') => {
      const { site } = await modelOfFiles(files, { titles });
      const [category, link] = site.sidebars.byName.get('tutorialSidebar') ?? [];
      const inside = category?.type === 'category' ? category.items : [];
      return [category, ...inside, link].map((item) => (item && 'label' in item ? item.label : undefined));
    };
    expect(await labels('page')).toEqual(['A b', 'Late', 'A & B']);
    expect(await labels('record')).toEqual(['README', 'late-title', 'A &amp; B']);
  });

  test('a label that the config writes stays; addresses do not change', async () => {
    const sidebars = { s: [{ type: 'doc' as const, id: 'c', label: 'Written' }, 'a-b/late-title'] };
    const { site } = await modelOfFiles(
      { ...files, 'g-h/_category_.json': '{"link": {"type": "generated-index"}}', 'g-h/x.md': '# X' },
      {
        sidebars: {
          ...sidebars,
          t: [
            { type: 'autogenerated', dirName: 'g-h' },
            { type: 'category', label: 'g-h', items: ['c'], link: { type: 'generated-index' } },
          ],
        },
      },
    );
    expect(site.sidebars.byName.get('s')).toMatchObject([{ label: 'Written' }, { label: 'Late' }]);
    expect(site.pages.filter(({ kind }) => kind === 'generatedIndex')).toMatchObject([
      { title: 'g-h', permalink: '/docs/category/g-h' },
    ]);
    const generated = await modelOfFiles({
      'g-h/_category_.json': '{"link": {"type": "generated-index"}}',
      'g-h/x.md': '# X',
    });
    expect(generated.site.pages.filter(({ kind }) => kind === 'generatedIndex')).toMatchObject([
      { title: 'G h', permalink: '/docs/category/g-h' },
    ]);
  });
});
