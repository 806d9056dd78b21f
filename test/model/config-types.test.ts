import { expect, expectTypeOf, test } from 'vitest';
import type { ConfigInput } from '../../src/model/config.js';
import { resolveConfig } from '../../src/model/config.js';
import type { UserConfig } from '../../src/model/user-config.js';

test('the types of a config are those of its validation', () => {
  // `npm run lint` holds this: a key that one of them lacks is a fault of types.
  expectTypeOf<Required<UserConfig>>().toEqualTypeOf<Required<ConfigInput>>();
  expect(resolveConfig({} satisfies UserConfig, { cwd: '/', file: undefined, overrides: {} }).diagnostics).toEqual([]);
});

test('the link of a category reads the same in the config as in a file', () => {
  const link = { type: 'generated-index', slug: 7, title: 'T', keywords: 'one' };
  const sidebars = { s: [{ type: 'category', label: 'C', items: [], link }] };
  const { value, diagnostics } = resolveConfig({ sidebars }, { cwd: '/', file: undefined, overrides: {} });
  expect(diagnostics).toEqual([]);
  expect(value?.sidebars['s']).toMatchObject([{ link: { slug: '7', title: 'T', keywords: ['one'] } }]);
});
