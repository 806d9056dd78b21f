// Rules of the model one by one, and what must hold for any input.
import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, test } from 'vitest';
import { parseFrontMatter } from '../../src/model/content/front-matter.js';
import { cleanName, cleanStrings, decodeText } from '../../src/model/content/text.js';
import { parseYaml } from '../../src/model/content/yaml.js';
import { compareStrings, nearest, sortDiagnostics } from '../../src/model/diagnostics/diagnostic.js';
import { contentTitle, excerpt } from '../../src/model/docs/excerpt.js';
import { parseNumberPrefix } from '../../src/model/docs/number-prefix.js';
import { segmentFault, toHref, toOutputPath, toPermalink, toSourcePath } from '../../src/model/path.js';
import { modelOfFiles, say } from '../support/hub.js';
import { runs } from '../support/seed.js';

describe('number prefixes', () => {
  test.each([
    ['01-intro', 'intro', 1],
    ['2 - Guide', 'Guide', 2],
    ['003_x', 'x', 3],
    ['10.api', 'api', 10],
    ['5--double', 'double', 5],
    ['2021-11-x', '2021-11-x', undefined],
    ['10.3-x', '10.3-x', undefined],
    ['12.1.0-rc', '12.1.0-rc', undefined],
    ['7', '7', undefined],
    ['4-', '4-', undefined],
    ['a-1', 'a-1', undefined],
    ['', '', undefined],
  ])('%s', (text, name, number) => {
    expect(parseNumberPrefix(text)).toEqual({ name, number });
  });
});

describe('title and description', () => {
  test('a date stays as it is written: no clock zone and no locale enter a record', () => {
    const file = '---\ntitle: 2024-01-02\n---\n';
    expect(parseFrontMatter(file, toSourcePath('a.md')).value.frontMatter.title).toBe('2024-01-02');
  });
  test.each([
    ['<!-- a comment\nover lines -->\n\nReal text.', 'Real text.'],
    ['<!-- one --> and text', 'and text'],
    ['<!-- never closed', ''],
    ['<!--startmeta\nx: y\nendmeta-->\n\n# Title\n\nText after.', 'Text after.'],
  ])('a description is never the start of a comment: %j', (body, description) => {
    expect(excerpt(body)).toBe(description);
  });
  test('any text has a title and a description, quickly', () => {
    const pieces = fc.constantFrom(
      '# ',
      '<!--',
      '-->',
      '```',
      '*',
      '_',
      '[',
      '](',
      ')',
      '`',
      '\n',
      ':',
      '::: ',
      '~~',
      '{#',
      '}',
      'word ',
      'import x\n',
      '<',
      '>',
      '=',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 400 }).map((list) => list.join('')),
        (text) => {
          expect(excerpt(text)).not.toMatch(/^<!--/);
          expect(contentTitle(text) ?? '').not.toMatch(/\n/);
        },
      ),
      { numRuns: runs(500) },
    );
  });
  test.each(['<', '*', '[', '![', '`', '_', '~~a', '# ', ':', '>', '{'])('a line of %j is no trap', (piece) => {
    expect(excerpt(piece.repeat(200_000)).length).toBeLessThanOrEqual(10_000);
  });
});

describe('paths', () => {
  const segment = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\ud800', 'a\udfffb', '%ud800', '%ED%A0%80'),
    fc.constantFrom('..', '.', '%2e%2e', '%2F', '.git', 'con', 'a/b', '\\', '\u0000', '%', '%25', '%zz'),
  );
  test('a page never leaves the out folder', () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (parts) => {
        const permalink = toPermalink('/base', 'docs', ...parts);
        const isSafe = permalink.split('/').every((name) => segmentFault(name) !== 'escapes');
        if (!isSafe) return;
        const path = toOutputPath(permalink, { basePath: '/base/', trailingSlash: true });
        expect(path.startsWith('/')).toBe(false);
        expect(path.split('/')).not.toContain('..');
        expect(path).not.toMatch(/[\u0000\\]/);
      }),
    );
  });
  test('an href is safe in an attribute and leads to the same page', () => {
    fc.assert(
      fc.property(segment, (name) => {
        const href = toHref(toPermalink('/docs', name));
        expect(href).toMatch(/^[\w\-.~!*'()/%@:$+,;=&#]*$/);
        expect(toHref(toPermalink(href))).toBe(href);
      }),
    );
  });
});

describe('text of a file', () => {
  test.each([
    ['a byte order mark goes', '\ufeff# A', '# A'],
    ['line ends are one', 'a\r\nb\rc\n', 'a\nb\nc\n'],
  ])('%s', (_, text, wanted) => {
    expect(decodeText(Buffer.from(text), 'a.md')).toEqual({ value: wanted, diagnostics: [] });
  });
  test('any bytes become text that HTML can carry', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { value } = decodeText(bytes, 'a.md');
        expect(value.isWellFormed()).toBe(true);
        expect(value).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/);
      }),
    );
  });
});

