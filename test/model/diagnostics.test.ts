// Each diagnostic about content and sidebars: its cause, location and message, and the resulting page.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildHub, buildIn, filesBelow, tempDir, writeFiles } from '../support/hub.js';
import { faults as cases, stops } from '../support/provocations.js';
import { scenarios } from '../support/scenarios.js';

describe('a problem in content is a diagnostic with a location and a hint, and the site is built', () => {
  test.each(cases)('$code $at $message', async ({ code, files, config, at, message, hint, page }) => {
    const hub = await buildHub(files, config);
    expect(hub.published).toBe(true);
    const found = hub.diagnostics.find((d) => d.code === code && message.test(d.message));
    expect(found, hub.said().join('\n')).toBeDefined();
    const { place, severity } = found ?? {};
    expect([place?.file, place?.start?.line, place?.start?.column].filter((x) => x !== undefined).join(':')).toBe(at);
    expect(severity).toBe(code === 'DG713' ? 'info' : 'warning');
    if (hint) expect(found?.hint).toMatch(hint);
    if (page) expect(hub.file(page[0])).toMatch(page[1]);
  });

  test.each(cases.slice(0, 3))('$code: --strict leaves the site as it is', async ({ files, config }) => {
    const hub = await buildHub(files, config, { strict: true });
    expect(hub.published).toBe(false);
    expect(filesBelow(hub.dir).filter((path) => !path.startsWith('content/'))).toEqual([]);
  });
});

test.each(stops)('$code stops the build', async ({ code, files, config, message, hint }) => {
  const hub = await buildHub(files, config);
  expect(hub.published).toBe(false);
  const found = hub.diagnostics.find((d) => d.code === code);
  expect(found?.severity).toBe('error');
  expect(found?.message).toMatch(message);
  if (hint) expect(found?.hint).toMatch(hint);
  expect(filesBelow(hub.dir).filter((path) => !path.startsWith('content/'))).toEqual([]);
});

scenarios('model/diagnostics');

test.skipIf(process.platform !== 'linux')('DG309: a name that is not UTF-8', async () => {
  const dir = writeFiles(tempDir(), { 'content/a.md': '# A', 'content/x.md': '# X' });
  const name = Buffer.concat([Buffer.from(join(dir, 'content/b')), Buffer.from([0xe9]), Buffer.from('.md')]);
  renameSync(join(dir, 'content/x.md'), name);
  const hub = await buildIn(dir);
  expect(hub.said()).toEqual([expect.stringMatching(/^DG309 b\ufffd\.md file name is not valid UTF-8/)]);
  expect(hub.has('docs/a/')).toBe(true);
});
