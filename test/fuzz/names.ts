// Names of files and folders that a file system accepts but a site should not.
import fc from 'fast-check';
import { oddCharacter, wellFormed } from './strings.js';

const oddNames = [
  'a', 'A', 'page', 'Page', 'index', 'README', 'readme', 'con', 'aux.x', 'NUL', 'COM1', 'lpt9', 'com¹', '.git', 'git~1', '.gi\u200ct',
  '.GIT', '.git.', '...', '..a', 'a.', 'a ', ' a', '-a', '--help', '%2e%2e', '%2F', '%00', '%zz', '%', '%25', 'a%20b', 'a+b', 'a&b',
  'a#b', 'a?b', 'a:b', 'a*b', 'a|b', 'a\\b', "a'b", 'a"b', '<b>', 'é', 'e\u0301', 'ﬁ', 'İ', '\u202egpj', '01-a', '1. b', '2024-01-01-x',
  '_a', '__proto__', 'constructor', 'assets', 'docs', 'all', '404', 'node_modules', 'llms.txt', 'feed.xml', 'index.html', 'honest',
  '"><script>docgenRan(1)<', '[x](y)', '`x`', '$(x)', '\u001b[31m', '::error::x', '\n', '\u{1f600}', 'javascript:x', '!x', '{x}', '(x)',
]; // biome-ignore format: a list of names

const shorten = (name: string, bytes: number) => {
  let cut = name;
  while (Buffer.byteLength(cut) > bytes) cut = [...cut].slice(0, -1).join('');
  return cut;
};

/** Generates a name without extension that the file system accepts, `room` bytes shorter than the maximum. */
export const hostileName: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 6, arbitrary: fc.constantFrom(...oddNames) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('x', 'evil', ''), oddCharacter, fc.constantFrom('', 'y'))
        .map((x) => x.join('')),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('n', 'é', '中', '\u{1f600}'), fc.constantFrom(60, 120, 240, 255))
        .map(([c, n]) => c.repeat(n)),
    },
  )
  .map((name) => shorten(wellFormed(name).replace(/[/\0]/g, '-'), 240))
  .map((name) => (name === '' || name === '.' || name === '..' ? 'x' : name));

/** Generates names that lead upward when they are decoded. */
const climbing = fc
  .tuple(fc.constantFrom('%2e%2e', '%2E%2e', '.%2e', '%2e%2e%2f%2e%2e', '..%2f..'), fc.integer({ min: 1, max: 5 }))
  .map(([name, count]) => Array<string>(count).fill(name).join('/'));

export const hostileFolder: fc.Arbitrary<string> = fc.oneof(
  { weight: 19, arbitrary: fc.array(hostileName, { maxLength: 3 }).map((names) => names.join('/')) },
  { weight: 1, arbitrary: climbing },
);

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

/** Generates the path of a file below the folder of the case. */
export function hostilePath(extension: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(hostileFolder, hostileName, extension).map(([folder, name, end]) => join(folder, `${name}${end}`));
}
