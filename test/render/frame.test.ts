// Layout options of the config: logo, icon, links, announcement, footer, home page, 404 page.
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/model/config/config.js';
import { dataOf } from '../support/data.js';
import { png, say, tempDir, writeFiles } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

const data = dataOf<{ unusable: [object, string][] }>('render/frame');

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" viewBox="0 0 90 30"><rect width="90" height="30"/></svg>';

const files = {
  '.git/HEAD': '',
  'content/alpha/intro.md': '# Intro\n\n## Part\n',
  'content/beta.md': '# Beta',
  'art/light.svg': svg,
  ...Object.fromEntries(['content/alpha/pic.png', 'art/dark.png', 'a.png', 'b.png'].map((path) => [path, png])),
};
scenarios('render/frame', { more: files, config: { title: 'Hub & Co' } });

test.each(data.unusable)('%j cannot be used', async (config, said) => {
  const dir = writeFiles(tempDir(), {
    '.git/HEAD': '',
    'content/a.md': '# A',
    'a.svg': svg,
    'docgen.config.json': JSON.stringify(config),
  });
  const { value, diagnostics } = await loadConfig(dir);
  expect([value, diagnostics.map(say)]).toEqual([undefined, [`DG105 docgen.config.json:1:2 config: ${said}`]]);
});
