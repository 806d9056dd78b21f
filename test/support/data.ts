// Tables of inputs and of what is expected of them, and hubs of small files: YAML files of test/fixtures/data, each of the test file of its name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binaryTag, CORE_SCHEMA, defineScalarTag, defineSequenceTag, load, mergeTag, timestampTag } from 'js-yaml';
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
const scalar = (tag: string, resolve: (text: string) => unknown) =>
  defineScalarTag(tag, { resolve, identify: () => false });
const list = <Items extends unknown[]>(tag: string, finalize: (items: Items) => unknown) =>
  defineSequenceTag<unknown[], unknown>(tag, {
    create: () => [],
    addItem: (items, item) => void items.push(item),
    finalize: (items) => finalize(items as Items),
    identify: () => false,
  });

const schema = CORE_SCHEMA.withTags(
  mergeTag,
  timestampTag,
  binaryTag,
  // `!re /pattern/flags`: a regular expression; `!nore` if a text must not match it.
  scalar('!re', patternOf),
  scalar('!nore', (text) => ({ no: patternOf(text) })),
  // `!no text`: must be missing. `!is text`: the whole text. `!count [times, text]`: the number of occurrences.
  scalar('!no', (text) => ({ no: text })),
  scalar('!is', (text) => ({ is: text })),
  list('!count', ([times, text]: [number, string]) => ({ count: times, of: text })),
  // `!repeat [before, piece, times, after]`: a long text. A `#` in the piece is its number.
  list(
    '!repeat',
    ([before, piece, times, after]: [string, string, number, string]) =>
      before + Array.from({ length: times }, (_, index) => piece.replaceAll('#', String(index))).join('') + after,
  ),
);

/** The data of a test file, by its path below `test/` without the ending. */
export function dataOf<T>(test: string): T {
  return load(readFileSync(join(fixtures, 'data', `${test}.yml`), 'utf8'), { schema }) as T;
}
