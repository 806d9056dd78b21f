// React renders once for all pages whose props have the same structure. Each page is the same, byte for byte, as with its own props.

import fc from 'fast-check';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { UserConfig } from '../../src/model/config/config.js';
import type { OutputChunk } from '../../src/render/base/output-file.js';
import { printer } from '../../src/render/pages/print/printer.js';
import { DeferredMarkup, escapeAsReact, renderNode, tidyMarkup } from '../../src/render/pages/print/render-template.js';
import { defaultParts } from '../../templates/index.js';
import type { Parts } from '../../templates/parts.js';
import type { DocPageProps, IndexPageProps } from '../../templates/props.js';
import { dataOf } from '../support/data.js';
import { buildIn, english, type Files, tempDir, writeFiles } from '../support/hub.js';
import { runs } from '../support/seed.js';

/** The props of all built pages. */
const pages = vi.hoisted(() => [] as [name: string, props: object][]);
vi.mock('../../src/render/site/compose-units.js', { spy: true });
vi.mock('../../src/render/pages/print/printer.js', async (original) => {
  const actual = await original<typeof import('../../src/render/pages/print/printer.js')>();
  const noting = (...given: Parameters<typeof printer>): ReturnType<typeof printer> => {
    const print = actual.printer(...given);
    return (name, props) => {
      pages.push([name, props]);
      return print(name, props);
    };
  };
  return { ...actual, printer: noting };
});
vi.mock('react-dom/server', async (original) => {
  const actual = await original<typeof import('react-dom/server')>();
  return { ...actual, renderToStaticMarkup: vi.fn(actual.renderToStaticMarkup) };
});
const rendered = vi.mocked(renderToStaticMarkup);
beforeEach(() => void rendered.mockClear());

const data = dataOf<{ pieces: string[]; texts: string[]; hub: Files; config: UserConfig }>('render/compiled-templates');
const siteTitle = 'Hub & Co';
// YAML can't contain half of a surrogate pair.
const marks = ['\ud800', '\udfff', '0'.repeat(32), `${'f'.repeat(32)}-0-${'f'.repeat(32)}`];
const text = fc.oneof(
  fc.constantFrom('', siteTitle, ...data.texts),
  fc.array(fc.constantFrom(...data.pieces, ...marks), { maxLength: 5 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const markupOf = (chunks: readonly OutputChunk[]) => chunks.map((chunk) => Buffer.from(chunk as Uint8Array)).join('');
const late = '<p class="x">late</p>';

/** Copies props with replaced texts and deferred markup. */
function replaced(value: unknown, change: (text: string, name: string) => string, markup: unknown, name = ''): unknown {
  if (typeof value === 'string') return change(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof DeferredMarkup) return markup;
  if (Array.isArray(value)) return value.map((item) => replaced(item, change, markup, name));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, change, markup, key)]));
}

/** Renders a page's own props with React. */
function byReact(name: keyof Parts, props: object): string {
  const plain = replaced(props, (value) => value, { html: late }) as object;
  const node = createElement(defaultParts[name] as FunctionComponent<object>, plain);
  return Buffer.from(`<!DOCTYPE html>\n${renderNode(node, { parts: defaultParts, words: english })}\n`).toString();
}

/** Returns props of the same structure with other texts. */
function withTexts(props: object, texts: readonly string[]): object {
  let next = 0;
  const change = (old: string, name: string) =>
    /^(?:lang|dir|kind|type|banner|siteTitle|letter)$/.test(name) ? old : (texts[next++ % texts.length] ?? '');
  return replaced(props, change, new DeferredMarkup([Buffer.from(late)])) as object;
}

/** Builds a hub that uses every feature of the templates. */
async function builtPages(): Promise<readonly (readonly [string, object])[]> {
  pages.length = 0;
  await buildIn(writeFiles(tempDir(), data.hub), { ...data.config, title: siteTitle });
  return [...pages];
}

test('a page is the same as React renders its props', async () => {
  const built = await builtPages();
  expect(new Set(built.map(([name]) => name)).size).toBe(8);
  const props = JSON.stringify(built);
  for (const name of ['seeAlso', 'tags', 'editUrl', 'license', 'banner', 'preview', 'author', 'feed', 'announcement'])
    expect(props).toMatch(new RegExp(`"${name}":(?:"|\\[?\\{)`));
  const print = printer({ parts: defaultParts, words: english }, siteTitle); // shared by all: no part of a page is in the next one
  const texts = fc.array(text, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...built), texts, texts, ([name, page], one, two) => {
      for (const each of [one, two].map((list) => withTexts(page, list)))
        expect(markupOf(print(name as 'DocPage', each as DocPageProps))).toBe(byReact(name as 'DocPage', each));
    }),
    { numRuns: runs(240) },
  );
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

test('text that looks like an attribute within a value is unchanged', () => {
  const title = 'x tabIndex= itemScope=';
  const markup = renderToStaticMarkup(createElement('b', { title, 'aria-label': title, itemScope: true, lang: 'en' }));
  expect(tidyMarkup(markup)).toBe(`<b title="${title}" aria-label="${title}" itemscope lang="en"></b>`);
});

test('React renders once per structure, and again if a template checks a text', async () => {
  const [, props] = (await builtPages()).find(([name]) => name === 'DocPage') as [string, DocPageProps];
  const print = printer({ parts: defaultParts, words: english }, siteTitle);
  const timesFor = (title: string, more: Partial<DocPageProps> = {}) => {
    rendered.mockClear();
    print('DocPage', { ...props, document: { ...props.document, title }, heading: title, ...more });
    return rendered.mock.calls.length;
  };
  expect(timesFor('One')).toBeGreaterThan(0);
  expect(['Two', '<Three>'].map((title) => timesFor(title))).toEqual([0, 0]);
  expect(timesFor('Four', { unlisted: !props.unlisted })).toBe(1);
  expect(timesFor(siteTitle)).toBe(1);
});

test.each([1, 60, 61, 130])('%i cards, grouped by letter if they have letters', async (count) => {
  const [, page] = (await builtPages()).find(([name]) => name === 'IndexPage') as [string, IndexPageProps];
  const print = printer({ parts: defaultParts, words: english }, siteTitle);
  for (const letters of ['', 'ABC']) {
    const cards = Array.from({ length: count }, (_, index) => ({
      ...{ href: `/${index}/` as never, label: `L${index}`, description: 'd', count: index % 3 || undefined },
      ...(letters !== '' && { letter: letters[Math.floor((3 * index) / count)] as string }),
    }));
    const props = withTexts({ ...page, cards }, ['x']);
    expect(markupOf(print('IndexPage', props as IndexPageProps))).toBe(byReact('IndexPage', props));
  }
});

test('an ejected template that throws stops the build with its name', async () => {
  const [, page] = (await builtPages()).find(([name]) => name === 'DocPage') as [string, DocPageProps];
  const Cards = () => {
    throw new Error('mine broke');
  };
  const print = printer({ words: english, parts: { ...defaultParts, Cards } }, siteTitle);
  const cards = [{ label: 'a', description: '', count: undefined }];
  expect(() => print('DocPage', { ...page, cards })).toThrow(/DocPage.*mine broke/);
});
