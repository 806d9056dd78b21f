// The order of Hugo's pages: sections with their pages, by weight, then the newest first, then by title.
import { posix } from 'node:path';
import { compareInEnglish } from '../input/text.js';
import { mapOf, textOf } from './config-files.js';
import type { NavigationItem, ProjectPage } from './generator.js';

/** A page, or a section with its landing page. */
interface Entry {
  readonly page: ProjectPage | undefined;
  readonly name: string;
  readonly entries?: Entry[];
}

/** Keys by which themes leave a page out of their menus. */
const hidingKeys = ['toc_hide', 'bookHidden', 'hidden'];

function isHidden({ written }: ProjectPage): boolean {
  const { list } = mapOf(written['build'] ?? written['_build']);
  return ['never', 'local', false].includes(list as never) || hidingKeys.some((key) => written[key] === true);
}

/** Arranges pages, whose `written` has what they inherit. `nameOf` removes the language from a path. */
export function arrange(pages: readonly ProjectPage[], nameOf: (path: string) => string): readonly NavigationItem[] {
  const named = pages.map((page) => ({ page, dir: posix.dirname(page.path), name: posix.basename(nameOf(page.path)) }));
  const landings = new Map(named.flatMap(({ page, dir, name }) => (name === '_index.md' ? [[dir, page]] : [])));
  const sections = new Map<string, Entry[]>([['.', []]]);
  /** A folder is a section if it is a top-level one or has a landing page. */
  const sectionAt = (dir: string): Entry[] => {
    const known = sections.get(dir);
    if (known) return known;
    const above = posix.dirname(dir);
    if (above !== '.' && !landings.has(dir)) return sectionAt(above);
    const entries: Entry[] = [];
    sections.set(dir, entries);
    sectionAt(above).push({ page: landings.get(dir), name: posix.basename(dir), entries });
    return entries;
  };
  for (const dir of landings.keys()) sectionAt(dir);
  // A leaf bundle is a page of the section above.
  for (const { page, dir, name } of named)
    if (name !== '_index.md' && !isHidden(page))
      sectionAt(name === 'index.md' ? posix.dirname(dir) : dir).push({ page, name });
  const home = landings.get('.');
  return [...(home ? [{ type: 'page', path: home.path } as const] : []), ...itemsOf(sectionAt('.'))];
}

const itemsOf = (entries: readonly Entry[]): NavigationItem[] =>
  [...entries].sort(compare).flatMap((entry): NavigationItem[] => {
    const { page, entries: inner } = entry;
    if (!inner) return page ? [{ type: 'page', path: page.path }] : [];
    if (page && isHidden(page)) return [];
    return [{ type: 'folder', label: labelOf(entry), page: page?.path, items: itemsOf(inner) }];
  });

/** Without a landing page, Hugo's title of a folder. */
const labelOf = ({ page, name }: Entry): string =>
  page
    ? (textOf(page.written['sidebar_label']) ?? page.title)
    : name.replace(/[-_]/g, ' ').replace(/(?:^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

const ascending = <T>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);
const weightOf = ({ page }: Entry) => page?.position ?? Number.POSITIVE_INFINITY;
const dateOf = ({ page }: Entry) => String(page?.written['date'] ?? '');

const compare = (a: Entry, b: Entry): number =>
  ascending(weightOf(a), weightOf(b)) ||
  ascending(dateOf(b), dateOf(a)) ||
  compareInEnglish(labelOf(a), labelOf(b)) ||
  ascending(a.page?.path ?? '', b.page?.path ?? '');
