import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { root, tempDir, writeFiles } from '../../support/hub.js';
import { scenarios } from '../../support/scenarios.js';
import { run } from '../../support/sync.js';

const head = '<!doctype html><html lang="en"><head><title>T</title><meta name="description" content="D"></head><body>';
const site = (body: string, config: object = {}) =>
  writeFiles(tempDir(), {
    'out dir/index.html': head + body,
    'docgen.config.json': JSON.stringify({ out: 'out dir', ...config }),
  });

scenarios('cli/check/check', { key: 'formats' });

const schemaFile = join(root, 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const isSarif = addFormats
  .default(new Ajv({ strict: false, validateSchema: false, unicodeRegExp: false }))
  .compile<{ runs: { results: object[] }[] }>({
    ...JSON.parse(readFileSync(schemaFile, 'utf8')),
    $schema: undefined,
    id: undefined,
  });

test.each([['build'], ['check']])(
  'SARIF of %s: valid by its schema, at lines of files in the repository',
  async (command) => {
    const root = writeFiles(tempDir(), { '.git/HEAD': '' });
    const head = [{ tag: 'link', attributes: { rel: 'me', href: 'gone.md' } }];
    const dir = writeFiles(join(root, 'web'), {
      'docgen.config.json': JSON.stringify({ head }),
      'content/a.md': '# A\n\n[b](gone.md) ![c](none.png)\n',
      'content/b é.md': '---\nwrong: [\n---\n\n[a](a.md#none)\n',
    });
    expect((await run(dir, 'build', '--update-baseline')).status).toBe(0);
    writeFiles(dir, { 'content/c.md': '# C\n\n[d](d.md)\n' });
    await run(dir, 'build');
    const log: unknown = JSON.parse((await run(dir, command, '--format', 'sarif')).stdout);
    expect([isSarif(log), isSarif.errors]).toEqual([true, null]);
    const results = isSarif(log) ? log.runs.flatMap((one) => one.results) : [];
    const places = [...JSON.stringify(results).matchAll(/"uri":"([^"]*)"/g)].map(([, uri = '']) => decodeURI(uri));
    expect([...new Set(places)].sort()).toEqual(['a', 'b é', 'c'].map((name) => `web/content/${name}.md`));
    expect(places.every((path) => existsSync(join(root, path)))).toBe(true);
  },
);

test('SARIF: the log is valid by the standard', async () => {
  const dir = site('<a href="/none">x</a><a href="#no">y</a><p id="a"><p id="a">');
  const { stdout, status } = await run(dir, 'check', '--format', 'sarif');
  expect(status).toBe(1);
  const log = JSON.parse(stdout);
  expect(log.$schema).toMatch(/^https:\/\/.*sarif.*2\.1\.0/);
  expect(log.runs).toHaveLength(1);
  const [{ tool, results, columnKind }] = log.runs;
  expect(columnKind).toBe('utf16CodeUnits');
  expect(tool.driver).toMatchObject({ name: 'docgen', semanticVersion: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(['DG001', 'DG002', 'DG009']);
  const fields = ['defaultConfiguration', 'fullDescription', 'help', 'id', 'shortDescription'];
  for (const rule of tool.driver.rules) expect(Object.keys(rule).sort()).toEqual(fields);
  expect(results).toHaveLength(3);
  for (const result of results) {
    expect(ids[result.ruleIndex]).toBe(result.ruleId);
    expect(result.message.text.length).toBeGreaterThan(5);
    const [{ physicalLocation }] = result.locations;
    expect(physicalLocation.artifactLocation.uri).toBe('out%20dir/index.html');
    expect(physicalLocation.region.startLine).toBe(1);
    expect(physicalLocation.region.startColumn).toBeGreaterThan(head.length);
  }
});

test("SARIF: text of a page can't create a link", async () => {
  const written = '/[here](https://evil.example)\\[x\\](https://evil.example)';
  const { stdout } = await run(site(`<a href="${written}">x</a>`), 'check', '--format', 'sarif');
  const [{ message }] = JSON.parse(stdout).runs[0].results;
  expect(message.text).toContain('/\\[here\\](https://evil.example)\\\\\\[x\\\\\\](https://evil.example)');
  // A SARIF viewer must show the text of the page.
  expect(message.text.replace(/\\([\\[\]])/g, '$1')).toContain(written);
});
