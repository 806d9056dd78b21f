// Tables of inputs and of what is expected of them, and hubs of small files: YAML files of test/fixtures/data, each of the test file of its name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SCHEMA, load, Type } from 'js-yaml';
import { fixtures } from './hub.js';

/** A text that another must contain, a pattern, the whole text, or a text that must be missing. */
export type Matcher =
  | string
  | RegExp
  | { readonly is: string }
  | { readonly count: number; readonly of: string }
  | { readonly no: string | RegExp };

const patternOf = (text: string) => {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
};
/** `!re /pattern/flags`: a regular expression; `!nore` if a text must not match it. */
const pattern = new Type('!re', { kind: 'scalar', construct: patternOf });
const noPattern = new Type('!nore', { kind: 'scalar', construct: (text: string) => ({ no: patternOf(text) }) });
/** `!no text`: must be missing. `!is text`: the whole text. `!count [times, text]`: the number of occurrences. */
const no = new Type('!no', { kind: 'scalar', construct: (text: string) => ({ no: text }) });
const is = new Type('!is', { kind: 'scalar', construct: (text: string) => ({ is: text }) });
const count = new Type('!count', {
  kind: 'sequence',
  construct: ([times, text]: [number, string]) => ({ count: times, of: text }),
});
/** `!repeat [before, piece, times, after]`: a long text. A `#` in the piece is its number. */
const repeat = new Type('!repeat', {
  kind: 'sequence',
  construct: ([before, piece, times, after]: [string, string, number, string]) =>
    before + Array.from({ length: times }, (_, index) => piece.replaceAll('#', String(index))).join('') + after,
});
const schema = DEFAULT_SCHEMA.extend([pattern, noPattern, no, is, count, repeat]);

/** The data of a test file, by its path below `test/` without the ending. */
export function dataOf<T>(test: string): T {
  return load(readFileSync(join(fixtures, 'data', `${test}.yml`), 'utf8'), { schema }) as T;
}
