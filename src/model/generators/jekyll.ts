// Jekyll, with just-the-docs and themes whose navigation is in files of data.
import { posix } from 'node:path';
import { isNumber, isString, mapValues, omit, overSome, pickBy, sortBy, trim } from 'lodash-es';
import type { NavigationLimit } from '../input/navigation.js';
import { listOf, mapOf, textOf, wordOf } from '../input/plain-data.js';
import { dayOf } from '../types/days.js';
import { projectGlobTest } from '../types/globs.js';
import { groupBy } from '../types/group.js';
import { type InheritedValues, withInherited } from '../types/inherited-values.js';
import { ancestorsOf } from '../types/path.js';
import { addressAt, fillPlaceholders, titleOfName } from '../types/project-paths.js';
import { readTexts } from '../types/small-texts.js';
import { htmlPages, pathsByAddress } from './addresses.js';
import { readConfig } from './config-files.js';
import { dataIn, itemsOfData, treeByParents } from './data-navigation.js';
import type { Generator, NavigationItem, Project, ProjectFiles, ProjectPage, WrittenFields } from './generator.js';
import { emptyProject } from './generator.js';

export const jekyll: Generator = {
  name: 'jekyll',
  detect: (names) => configNames.some((name) => names.has(name)),
  configFiles:
    /^_config\.ya?ml$|^_data\/(?:[^/]+\/){0,3}[^/]+\.(?:ya?ml|json)$|^_includes\/(?:.+\.(?:html?|md|markdown|svg|txt)|[^.]+)$|(?:^|\/)_[^/]+\.(?:html|md|markdown)$/,
  folders: ['_data', '_includes'],
  read,
  pageTest,
  inherited,
  fields,
  slug,
  arrange,
  unread: (files, project) => htmlPages(files, project, jekyll),
};

const configNames = ['_config.yml', '_config.yaml'];
/** Matches the path in a tag. Its end, after the last value, identifies files next to pages that an include can show. */
const relativeInclude = /\{%-?\s{0,20}include_relative\s{1,20}(?:[^\n%]{0,300}\}\})?([^\s%{}]{0,300})/g;

