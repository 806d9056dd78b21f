// Small hubs with their expected pages as files. `UPDATE_EXPECTED=1 npm test` writes the expected files. Review the diff.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { same } from '../support/expected.js';
import { bodyOf, buildIn, filesBelow, fixtures, tempDir } from '../support/hub.js';

const cases = join(fixtures, 'render');

describe('bodies are as expected', () => {
  test.each(readdirSync(cases))('%s', async (name) => {
    const dir = tempDir();
    const expectedDir = join(cases, name, 'expected');
    // A case can also contain other files of a project, and a config.
    cpSync(join(cases, name), dir, { recursive: true, filter: (from) => from !== expectedDir });
    const config = join(dir, 'config.json');
    const hub = await buildIn(dir, existsSync(config) ? JSON.parse(readFileSync(config, 'utf8')) : {});
    const made = ['diagnostics.txt'];
    for (const page of hub.files().filter((path) => /^docs\/.*index\.html$/.test(path))) {
      if (!hub.file(page).includes('class="markdown"')) continue;
      const path = page.replace(/\/index\.html$/, '.html');
      made.push(path);
      same(join(expectedDir, path), `${bodyOf(hub.file(page)).trim()}\n`);
    }
    same(
      join(expectedDir, 'diagnostics.txt'),
      hub
        .said()
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(filesBelow(expectedDir), 'a file that nothing makes').toEqual(made.sort());
  });
});
