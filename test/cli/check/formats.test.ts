// The forms in which the check reports, the exit codes, the config.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir, writeFiles } from '../../support/hub.js';
import { run } from '../../support/sync.js';

const head = '<!doctype html><html lang="en"><head><title>T</title><meta name="description" content="D"></head><body>';
const site = (body: string, config: object = {}) =>
  writeFiles(tempDir(), {
    'out dir/index.html': head + body,
    'docgen.config.json': JSON.stringify({ out: 'out dir', ...config }),
  });

test('exit codes: 0 where nothing is wrong, 1 for an error, with --strict for a warning, 2 where nothing can be checked', async () => {
  const bodies = ['x', '<a href="#none">x</a>', '<a href="/none">x</a>'];
  for (const [index, codes] of [
    [0, 0],
    [0, 1],
    [1, 1],
  ].entries()) {
    const dir = site(bodies[index] ?? '');
    expect([(await run(dir, 'check')).status, (await run(dir, 'check', '--strict')).status]).toEqual(codes);
  }
  expect((await run(tempDir(), 'check')).status).toBe(2);
  expect(await run(site('x', { check: { pageKB: 1 } }), 'check')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('did you mean `pageKb`'),
  });
});

test('budgets and markup of the config', async () => {
  const { stderr } = await run(
    site(`<script>1</script>${'x'.repeat(2000)}`, { check: { pageKb: 1, totalMb: 0.001, markup: 'plain' } }),
    'check',
  );
  expect(stderr.match(/DG0\d\d/g)).toEqual(['DG017', 'DG016', 'DG011']);
});

test('JSON: one object a line, the summary on stdout; GitHub: annotations', async () => {
  const dir = site('<a href="/none">x</a>');
  const { stdout, stderr } = await run(dir, 'check', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ pages: 1, errors: 1, warnings: 0 });
  const [file, line, column] = ['out dir/index.html', 1, head.length + 10];
  expect(JSON.parse(stderr)).toMatchObject({ code: 'DG001', file, line, column });
  const annotated = (await run(dir, 'check', '--format', 'github')).stderr;
  expect(annotated).toContain(`::error file=${file},line=${line},col=${column},title=DG001::`);
});

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

test('SARIF of a site without faults is a log without results', async () => {
  const { stdout } = await run(site('x'), 'check', '--format', 'sarif');
  expect(JSON.parse(stdout).runs[0].results).toEqual([]);
});

test('the front of a folder that is named is checked in place of the config’s', async () => {
  const dir = site('x');
  writeFiles(dir, { 'other/index.html': `${head}<a href="/none">x</a>` });
  expect((await run(dir, 'check', 'other')).stderr).toContain(`${join('other', 'index.html')}:1:`);
});
