// Pages whose props have one shape are printed by React once; each is what React makes of its own props, byte for byte.
import fc from 'fast-check';
import '../support/seed.js';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OutputChunk } from '../../src/render/base/output-file.js';
import { printer } from '../../src/render/pages/print/printer.js';
import { DeferredMarkup, escapeAsReact, renderNode, tidyMarkup } from '../../src/render/pages/print/render-template.js';
import { defaultParts } from '../../templates/index.js';
import type { Parts } from '../../templates/parts.js';
import type { DocPageProps, IndexPageProps } from '../../templates/props.js';
import { dataOf } from '../support/data.js';
import { english } from '../support/hub.js';
import { runs } from '../support/seed.js';

vi.mock('react-dom/server', async (original) => {
  const actual = await original<typeof import('react-dom/server')>();
  return { ...actual, renderToStaticMarkup: vi.fn(actual.renderToStaticMarkup) };
});
const rendered = vi.mocked(renderToStaticMarkup);
beforeEach(() => {
  rendered.mockClear();
  vi.spyOn(console, 'error').mockImplementation(() => {}); // React's advice on keys and empty addresses
});

const textOf = (pieces: readonly OutputChunk[]) => pieces.map((piece) => Buffer.from(piece as Uint8Array)).join('');
const siteTitle = 'Hub & Co';
const late = '<p class="x">late</p>';

/** What React makes of a page's own props. */
function byReact(name: keyof Parts, props: object): string {
  const plain = withLate(props, { html: late });
  const markup = renderNode(createElement(defaultParts[name] as FunctionComponent<object>, plain as object), {
    parts: defaultParts,
    words: english,
  });
  return Buffer.from(`<!DOCTYPE html>\n${markup}\n`).toString();
}

function withLate(value: unknown, markup: object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof DeferredMarkup) return markup;
  if (Array.isArray(value)) return value.map((item) => withLate(item, markup));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withLate(item, markup)]));
}

