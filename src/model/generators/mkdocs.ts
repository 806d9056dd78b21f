// MkDocs and Zensical, with Material, awesome-pages, awesome-nav, literate-nav and static-i18n.
import { posix } from 'node:path';
import { compact, get, isString, map, negate, pick, pickBy, take, uniq } from 'lodash-es';
import { compareStrings } from '../diagnostics/diagnostic.js';
import { withSnippets } from '../input/imports.js';
import { type Chapter, NavigationLimit, readSummary } from '../input/navigation.js';
import { listOf, mapOf, merged, optionsByName, textOf, withWholeNames, wordOf } from '../input/plain-data.js';
import { projectGlobTest } from '../types/globs.js';
import { editUrlOf, isUrl, pathsBelow } from '../types/path.js';
import { folderOf, pathFrom } from '../types/project-paths.js';
import { outsideFaults, readConfig, readData } from './config-files.js';
import type { HeadingIds, Project, ProjectFault, ProjectFiles, WrittenFields } from './generator.js';
import { emptyProject, type Generator } from './generator.js';
import { isIndex, itemsIn, itemsOf, type Tree } from './mkdocs-navigation.js';

const configName = /^(?:mkdocs|properdocs|zensical)(?:[.-][\w.-]*)?\.(?:ya?ml|toml)$/;
/** Names of the files that set the order of a folder, by the plugin that reads them. */
const orderFiles = { 'awesome-pages': '.pages', 'awesome-nav': '.nav.yml', 'literate-nav': 'SUMMARY.md' };

export const mkdocs: Generator = {
  name: 'mkdocs',
  detect: (names) => [...names].some((name) => configName.test(name)),
  configFiles:
    /^(?:mkdocs|properdocs|zensical)[\w.-]*\.(?:ya?ml|toml)$|(?:^|\/)(?:\.pages|\.nav\.yml|SUMMARY\.md|_?data\/[^/]+\.ya?ml)$|^includes\/[^/]+\.md$/,
  read,
  pageTest: ({ excluded }) => negate(projectGlobTest(['**/*.html', ...excluded])),
  fields: ({ hide }) => ({
    slug: undefined,
    ...(listOf(hide).includes('toc') && { hide_table_of_contents: true }),
  }),
  slug: (path, _, { settings }) => addressOf(path, settings as unknown as Addresses),
};

/** Whether pages have the URLs of folders (`use_directory_urls`), and the suffix of pages in the default language, such as `.en.md`. */
interface Addresses {
  readonly hasFolders: boolean;
  readonly ending: string;
}

function addressOf(file: string, { hasFolders, ending }: Addresses): string {
  const path = file.endsWith(ending) ? `${file.slice(0, -ending.length)}.md` : file;
  if (isIndex(path)) return `/${path}`.replace(/[^/]+$/, '');
  return `/${path.replace(/\.(?:md|markdown)$/, '')}${hasFolders ? '/' : ''}`;
}

const max = { inherited: 5, parts: 10, dataFiles: 20, hooks: 50, marks: 50 };

/** Reads the config and the configs that it inherits from. Its own keys have precedence, and maps are merged. */
function inherited(files: ProjectFiles, file: string, depth = 0): ReturnType<typeof readConfig> {
  const found = readConfig(files, file);
  const own = file.endsWith('.toml') ? { ...found, value: mapOf(found.value['project']) } : found;
  const parent = textOf(own.value['INHERIT']);
  if (parent === undefined) return own;
  const path = posix.join(posix.dirname(file), parent);
  const fault = { file, reason: `\`INHERIT\` names \`${parent}\`, which can't be read` };
  const isRead = depth < max.inherited && files.read(path) !== undefined;
  const above = isRead ? inherited(files, path, depth + 1) : { value: {}, faults: [fault] };
  return { value: merged([above.value, own.value]), faults: [...above.faults, ...own.faults] };
}

/** Reads the config. Without one of the usual name, a script joins several files, or each file is a variant: keys of the first have precedence. */
function configOf(files: ProjectFiles): ReturnType<typeof readConfig> & { readonly file: string } {
  const all = files.paths.filter((path) => configName.test(path));
  const main = all.find((name) => /^\w+\.\w+$/.test(name));
  const names = main ? [main] : all;
  const parts = names.slice(0, max.parts).map((file) => ({ file, ...inherited(files, file) }));
  const { file = '' } = parts.find(({ value }) => 'nav' in value) ?? parts[0] ?? {};
  const configs = parts.map(({ value }) => value).reverse();
  const left = names.slice(max.parts).map((file) => ({ file, reason: 'the config has more than ten parts' }));
  return { file, value: merged(configs), faults: [...parts.flatMap(({ faults }) => faults), ...left] };
}

/**
 * Returns the folder and the suffix of pages in the default language of static-i18n, and the other languages with globs of their pages.
 * Each language can have a folder. In the first versions of the plugin, the languages are a map.
 */
