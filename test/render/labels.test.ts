// UI text: translations are complete, and no page contains hard-coded text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveConfig, type UserConfig } from '../../src/model/config/config.js';
import en from '../../src/model/labels/en.json' with { type: 'json' };
import { type Forms, type LabelKey, type OwnLabels, placesOf } from '../../src/model/labels/label-types.js';
import { languages, tableOf, wordsOf } from '../../src/model/labels/ui-text.js';
import { dataOf } from '../support/data.js';
import { buildHub, type Files, fixtures, say } from '../support/hub.js';

const data = dataOf<{
  faultyConfigs: [object, string][];
  languages: string[];
  foreign: { files: Files; config: UserConfig };
}>('render/labels');

const keys = Object.keys(en) as LabelKey[];
const formsOf = (label: string | Forms) => (typeof label === 'string' ? [label] : Object.values(label));

describe.each(languages)('%s', (lang) => {
  const table = tableOf(lang);

  test('has every label, with the same placeholders', () => {
    expect(Object.keys(table ?? {}).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      const label = table?.[key] ?? '';
      const optional = typeof label === 'string' ? [] : ['count']; // “one page” needs no digit
      const wanted = placesOf(en[key]);
      expect([...new Set([...placesOf(label), ...optional])].sort(), key).toEqual(
        [...new Set([...wanted, ...optional])].sort(),
      );
      for (const text of formsOf(label)) expect(text.trim(), key).not.toBe('');
    }
  });

  test('has every plural form', () => {
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const key of ['pages', 'sections', 'morePages'] as const) {
      expect(forms.filter((form) => table?.[key][form] === undefined)).toEqual([]);
    }
  });
});

test('numbers follow the language, not the machine', () => {
  const pages = (lang: string) =>
    [0, 1, 2, 3, 11, 1_234, 123_456].map((count) => wordsOf({ lang, labels: {} }).count('pages', count));
  expect(pages('en')).toEqual(['0 pages', '1 page', '2 pages', '3 pages', '11 pages', '1,234 pages', '123,456 pages']);
  expect(pages('de').slice(-3)).toEqual(['11 Seiten', '1.234 Seiten', '123.456 Seiten']);
  expect(pages('es').slice(-2)).toEqual(['1234 páginas', '123.456 páginas']);
  expect(pages('fr').slice(0, 3)).toEqual(['0 page', '1 page', '2 pages']);
  expect(pages('fr').slice(-2)).toEqual(['1\u202f234 pages', '123\u202f456 pages']);
  expect(pages('ja').slice(-1)).toEqual(['123,456 ページ']);
  expect(pages('zh-Hans').slice(-1)).toEqual(['123,456 个页面']);
  expect(pages('ar')).toEqual(['لا صفحات', 'صفحة واحدة', 'صفحتان', '3 صفحات', '11 صفحة', '1,234 صفحة', '123,456 صفحة']);
});

test('numbers are grouped by the rules of the language, except small ones', () => {
  const own = { pages: { other: '{count}' } };
  for (const lang of data.languages) {
    const { count } = wordsOf({ lang, labels: own });
    const { format } = new Intl.NumberFormat(lang, { numberingSystem: 'latn' });
    for (const number of [...Array(1_002).keys(), 9_999, 10_000, 1_234_567])
      expect(count('pages', number)).toBe(format(number));
  }
});

test("a configured label has the plural forms of the language, docgen's English those of English", () => {
  const own = { pages: { one: '{count} strona', few: '{count} strony', other: '{count} stron' } };
  const { count } = wordsOf({ lang: 'pl', labels: own });
  const counted = [1, 2, 5, 22].map((number) => count('pages', number));
  expect(counted).toEqual(['1 strona', '2 strony', '5 stron', '22 strony']);
  expect(count('sections', 2)).toBe('2 sections');
});

test('a value is inserted unchanged, even if it looks like a placeholder', () => {
  const { text } = wordsOf({ lang: 'en', labels: {} });
  expect(text('updatedOnBy', { date: '{author}', author: '$& {date}' })).toBe('Last updated on {author} by $& {date}');
});

describe('labels in the config', () => {
  const resolve = (config: unknown) => resolveConfig(config, { cwd: '/', file: 'docgen.config.ts', overrides: {} });

  test.each(data.faultyConfigs)('%j', (config, said) => {
    const { value, diagnostics } = resolve(config);
    expect(value).toBeUndefined();
    expect(diagnostics.map(say)).toEqual([said]);
  });

  test('a language without UI text', () => {
    const { value, diagnostics } = resolve({ lang: 'zh-TW', labels: { next: '下一頁' } });
    expect(value?.labels.next).toBe('下一頁');
    expect(diagnostics.map(say)).toEqual([
      `DG130 docgen.config.ts no UI translation for \`zh-TW\`: labels in English: ${keys.length - 1}`,
    ]);
    expect(resolve({ lang: 'de-AT' }).diagnostics).toEqual([]);
  });
});

/** All labels in non-Latin letters, so that English text is detected. */
const foreign = Object.fromEntries(
  keys.map((key) => {
    const veil = (text: string) =>
      text.replace(/\{\w+\}|[A-Za-z]+/g, (part) => (part.startsWith('{') ? part : 'ж'.repeat(part.length)));
    const label = en[key];
    return [key, typeof label === 'string' ? veil(label) : { other: veil(label.other) }];
  }),
) as OwnLabels;

/** A page with everything for which docgen inserts UI text. */
const page = readFileSync(join(fixtures, 'labels/page.md'), 'utf8');

const many = Object.fromEntries(
  Array.from({ length: 70 }, (_, index) => [`ж/${index}.md`, `---\nsidebar_position: ${index}\n---\n# Ж ${index}\n`]),
);

const shownAttributes = /\s(?:aria-label|alt|title|content)="([^"]*)"/g;

/** Returns the words in Latin letters that readers of a page see or hear. */
function latinIn(html: string): string[] {
  const seen = html
    .replace(
      /<style>[\s\S]*?<\/style>|<meta (?:charset|http-equiv|name="viewport"|name="robots"|name="(?:color-scheme|theme-color|twitter:card)"|property="og:(?:type|url|image|locale)")[^>]*>/g,
      '',
    )
    .replace(/<code[^>]*>[\s\S]*?<\/code>/g, ''); // written by the author
  const attributes = [...seen.matchAll(shownAttributes)].map(([, value = '']) => value);
  const text = seen.replace(/<[^>]+>/g, ' ');
  return [text, ...attributes].flatMap((part) => part.replace(/&#?\w+;/g, ' ').match(/[A-Za-z]{2,}/g) ?? []);
}

test('no English is on a page whose labels are all in another language', async () => {
  const { files, config } = data.foreign;
  const hub = await buildHub({ ...many, 'ц.md': page, ...files }, { ...config, labels: foreign });
  expect(hub.said().filter((line) => line.startsWith('DG130'))).toEqual([]);
  const names = ['YouTube', 'releases']; // a brand, and an author's folder
  const pages = hub.files().filter((path) => path.endsWith('.html') || path.endsWith('feed.xml'));
  expect(pages.length).toBeGreaterThan(80);
  for (const path of pages) {
    const html = hub.file(path).replace(/<(?:id|link|updated|name)\b[^>]*>[^<]*/g, '');
    expect([path, latinIn(html).filter((word) => !names.includes(word))]).toEqual([path, []]);
  }
});
