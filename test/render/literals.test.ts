// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests are about template literals
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { cleanStrings } from '../../src/model/input/text.js';
import { closingBracket } from '../../src/render/markdown/syntax/brackets.js';
import { parseLiteral } from '../../src/render/markdown/syntax/values.js';
import { dataOf } from '../support/data.js';

const data = dataOf<{ values: [string, unknown][]; noValues: string[]; brackets: string[] }>('render/literals');

describe('literals have values, names do not', () => {
  test.each(data.values)('%s', (text, value) => {
    expect(parseLiteral(text)).toEqual({ value });
  });
  test.each(data.noValues)('%s', (text) => {
    expect(parseLiteral(text)).toBeUndefined();
  });
  test('line separators are part of a text, and cause no warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(parseLiteral('["a\u2028b", "c\\\u2029d", "e\\\\\u2028"]')).toEqual({
      value: ['a\u2028b', 'cd', 'e\\\u2028'],
    });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
  test('JSON is parsed like JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(typeof value !== 'string'); // quoted text is read by itself
        const text = JSON.stringify(value);
        expect(parseLiteral(text)).toEqual({ value: cleanStrings(JSON.parse(text)).value });
      }),
    );
  });
});

describe('brackets are matched by the rules of JavaScript', () => {
  test.each(data.brackets)('%s', (text) => {
    expect(closingBracket(`${text} after } ]`, 0)).toBe(text.length);
  });
  test.each(['{', '{ /* }', '{`${`', '{"}'.slice(0, 1), '{ // }'])('%j closes nowhere', (text) => {
    expect(closingBracket(text, 0)).toBe(-1);
  });
  test.each(['{', '{`${', '{=/[', '{"', "{'", '{//', '{/*', '{(', '${`'])('a text of %j takes linear time', (piece) => {
    const text = piece.repeat(20_000);
    let found = 0;
    for (let offset = text.indexOf('{'); offset !== -1 && found < 300; offset = text.indexOf('{', offset + 1)) {
      closingBracket(text, offset);
      found += 1;
    }
    expect(found).toBe(300);
  });
});
