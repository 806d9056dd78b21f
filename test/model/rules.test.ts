// Rules of the model, and properties that hold for any input.
import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, test } from 'vitest';
import { contentTitle, excerpt } from '../../src/model/content/parse/excerpt.js';
import { parseFrontMatter } from '../../src/model/content/parse/front-matter.js';
import { parseNumberPrefix } from '../../src/model/content/parse/number-prefix.js';
import { compareStrings, nearest, sortDiagnostics } from '../../src/model/diagnostics/diagnostic.js';
import { cleanName, cleanStrings, decodeText } from '../../src/model/input/text.js';
import { parseYaml } from '../../src/model/input/yaml.js';
import { segmentFault, toHref, toOutputPath, toPermalink, toSourcePath } from '../../src/model/types/path.js';
import { dataOf } from '../support/data.js';
import { modelOfFiles, say } from '../support/hub.js';
import { runs } from '../support/seed.js';

const data = dataOf<{
  numberPrefixes: [text: string, name: string, number: number | null][];
  comments: [string, string][];
  pieces: string[];
  line: string[];
  name: string[];
}>('model/rules');

describe('number prefixes', () => {
  test.each(data.numberPrefixes)('%s', (text, name, number) => {
    expect(parseNumberPrefix(text)).toEqual({ name, number: number ?? undefined });
  });
});

describe('title and description', () => {
  test('a date stays as written, independent of time zone and locale', () => {
    const file = '---\ntitle: 2024-01-02\n---\n';
    expect(parseFrontMatter(file, toSourcePath('a.md')).value.frontMatter.title).toBe('2024-01-02');
  });
  test.each(data.comments)('the start of a comment is never a description: %j', (body, description) => {
    expect(excerpt(body)).toBe(description);
  });
  test('any text quickly gets a title and a description', () => {
    const pieces = fc.constantFrom(...data.pieces);
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
  test.each(['<', '*', '[', '![', '`', '_', '~~a', '# ', ':', '>', '{'])('a line of %j does not take long', (piece) => {
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
  test('a page never leaves the output folder', () => {
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
  test('an href is safe in an attribute and resolves to the same page', () => {
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
  test('a byte order mark is removed, and line ends are normalized', () => {
    const text = Buffer.from('\ufeffa\r\nb\rc\n');
    expect(decodeText(text, 'a.md')).toEqual({ value: 'a\nb\nc\n', diagnostics: [] });
  });
  test('any bytes become text that is valid in HTML', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { value } = decodeText(bytes, 'a.md');
        expect(value.isWellFormed()).toBe(true);
        expect(value).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/);
      }),
    );
  });
});

test('exactly the characters that HTML cannot contain are replaced, in texts and in names', () => {
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

test.each([
  ['---\na: 1\n---\n\nBody', '\nBody', 4],
  ['---\r\na: 1\r\n---\r\nBody', 'Body', 4],
  ['---\n---x\nBody', 'x\nBody', 2],
])('the body of %j begins behind the front matter', (file, body, bodyLine) => {
  expect(parseFrontMatter(file, toSourcePath('a.md')).value).toMatchObject({ body, bodyLine });
});

describe('YAML is data', () => {
  test.each(['!!js/undefined ""', '!!js/regexp /x/', '!!binary aGk=', '!custom x'])('tag is rejected: %s', (value) => {
    expect(parseYaml(`a: ${value}`)).toMatchObject({ fault: { kind: 'tag' } });
  });
  test('brackets, braces and quotes need no indentation, as in other parsers', () => {
    const text = 'tags: [\na,\nb,\n]\nt: "x\ny"\nm:\n  n: {\nc: 1,\n}\n  o: [1,\n2\n';
    expect(parseYaml(`${text}]\n`)).toMatchObject({
      value: { tags: ['a', 'b'], t: 'x y', m: { n: { c: 1 }, o: [1, 2] } },
    });
    expect(parseYaml(`${text}q: 1\n`)).toMatchObject({ fault: { kind: 'syntax', line: 13, column: 2 } });
  });
  test('the first anchor with an alias in it is rejected (billion laughs)', () => {
    const lines = Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${n ? `*a${n - 1}, *a${n - 1}` : '1'}]`);
    expect(parseYaml(lines.join('\n'))).toMatchObject({ fault: { kind: 'alias', line: 2 } });
  });
  test('prototypes cannot be changed', () => {
    const file = '---\n__proto__: {polluted: 1}\nconstructor: x\ntitle: T\n---\n';
    expect(parseFrontMatter(file, toSourcePath('a.md')).value.frontMatter).toEqual({ title: 'T' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('any file becomes a doc or a diagnostic, without an exception', async () => {
  const line = fc.constantFrom(...data.line);
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
  const name = fc.constantFrom(...data.name);
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

describe('diagnostics', () => {
  test('are sorted by location and code, without duplicates', () => {
    const at = (file: string, line: number) =>
      ({ code: 'DG601', severity: 'warning', message: 'm', place: { file, start: { line, column: 1 } } }) as const;
    const sorted = sortDiagnostics([at('b', 1), at('a', 10), at('a', 2), at('a', 10)]);
    expect(sorted.map(({ place }) => `${place?.file}${place?.start?.line}`)).toEqual(['a2', 'a10', 'b1']);
  });
  test('the nearest name has the smallest distance, and is the first of several', () => {
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
  test('are ordered by code unit', () => {
    expect(['b', 'B', 'a', 'é'].sort(compareStrings)).toEqual(['B', 'a', 'b', 'é']);
  });
});