const data = dataOf<{ pieces: string[]; texts: string[] }>('render/stencils');
// YAML has no way to write half of a surrogate pair.
const piece = fc.constantFrom(
  ...data.pieces,
  '\ud800',
  '\udfff',
  '0'.repeat(32),
  `${'f'.repeat(32)}-0-${'f'.repeat(32)}`,
);
const text = fc.oneof(
  fc.constantFrom('', siteTitle, ...data.texts),
  fc.array(piece, { maxLength: 5 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const href = text as fc.Arbitrary<never>;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const link = fc.record({ href, label: text });
const crumb = fc.record({ href: maybe(href), label: text });
const lateMarkup = fc.constant(new DeferredMarkup([Buffer.from(late)]));
const source = fc.record({
  project: text,
  projectHref: maybe(text),
  commit: text,
  commitHref: maybe(text),
  license: maybe(text),
  licenseHref: maybe(text),
  lastChange: maybe(text),
});
const card = fc.record(
  {
    href,
    label: text,
    description: text,
    count: maybe(fc.nat(3)),
    pages: fc.record({
      kind: fc.constantFrom('latest' as const, 'beginWith' as const, undefined),
      links: fc.array(link, { maxLength: 3 }),
      all: maybe(fc.record({ href })),
    }),
    letter: fc.constantFrom('A', 'B'),
  },
  { requiredKeys: ['label', 'description', 'count'] },
);
const currentLink = fc.record({ href, label: text, isCurrent: fc.boolean() });
const document = fc.record({
  lang: fc.constantFrom('en', 'de'),
  htmlClass: text,
  siteTitle: fc.constant(siteTitle),
  title: text,
  titleNames: fc.array(text, { maxLength: 3 }),
  description: text,
  keywords: fc.array(text, { maxLength: 3 }),
  canonical: maybe(text),
  preview: maybe(fc.record({ type: fc.constantFrom('article' as const, 'website' as const), image: text })),
  noIndex: fc.boolean(),
  stylesheet: href,
  onePageStyles: maybe(href),
  runningHead: maybe(text),
  icon: href,
  iconType: fc.constant('image/png'),
  policy: fc.constant("default-src 'none'"),
  markdownCopy: maybe(href),
  feed: maybe(href),
  home: href,
  allPages: href,
  wholeTree: maybe(href),
  onePage: maybe(currentLink),
  header: lateMarkup,
  hasSiteLinks: fc.boolean(),
  announcement: maybe(lateMarkup),
  footer: maybe(lateMarkup),
  tree: lateMarkup,
  level: maybe(
    fc.record({
      label: text,
      href: maybe(href),
      links: fc.array(fc.record({ href, label: text, isCurrent: fc.boolean(), isCategory: fc.boolean() }), {
        maxLength: 3,
      }),
      more: maybe(link),
    }),
  ),
  here: maybe(href),
});
const choice = fc.record({
  href,
  label: text,
  hasPage: fc.boolean(),
  isHere: fc.boolean(),
  isLast: fc.boolean(),
});
const version = fc.record({
  label: text,
  badge: fc.boolean(),
  banner: fc.constantFrom('unreleased' as const, 'unmaintained' as const, null),
  latest: maybe(choice),
  choices: fc.uniqueArray(choice, { maxLength: 3, selector: ({ href }) => href }),
});
const neighbours = { previous: maybe(link), next: maybe(link) };
const docPage: fc.Arbitrary<DocPageProps> = fc.record({
  document,
  version,
  breadcrumbs: fc.array(crumb, { maxLength: 4 }),
  heading: maybe(text),
  unlisted: fc.boolean(),
  dir: fc.constantFrom('ltr' as const, undefined),
  body: lateMarkup,
  headings: fc.array(
    fc.record({ level: fc.integer({ min: 1, max: 6 }), id: text, href, text, words: fc.array(text, { maxLength: 3 }) }),
    { maxLength: 5 },
  ),
  cards: fc.array(card, { maxLength: 3 }),
  onePage: maybe(link),
  source: maybe(source),
  seeAlso: fc.array(fc.record({ href, label: text, section: text }, { requiredKeys: ['href', 'label'] }), {
    maxLength: 3,
  }),
  origins: fc.array(source, { maxLength: 2 }),
  tags: fc.uniqueArray(link, { maxLength: 3, selector: ({ href }) => href }),
  editUrl: maybe(text),
  lastUpdate: maybe(fc.record({ date: maybe(text), author: maybe(text) })),
  ...neighbours,
});
const indexPage: fc.Arbitrary<IndexPageProps> = fc.record({
  document,
  version,
  breadcrumbs: fc.array(crumb, { maxLength: 4 }),
  title: text,
  description: text,
  cards: fc.array(card, { maxLength: 3 }),
  onePage: maybe(link),
  origins: fc.array(source, { maxLength: 2 }),
  ...neighbours,
});

/** The same shape with other texts in the places of those that are printed late. */
function withTexts(value: unknown, texts: readonly string[]): unknown {
  let next = 0;
  const change = (data: unknown, name: string): unknown => {
    if (typeof data === 'string')
      return /^(?:title|label|href|text|id|description|heading)$/.test(name) ? texts[next++ % texts.length] : data;
    if (typeof data !== 'object' || data === null || data instanceof DeferredMarkup) return data;
    if (Array.isArray(data)) return data.map((item) => change(item, name));
    return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, change(item, key)]));
  };
  return change(value, '');
}

describe('a page is what React makes of its props', () => {
  const print = printer({ parts: defaultParts, words: english }, siteTitle); // one for all: nothing of a page is in the next
  const same = (name: keyof Parts, props: object) =>
    expect(textOf(print(name as 'DocPage', props as DocPageProps))).toBe(byReact(name, props));
  const texts = fc.array(text, { minLength: 1, maxLength: 12 });

  test.each([
    ['DocPage', docPage],
    ['IndexPage', indexPage],
  ] as [keyof Parts, fc.Arbitrary<object>][])('%s', (name, page) => {
    fc.assert(
      fc.property(page, texts, texts, (props, one, two) => {
        for (const each of [props, withTexts(props, one), withTexts(props, two)]) same(name, each as object);
      }),
      { numRuns: runs(120) },
    );
  });
  test('of the hub', () => {
    const group = fc.record({ title: text, links: fc.array(link, { maxLength: 3 }) });
    const listLink = fc.record({ href, label: text, count: fc.nat(3) });
    const groups = fc.array(group, { maxLength: 3 });
    const cards = fc.array(card, { maxLength: 3 });
    const all = fc.record({
      document,
      breadcrumbs: fc.array(crumb),
      count: fc.nat(3),
      letters: groups,
      sections: fc.array(listLink, { maxLength: 3 }),
      letterLists: fc.array(listLink, { maxLength: 3 }),
    });
    const list = fc.record({
      document,
      breadcrumbs: fc.array(crumb),
      title: text,
      count: fc.nat(3),
      entries: fc.array(fc.record({ href, label: text, folder: text, description: text, keywords: text })),
      previous: fc.option(link, { nil: undefined }),
      next: fc.option(link, { nil: undefined }),
    });
    const origins = fc.array(source, { maxLength: 2 });
    const home = fc.record({ document, version, tagline: text, sections: cards, count: fc.nat(3), origins });
    fc.assert(
      fc.property(all, home, list, (listing, front, section) => {
        same('AllPage', listing);
        same('ListPage', section);
        same('HomePage', front);
        same('NotFoundPage', { document: front.document, sections: front.sections });
        same('RedirectPage', { lang: 'en', target: { href: front.document.home, label: front.document.title } });
      }),
      { numRuns: runs(60) },
    );
  });
});

