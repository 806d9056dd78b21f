// Languages of a hub: pages with translations of Docusaurus, and pages without.
import { expect, test } from 'vitest';
import { checkConfig, say } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

scenarios('cli/locales');

test('an unlisted default language and an invalid language name are config errors', () => {
  const said = (locales: object) => checkConfig({ locales }).diagnostics.map(say);
  expect(said({ fr: {} })).toEqual([expect.stringContaining('no entry for `en`')]);
  expect(said({ en: {}, 'x_y-': {} })).toEqual([expect.stringContaining('`htmlLang`')]);
  expect(said({ en: {}, '../x': {} })).toHaveLength(1);
});
