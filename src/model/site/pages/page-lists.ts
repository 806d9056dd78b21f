// The lists of all pages: one per section, or one per letter in a hub that is too large for a single index. Long lists are split.
import GithubSlugger from 'github-slugger';
import { sortBy } from 'lodash-es';
import type { Sidebars } from '../../sidebar/sidebar.js';
import { allItems } from '../../sidebar/sidebar-item.js';
import { groupBy } from '../../types/group.js';
import { fitSlug, type Permalink, segmentFault, withoutTrailingSlash } from '../../types/path.js';
import { isListedDoc, type ListedPage, type Page, type PageList } from './page.js';

/** Maximum number of pages in the list of a section. */
const maxListedPages = 1_000;

/** Maximum number of titles in the list of all pages: about 100 KB, compressed. A larger hub has a list for each letter. */
export const maxTitles = 7_000;

interface PageListsInput {
  readonly pages: readonly Page[];
  readonly sidebars: Sidebars;
  readonly folder: Permalink;
  /** Names of the list of pages without a section: next to other lists, and if it is the only list. */
  readonly names: { readonly others: string; readonly only: string };
}

/** Returns the lists of pages, each with a unique name for its page. */
export function pageLists(input: PageListsInput): readonly (readonly [string, PageList])[] {
  const { pages, sidebars, folder, names } = input;
  const listed = listedPages(pages);
  const slugger = new GithubSlugger();
  for (const { permalink } of pages)
    if (permalink.startsWith(folder)) slugger.slug(permalink.slice(folder.length).split('/')[0] ?? '');
  const lists: (readonly [string, PageList])[] = [];
  const add = (kind: PageList['kind'], { title, name, pages: all }: Group) => {
    const ends = partEnds(all);
    for (const [index, end] of ends.entries()) {
      const part = index + 1;
      const own = all.slice(ends[index - 1], end);
      const list = { kind, title, part, parts: ends.length, index: lists.length, pages: own };
      lists.push([slugger.slug(segmentOf(name, part)), list]);
    }
  };
  for (const group of bySection(listed, sidebars, names)) add('section', group);
  if (listed.length > maxTitles) for (const group of byLetter(listed)) add('letter', group);
  return lists;
}

/** Returns the ends of the parts of a long list, of similar length. */
function partEnds({ length }: readonly ListedPage[]): readonly number[] {
  const parts = Math.max(1, Math.ceil(length / maxListedPages));
  return Array.from({ length: parts }, (_, index) => Math.round(((index + 1) * length) / parts));
}

interface Group {
  readonly title: string;
  readonly name: string;
  readonly pages: readonly ListedPage[];
}

function segmentOf(name: string, part: number): string {
  const slug = fitSlug(new GithubSlugger().slug(name));
  const safe = slug === '' || segmentFault(slug) !== undefined ? `list-${slug.slice(0, 40)}` : slug;
  return part === 1 ? safe : `${safe}-part-${part}`;
}

export function listedPages(pages: readonly Page[]): ListedPage[] {
  return pages.filter((page): page is ListedPage => page.kind === 'generatedIndex' || isListedDoc(page));
}

/** Groups pages by top-level category, in the order of the sidebar. Pages without a category come last. */
function bySection(listed: readonly ListedPage[], sidebars: Sidebars, names: PageListsInput['names']): Group[] {
  const left = new Map(listed.map((page) => [withoutTrailingSlash(page.permalink), page]));
  const found: { title: string; name: string; page: ListedPage }[] = [];
  for (const item of [...sidebars.byName.values()].flat()) {
    if (item.type !== 'category') continue;
    const dir = sidebars.folded.get(item)?.[0] ?? sidebars.origins.get(item)?.dir;
    const name = dir?.split('/').at(-1) ?? item.label;
    const hrefs = allItems([item]).flatMap((one) => ('href' in one && one.href) || []);
    for (const href of hrefs.map(withoutTrailingSlash)) {
      const page = left.get(href);
      if (page) found.push({ title: item.label, name, page });
      left.delete(href);
    }
  }
  const groups = [...groupBy(found, ({ title }) => title)].map(([title, own]) => ({
    title,
    name: own[0]?.name ?? title,
    pages: own.map(({ page }) => page),
  }));
  const [title, name] = groups.length === 0 ? [names.only, 'pages'] : [names.others, 'other-pages'];
  return left.size === 0 ? groups : [...groups, { title, name, pages: [...left.values()] }];
}

export function byLetter(listed: readonly ListedPage[]): readonly Group[] {
  return groupByLetter(sortBy(listed, 'permalink'), ({ title }) => title).map(([title, pages]) => {
    return { title, name: `letter ${title === '#' ? 'none' : title}`, pages };
  });
}

/** Groups items by the first letter of their text, both sorted. Other characters are under `#`, and all Han characters are one group. */
export function groupByLetter<T>(items: readonly T[], textOf: (item: T) => string): (readonly [string, T[]])[] {
  const keyed = items.map((item) => ({ item, key: textOf(item).normalize('NFD').toLowerCase() }));
  const groups = groupBy(sortBy(keyed, 'key'), ({ key }) => letterOf(key));
  const sorted = sortBy([...groups], ([letter]) => letter);
  return sorted.map(([letter, group]) => [letter, group.map(({ item }) => item)] as const);
}

function letterOf(key: string): string {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(key) ?? [];
  if (/\p{Script=Han}/u.test(letter)) return '漢';
  return /\p{L}/u.test(letter) ? letter.toUpperCase() : '#';
}
