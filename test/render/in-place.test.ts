// A site of which few files changed is updated where it stands; at whatever point that is killed, the next build makes it whole.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { updateInPlace } from '../../src/render/output/in-place.js';
import { recover } from '../../src/render/output/out-folder.js';
import { filesBelow, tempDir, writeFiles } from '../support/hub.js';

const files = ['a/index.html', 'b/index.html', 'new/deep/index.html'];
const update = { files, removed: ['assets/old.0123456789ab.png', 'assets/gone.0123456789ab.png'] };

/** A site, and beside it the new files of an update. */
function staged() {
  const dir = writeFiles(tempDir(), {
    'site/a/index.html': 'old',
    'site/b/index.html': 'old',
    'site/same/index.html': 'same',
    'site/assets/old.0123456789ab.png': 'old',
    'site/assets/gone.0123456789ab.png': 'old',
    'site/.docgen-manifest': '',
    ...Object.fromEntries(files.map((path) => [`.docgen-site.stage/${path}`, 'new'])),
  });
  const at = (kind: string) => join(dir, `.docgen-site.${kind}`);
  return { dir, paths: { out: join(dir, 'site'), stage: at('stage'), old: at('old'), journal: at('journal') } };
}

const look = (out: string) =>
  Object.fromEntries(filesBelow(out).map((path) => [path, readFileSync(join(out, path), 'utf8')]));
const after = {
  '.docgen-manifest': '',
  'a/index.html': 'new',
  'b/index.html': 'new',
  'new/deep/index.html': 'new',
  'same/index.html': 'same',
};

test('new files take their places, stale ones are removed, nothing else is touched', () => {
  const { dir, paths } = staged();
  updateInPlace(paths, update);
  expect(look(paths.out)).toEqual(after);
  expect(existsSync(paths.journal)).toBe(false);
  expect(recover(paths).map(({ code }) => code)).toEqual(['DG806']); // the empty folders of the stage
  expect(readdirSync(dir)).toEqual(['site']);
});

test('killed before the journal: the previous site', () => {
  const { dir, paths } = staged();
  const before = look(paths.out);
  writeFileSync(`${paths.journal}.new`, JSON.stringify(update).slice(0, 20));
  expect(recover(paths).map(({ code }) => code)).toEqual(['DG806']);
  expect(look(paths.out)).toEqual(before);
  expect(readdirSync(dir)).toEqual(['site']);
});

test.each([0, 1, 2, 3, 4, 5])('killed behind the journal, after %i steps: the new site', (steps) => {
  const { dir, paths } = staged();
  writeFileSync(paths.journal, JSON.stringify(update));
  for (const path of files.slice(0, steps)) {
    mkdirSync(dirname(join(paths.out, path)), { recursive: true });
    renameSync(join(paths.stage, path), join(paths.out, path));
  }
  for (const path of update.removed.slice(0, Math.max(0, steps - files.length))) rmSync(join(paths.out, path));
  recover(paths);
  expect(look(paths.out)).toEqual(after);
  expect(readdirSync(dir)).toEqual(['site']);
});

test.each([
  ['{', 'cut off'],
  ['[]', 'of another form'],
  [JSON.stringify({ files: [], removed: ['../outside'] }), 'that leads out of the folder'],
])('a journal %s is none: %s', (journal) => {
  const { dir, paths } = staged();
  writeFiles(dir, { outside: '' });
  const before = look(paths.out);
  writeFileSync(paths.journal, journal);
  recover(paths);
  expect(look(paths.out)).toEqual(before);
  expect(readdirSync(dir).sort()).toEqual(['outside', 'site']);
});