test('a text is escaped as React escapes it', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(`<p title="${escapeAsReact(value)}">${escapeAsReact(value)}</p>`).toBe(
        renderToStaticMarkup(createElement('p', { title: value }, value)),
      );
    }),
    { numRuns: runs(2_000) },
  );
});

test('what looks like an attribute inside of a value is left as it is', () => {
  const title = 'x tabIndex= itemScope=';
  const markup = renderToStaticMarkup(createElement('b', { title, 'aria-label': title, itemScope: true, lang: 'en' }));
  expect(tidyMarkup(markup)).toBe(`<b title="${title}" aria-label="${title}" itemscope lang="en"></b>`);
});

const [sample] = fc.sample(docPage, 1) as [DocPageProps];
const doc = (title: string, more: Partial<DocPageProps> = {}): DocPageProps => ({
  ...sample,
  document: { ...sample.document, title, level: undefined },
  breadcrumbs: [],
  seeAlso: [],
  heading: title,
  headings: [{ level: 2, id: title, href: `#${title}` as never, text: title, words: [title] }],
  cards: [],
  ...more,
});

test('React prints once for a shape, and again where a text is asked about', () => {
  const print = printer({ parts: defaultParts, words: english }, siteTitle);
  for (const title of ['One', 'Two', '<Three>']) print('DocPage', doc(title));
  expect(rendered).toHaveBeenCalledTimes(3); // the page, the list of its headings, a heading
  print('DocPage', doc('Four', { unlisted: !sample.unlisted }));
  expect(rendered).toHaveBeenCalledTimes(4);
  print('DocPage', { ...doc('Five'), document: { ...sample.document, title: siteTitle, level: undefined } });
  expect(rendered).toHaveBeenCalledTimes(5);
});

test.each([1, 60, 61, 130])('%i cards, under letters where they have them', (count) => {
  const print = printer({ parts: defaultParts, words: english }, siteTitle);
  const [page] = fc.sample(indexPage, 1) as [IndexPageProps];
  for (const letters of ['', 'ABC']) {
    const cards = Array.from({ length: count }, (_, index) => ({
      ...{ href: `/${index}/` as never, label: `L${index}`, description: 'd', count: index % 3 || undefined },
      ...(letters !== '' && { letter: letters[Math.floor((3 * index) / count)] as string }),
    }));
    const props = { ...page, cards };
    expect(textOf(print('IndexPage', props))).toBe(byReact('IndexPage', props));
  }
});

describe('a template of the maintainer’s', () => {
  const parts: Parts = {
    ...defaultParts,
    Breadcrumbs: ({ crumbs }) =>
      createElement('nav', null, crumbs.map(({ label }) => label.toUpperCase().slice(0, 3)).join('/')),
    TableOfContents: ({ headings }) =>
      createElement('nav', null, headings.filter(({ text: t }) => t.startsWith('T')).length),
  };
  const crumbs = (label: string) => ({ breadcrumbs: [{ href: undefined, label }] });

  test('gets every text as it is', () => {
    const print = printer({ parts, words: english }, siteTitle);
    const page = (title: string) => textOf(print('DocPage', doc(title, crumbs(title))));
    expect(page('One')).toContain('<nav>ONE</nav>');
    expect(page('One')).toContain('<nav>0</nav>');
    expect(page('Two & more')).toContain('<nav>TWO</nav>');
    expect(page('Two & more')).toContain('<nav>1</nav>');
  });
  test('that throws stops the build by its name', () => {
    const Cards = () => {
      throw new Error('mine broke');
    };
    const print = printer({ words: english, parts: { ...parts, Cards } }, siteTitle);
    const card = { label: 'a', description: '', count: undefined };
    expect(() => print('DocPage', doc('One', { cards: [card] }))).toThrow(/DocPage.*mine broke/);
  });
});
