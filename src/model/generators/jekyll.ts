// Jekyll: its config, which files are pages, their fields and addresses. The order of pages is in jekyll-navigation.ts.
import { setWith } from 'lodash-es';
import { isRecord } from '../input/plain-data.js';
import { parseYaml } from '../input/yaml.js';
import { globTest } from '../types/globs.js';
import { ancestorsOf } from '../types/path.js';
import {
  emptyProject,
  type Generator,
  type HeadingIds,
  type Project,
  type ProjectFault,
  type ProjectFiles,
  type WrittenFields,
} from './generator.js';
import { arrange, navigationLists } from './jekyll-navigation.js';

export const jekyll: Generator = {
  name: 'jekyll',
  detect: (names) => configNames.some((name) => names.has(name)),
  configFiles:
    /^_config\.ya?ml$|^_data\/(?:[^/]+\/){0,3}[^/]+\.(?:ya?ml|json)$|^_includes\/.+\.(?:html?|md|markdown|svg|txt)$/,
  folders: ['_data', '_includes'],
  read,
  pageTest,
  fields,
  slug,
  arrange: (pages, project) => arrange(pages, project, slug),
};

const configNames = ['_config.yml', '_config.yaml'];

/** The part of a config that decides about pages: plain data. */
interface Settings {
  /** Permalink of each collection with pages, '' for the default, by name. */
  readonly collections: Readonly<Record<string, string>>;
  readonly collectionsDir: string;
  readonly permalink: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly defaults: readonly { readonly path: string; readonly type: string; readonly values: WrittenFields }[];
}

const settingsOf = ({ settings }: Project) => settings as unknown as Partial<Settings>;

function read(files: ProjectFiles): Project {
  const file = configNames.find((name) => files.read(name) !== undefined) ?? '_config.yml';
  const parsed = parseYaml(files.read(file) ?? '');
  const faults: ProjectFault[] = [];
  if ('fault' in parsed) faults.push({ file, line: parsed.fault.line, reason: parsed.fault.reason });
  const config = 'value' in parsed && isRecord(parsed.value) ? parsed.value : {};
  const settings = pageSettings(config);
  const texts = new Map(textsOf(files));
  const data = dataOf(texts, faults);
  const { title, just_the_docs: justTheDocs } = config;
  return {
    ...emptyProject('jekyll'),
    ...(typeof title === 'string' && { title }),
    headingIds: headingIdsOf(config),
    variables: {
      site: { ...siteValues(config), data },
      includes: includesOf(texts),
      collections: Object.keys(settings.collections),
    },
    settings: {
      ...settings,
      lists: navigationLists(data),
      isByParents: /just-the-docs/.test(`${String(config['theme'])} ${String(config['remote_theme'])}`),
      groups: isRecord(justTheDocs) && isRecord(justTheDocs['collections']) ? justTheDocs['collections'] : {},
      links: Array.isArray(config['nav_external_links']) ? config['nav_external_links'] : [],
    },
    faults,
  };
}

/** Jekyll uses kramdown's parser for GitHub's Markdown, with GitHub's ids, unless its config selects kramdown's own. */
function headingIdsOf({ kramdown: options }: WrittenFields): HeadingIds {
  return isRecord(options) && String(options['input']).toLowerCase() === 'kramdown' ? 'kramdown' : 'github';
}

const textList = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string');

function pageSettings(config: WrittenFields): Settings {
  const { collections: written, collections_dir: dir, permalink, include, exclude, defaults } = config;
  const named = isRecord(written) ? Object.entries(written) : textList(written).map((name) => [name, {}] as const);
  const shown = named.flatMap(([name, options]) => {
    const { output, permalink = '' } = isRecord(options) ? options : {};
    return output === true || name === 'posts' ? [[name, String(permalink)] as const] : [];
  });
  const rules = (Array.isArray(defaults) ? defaults : []).flatMap((rule) => {
    const { scope, values } = isRecord(rule) ? rule : {};
    const { path = '', type = '' } = isRecord(scope) ? scope : {};
    return isRecord(values) ? [{ path: String(path).replace(/^\/|\/$/g, ''), type: String(type), values }] : [];
  });
  return {
    collections: Object.fromEntries(shown),
    collectionsDir: typeof dir === 'string' ? dir.replace(/^\/+|\/+$/g, '') : '',
    permalink: typeof permalink === 'string' ? permalink : 'date',
    include: textList(include),
    exclude: [...textList(exclude), 'vendor', 'node_modules'],
    // The most specific rule is last.
    defaults: rules.sort((a, b) => a.path.length - b.path.length || a.type.length - b.type.length),
  };
}

