// Language of comments, docs and messages: the number of difficult phrases in a file must not rise, and new files have none.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { commentsIn, phrasesByFile, phrasesIn } from './phrases.js';

const data = dataOf<{ texts: [text: string, phrases: string[]][] }>('docs/phrases');

const recordFile = new URL('phrases.json', import.meta.url);

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

test('no file has more of these phrases than recorded', () => {
  const found = phrasesByFile();
  let recorded = JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, number>;
  if (process.env['UPDATE_EXPECTED']) {
    const counts = Object.fromEntries([...found].map(([path, { length }]) => [path, length]));
    // If files move, their phrases move too, but the sum must not rise.
    if (sumOf(counts) <= sumOf(recorded)) recorded = counts;
    writeFileSync(recordFile, `${JSON.stringify(recorded, undefined, 2)}\n`);
  }
  const above = [...found].filter(([path, { length }]) => length > (recorded[path] ?? 0));
  expect(Object.fromEntries(above)).toEqual({});
});

test.each(data.texts)('the phrases in %j', (text, phrases) => {
  expect(phrasesIn(text)).toEqual(phrases);
});

test('only comments of a program are searched', () => {
  const line = '/'.repeat(2);
  const program = `/**\n * What stands\n * here.\n */\nconst beside = 'stands'; ${line} gathered\n${line} Nobody\n`;
  expect(phrasesIn(commentsIn(program))).toEqual(['stands', 'Nobody', 'What stands', 'gathered']);
});
