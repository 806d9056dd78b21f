// MkDocs, with Material, awesome-pages, awesome-nav and literate-nav.
import { posix } from 'node:path';
import { isString, negate, pickBy, take, uniq } from 'lodash-es';
import { compareStrings } from '../diagnostics/diagnostic.js';
import { type Chapter, NavigationLimit, readSummary } from '../input/navigation.js';
import { listOf, mapOf, textOf, wordOf } from '../input/plain-data.js';
import { isSlowGlob, projectGlobTest } from '../types/globs.js';
import { editUrlOf, isUrl, pathsBelow } from '../types/path.js';
import { folderOf, merged, outsideFaults, pathFrom, readConfig, readData } from './config-files.js';
import { optionsByName, titleOfName } from './data-navigation.js';
import type { Generator, NavigationItem, Project, ProjectFiles, WrittenFields } from './generator.js';
import { emptyProject } from './generator.js';

const configName = /^(?:mkdocs|properdocs)(?:[.-][\w.-]*)?\.ya?ml$/;
/** Files with the order of a folder, by the plugin that reads them. */
const orderFiles = { 'awesome-pages': '.pages', 'awesome-nav': '.nav.yml', 'literate-nav': 'SUMMARY.md' };

export const mkdocs: Generator = {
  name: 'mkdocs',
  detect: (names) => [...names].some((name) => configName.test(name)),
  configFiles:
    /^(?:mkdocs|properdocs)[\w.-]*\.ya?ml$|(?:^|\/)(?:\.pages|\.nav\.yml|SUMMARY\.md|_?data\/[^/]+\.ya?ml)$|^includes\/[^/]+\.md$/,
  read,
  pageTest: ({ excluded }) => negate(projectGlobTest(['**/*.html', ...excluded])),
  fields: ({ hide }) => ({
    slug: undefined,
    ...(listOf(hide).includes('toc') && { hide_table_of_contents: true }),
  }),
  slug: (path, _, { variables }) => addressOf(path, variables['hasFolders'] === true),
};

const isIndex = (path: string) => /(?:^|\/)(?:index|README)\.md$/.test(path);

function addressOf(path: string, hasFolders: boolean): string {
  if (isIndex(path)) return `/${path}`.replace(/[^/]+$/, '');
  return `/${path.replace(/\.(?:md|markdown)$/, '')}${hasFolders ? '/' : ''}`;
}

const max = { inherited: 5, parts: 10, dataFiles: 20, hooks: 50, marks: 50 };

/** Reads the config with those that it inherits from: its keys win, maps are merged. */
function inherited(files: ProjectFiles, file: string, depth = 0): ReturnType<typeof readConfig> {
  const own = readConfig(files, file);
  const parent = textOf(own.value['INHERIT']);
  if (parent === undefined) return own;
  const path = posix.join(posix.dirname(file), parent);
  if (depth === max.inherited || files.read(path) === undefined) {
    const fault = { file, reason: `\`INHERIT\` names \`${parent}\`, which can't be read` };
    return { ...own, faults: [...own.faults, fault] };
  }
  const above = inherited(files, path, depth + 1);
  return { value: merged([above.value, own.value]), faults: [...above.faults, ...own.faults] };
}

/** Reads the config. Without one of the usual name, a script joins its parts, or each is the config of a variant: the keys of the first win. */
function configOf(files: ProjectFiles): ReturnType<typeof readConfig> & { readonly file: string } {
  const all = files.paths.filter((path) => configName.test(path));
  const main = all.find((name) => /^\w+\.ya?ml$/.test(name));
  const names = main ? [main] : all;
  const parts = names.slice(0, max.parts).map((file) => ({ file, ...inherited(files, file) }));
  const { file = '' } = parts.find(({ value }) => 'nav' in value) ?? parts[0] ?? {};
  const configs = parts.map(({ value }) => value).reverse();
  const left = names.slice(max.parts).map((file) => ({ file, reason: 'the config has more than ten parts' }));
  return { file, value: merged(configs), faults: [...parts.flatMap(({ faults }) => faults), ...left] };
}

