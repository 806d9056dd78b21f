// Loads tables of inputs and expected results, and hubs of small files: YAML files in test/fixtures/data with the path of their test file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binaryTag, CORE_SCHEMA, defineScalarTag, defineSequenceTag, load, mergeTag, timestampTag } from 'js-yaml';
import { fixtures } from './hub.js';

/** A text that must be contained, a pattern, the entire text, or a text that must be missing. */
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
  // `!re /pattern/flags` must match. `!nore /pattern/flags` must not match.
  scalar('!re', patternOf),
  scalar('!nore', (text) => ({ no: patternOf(text) })),
  // `!no text` must be missing. `!is text` is the entire text. `!count [times, text]` is the number of occurrences.
  scalar('!no', (text) => ({ no: text })),
  scalar('!is', (text) => ({ is: text })),
  list('!count', ([times, text]: [number, string]) => ({ count: times, of: text })),
  // `!repeat [before, piece, times, after]` is a long text. `#` in the piece becomes its number.
  list(
    '!repeat',
    ([before, piece, times, after]: [string, string, number, string]) =>
      before +
      (piece.includes('#')
        ? Array.from({ length: times }, (_, index) => piece.replaceAll('#', String(index))).join('')
        : piece.repeat(times)) +
      after,
  ),
);

/** Returns the data of a test file, by its path below `test/` without extension. */
export function dataOf<T>(test: string): T {
  return load(readFileSync(join(fixtures, 'data', `${test}.yml`), 'utf8'), { schema }) as T;
}
