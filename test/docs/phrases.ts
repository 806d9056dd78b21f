// Counts phrases that are hard to read (CONTRIBUTING.md, "Language") in comments, docs and messages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataOf } from '../support/data.js';
import { filesBelow, root } from '../support/hub.js';

const data = dataOf<{ phrases: RegExp[] }>('docs/phrases');

// `~` is the start of a sentence: of a comment, a paragraph, a list item or a table cell, or after a period.
const phrases = data.phrases.map(
  (phrase) => new RegExp(phrase.source.replace('~', '(?<=^[^\\w`#]*|[.!?] |\\| )'), `${phrase.flags}m`),
);

/** Returns the phrases in a text. Ignores code blocks and inline code. */
export function phrasesIn(text: string): string[] {
  const prose = text.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '``');
  return phrases.flatMap((phrase) => [...prose.matchAll(phrase)].map(([found]) => found));
}

/** Returns the comments of a program, one per line. */
export function commentsIn(text: string): string {
  const comments = text.matchAll(/^ *\/\*\*?([\s\S]*?)\*\/|(?:^|[\s;,{])\/\/ (.*)$/gm);
  return [...comments].map(([, block, line]) => block?.replace(/^ *\* ?/gm, '').trim() ?? line ?? '').join('\n');
}

/** Files that consist of text for users: pages, messages, help of the command line. */
const isProse = /\.md$|^src\/model\/diagnostics\/.*\.json$|^src\/cli\/(?:main|options)\.ts$/;

/** Returns the phrases in each file that has any, by path. */
export function phrasesByFile(): ReadonlyMap<string, readonly string[]> {
  const below = (folder: string, kind: RegExp) =>
    filesBelow(join(root, folder))
      .filter((path) => kind.test(path) && !/^build\/|(?:^|\/)fixtures\//.test(path))
      .map((path) => `${folder}/${path}`);
  const files = [
    ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'],
    ...below('docs', /\.md$/),
    ...below('src', /\.(?:tsx?|js|json)$/),
    ...['bin', 'templates', 'test'].flatMap((folder) => below(folder, /\.(?:tsx?|[cm]?js)$/)),
  ];
  const found = files.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [path, phrasesIn(isProse.test(path) ? text : commentsIn(text))] as const;
  });
  return new Map(found.filter(([, { length }]) => length > 0));
}