/** Keys of a config that are not values of the site. */
const notValues = ['collections', 'defaults', 'plugins', 'gems', 'exclude', 'include', 'sass', 'kramdown', 'baseurl'];

/** `baseurl` is empty, because an address with it means the same page without. */
function siteValues(config: WrittenFields): WrittenFields {
  return { ...Object.fromEntries(Object.entries(config).filter(([key]) => !notValues.includes(key))), baseurl: '' };
}

/** Maximum number of files of data and includes, and of characters in all. */
const most = { files: 500, characters: 1_000_000 };

function textsOf({ paths, read }: ProjectFiles): readonly (readonly [path: string, text: string])[] {
  let left = most.characters;
  const wanted = paths.filter((path) => /^_(?:data|includes)\//.test(path) && jekyll.configFiles.test(path));
  return wanted.slice(0, most.files).flatMap((path) => {
    const text = read(path);
    if (text === undefined || text.length > left) return [];
    left -= text.length;
    return [[path, text] as const];
  });
}

/** Data by the names of folders and files. A file that can't be read is a fault if it is a navigation. */
function dataOf(texts: ReadonlyMap<string, string>, faults: ProjectFault[]): WrittenFields {
  const data: Record<string, unknown> = {};
  for (const [file, text] of texts) {
    if (!file.startsWith('_data/')) continue;
    const parsed = parseYaml(text);
    if ('fault' in parsed) {
      if (/nav|toc|sidebar/.test(file)) faults.push({ file, line: parsed.fault.line, reason: parsed.fault.reason });
      continue;
    }
    setWith(data, file.replace(/^_data\/|\.\w+$/g, '').split('/'), parsed.value, Object);
  }
  return data;
}

const includesOf = (texts: ReadonlyMap<string, string>) =>
  Object.fromEntries([...texts].flatMap(([path, text]) => (path.startsWith('_data/') ? [] : [[path.slice(10), text]])));

/** Where a file is: in a collection, or among the pages (`pages`). */
interface Place {
  readonly type: string;
  /** Path from the folder of the collection. */
  readonly rest: string;
  /** Folders above `_posts`. */
  readonly categories: string;
}

function placeOf(path: string, { collectionsDir = '' }: Partial<Settings>): Place {
  const inside = collectionsDir !== '' && path.startsWith(`${collectionsDir}/`);
  const [, categories = '', type, rest = ''] =
    /^((?:[^_][^/]*\/)*)_([^/]+)\/(.+)$/.exec(inside ? path.slice(collectionsDir.length + 1) : path) ?? [];
  if (type === undefined || (categories !== '' && type !== 'posts'))
    return { type: 'pages', rest: path, categories: '' };
  return { type, rest, categories: categories.slice(0, -1) };
}

/** Files in folders with `_` are pages if their collection has pages. */
function pageTest(project: Project): (path: string) => boolean {
  const settings = settingsOf(project);
  const { collections = {}, include = [], exclude = [] } = settings;
  const [isIn, isOut] = [globTest(include), globTest(exclude)];
  return (path) => {
    const { type, rest } = placeOf(path, settings);
    if (isIn(path)) return true;
    if (isOut(path) || rest.split('/').some((name) => /^[_#~]/.test(name))) return false;
    return type === 'pages' || Object.hasOwn(collections, type);
  };
}

/** What an author wrote, and what the config sets for the folder or the collection of the file. */
function withDefaults(written: WrittenFields, path: string, project: Project): WrittenFields {
  const { defaults = [] } = settingsOf(project);
  const place = placeOf(path, settingsOf(project));
  const isIn = (folder: string) =>
    folder === '' ||
    folder === path ||
    [...ancestorsOf(path), path].some((one) => one === folder) ||
    (folder.includes('*') && globTest([folder])(path));
  const fitting = defaults.filter((rule) => (rule.type === '' || rule.type === place.type) && isIn(rule.path));
  return Object.assign({}, ...fitting.map(({ values }) => values), written);
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

/** A position, if it is written as a number. */
const numberOf = (value: unknown) =>
  value === undefined || value === null || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);

function fields(written: WrittenFields, path: string, project: Project) {
  const all = withDefaults(written, path, project);
  const [title, label] = [textOf(all['title']), textOf(all['nav_title']) ?? textOf(all['menu_name'])];
  const date = placeOf(path, settingsOf(project)).type === 'posts' ? dateOf(path, all) : undefined;
  const order = ['nav_order', 'order', 'weight', 'position'].map((key) => numberOf(all[key]));
  // Posts are listed newest first.
  const position = order.find((one) => one !== undefined) ?? (date && -Number(date.join('')));
  return {
    parse_number_prefixes: false,
    ...(title !== undefined && { title }),
    ...(label !== undefined && { sidebar_label: label }),
    ...(position !== undefined && { sidebar_position: position }),
    ...(all['published'] === false && { draft: true }),
  };
}

/** Year, month and day of a post. */
function dateOf(path: string, { date }: WrittenFields): readonly [string, string, string] | undefined {
  const [, year, month = '', day = ''] =
    /^(\d{4})-(\d\d?)-(\d\d?)/.exec(String(date ?? '')) ?? /\/(\d{4})-(\d\d?)-(\d\d?)-[^/]*$/.exec(path) ?? [];
  return year === undefined ? undefined : [year, month.padStart(2, '0'), day.padStart(2, '0')];
}

/** The styles of the key `permalink`, for posts. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
};

function templateOf(
  { type }: Place,
  { permalink: own }: WrittenFields,
  { collections = {}, permalink = 'date' }: Partial<Settings>,
) {
  const ofCollection = collections[type];
  if (typeof own === 'string' && own !== '') return own;
  if (type === 'posts') return ofCollection || (styles[permalink] ?? permalink);
  const end = permalink === 'pretty' || permalink.endsWith('/') ? '/' : ':output_ext';
  if (ofCollection !== undefined) return ofCollection || `/:collection/:path${end}`;
  return `/:path/:basename${end}`;
}

/** Jekyll's `slugify`: letters and digits, and with `pretty` also some signs. */
const slugified = (text: string, kept = '') =>
  text.replace(new RegExp(`[^\\p{L}\\p{M}\\p{N}${kept}]+`, 'gu'), '-').replace(/^-|-$/g, '');

/** Returns the address of a file of the project. */
function slug(path: string, written: WrittenFields, project: Project): string {
  const all = withDefaults(written, path, project);
  const place = placeOf(path, settingsOf(project));
  const file = place.rest.replace(/\.\w+$/, '');
  const base = file.slice(file.lastIndexOf('/') + 1);
  const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
  const name = place.type === 'posts' ? base.replace(/^\d{4}-\d\d?-\d\d?-/, '') : base;
  // A folder without front matter is asked for by the name of its index.
  const isFolder = /^(?:index|readme)$/i.test(base) && (place.type === 'pages' || Object.keys(written).length === 0);
  if (isFolder && textOf(all['permalink']) === undefined)
    return `/${place.type === 'pages' ? '' : `${place.type}/`}${folder}/`.replace(/\/+/g, '/');
  const [year = '', month = '', day = ''] = dateOf(path, all) ?? [];
  const { categories = all['category'] } = all;
  const own = typeof categories === 'string' ? categories.split(/\s+/) : textList(categories);
  const values: Readonly<Record<string, string>> = {
    collection: place.type,
    path: place.type === 'pages' ? folder : file,
    basename: base,
    name: slugified(base).toLowerCase(),
    title: slugified(textOf(all['slug']) ?? name, "._~!$&'()+,;=@"),
    slug: slugified(textOf(all['slug']) ?? name).toLowerCase(),
    categories: [...place.categories.split('/'), ...own]
      .filter(Boolean)
      .map((one) => one.toLowerCase())
      .join('/'),
    output_ext: '.html',
    ...{ year, month, day, i_month: month.replace(/^0/, ''), i_day: day.replace(/^0/, ''), short_year: year.slice(2) },
  };
  const filled = templateOf(place, all, settingsOf(project)).replace(/:([a-z_]+)/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? (values[key] ?? '') : whole,
  );
  return `/${filled}`.replace(/\/{2,}/g, '/').replace(/(?:(?<=\/)index)?\.html$/, '');
}
