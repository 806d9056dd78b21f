// Compares docgen's implementation of `.gitignore` with Git.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../src/model/content/list-files.js';
import { compareStrings } from '../../src/model/diagnostics/diagnostic.js';
import { tempDir, writeFiles } from '../support/hub.js';
import { git, hasGit } from '../support/repository.js';
import '../support/seed.js';
import { dataOf } from '../support/data.js';

const data = dataOf<{ lines: string[] }>('cli/ignored');

const names = ['a', 'b', 'ab', 'a.md', 'b.md', 'a b', '[a]', 'build', 'x-1', 'Ünï.md'];
const lines = data.lines;
const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const rules = fc.array(fc.constantFrom(...lines), { maxLength: 6 }).map((all) => all.join('\n'));
const hub = fc.record({
  files: fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
  root: rules,
  deeper: fc.array(fc.tuple(path, rules), { maxLength: 2 }),
});

describe.runIf(hasGit('.gitignore against git'))('.gitignore', () => {
  test('skips the same files as Git', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(hub, async ({ files, root, deeper }) => {
        // A path that is the folder of another path can't be a file.
        const paths = [...files].sort(compareStrings);
        const sound = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
        const folders = new Set(sound.map((one) => one.split('/').slice(0, -1).join('/')));
        const inside = deeper.filter(([dir]) => folders.has(dir));
        const dir = writeFiles(tempDirOf(), {
          ...Object.fromEntries(sound.map((one) => [one, 'x'])),
          '.gitignore': root,
          ...Object.fromEntries(inside.map(([folder, text]) => [`${folder}/.gitignore`, text])),
        });
        git(dir, ['init', '-q']);
        const args = ['-c', 'core.quotePath=false', 'ls-files', '-z', '--others', '--exclude-per-directory=.gitignore'];
        const wanted = git(dir, args)
          .split('\0')
          .filter((one) => one !== '' && !one.endsWith('.gitignore'))
          .sort(compareStrings);
        const { value } = await listFiles(dir, '', { gitignore: true });
        // On failure, this prints the files and rules.
        expect({ root, inside, sound, kept: value.map(({ path }) => path) }).toEqual({
          root,
          inside,
          sound,
          kept: wanted,
        });
      }),
      { numRuns: 60 * Number(process.env['DOCGEN_RUNS'] ?? 1) },
    );
  });
});

let made = 0;
const base = { dir: '' };
function tempDirOf(): string {
  base.dir ||= tempDir();
  made += 1;
  return `${base.dir}/${made}`;
}
