// A hub of projects of several generators: each section in the order of the config, with its own order, dialect, label and edit links.
import { expect, test } from 'vitest';
import { dataOf } from '../support/data.js';
import { buildIn, type Files, modelOf, tempDir, writeFiles } from '../support/hub.js';

const { files, content, plain, labels, texts } = dataOf<{
  files: Files;
  content: { dir: string; prefix: string }[];
  plain: { dir: string; prefix: string }[];
  labels: string[];
  texts: [page: string, text: string][];
}>('model/hub-of-generators');

test('has each project in the order of the config, by its own rules', async () => {
  const dir = writeFiles(tempDir(), files);
  const { site } = await modelOf(`${dir}/none`, { content });
  expect([...site.sidebars.byName.values()].flat().map((item) => 'label' in item && item.label)).toEqual(labels);
  const hub = await buildIn(dir, { content });
  expect(hub.said()).toEqual([]);
  for (const [page, text] of texts) expect(hub.file(`docs/${page}/`)).toContain(text);
});

test('reads a project by docgen’s own rules if the config asks for them', async () => {
  const dir = writeFiles(tempDir(), files);
  const hub = await buildIn(dir, { content: plain });
  expect(hub.file('docs/mk/a/')).toContain('!!! note');
});
