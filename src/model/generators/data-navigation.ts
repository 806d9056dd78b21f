// Reads navigation that themes of several generators store as data: lists of titles with URLs, and entries that reference their parent.
import { posix } from 'node:path';
import { setWith, sortBy } from 'lodash-es';
import type { NavigationLimit } from '../input/navigation.js';
import { mapOf, textOf } from '../input/plain-data.js';
import { groupBy } from '../types/group.js';
import { pathsBelow } from '../types/path.js';
import { plainAddress, titleOfName } from '../types/project-paths.js';
import { readTexts } from '../types/small-texts.js';
import { readData } from './config-files.js';
import type { NavigationItem, ProjectFault, ProjectFiles, WrittenFields } from './generator.js';

/** Returns data files of a folder by their names, and the paths of files over the limits, which are one fault. An invalid file is a fault. A folder replaces a list of its name, whose keys would not be in JSON, and so not in cache keys. */
export function dataIn(project: ProjectFiles, folder: string, isWanted: (path: string) => boolean) {
  const files = readTexts(project, isWanted);
  const data: Record<string, unknown> = {};
  const reason = `the data has too many files, or too large ones: ${files.unread.length} not read`;
  const faults: ProjectFault[] = files.unread.slice(0, 1).map((file) => ({ file, reason, advice: 'isLarge' }));
  for (const path of pathsBelow(files.paths, folder)) {
    const { value, faults: own } = readData(files, posix.join(folder, path));
    if (own.length === 0) setWith(data, path.replace(/\.\w+$/, '').split('/'), value, mapOf);
    else faults.push(...own);
  }
  return { data, unread: files.unread, faults };
}

const isNavigation = /nav|toc|sidebar|^docs$|menu|contents/i;
const labelKeys = ['title', 'text', 'label', 'name', 'category'];
const targetKeys = ['url', 'link', 'href', 'ref', 'permalink', 'page', 'path', 'doc', 'slug'];

/**
 * Finds lists of titles with URLs, or of names in a collection, in the data files of a site. `data` has them by name. The list with most
 * pages comes first. Others follow if they have groups and pages that no earlier list has.
 */
export function itemsOfData(data: WrittenFields, byAddress: ReadonlyMap<string, string>, limit: NavigationLimit) {
  const textAt = (item: WrittenFields, keys: readonly string[]) =>
    keys.map((key) => textOf(item[key])).find((text) => text !== undefined);
  const itemsOf = (list: readonly unknown[], name: string, paths: Set<string>, depth = 0): NavigationItem[] =>
    list.flatMap((item): NavigationItem[] => {
      if (!limit.take(depth)) return [];
      const entry = typeof item === 'string' ? { path: `/${name}/${item}` } : mapOf(item);
      const [label, target] = [textAt(entry, labelKeys), textAt(entry, targetKeys)];
      // Each page is an item once, at its first entry.
      const found = target === undefined ? undefined : byAddress.get(plainAddress(target));
      const page = found !== undefined && !paths.has(found) ? found : undefined;
      if (page !== undefined) paths.add(page);
      const items = Object.entries(entry).flatMap(([key, value]) =>
        Array.isArray(value) ? itemsOf(value, key, paths, depth + 1) : [],
      );
      if (label === undefined && target === undefined) return items;
      if (items.length > 0) return [{ type: 'folder', label: label ?? titleOfName(name), page, items }];
      if (page !== undefined) return [{ type: 'page', path: page, label }];
      const isWeb = label !== undefined && target !== undefined && /^https?:\/\//.test(target);
      return isWeb ? [{ type: 'link', label, href: target }] : [];
    });
  const listsIn = (value: unknown, name: string, depth = 0): { items: NavigationItem[]; paths: Set<string> }[] => {
    if (!Array.isArray(value))
      return depth > 3 ? [] : Object.entries(mapOf(value)).flatMap(([key, inner]) => listsIn(inner, key, depth + 1));
    const paths = new Set<string>();
    return [{ items: itemsOf(value, name, paths), paths }];
  };
  const lists = Object.entries(data).flatMap(([name, value]) => {
    const isOfCollection = Array.isArray(value) && value.some((item) => Array.isArray(mapOf(item)[name]));
    return isNavigation.test(name) || isOfCollection ? listsIn(value, name) : [];
  });
  const [first, ...others] = sortBy(lists, ({ paths }) => -paths.size).filter(({ paths }) => paths.size > 1);
  const seen = new Set(first?.paths);
  const more = others.flatMap(({ items, paths }) => {
    const isOther = items.some(({ type }) => type === 'folder') && ![...paths].some((path) => seen.has(path));
    for (const path of isOther ? paths : []) seen.add(path);
    return isOther ? items : [];
  });
  return { items: [...(first?.items ?? []), ...more], paths: seen };
}

/** An entry that references its parent by name. */
export interface ParentedEntry {
  /** Name by which children reference the entry. Several entries can have the same name. */
  readonly key: unknown;
  readonly parent: unknown;
  /** Name of the grandparent, and of any ancestor. */
  readonly above?: unknown;
  readonly ancestor?: unknown;
  readonly label: string;
  /** Whether the label is set by the entry itself, not by its page. */
  readonly isNamed?: boolean;
  readonly page: string | undefined;
  readonly href?: string | undefined;
  readonly isReversed?: boolean;
}

/** Nests entries, in their order. An entry with a missing parent is at the top level. */
export function treeByParents(entries: readonly ParentedEntry[], limit: NavigationLimit): NavigationItem[] {
  const keys = new Set(entries.map(({ key }) => key));
  const byParent = groupBy(entries, ({ key, parent }) => (parent !== key && keys.has(parent) ? parent : undefined));
  const top = byParent.get(undefined) ?? [];
  const topKeys = new Set(top.map(({ key }) => key));
  const placed = new Set<ParentedEntry>();
  const around: unknown[] = [];
  const itemOf = (entry: ParentedEntry): NavigationItem[] => {
    if (placed.has(entry) || !limit.allows(around.length)) return [];
    placed.add(entry);
    const { key, label, page, href } = entry;
    const children = (byParent.get(key) ?? []).filter(({ parent, above, ancestor }) => {
      // If several parents have the same name, the top-level one is used.
      if (!keys.has(above) && !keys.has(ancestor)) return around.length === 0 || !topKeys.has(parent);
      const isBelow = !keys.has(ancestor) || ancestor === key || around.includes(ancestor);
      return isBelow && (!keys.has(above) || above === around.at(-1));
    });
    around.push(key);
    const items = (entry.isReversed ? children.reverse() : children).flatMap(itemOf);
    around.pop();
    if (items.length > 0) return [{ type: 'folder', label, page, items }];
    if (page !== undefined) return [{ type: 'page', path: page, ...(entry.isNamed && { label }) }];
    return href === undefined ? [] : [{ type: 'link', label, href }];
  };
  return top.flatMap(itemOf);
}
