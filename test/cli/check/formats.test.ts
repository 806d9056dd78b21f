import { expect, test } from 'vitest';
import { tempDir, writeFiles } from '../../support/hub.js';
import { scenarios } from '../../support/scenarios.js';
import { run } from '../../support/sync.js';

const head = '<!doctype html><html lang="en"><head><title>T</title><meta name="description" content="D"></head><body>';
const site = (body: string, config: object = {}) =>
  writeFiles(tempDir(), {
    'out dir/index.html': head + body,
    'docgen.config.json': JSON.stringify({ out: 'out dir', ...config }),
  });

scenarios('cli/check/check', { key: 'formats' });

test('SARIF: what the standard asks of a log', async () => {
  const dir = site('<a href="/none">x</a><a href="#no">y</a><p id="a"><p id="a">');
  const { stdout, status } = await run(dir, 'check', '--format', 'sarif');
  expect(status).toBe(1);
  const log = JSON.parse(stdout);
  expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringMatching(/^https:\/\/.*sarif.*2\.1\.0/) });
  expect(log.runs).toHaveLength(1);
  const [{ tool, results, columnKind }] = log.runs;
  expect(columnKind).toBe('utf16CodeUnits');
  expect(tool.driver).toMatchObject({ name: 'docgen', semanticVersion: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(['DG001', 'DG002', 'DG009']);
  const fields = ['defaultConfiguration', 'fullDescription', 'help', 'id', 'shortDescription'];
  for (const rule of tool.driver.rules) {
    expect(Object.keys(rule).sort()).toEqual(fields);
    expect(['error', 'warning', 'note']).toContain(rule.defaultConfiguration.level);
  }
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

test('SARIF: a text of a page makes no link', async () => {
  const written = '/[here](https://evil.example)\\[x\\](https://evil.example)';
  const { stdout } = await run(site(`<a href="${written}">x</a>`), 'check', '--format', 'sarif');
  const [{ message }] = JSON.parse(stdout).runs[0].results;
  expect(message.text).toContain('/\\[here\\](https://evil.example)\\\\\\[x\\\\\\](https://evil.example)');
  // A SARIF viewer must show the text of the page.
  expect(message.text.replace(/\\([\\[\]])/g, '$1')).toContain(written);
});