test('every character that HTML cannot hold is replaced, in texts and in names, and no other', () => {
  const forbidden = /\p{Cs}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Noncharacter_Code_Point}/u;
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const char = String.fromCodePoint(code);
    const wanted = forbidden.test(char) ? '\ufffd' : char;
    const inName = /[\t\n\r]/.test(char) ? '\ufffd' : wanted;
    const isRight = cleanName(char).value === inName && cleanStrings(char).value === (char === '\r' ? '\n' : wanted);
    if (!isRight) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

describe('YAML is data', () => {
  test.each(['!!js/undefined ""', '!!js/regexp /x/', '!!binary aGk=', '!custom x'])('a tag is refused: %s', (value) => {
    expect(parseYaml(`a: ${value}`)).toMatchObject({ fault: { kind: 'tag' } });
  });
  test('a billion laughs end at the first anchor', () => {
    const bomb = Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${n ? `*a${n - 1}, *a${n - 1}` : '1'}]`).join(
      '\n',
    );
    expect(parseYaml(bomb)).toMatchObject({ fault: { kind: 'alias', line: 1 } });
  });
  test('prototypes are out of reach', () => {
    const { frontMatter } = parseFrontMatter(
      '---\n__proto__: {polluted: 1}\nconstructor: x\ntitle: T\n---\n',
      toSourcePath('a.md'),
    ).value;
    expect(frontMatter).toEqual({ title: 'T' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('any file becomes a doc or a diagnostic, never an exception', async () => {
  const line = fc.constantFrom(
    '---',
    '---js',
    'title: x',
    'slug: ../../y',
    'id: a/b',
    'sidebar_position: x',
    '- [',
    '# T',
    '<!--',
    '\u0000',
    'unlisted: true',
    '&a *a',
    '{{',
    'displayed_sidebar: null',
    '```',
  );
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
  const name = fc.constantFrom(
    'a.md',
    '01-b.md',
    'd/index.md',
    'd/README.md',
    'd/d.md',
    'e/_category_.json',
    'e/x.mdx',
    'con.md',
    'D/x.md',
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, text, { maxKeys: 6 }), async (files) => {
      const { site, diagnostics } = await modelOfFiles({ ...files, 'z.md': '# Z' });
      expect(site.pages.some(({ kind }) => kind === 'home')).toBe(true);
      for (const diagnostic of diagnostics) expect(say(diagnostic)).toMatch(/^DG\d{3} /);
      expect(new Set(site.pages.map(({ outputPath }) => outputPath)).size).toBe(site.pages.length);
    }),
    { numRuns: runs(30) },
  );
});

describe('content folders', () => {
  test('each is mounted at its prefix', async () => {
    const { site } = await modelOfFiles(
      { 'one/a.md': '# A', 'two/b.md': '# B', 'two/_category_.json': '{"label": "Two"}' },
      {
        content: [
          { dir: 'content/one', prefix: '' },
          { dir: 'content/two', prefix: 'x/two/' },
        ],
      },
    );
    expect([...site.docs.keys()]).toEqual(['a', 'x/two/b']);
    expect(site.docs.get('x/two/b')?.permalink).toBe('/docs/x/two/b');
    expect(JSON.stringify(site.version.docsSidebars)).toContain('"label":"Two"');
  });
});

describe('diagnostics', () => {
  test('sorted by place and code, each once', () => {
    const at = (file: string, line: number) =>
      ({ code: 'DG601', severity: 'warning', message: 'm', place: { file, start: { line, column: 1 } } }) as const;
    expect(
      sortDiagnostics([at('b', 1), at('a', 10), at('a', 2), at('a', 10)]).map(
        ({ place }) => `${place?.file}${place?.start?.line}`,
      ),
    ).toEqual(['a2', 'a10', 'b1']);
  });
  test('a near name is near', () => {
    expect(nearest('instal', ['install', 'uninstall'])).toBe('install');
    expect(nearest('x', ['install'])).toBeUndefined();
    expect(nearest('x', [])).toBeUndefined();
  });
  test('the nearest name is the one of least distance, the first of several', () => {
    const name = fc.array(fc.constantFrom('a', 'b', 'docs/', '😀'), { maxLength: 12 }).map((list) => list.join(''));
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 12 }), (word, names) => {
        const most = Math.max(2, Math.floor(word.length / 3));
        const byDistance = names
          .map((candidate) => ({ candidate, length: distance(word, candidate) }))
          .filter(({ length }) => length <= most)
          .sort((a, b) => a.length - b.length);
        expect(nearest(word, names)).toBe(byDistance[0]?.candidate);
      }),
      { numRuns: runs(2_000) },
    );
  });
  test('order is by code unit', () => {
    expect(['b', 'B', 'a', 'é'].sort(compareStrings)).toEqual(['B', 'a', 'b', 'é']);
  });
});
