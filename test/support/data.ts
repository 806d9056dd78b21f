// Tables of inputs and of what is expected of them, and hubs of small files: YAML files of test/fixtures/data, each of the test file of its name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SCHEMA, load, Type } from 'js-yaml';
import { fixtures } from './hub.js';

/** `!re /pattern/flags`: a regular expression. */
const pattern = new Type('!re', {
  kind: 'scalar',
  construct: (text: string) => {
    const end = text.lastIndexOf('/');
    return new RegExp(text.slice(1, end), text.slice(end + 1));
  },
});
/** `!repeat [before, piece, times, after]`: a long text. A `#` in the piece is its number. */
const repeat = new Type('!repeat', {
  kind: 'sequence',
  construct: ([before, piece, times, after]: [string, string, number, string]) =>
    before + Array.from({ length: times }, (_, index) => piece.replaceAll('#', String(index))).join('') + after,
});
const schema = DEFAULT_SCHEMA.extend([pattern, repeat]);

/** The data of a test file, by its path below `test/` without the ending. */
export function dataOf<T>(test: string): T {
  return load(readFileSync(join(fixtures, 'data', `${test}.yml`), 'utf8'), { schema }) as T;
}
