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

test('a hub of one’s own, as a config in TypeScript says it', () => {
  const config = {
    lang: 'pl',
    labels: { next: 'Dalej', pages: { one: '{count} strona', few: '{count} strony', other: '{count} stron' } },
    logo: { light: 'logo.svg', dark: 'logo-dark.svg', alt: 'Hub', showTitle: false },
    favicon: 'icon.ico',
    socialImage: 'card.png',
    announcement: 'Out **now**',
    header: {
      links: [
        { label: 'Guide', href: 'guide.md' },
        { label: 'More', links: [{ label: 'Chat', href: 'https://chat.example' }] },
      ],
    },
    footer: { columns: [{ title: 'A', links: [{ label: 'B', href: '/docs/b/' }] }, { links: [] }], text: '© us' },
    home: 'index.md',
    notFound: 'Gone.',
    headers: { '/*': { 'X-Robots-Tag': 'noai' } },
  } satisfies UserConfig;
  const { footer } = config;
  const sound = { ...config, footer: { ...footer, columns: footer.columns.slice(0, 1) } };
  const resolved = resolveConfig(sound, { cwd: '/hub', file: undefined, overrides: {} });
  expect(resolved.value).toMatchObject({
    logo: { light: '/hub/logo.svg', dark: '/hub/logo-dark.svg' },
    favicon: '/hub/icon.ico',
    header: config.header,
  });
  expect(resolveConfig(config, { cwd: '/hub', file: undefined, overrides: {} }).value).toBeUndefined();

  // @ts-expect-error: a link needs an address
  const noAddress: UserConfig = { header: { links: [{ label: 'x' }] } };
  // @ts-expect-error: a label that docgen does not have
  const noLabel: UserConfig = { labels: { nxt: 'x' } };
  // @ts-expect-error: a label with forms needs one for any other number
  const noOther: UserConfig = { labels: { pages: { one: 'x' } } };
  for (const wrong of [noAddress, noLabel, noOther])
    expect(resolveConfig(wrong, { cwd: '/', file: undefined, overrides: {} }).value).toBeUndefined();
});
