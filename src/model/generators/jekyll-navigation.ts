// Jekyll's navigation, which is a custom of themes: files of data with titles and addresses, or parents in the front matter of pages.
import { sortBy } from 'lodash-es';
import { isRecord } from '../input/plain-data.js';
import type { NavigationItem, Project, ProjectPage, WrittenFields } from './generator.js';

/** An entry of a file of data. `target` is an address, or a name in the collection `key`. */
interface Entry {
  readonly label: string | undefined;
  readonly target: string | undefined;
  readonly items: readonly Entry[];
}

/** The entries of one list, and the name that the list has. */
interface NavigationList {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Limits of one project. */
const most = { entries: 10_000, depth: 10 };

const isNavigation = /nav|toc|sidebar|^docs$|menu|contents/i;
const labelKeys = ['title', 'text', 'label', 'name', 'category'];
const targetKeys = ['url', 'link', 'href', 'permalink', 'page', 'path', 'doc', 'slug'];

/** Finds lists of titles with addresses or names in the data of a site, by the names of its files. */
export function navigationLists(data: WrittenFields): readonly NavigationList[] {
  let left = most.entries;
  const textAt = (item: WrittenFields, keys: readonly string[]) =>
    keys.map((key) => item[key]).find((value): value is string => typeof value === 'string');
  const entriesOf = (list: readonly unknown[], key: string, depth: number): Entry[] =>
    list.flatMap((item): Entry[] => {
      left -= 1;
      if (left < 0 || depth > most.depth) return [];
      if (typeof item === 'string') return [{ label: undefined, target: `/${key}/${item}`, items: [] }];
      if (!isRecord(item)) return [];
      const items = Object.entries(item).flatMap(([key, inner]) =>
        Array.isArray(inner) ? entriesOf(inner, key, depth + 1) : [],
      );
      const [label, target] = [textAt(item, labelKeys), textAt(item, targetKeys)];
      return label === undefined && target === undefined ? items : [{ label, target, items }];
    });
  const listsOf = (value: unknown, name: string, depth: number): NavigationList[] => {
    if (Array.isArray(value)) return [{ name, entries: entriesOf(value, name, 0) }];
    if (!isRecord(value) || depth > 3) return [];
    return Object.entries(value).flatMap(([key, inner]) => listsOf(inner, key, depth + 1));
  };
  return Object.entries(data).flatMap(([name, value]) => {
    const isOfCollection = Array.isArray(value) && value.some((item) => isRecord(item) && Array.isArray(item[name]));
    return isNavigation.test(name) || isOfCollection ? listsOf(value, name, 0) : [];
  });
}

type AddressOf = (path: string, written: WrittenFields, project: Project) => string;

/** Returns the order of pages that the files of data or the front matter of the pages state; undefined if neither does. */
export function arrange(
  pages: readonly ProjectPage[],
  project: Project,
  addressOf: AddressOf,
): readonly NavigationItem[] | undefined {
  const { lists = [], isByParents } = project.settings as { lists?: readonly NavigationList[]; isByParents?: boolean };
  const byAddress = new Map(
    pages.map((page) => [plainAddress(addressOf(page.path, page.written, project)), page.path] as const),
  );
  const byData = isByParents ? undefined : byLists(lists, byAddress, pages);
  const hasParents =
    isByParents || pages.some(({ written }) => ['parent', 'nav_order', 'nav_exclude'].some((key) => key in written));
  return byData ?? (hasParents ? byParents(pages, project) : undefined);
}

const plainAddress = (url: string) =>
  `/${url
    .replace(/[?#].*$/s, '')
    .replace(/^(?:\{\{.{0,100}?\}\})?\/*/, '')
    .replace(/(?:^|(?<=\/))index\.html$|\.(?:html|md)$/, '')
    .replace(/\/+$/, '')}`;

interface FoundList {
  readonly name: string;
  readonly items: readonly NavigationItem[];
  readonly paths: readonly string[];
}

/** The list with most pages comes first. Others follow if they have groups and pages of their own. */
function byLists(
  lists: readonly NavigationList[],
  byAddress: ReadonlyMap<string, string>,
  pages: readonly ProjectPage[],
): readonly NavigationItem[] | undefined {
  const found = sortBy(
    lists.map((list) => resolved(list, byAddress)).filter(({ paths }) => paths.length > 1),
    ({ paths }) => -paths.length,
  );
  const [first, ...others] = found;
  if (!first) return undefined;
  const seen = new Set(first.paths);
  const items = [...first.items];
  for (const { items: more, paths } of others) {
    const isOther = more.some(({ type }) => type === 'folder') && !paths.some((path) => seen.has(path));
    if (!isOther) continue;
    items.push(...more);
    for (const path of paths) seen.add(path);
  }
  return [...items, ...restOf(pages, seen)];
}

/** Each page is an item once, at its first entry. */
function resolved({ name, entries }: NavigationList, byAddress: ReadonlyMap<string, string>): FoundList {
  const paths = new Set<string>();
  const itemOf = ({ label, target, items: inner }: Entry): NavigationItem[] => {
    const address = target === undefined ? undefined : plainAddress(target);
    const found = address === undefined ? undefined : byAddress.get(address);
    const page = found !== undefined && !paths.has(found) ? found : undefined;
    if (page !== undefined) paths.add(page);
    const items = inner.flatMap(itemOf);
    if (items.length > 0) return [{ type: 'folder', label: label ?? name, page, items }];
    if (page !== undefined) return [{ type: 'page', path: page, label }];
    const isWeb = label !== undefined && target !== undefined && /^https?:\/\//.test(target);
    return isWeb ? [{ type: 'link', label, href: target }] : [];
  };
  const items = entries.flatMap(itemOf);
  return { name, items, paths: [...paths] };
}

/** Pages of the same collections that no list has, by folder. */
function restOf(pages: readonly ProjectPage[], seen: ReadonlySet<string>): NavigationItem[] {
  const collectionOf = (path: string) => /^(?:.*\/)?_[^/]+(?=\/)/.exec(path)?.[0];
  const shown = new Set([...seen].map(collectionOf));
  const folders = new Map<string, NavigationItem[]>();
  for (const { path } of sortBy(pages, ['position', 'path'])) {
    const collection = collectionOf(path);
    if (seen.has(path) || collection === undefined || !shown.has(collection)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    folders.set(folder, [...(folders.get(folder) ?? []), { type: 'page', path }]);
  }
  return [...folders].map(([folder, items]) => ({ type: 'folder', label: nameOf(folder), items }));
}

function nameOf(folder: string): string {
  const words = folder
    .slice(folder.lastIndexOf('/') + 1)
    .replace(/^_/, '')
    .replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `parent`, `grand_parent`, `nav_order` and `nav_exclude` of just-the-docs. Pages without a title are not in its navigation. */
function byParents(pages: readonly ProjectPage[], { settings }: Project): readonly NavigationItem[] {
  const { groups = {}, links = [] } = settings as { groups?: WrittenFields; links?: readonly unknown[] };
  const shown = pages.filter(({ written }) => written['nav_exclude'] !== true && typeof written['title'] === 'string');
  const groupOf = ({ path }: ProjectPage) => /^_([^/]+)\//.exec(path)?.[1] ?? '';
  const treeOf = (group: string) => treeByParents(shown.filter((page) => groupOf(page) === group));
  const folders = Object.entries(groups).map(([group, options]): NavigationItem => {
    const label = isRecord(options) && typeof options['name'] === 'string' ? options['name'] : nameOf(group);
    return { type: 'folder', label, items: treeOf(group) };
  });
  const external = links.flatMap((link): NavigationItem[] => {
    const { title, url } = isRecord(link) ? link : {};
    return typeof title === 'string' && typeof url === 'string' ? [{ type: 'link', label: title, href: url }] : [];
  });
  return [...treeOf(''), ...folders, ...external];
}

function treeByParents(pages: readonly ProjectPage[]): NavigationItem[] {
  const orderOf = ({ written: { nav_order: order } }: ProjectPage) =>
    typeof order === 'number' ? [0, order] : typeof order === 'string' ? [1, order] : [2, ''];
  const sorted = sortBy(pages, [(page) => orderOf(page)[0], (page) => orderOf(page)[1], ({ title }) => title]);
  const byParent = new Map<unknown, ProjectPage[]>();
  const titles = new Set<unknown>(sorted.map(({ title }) => title));
  for (const page of sorted) {
    const { parent } = page.written;
    const key = titles.has(parent) && parent !== page.title ? parent : undefined;
    byParent.set(key, [...(byParent.get(key) ?? []), page]);
  }
  const placed = new Set<string>();
  const itemOf = (page: ProjectPage, above: unknown): NavigationItem[] => {
    if (placed.has(page.path)) return [];
    placed.add(page.path);
    const children = (byParent.get(page.title) ?? []).filter(
      ({ written: { grand_parent: grand } }) => grand === undefined || !titles.has(grand) || grand === above,
    );
    if (/^(?:desc|reversed)$/.test(String(page.written['child_nav_order']))) children.reverse();
    const items = children.flatMap((child) => itemOf(child, page.title));
    return [
      items.length === 0
        ? { type: 'page', path: page.path }
        : { type: 'folder', label: page.title, page: page.path, items },
    ];
  };
  return (byParent.get(undefined) ?? []).flatMap((page) => itemOf(page, undefined));
}
