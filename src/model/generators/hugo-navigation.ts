// The order of Hugo's pages: sections with their pages, by weight, then the newest first, then by title.
import { posix } from 'node:path';
import { mapOf, textOf } from './config-files.js';
import type { NavigationItem, ProjectPage } from './generator.js';

interface Section {
  /** Its landing page. */
  page: ProjectPage | undefined;
  readonly entries: Entry[];
}

type Entry = { readonly page: ProjectPage } | { readonly name: string; readonly section: Section };

/** Keys by which themes leave a page out of their menus. */
const hidingKeys = ['toc_hide', 'bookHidden', 'hidden'];

function isHidden({ written }: ProjectPage): boolean {
  const { list } = mapOf(written['build'] ?? written['_build']);
  return ['never', 'local', false].includes(list as never) || hidingKeys.some((key) => written[key] === true);
}

/** Arranges pages, whose `written` has what they inherit. `nameOf` removes the language from a path. */
export function arrange(pages: readonly ProjectPage[], nameOf: (path: string) => string): readonly NavigationItem[] {
  const named = pages.map((page) => ({ page, path: nameOf(page.path) }));
  const landings = new Map(
    named.flatMap(({ page, path }) => (posix.basename(path) === '_index.md' ? [[posix.dirname(path), page]] : [])),
  );
  const sections = new Map<string, Section>();
  const root: Section = { page: landings.get('.'), entries: [] };
  /** A folder is a section if it is a top-level one or has a landing page. */
  const sectionAt = (dir: string): Section => {
    if (dir === '.') return root;
    if (dir.includes('/') && !landings.has(dir)) return sectionAt(posix.dirname(dir));
    const known = sections.get(dir);
    if (known) return known;
    const section = { page: landings.get(dir), entries: [] };
    sections.set(dir, section);
    sectionAt(posix.dirname(dir)).entries.push({ name: posix.basename(dir), section });
    return section;
  };
  for (const dir of landings.keys()) sectionAt(dir);
  for (const { page, path } of named) {
    const base = posix.basename(path);
    const dir = posix.dirname(path);
    if (base === '_index.md') continue;
    // A leaf bundle is a page of the section above.
    if (!isHidden(page)) sectionAt(base === 'index.md' ? posix.dirname(dir) : dir).entries.push({ page });
  }
  const home = root.page ? [{ type: 'page', path: root.page.path } as const] : [];
  return [...home, ...itemsOf(root)];
}

function itemsOf({ entries }: Section): NavigationItem[] {
  const sorted = [...entries].sort((a, b) => compare(keyOf(a), keyOf(b)));
  return sorted.flatMap((entry): NavigationItem[] => {
    const { page } = 'section' in entry ? entry.section : entry;
    if (!('section' in entry)) return page ? [{ type: 'page', path: page.path }] : [];
    if (page && isHidden(page)) return [];
    const label = page ? labelOf(page) : titleOf(entry.name);
    return [{ type: 'folder', label, page: page?.path, items: itemsOf(entry.section) }];
  });
}

const labelOf = ({ written, title }: ProjectPage): string => textOf(written['sidebar_label']) ?? title;

/** Hugo's title of a folder without a landing page. */
const titleOf = (name: string) =>
  name.replace(/[-_]/g, ' ').replace(/(?:^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

interface SortKey {
  readonly weight: number;
  readonly date: string;
  readonly title: string;
  readonly path: string;
}

function keyOf(entry: Entry): SortKey {
  const page = 'section' in entry ? entry.section.page : entry.page;
  return {
    weight: page?.position ?? Number.POSITIVE_INFINITY,
    date: String(page?.written['date'] ?? ''),
    title: page ? labelOf(page) : 'section' in entry ? titleOf(entry.name) : '',
    path: page?.path ?? '',
  };
}

const collator = new Intl.Collator('en');

const compare = (a: SortKey, b: SortKey): number =>
  (a.weight === b.weight ? 0 : a.weight - b.weight) ||
  (a.date === b.date ? 0 : a.date < b.date ? 1 : -1) ||
  collator.compare(a.title, b.title) ||
  (a.path < b.path ? -1 : 1);