function languagesOf({ paths }: ProjectFiles, docsDir: string, options: WrittenFields = {}) {
  const { languages, default_language: first, docs_structure: structure } = options;
  const list = Array.isArray(languages)
    ? languages.map(mapOf)
    : Object.keys(mapOf(languages)).map((name): WrittenFields => ({ locale: name, default: name === first }));
  const names = list.map(({ locale }) => wordOf(locale)).filter((name) => /^[\w-]+$/.test(name));
  const own = list.find((one) => one['default'] === true) ?? {};
  const main = names.find((name) => name === (own['locale'] ?? first)) ?? '';
  const others = names.filter((name) => ![main, 'default', 'null'].includes(name));
  const isByFolder = structure === 'folder';
  return {
    own: pickBy(pick(own, ['nav', 'site_name'])),
    folder: isByFolder && pathsBelow(paths, posix.join(docsDir, main)).length > 0 ? main : '',
    ending: `.${main}.md`,
    globs: isByFolder ? [] : others.map((name) => `*.${name}.md`),
    // The folders of other languages are unknown if only the folder of the main language is mounted.
    others: isByFolder ? others : others.filter((name) => paths.some((path) => path.endsWith(`.${name}.md`))),
  };
}

/** Returns the file name that sets the order of a folder, by the configured plugin, and the pages that precede that order. */
function orderOf(plugins: ReadonlyMap<string, WrittenFields>) {
  const [plugin, byDefault] = Object.entries(orderFiles).find(([plugin]) => plugins.has(plugin)) ?? ['', ''];
  const file = textOf(plugins.get(plugin)?.['nav_file']) ?? byDefault;
  const first = plugins.get(plugin)?.['implicit_index'] === true ? ['index.md', 'README.md'] : [];
  const isList = file.endsWith('.md');
  return { file, isList, first, excluded: isList && !isIndex(file) ? file : '' };
}

function read(files: ProjectFiles, limit = new NavigationLimit()): Project {
  const { value: all, faults, file } = configOf(files);
  const plugins = optionsByName(all['plugins']);
  const docsDir = folderOf(all['docs_dir'], 'docs');
  const { own, folder, ending, globs: ofOthers, others } = languagesOf(files, docsDir, plugins.get('i18n'));
  const config: WrittenFields = { ...all, ...own };
  const contentDir = [docsDir, folder].filter(Boolean).join('/');
  const extensions = optionsByName(withWholeNames(config['markdown_extensions'], ['pymdownx', 'zensical.extensions']));
  const order = orderOf(plugins);
  const globs = [plugins.get('exclude')?.['glob'] ?? []].flat().map((glob) => `/${wordOf(glob)}`);
  const lines = [wordOf(config['exclude_docs']), order.excluded, ...globs, ...ofOthers].join('\n');
  const { excluded, ...known } = pagesIn(pathsBelow(files.paths, contentDir), lines, ending);
  const hasFolders = config['use_directory_urls'] !== false;
  const tree: Tree = {
    limit,
    ...known,
    pagesFile: (dir) => {
      const path = posix.join(contentDir, dir, order.file);
      const nav = order.isList ? toNav(readSummary(files.read(path) ?? '', limit)) : [];
      if (nav.length === 0) return order.isList || order.file === '' ? {} : readConfig(files, path).value;
      return { nav: uniq([...order.first.filter((name) => known.pages.includes(posix.join(dir, name))), ...nav]) };
    },
    hasIndexes: plugins.has('section-index') || listOf(get(config, 'theme.features')).includes('navigation.indexes'),
  };
  // A list of literate-nav overrides `nav`.
  const nav = order.isList && 'nav' in tree.pagesFile('') ? undefined : config['nav'];
  const hooks = take(uniq(listOf(config['hooks']).map(wordOf)), max.hooks).map((path) => files.read(path));
  const macros = plugins.get('macros') ?? extensions.get('zensical.extensions.macros');
  const hasValues = macros !== undefined || hooks.some((text) => text === undefined || readsJinja.test(text));
  const editUri = textOf(config['edit_uri']) ?? '';
  const [snippets, tabbed] = ['snippets', 'tabbed'].map((name) => mapOf(extensions.get(`pymdownx.${name}`)));
  const included = [snippets?.['base_path'], macros?.['include_dir']]
    .flat()
    .flatMap((dir) => pathFrom('', textOf(dir)?.replace('$docs_dir', contentDir || '.') ?? '..') ?? []);
  const snippetOf = (name: string) => [...included, ''].map((dir) => files.read(posix.join(dir, name))).find(Boolean);
  return {
    ...emptyProject('mkdocs'),
    file,
    contentDir,
    assets: [mapOf(config['theme'])['custom_dir']].flatMap((dir) => pathFrom('', textOf(dir) ?? '..') ?? []),
    included,
    title: textOf(config['site_name']),
    editUrl: editUrlOf(isUrl(editUri) || editUri === '' ? editUri : `${wordOf(config['repo_url'])}/${editUri}`, folder),
    headingIds: idRuleOf(extensions.get('toc')),
    navigation: Array.isArray(nav) ? itemsOf(nav, '', tree) : itemsIn('', tree),
    variables: {
      hasFolders,
      extensions: [...extensions.keys()].sort(compareStrings),
      fences: mapOf(extensions.get('pymdownx.superfences'))['custom_fences'],
      hasValues,
      hasHooks: hooks.length > 0,
      marks: take(uniq(hooks.flatMap((text = '') => text.match(/(?<=<!-- )[\w-]{1,40}(?=:)/g) ?? [])), max.marks),
      ...(hasValues && { values: valuesOf(files, config, macros) }),
      hasTables: plugins.has('table-reader'),
      hasIncludes: plugins.has('include-markdown'),
      blog: plugins.get('blog'),
      hasReferences: plugins.has('mkdocstrings') || plugins.has('autorefs'),
      tabIds: tabbed && 'slugify' in tabbed ? (tabbed['combine_header_slug'] === true ? 'combined' : 'own') : undefined,
      appended: map(listOf(snippets?.['auto_append']), (name) => withSnippets(wordOf(name), snippetOf)).join('\n\n'),
    },
    redirects: redirectsOf(mapOf(plugins.get('redirects')?.['redirect_maps']), { hasFolders, ending }),
    excluded,
    settings: { hasFolders, ending } satisfies Addresses,
    faults: [...faults, ...keyFaults(file, nav, extensions.get('toc')), ...outsideFaults(file, pick(all, 'docs_dir'))],
    locales: others,
  };
}

