// Languages of a hub: pages with translations of Docusaurus, and pages without.
import { expect, test } from 'vitest';
import { checkConfig, say } from '../support/hub.js';
import { scenarios } from '../support/scenarios.js';

scenarios('cli/locales');

test('a default language that is not listed, and a name that is no language, are faults of the config', () => {
  const said = (locales: object) => checkConfig({ locales }).diagnostics.map(say);
  expect(said({ fr: {} })).toEqual([expect.stringContaining('no entry for `en`')]);
  expect(said({ en: {}, 'x_y-': {} })).toEqual([expect.stringContaining('`htmlLang`')]);
  expect(said({ en: {}, '../x': {} })).toHaveLength(1);
});
