// Ids of headings by the rules of generators, so that links work as their authors wrote them.
import { slug as githubSlug } from 'github-slugger';
import type { HeadingIds } from '../../model/generators/generator.js';

interface Rule {
  /** Returns the id for a text, or '' if none of its characters can be in an id. */
  readonly slug: (text: string) => string;
  readonly empty: string;
  readonly free: (wanted: string, taken: TakenIds) => string;
}

/** The ids of a page that are in use. */
export interface TakenIds {
  readonly ids: Set<string>;
  /** Next number to try for each id that occurs several times. */
  readonly numbers: Map<string, number>;
}

function byHyphen(wanted: string, { ids, numbers }: TakenIds): string {
  let id = wanted;
  let count = numbers.get(wanted) ?? 1;
  for (; ids.has(id); count += 1) id = `${wanted}-${count}`;
  numbers.set(wanted, count);
  return id;
}

/** Increments the number at the end of an id. */
function byCount(wanted: string, { ids, numbers }: TakenIds): string {
  const passed: { readonly id: string; readonly at: number }[] = [];
  let id = wanted;
  let at = 0;
  while (ids.has(id)) {
    passed.push({ id, at });
    const step = numbers.get(id) ?? 1;
    const [, text, number] = /^(.*)_(\d{1,9})$/s.exec(id) ?? [];
    id = text === undefined ? `${id}_${step}` : `${text}_${Number(number) + step}`;
    at += step;
  }
  for (const one of passed) numbers.set(one.id, at - one.at);
  return id;
}

type Step = readonly [pattern: RegExp, replacement: string];

const replaced = (text: string, steps: readonly Step[]) =>
  steps.reduce((slug, [pattern, replacement]) => slug.replace(pattern, replacement), text);

const slugBy =
  (...steps: readonly Step[]) =>
  (text: string): string =>
    replaced(text, steps).toLowerCase();

const casedSlug = (text: string, ...more: readonly Step[]): string =>
  replaced(text.normalize('NFKD'), [
    [/[\u0300-\u036f\u0000-\u001f]/g, ''],
    [/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-'],
    ...more,
    [/^(?=\d)/, '_'],
  ]);

const common = { empty: 'section', free: byHyphen };
const hyphens = slugBy([/[-\s]+/g, '-']);
const underscores = slugBy([/[_\s]+/g, '_']);
const asciiText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\w\s-]|[^\u0000-\u007f]/g, '')
    .trim();

// mdBook's `normalize_id`. Also `pymdownx.slugs.slugify`, which gets normalized text.
const unicodeWords = slugBy([/[^\p{L}\p{N}\s_-]/gu, ''], [/\s/g, '-']);

const ofHugo = { ...common, empty: 'heading' };
const hugoSlug = slugBy([/[^\p{L}\p{Nd}_ -]/gu, ''], [/ /g, '-']);

export const idRules: Readonly<Record<HeadingIds, Rule>> = {
  github: { ...common, slug: githubSlug },
  // Also github-slugger, but remark-directive parses `:name` first.
  docusaurus: { ...common, slug: githubSlug },
  // Also github-slugger, for the text without components.
  starlight: { ...common, slug: githubSlug },
  // The `slugify` of @mdit-vue/shared, which VitePress uses by default (and one that sites of Vue set).
  vitepress: { ...common, slug: (text) => casedSlug(text, [/^-|-$/g, '']).toLowerCase() },
  'vitepress-cased': { ...common, slug: (text) => casedSlug(text) },
  // kramdown's own id, which its parser for GitHub's Markdown gives to headings in HTML elements only.
  kramdown: { ...common, slug: slugBy([/^[^a-z]+|[^a-z0-9 -]/gi, ''], [/ /g, '-']) },
  // The `slugify` and `unique` of Python-Markdown's toc extension.
  mkdocs: { slug: (text) => hyphens(asciiText(text)), empty: '_1', free: byCount },
  // With `separator: "_"`.
  'mkdocs-underscores': { slug: (text) => underscores(asciiText(text)), empty: '_1', free: byCount },
  'mkdocs-unicode': { slug: (text) => unicodeWords(text.normalize('NFC').trim()), empty: '_1', free: byCount },
  // Hugo's autoHeadingIDType: letters, digits, `_`, and `-` for it and spaces.
  hugo: { ...ofHugo, slug: hugoSlug },
  'hugo-hyphens': { ...ofHugo, slug: hugoSlug },
  'hugo-ascii': { ...ofHugo, slug: (text) => hugoSlug(text.normalize('NFKD').replace(/[^\u0000-\u007f]/g, '')) },
  'hugo-blackfriday': { ...ofHugo, slug: slugBy([/[^\p{L}\p{N}]+/gu, '-'], [/^-|-$/g, '']) },
  mdbook: { ...common, slug: (text) => unicodeWords(text.trim()) },
};