const hasOwnIds = ({ slugify }: WrittenFields = {}) =>
  isString(slugify) && !/^(?:pymdownx\.slugs|markdown\.extensions\.toc)\./.test(slugify);
const ownIds = { reason: '`toc.slugify` is a function: headings have the ids of MkDocs', advice: 'isIds' } as const;
const navFault = { reason: '`nav` is not a list' };
const keyFaults = (file: string, nav: unknown, toc?: WrittenFields): readonly ProjectFault[] =>
  compact([hasOwnIds(toc) && ownIds, !Array.isArray(nav ?? []) && navFault]).map((fault) => ({ file, ...fault }));

/** Returns the rule for heading ids by the options of the extension toc. A function of the site is not run. */
function idRuleOf(toc: WrittenFields = {}): HeadingIds {
  const isDefault = toc['slugify'] === undefined || toc['slugify'] === 'markdown.extensions.toc.slugify';
  if (!isDefault && !hasOwnIds(toc)) return 'mkdocs-unicode';
  return toc['separator'] === '_' ? 'mkdocs-underscores' : 'mkdocs';
}

function redirectsOf(maps: WrittenFields, settings: Addresses): Project['redirects'] {
  const toAddress = (path: string) =>
    isUrl(path) ? path : path.replace(/^[^#]*/, (file) => addressOf(file, settings).replace(/(?<=.)\/$/, ''));
  return Object.entries(maps).flatMap(([from, to]) =>
    typeof to === 'string' && toAddress(from) !== toAddress(to) ? [[toAddress(from), toAddress(to)] as const] : [],
  );
}

/** Matches the text of a hook that reads Jinja, or replaces `{{ x }}` itself. */
const readsJinja = /jinja|\{\\?\{\s{0,9}[\w\\(]/;

/** Returns values by name: the config's, and those in data files, which are listed as `path` or as `name: path`. */
function valuesOf(files: ProjectFiles, config: WrittenFields, { include_yaml: named }: WrittenFields = {}) {
  const paths = listOf(named).flatMap((entry) => Object.entries(isString(entry) ? { '': entry } : mapOf(entry)));
  const ofFiles = paths.slice(0, max.dataFiles).flatMap(([name, path]) => {
    const { value } = readData(files, wordOf(path));
    return name === '' ? Object.entries(mapOf(value)) : [[name, value] as const];
  });
  const [own, extra] = [pickBy(config, isString), mapOf(config['extra'])];
  return Object.fromEntries([['config', own], ['extra', extra], ...Object.entries(extra), ...ofFiles]);
}

/** Converts a list of literate-nav to `nav`. If an entry has children, its page becomes the first of them. */
const toNav = (entries: readonly Chapter[]): unknown[] =>
  entries.map(({ label, link, children }) => {
    if (children.length > 0) return { [label]: [...(link === undefined ? [] : [link]), ...toNav(children)] };
    return link === undefined ? label.replace(/\/$/, '') : { [label]: link };
  });

/** Returns the pages, pages with a language suffix by the path without it, and globs of other files: `exclude_docs`, and a README next to an index. */
function pagesIn(paths: readonly string[], exclude: string, ending: string) {
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
  const pages = paths.filter((path) => path.endsWith('.md') && !(excluded.length > 0 && isOut(path)));
  const written = pages.filter((path) => path.endsWith(ending));
  return { excluded, pages, written: new Map(written.map((path) => [`${path.slice(0, -ending.length)}.md`, path])) };
}