function read(files: ProjectFiles): Project {
  const file = configNames.find((name) => files.read(name) !== undefined) ?? '_config.yml';
  const { value: config, faults: ofConfig } = readConfig(files, file);
  const isInclude = (path: string) => !path.startsWith('_data/') && jekyll.configFiles.test(path);
  const { data, unread, faults } = dataIn(files, '_data', (path) => jekyll.configFiles.test(path) && !isInclude(path));
  const own = readTexts(files, isInclude);
  const ends = Array.from(own.paths.map(own.read).join('\n').matchAll(relativeInclude), ([, end]) => end);
  const isNamed = (path: string) =>
    ends.some((end) => (end ? path.endsWith(end) : /^[^_.].*\/[^/_.][^/]*\.(?:json|ya?ml|xml|txt)$/.test(path)));
  const includes = [own, readTexts(files, (path) => !isInclude(path) && isNamed(path))].flatMap(({ paths, read }) =>
    paths.map((path) => [`/${path}`.replace(/^\/_includes\//, ''), read(path)] as const),
  );
  const settings = settingsIn(config, files);
  return {
    ...emptyProject('jekyll'),
    file,
    settings,
    title: textOf(config['title']),
    // Jekyll uses kramdown's parser for GitHub's Markdown, with GitHub's ids, unless its config selects kramdown's default parser.
    headingIds: wordOf(mapOf(config['kramdown'])['input']).toLowerCase() === 'kramdown' ? 'kramdown' : 'github',
    variables: {
      // A URL with `baseurl` refers to the same page as one without.
      site: { ...omit(config, notValues), baseurl: '', data },
      unread: unread.map((path) => path.replace(/^_data\/|\.\w+$/g, '').split('/')),
      includes: Object.fromEntries(includes),
      collections: Object.keys(settings.collections),
    },
    excluded: [...textList(config['exclude']), 'vendor', 'node_modules'],
    shown: textList(config['include']),
    inherited: defaultsIn(config),
    faults: [...ofConfig, ...faults],
  };
}

const textList = (value: unknown): string[] => [value].flat().flatMap((one) => textOf(one) ?? []);

type Settings = ReturnType<typeof settingsIn>;
const settingsOf = ({ settings }: Project) => settings as Settings;

/** Returns the rules of the key `defaults`. The most specific one is last. */
function defaultsIn({ defaults }: WrittenFields): readonly InheritedValues[] {
  const rules = listOf(defaults).map((rule) => {
    const { scope, values } = mapOf(rule);
    const { path, type } = mapOf(scope);
    const folder = textOf(path)?.replace(/^\/|\/$/g, '') ?? '';
    const place = folder.includes('*') ? { folder: '', globs: [folder] } : { folder, globs: [] };
    return { ...place, type: textOf(type) ?? '', values: mapOf(values) };
  });
  return sortBy(rules, [({ folder, globs }) => (globs[0] ?? folder).length, 'type.length']);
}

/** Returns the settings that determine pages and their URLs. */
function settingsIn(config: WrittenFields, { paths }: ProjectFiles) {
  const { collections: written, collections_dir: dir, permalink } = config;
  const named = { posts: {}, ...Object.fromEntries(textList(written).map((name) => [name, {}])), ...mapOf(written) };
  const shown = pickBy(mapValues(named, mapOf), ({ output }, name) => output === true || name === 'posts');
  return {
    collections: mapValues(shown, ({ permalink = '' }) => wordOf(permalink)),
    collectionsDir: trim(textOf(dir), '/'),
    permalink: textOf(permalink) ?? 'date',
    timeZone: textOf(config['timezone']) ?? 'UTC',
    indexes: paths.filter((path) => /(?:^|\/)index\.(?:md|markdown|html)$/.test(path)).map(posix.dirname),
  };
}

/** Keys of a config that are not available as values of `site`. */
const notValues = ['collections', 'defaults', 'plugins', 'gems', 'exclude', 'include', 'sass', 'baseurl'];

interface Place {
  /** Name of the collection, or `pages`. */
  readonly type: string;
  /** Path from the folder of the collection. */
  readonly rest: string;
  /** Folders above `_posts`. */
  readonly categories: string;
}

function placeOf(path: string, { collectionsDir }: Settings): Place {
  const inside = collectionsDir !== '' && path.startsWith(`${collectionsDir}/`);
  const [, categories = '', type, rest = ''] =
    /^((?:[^_][^/]*\/)*)_([^/]+)\/(.+)$/.exec(inside ? path.slice(collectionsDir.length + 1) : path) ?? [];
  if (type === undefined || (categories !== '' && type !== 'posts'))
    return { type: 'pages', rest: path, categories: '' };
  return { type, rest, categories: categories.slice(0, -1) };
}

/** Returns a test for pages. Files in a folder with `_` are pages if the folder's collection has pages. */
function pageTest(project: Project): (path: string) => boolean {
  const settings = settingsOf(project);
  const [isIn, isOut] = [projectGlobTest(project.shown), projectGlobTest(project.excluded)];
  const indexes = new Set(settings.indexes);
  // GitHub Pages makes a README the page of its folder, unless the folder has an index.
  const isHidden = (path: string) => /(?:^|\/)readme\.(?:md|markdown)$/i.test(path) && indexes.has(posix.dirname(path));
  return (path) => {
    const { type, rest } = placeOf(path, settings);
    if (isIn(path)) return true;
    if (isOut(path) || isHidden(path) || rest.split('/').some((name) => /^[_#~]/.test(name))) return false;
    return type === 'pages' || Object.hasOwn(settings.collections, type);
  };
}

function inherited(written: WrittenFields, path: string, project: Project): WrittenFields {
  const { type } = placeOf(path, settingsOf(project));
  return withInherited({ ...written, path }, project.inherited, { path, folders: [...ancestorsOf(path), path], type });
}

function fields(written: WrittenFields, path: string, project: Project) {
  const [title, label] = [textOf(written['title']), textOf(written['nav_title']) || textOf(written['menu_name'])];
  const isPost = placeOf(path, settingsOf(project)).type === 'posts';
  const orders = ['nav_order', 'order', 'weight', 'position'].map((key) => wordOf(written[key]));
  const order = orders.flatMap((value) => (value === '' ? [] : Number(value))).find(Number.isFinite);
  // Posts are listed newest first.
  const position = order ?? (isPost ? -Number(dateOf(path, written, project).replace(/-/g, '')) : undefined);
  return {
    ...(title?.trim() && { title: title.replace(/<\/?(?:span|b|i|em|strong|small|br|sup|sub)\b[^<>]*>/g, '') }),
    ...(label?.trim() && { sidebar_label: label }),
    ...(position && { sidebar_position: position }),
    ...(written['published'] === false && { draft: true }),
  };
}

/** Returns year, month and day of a post. '' for other pages. */
const dateOf = (path: string, { date }: WrittenFields, project: Project): string =>
  dayOf(wordOf(date), settingsOf(project).timeZone) || (/\/(\d{4}-\d\d?-\d\d?)-[^/]*$/.exec(path)?.[1] ?? '');

/** Named URL patterns of the key `permalink`, for posts. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
};

function patternOf({ type }: Place, { permalink: own }: WrittenFields, { collections, permalink }: Settings) {
  const ofCollection = collections[type];
  if (typeof own === 'string' && own !== '') return own;
  if (type === 'posts') return ofCollection || (styles[permalink] ?? permalink);
  const end = permalink === 'pretty' || permalink.endsWith('/') ? '/' : ':output_ext';
  return ofCollection === undefined ? `/:path/:basename${end}` : ofCollection || `/:collection/:path${end}`;
}

/** Jekyll's `slugify`: keeps letters and digits, and with `pretty` also some punctuation. */
const slugified = (text: string, kept = '') =>
  text.replace(new RegExp(`[^\\p{L}\\p{M}\\p{N}${kept}]+`, 'gu'), '-').replace(/^-|-$/g, '');

function slug(path: string, written: WrittenFields, project: Project): string {
  const place = placeOf(path, settingsOf(project));
  const file = place.rest.replace(/\.\w+$/, '');
  const { dir: folder, base } = posix.parse(file);
  const name = place.type === 'posts' ? base.replace(/^\d{4}-\d\d?-\d\d?-/, '') : base;
  // For a folder without front matter, this is called with the name of its index.
  const isFolder = /^(?:index|readme)$/i.test(base) && (place.type === 'pages' || Object.keys(written).length === 0);
  if (isFolder && !textOf(written['permalink']))
    return addressAt(`${place.type === 'pages' ? '' : `${place.type}/`}${folder}/`);
  const { categories = written['category'] } = written;
  const own = typeof categories === 'string' ? categories.split(/\s+/) : textList(categories);
  const values: Readonly<Record<string, string>> = {
    // A plugin can fill others from the front matter.
    ...mapValues(pickBy(written, overSome(isString, isNumber)), String),
    collection: place.type,
    path: place.type === 'pages' ? folder : file,
    basename: base,
    name: slugified(base).toLowerCase(),
    title: slugified(textOf(written['slug']) || name, "._~!$&'()+,;=@"),
    slug: slugified(textOf(written['slug']) || name).toLowerCase(),
    categories: [...place.categories.split('/'), ...own].filter(Boolean).join('/').toLowerCase(),
    output_ext: '.html',
  };
  const pattern = patternOf(place, written, settingsOf(project));
  return addressAt(fillPlaceholders(pattern, values, dateOf(path, written, project)));
}

/** Returns the navigation from data files or from the front matter of the pages. Undefined if neither defines one. */
function arrange(pages: readonly ProjectPage[], project: Project, limit: NavigationLimit) {
  const site = mapOf(project.variables.site);
  const isByParents = /just-the-docs/.test(`${wordOf(site['theme'])} ${wordOf(site['remote_theme'])}`);
  const byAddress = pathsByAddress(pages, ({ path, written }) => slug(path, written, project));
  const { items, paths } = itemsOfData(isByParents ? {} : mapOf(site['data']), byAddress, limit);
  if (items.length > 0) return [...items, ...restOf(pages, paths)];
  const hasAny = (...keys: readonly string[]) => pages.some(({ written }) => keys.some((key) => key in written));
  if (isByParents || hasAny('parent')) return byParents(pages, site, limit);
  if (!hasAny('nav_order', 'nav_exclude')) return undefined;
  // Themes without `parent` show a section for each top-level folder.
  const byFolder = groupBy(pages, ({ path }) => /^[^_/][^/]*(?=\/)/.exec(path)?.[0] ?? '');
  return sortBy([...byFolder], '0').flatMap(([name, own]): readonly NavigationItem[] => {
    const items = byParents(own, name === '' ? site : {}, limit);
    return name === '' ? items : [{ type: 'folder', label: titleOfName(name), items }];
  });
}

/** Returns pages that no list contains, by folder: those in collections of listed pages. If no collection is listed and the lists are short, all folders. */
function restOf(pages: readonly ProjectPage[], seen: ReadonlySet<string>): NavigationItem[] {
  const collectionOf = (path: string) => /^(?:.*\/)?_[^/]+(?=\/)/.exec(path)?.[0] ?? '';
  const shown = new Set([...seen].map(collectionOf).filter(Boolean));
  const isFew = shown.size === 0 && seen.size * 4 < pages.length;
  const isRest = ({ path }: ProjectPage) =>
    !seen.has(path) && (isFew ? path.includes('/') : shown.has(collectionOf(path)));
  const folders = groupBy(sortBy(pages.filter(isRest), ['position', 'path']), ({ path }) => posix.dirname(path));
  return [...folders].map(([folder, own]) => ({
    type: 'folder',
    label: titleOfName(folder.replace(/^.*\/_?|^_/, '')),
    items: own.map(({ path }) => ({ type: 'page', path })),
  }));
}

/** `parent`, `grand_parent`, `nav_order` and `nav_exclude` of just-the-docs. Pages without a title are not in its navigation. */
function byParents(pages: readonly ProjectPage[], site: WrittenFields, limit: NavigationLimit): NavigationItem[] {
  const kindOf = ({ written }: ProjectPage) => -['undefined', 'string', 'number'].indexOf(typeof written['nav_order']);
  const isCased = site['nav_sort'] === 'case_sensitive';
  const inOrder = (value: unknown) => (isNumber(value) ? value : isCased ? wordOf(value) : wordOf(value).toLowerCase());
  const sorted = sortBy(pages, [kindOf, ({ written }) => inOrder(written['nav_order']), ({ title }) => inOrder(title)]);
  const entries = sorted.flatMap(({ path, title, written }) => {
    if (written['nav_exclude'] === true || typeof written['title'] !== 'string') return [];
    const { parent, grand_parent: above, ancestor, child_nav_order: order } = written;
    const isReversed = /^(?:desc|reversed)$/.test(wordOf(order));
    return [{ key: title, label: title, page: path, parent, above, ancestor, isReversed }];
  });
  const byGroup = groupBy(entries, ({ page }) => /^_([^/]+)\//.exec(page)?.[1] ?? '');
  const treeOf = (group: string) => treeByParents(byGroup.get(group) ?? [], limit);
  const groups = Object.entries(mapOf(mapOf(site['just_the_docs'])['collections']));
  const folders = groups.map(([group, options]): NavigationItem => {
    return { type: 'folder', label: textOf(mapOf(options)['name']) ?? titleOfName(group), items: treeOf(group) };
  });
  const external = listOf(site['nav_external_links']).flatMap((link): NavigationItem[] => {
    const [title, href] = [textOf(mapOf(link)['title']), textOf(mapOf(link)['url'])];
    return title === undefined || href === undefined ? [] : [{ type: 'link', label: title, href }];
  });
  return [...treeOf(''), ...folders, ...external];
}