function read(files: ProjectFiles, limit = new NavigationLimit()): Project {
  const { value: config, faults, file } = configOf(files);
  const contentDir = folderOf(config['docs_dir'], 'docs');
  const plugins = optionsByName(config['plugins']);
  const extensions = optionsByName(config['markdown_extensions']);
  const [plugin, byDefault] = Object.entries(orderFiles).find(([plugin]) => plugins.has(plugin)) ?? ['', ''];
  const orderFile = textOf(plugins.get(plugin)?.['nav_file']) ?? byDefault;
  const isList = orderFile.endsWith('.md');
  const globs = [plugins.get('exclude')?.['glob'] ?? []].flat().map((glob) => `/${wordOf(glob)}`);
  const lines = [wordOf(config['exclude_docs']), isList && !isIndex(orderFile) ? orderFile : '', ...globs].join('\n');
  const pages = pagesIn(pathsBelow(files.paths, contentDir), lines);
  const hasFolders = config['use_directory_urls'] !== false;
  const tree: Tree = {
    limit,
    pages: pages.shown,
    pagesFile: (dir) => {
      const path = posix.join(contentDir, dir, orderFile);
      const nav = isList ? toNav(readSummary(files.read(path) ?? '', limit)) : [];
      if (nav.length === 0) return isList || orderFile === '' ? {} : readConfig(files, path).value;
      const first = plugins.get(plugin)?.['implicit_index'] === true ? ['index.md', 'README.md'] : [];
      return { nav: uniq([...first.filter((name) => pages.shown.includes(posix.join(dir, name))), ...nav]) };
    },
    hasIndexes:
      listOf(mapOf(config['theme'])['features']).includes('navigation.indexes') || plugins.has('section-index'),
  };
  const hooks = take(uniq(listOf(config['hooks']).map(wordOf)), max.hooks).map((path) => files.read(path));
  const hasValues = plugins.has('macros') || hooks.some((text) => text === undefined || readsJinja.test(text));
  const editUri = textOf(config['edit_uri']) ?? '';
  const toAddress = (path: string) =>
    isUrl(path) ? path : path.replace(/^[^#]*/, (file) => addressOf(file, hasFolders).replace(/(?<=.)\/$/, ''));
  const [snippets, tabbed] = ['snippets', 'tabbed'].map((name) => mapOf(extensions.get(`pymdownx.${name}`)));
  const included = [snippets?.['base_path'], plugins.get('macros')?.['include_dir']]
    .flat()
    .flatMap((dir) => pathFrom('', textOf(dir)?.replace('$docs_dir', contentDir || '.') ?? '..') ?? []);
  return {
    ...emptyProject('mkdocs'),
    file,
    contentDir,
    included,
    title: textOf(config['site_name']),
    editUrl: editUrlOf(isUrl(editUri) || editUri === '' ? editUri : `${wordOf(config['repo_url'])}/${editUri}`),
    headingIds: 'slugify' in mapOf(extensions.get('toc')) ? 'mkdocs-unicode' : 'mkdocs',
    // A list of literate-nav replaces `nav`.
    navigation:
      Array.isArray(config['nav']) && !(isList && 'nav' in tree.pagesFile(''))
        ? itemsOf(config['nav'], '', tree)
        : itemsIn('', tree),
    variables: {
      hasFolders,
      extensions: [...extensions.keys()].sort(compareStrings),
      // Whether a program replaces `{{ x }}`, makes ids, and replaces `[x][module.name]`.
      hasValues,
      hasHooks: hooks.length > 0,
      // The `x` of comments `<!-- x:name text -->` that hooks replace.
      marks: take(uniq(hooks.flatMap((text = '') => text.match(/(?<=<!-- )[\w-]{1,40}(?=:)/g) ?? [])), max.marks),
      ...(hasValues && { values: valuesOf(files, config, plugins.get('macros')) }),
      hasReferences: plugins.has('mkdocstrings') || plugins.has('autorefs'),
      tabIds: tabbed && 'slugify' in tabbed ? (tabbed['combine_header_slug'] === true ? 'combined' : 'own') : undefined,
      // Text behind that of each page: abbreviations and targets of links.
      appended: listOf(snippets?.['auto_append'])
        .flatMap((file) => [...included, ''].flatMap((dir) => files.read(posix.join(dir, wordOf(file))) ?? [])[0] ?? [])
        .join('\n\n'),
    },
    redirects: Object.entries(mapOf(plugins.get('redirects')?.['redirect_maps'])).flatMap(([from, to]) =>
      typeof to === 'string' && toAddress(from) !== toAddress(to) ? [[toAddress(from), toAddress(to)] as const] : [],
    ),
    excluded: pages.excluded,
    faults: [...faults, ...outsideFaults(file, { docs_dir: config['docs_dir'] })],
  };
}

/** Matches the text of a hook that reads Jinja, or replaces `{{ x }}` itself. */
const readsJinja = /jinja|\{\\?\{\s{0,9}[\w\\(]/;

/** Values by name: the config's, and those in files of data, which are named as `path` or as `name: path`. */
function valuesOf(files: ProjectFiles, config: WrittenFields, { include_yaml: named }: WrittenFields = {}) {
  const paths = listOf(named).flatMap((entry) => Object.entries(isString(entry) ? { '': entry } : mapOf(entry)));
  const ofFiles = paths.slice(0, max.dataFiles).flatMap(([name, path]) => {
    const { value } = readData(files, wordOf(path));
    return name === '' ? Object.entries(mapOf(value)) : [[name, value] as const];
  });
  const [own, extra] = [pickBy(config, isString), mapOf(config['extra'])];
  return Object.fromEntries([['config', own], ['extra', extra], ...Object.entries(extra), ...ofFiles]);
}

/** Converts a list of literate-nav to `nav`. The page of an entry with others is the first in it. */
const toNav = (entries: readonly Chapter[]): unknown[] =>
  entries.map(({ label, link, children }) => {
    if (children.length > 0) return { [label]: [...(link === undefined ? [] : [link]), ...toNav(children)] };
    return link === undefined ? label.replace(/\/$/, '') : { [label]: link };
  });

/** Pages of the content, and globs of files without a page: `exclude_docs`, and a README next to an index. */
function pagesIn(paths: readonly string[], exclude: string) {
  const lines = exclude.matchAll(/^[ \t]*(!?)(\/?)([^\s#].*?)\s*$/gm);
  const globs = Array.from(
    lines,
    ([, not, root, path = '']) => `${not}${root ? '' : '**/'}${path.replace(/\/$/, '/**')}`,
  );
  const known = new Set(paths);
  const readmes = paths.filter(
    (path) => /(?:^|\/)README\.md$/.test(path) && known.has(path.replace(/README\.md$/, 'index.md')),
  );
  const excluded = [...globs, ...readmes];
  const isOut = projectGlobTest(excluded);
  return { excluded, shown: paths.filter((path) => path.endsWith('.md') && !(excluded.length > 0 && isOut(path))) };
}

interface Tree {
  readonly limit: NavigationLimit;
  /** Paths of the pages from the content folder. */
  readonly pages: readonly string[];
  /** Returns the data of the file with the order of a folder, empty without a plugin that reads one. */
  readonly pagesFile: (dir: string) => Readonly<Record<string, unknown>>;
  /** Whether the index of a section is the page of the section. */
  readonly hasIndexes: boolean;
}

/** Converts `nav`: paths, addresses, and maps of a title to one of them or to a list. */
function itemsOf(nav: readonly unknown[], dir: string, tree: Tree, depth = 0): NavigationItem[] {
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

/** A folder's index without a label is the page of the folder, if the theme does that. */
function toFolder(label: string, items: readonly NavigationItem[], { hasIndexes }: Tree): NavigationItem {
  const index = hasIndexes ? items.find((item) => item.type === 'page' && isIndex(item.path)) : undefined;
  const page = index?.type === 'page' ? index.path : undefined;
  return { type: 'folder', label, page, items: items.filter((item) => item !== index) };
}

/** An entry of a navigation: a page, an address, a folder, or the rest of the folder (`...`, with a glob behind `|`). */
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
  if (path.endsWith('.md')) return [{ type: 'page', path, label }];
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

/** MkDocs' own order: the index, pages by name, then folders by name. With awesome-pages or awesome-nav, that of their files. */
function itemsIn(dir: string, tree: Tree, depth = 0): NavigationItem[] {
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
