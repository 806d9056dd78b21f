// The navigation of MkDocs: `nav`, and the order of a folder by awesome-pages, awesome-nav and literate-nav.
import { posix } from 'node:path';
import { uniq } from 'lodash-es';
import { compareStrings } from '../diagnostics/diagnostic.js';
import type { NavigationLimit } from '../input/navigation.js';
import { mapOf, textOf } from '../input/plain-data.js';
import { isSlowGlob, projectGlobTest } from '../types/globs.js';
import { isUrl, pathsBelow } from '../types/path.js';
import { pathFrom, titleOfName } from '../types/project-paths.js';
import type { NavigationItem } from './generator.js';

export const isIndex = (path: string) => /(?:^|\/)(?:index|README)\.md$/.test(path);

export interface Tree {
  readonly limit: NavigationLimit;
  /** Paths of the pages from the content folder. */
  readonly pages: readonly string[];
  /** Paths of pages with a suffix for their language, by the path without the suffix. */
  readonly written: ReadonlyMap<string, string>;
  /** Returns the data of the file that sets the order of a folder. Empty without a plugin that reads such files. */
  readonly pagesFile: (dir: string) => Readonly<Record<string, unknown>>;
  /** Whether the index of a section is the page of the section. */
  readonly hasIndexes: boolean;
}

/** Converts `nav`: paths, URLs, and maps from a title to one of them or to a list. */
export function itemsOf(nav: readonly unknown[], dir: string, tree: Tree, depth = 0): NavigationItem[] {
  const named = new Set(textsIn(nav, 20).map((path) => pathFrom(dir, path)));
  const entries = nav.flatMap((entry): [string | undefined, unknown][] =>
    typeof entry === 'string' ? [[undefined, entry]] : Object.entries(mapOf(entry)),
  );
  return entries.flatMap(([written, value]): NavigationItem[] => {
    if (!tree.limit.take(depth)) return [];
    const label = written?.replace(/<[^<>]*>/g, '').trim();
    if (typeof value === 'string') return itemOf(value, label, dir, { tree, named });
    return Array.isArray(value) ? [toFolder(label ?? '', itemsOf(value, dir, tree, depth + 1), tree)] : [];
  });
}

const textsIn = (value: unknown, depth: number): string[] => {
  if (typeof value === 'string') return [value];
  return depth > 0 ? Object.values(value ?? {}).flatMap((one) => textsIn(one, depth - 1)) : [];
};

/** Converts a section. If the theme supports it, an index without a label becomes the page of the section. */
function toFolder(label: string, items: readonly NavigationItem[], { hasIndexes }: Tree): NavigationItem {
  const index = hasIndexes ? items.find((item) => item.type === 'page' && isIndex(item.path)) : undefined;
  const page = index?.type === 'page' ? index.path : undefined;
  return { type: 'folder', label, page, items: items.filter((item) => item !== index) };
}

/** Converts an entry of a navigation: a page, a URL, a folder, or the rest of a folder (`...`, with a glob after `|`). */
function itemOf(
  entry: string,
  label: string | undefined,
  dir: string,
  { tree, named }: { readonly tree: Tree; readonly named: ReadonlySet<string | undefined> },
): NavigationItem[] {
  const rest = /^\.\.\.(?:[ \t]*\|[ \t]*(.+))?$/.exec(entry);
  if (rest || /^[^:]*\*[^:]*$/.test(entry)) {
    const glob = rest ? (rest[1] ?? '').replace(/^(?:glob=|flat[ \t]*\|?[ \t]*)+/, '') : entry;
    if (isSlowGlob(glob)) return [{ type: 'page', path: entry, label }];
    const isWanted = glob === '' ? () => true : projectGlobTest([glob]);
    return itemsIn(dir, tree).filter((item) => {
      const path = pathOf(item);
      return path !== undefined && !named.has(path) && isWanted(path.slice(dir === '' ? 0 : dir.length + 1));
    });
  }
  if (isUrl(entry)) return [{ type: 'link', label: label ?? entry, href: entry }];
  const path = pathFrom(dir, entry)?.replace(/\/$/, '');
  if (path === undefined) return [{ type: 'page', path: entry, label }];
  if (path.endsWith('.md')) return [{ type: 'page', path: tree.written.get(path) ?? path, label }];
  const isFolder = tree.pages.some((page) => page.startsWith(`${path}/`));
  if (isFolder) return folderItem(path, label, tree);
  return label === undefined || !/\.\w+$/.test(path) ? [] : [{ type: 'link', label, href: `/${path}` }];
}

/** Returns the path of the page or folder of an item. */
function pathOf(item: NavigationItem): string | undefined {
  if (item.type === 'page') return item.path;
  if (item.type !== 'folder') return undefined;
  const first = item.page ?? item.items.map(pathOf).find((path) => path !== undefined);
  return first === undefined ? undefined : posix.dirname(first);
}

/** Returns MkDocs's default order: the index, pages by name, then folders by name. With awesome-pages or awesome-nav, the order in their files. */
export function itemsIn(dir: string, tree: Tree, depth = 0): NavigationItem[] {
  if (!tree.limit.take(depth)) return [];
  const { nav, arrange, order, sort } = tree.pagesFile(dir);
  const listed = [nav, arrange].find(Array.isArray);
  if (listed) {
    const inner: Tree = { ...tree, pagesFile: (other) => (other === dir ? {} : tree.pagesFile(other)) };
    return itemsOf(listed, dir, inner, depth + 1);
  }
  const below = pathsBelow(tree.pages, dir);
  const pages = below.filter((path) => !path.includes('/')).sort(compareStrings);
  const folders = uniq(below.flatMap((path) => /^[^/]+(?=\/)/.exec(path) ?? []));
  const items = [...pages.filter(isIndex), ...pages.filter((path) => !isIndex(path))].map(
    (path): NavigationItem => ({ type: 'page', path: posix.join(dir, path) }),
  );
  if (!items.every(() => tree.limit.take(depth))) return [];
  items.push(
    ...folders.sort(compareStrings).flatMap((folder) => folderItem(posix.join(dir, folder), undefined, tree, depth)),
  );
  return (order ?? mapOf(sort)['direction']) === 'desc' ? items.reverse() : items;
}

function folderItem(dir: string, label: string | undefined, tree: Tree, depth = 0): NavigationItem[] {
  const { title, hide } = tree.pagesFile(dir);
  if (hide === true) return [];
  return [toFolder(label ?? textOf(title) ?? titleOfName(posix.basename(dir)), itemsIn(dir, tree, depth + 1), tree)];
}
