// Hugo: its config, which files are pages, their fields, addresses and order.
import { posix } from 'node:path';
import { get, isString, mapKeys, orderBy, pick, pickBy, sortBy, trim, uniq } from 'lodash-es';
import type { NavigationLimit } from '../input/navigation.js';
import { listOf, mapOf, merged, optionsByName, textOf, wordOf } from '../input/plain-data.js';
import { compareInEnglish } from '../input/text.js';
import { groupBy } from '../types/group.js';
import { ancestorsOf, isUrl, pathsBelow } from '../types/path.js';
import {
  addressAt,
  fillPlaceholders,
  folderOf,
  hugoAddress,
  plainAddress,
  titleOfName,
} from '../types/project-paths.js';
import { textsByName } from '../types/small-texts.js';
import { htmlPages, pathsByAddress } from './addresses.js';
import { cascadesIn, cascadesOfFolders, inherited, landing } from './cascades.js';
import { outsideFaults, readConfig } from './config-files.js';
import { dataIn, itemsOfData, treeByParents } from './data-navigation.js';
import type { Project, ProjectFiles, ProjectPage, WrittenFields } from './generator.js';
import { emptyProject, type Generator, type HeadingIds, type NavigationItem } from './generator.js';

export const hugo: Generator = {
  name: 'hugo',
  detect: (names) => {
    const hasAny = (pattern: RegExp) => [...names].some((name) => pattern.test(name));
    const isSite = names.has('content') && hasAny(/^(?:layouts|archetypes|themes)$/);
    return hasAny(/^hugo\.(?:toml|ya?ml|json)$/) || (isSite && hasAny(/^config(?:\.(?:toml|ya?ml|json))?$/));
  },
  configFiles:
    /^(?:config\/_default\/(?:[\w-]+\/)?)?[\w-]+(?:\.[\w-]+)?\.(?:toml|ya?ml|json)$|(?:^|\/)_index\.md$|^(?:data\/.+|i18n\/[^/]+)\.(?:toml|ya?ml|json)$|^(?:themes\/[^/]+\/)?layouts\/(?:[^/]+\/){0,2}_?(?:shortcodes|partials)\/.+\.(?:html|md)$/,
  folders: ['config', 'data', 'i18n', 'layouts', 'themes'],
  read,
  pageTest,
  fields,
  inherited,
  hasBareNames: true,
  slug: addressOf,
  unread: (files, project) => htmlPages(files, project, hugo),
  arrange,
};

/** Matches a config, or the file of one of its keys. Both can be for one language, such as `params.en.toml`. */
const configFile =
  /^(?:(?:config\/_default\/)?(?:hugo|config)|config\/_default\/(?:[\w-]+\/)?([\w-]+)(?:\.([\w-]+))?)\.(?:toml|ya?ml|json)$/;

/** Reads the config of the site for its default language. `config/_default` has precedence. */
function configOf(files: ProjectFiles) {
  const found = files.paths.flatMap((file) => {
    const [whole, key, language] = configFile.exec(file) ?? [];
    return whole === undefined ? [] : [{ key, language, file, ...readConfig(files, file) }];
  });
  const mains = sortBy(found, ({ file }) => file.includes('/')).filter(({ key }) => key === undefined);
  const partsOf = (language?: string) =>
    found
      .filter((part) => part.key !== undefined && part.language === language)
      .map(({ key = '', value }) => (key === 'languages' && language ? value : { [key]: value }));
  const all = merged([...mains.map(({ value }) => value), ...partsOf()]);
  const language = textOf(all['defaultContentLanguage']) ?? 'en';
  return {
    language,
    file: (mains.at(-1) ?? found[0])?.file,
    value: merged([all, mapOf(mapOf(all['languages'])[language]), ...partsOf(language)]),
    faults: found.flatMap(({ faults }) => faults),
  };
}

function read(files: ProjectFiles) {
  const { value: config, faults, file, language } = configOf(files);
  const languages = Object.keys(mapOf(config['languages']));
  const mounts = listOf(get(config, 'module.mounts'))
    .map(mapOf)
    .filter(({ lang = language, sites }) => [get(sites, 'matrix.languages') ?? lang].flat().includes(language))
    .filter(({ target }) => /^content(?:\/(?!.*\.(?:svg|png|jpe?g|gif|webp)$)|$)/i.test(wordOf(target)));
  const mount = mounts.find(({ source, target }) => target === 'content' && textOf(source));
  const parent = file === undefined ? '' : folderOf(mount?.['source'] ?? config['contentDir'], 'content');
  // Each language can have a folder in the content. If only one of these folders is mounted, it is the content.
  const topFolders = uniq(pathsBelow(files.paths, parent).map((path) => path.split('/')[0] ?? ''));
  const isByLanguage = topFolders.includes(language) && topFolders.every((name) => languages.includes(name));
  const main = isByLanguage && topFolders.length > 1 ? language : undefined;
  const contentDir = isByLanguage && main === undefined ? posix.join(parent, language) : parent;
  const unread = mounts.flatMap(({ source, target }) => {
    const reason = `\`module.mounts\` puts the pages of \`${wordOf(source)}\` into \`${target}\``;
    const advice = folderOf(source, '').startsWith(`${contentDir}/`) ? undefined : ('isElsewhere' as const);
    return folderOf(source, '') === contentDir ? [] : [{ file: file ?? '', reason, advice }];
  });
  const paths = pathsBelow(files.paths, contentDir);
  const otherLanguages = languages.filter((name) => name !== language);
  const statics = [config['staticDir'] ?? 'static'].flat().map((dir) => folderOf(dir, 'static'));
  const assets = ['assets', 'assets/images', ...themesOf(config).map((dir) => folderOf(`${dir}/static`, ''))];
  const { data, variables, ofData } = valuesOf(files, config, language);
  return {
    ...emptyProject('hugo'),
    file,
    contentDir,
    main,
    included: [posix.join(contentDir, main ?? '', 'includes'), ...statics], // shortcodes of Kubernetes and Kueue read these
    headingIds: idRuleOf(mapOf(get(config, 'markup.goldmark'))),
    ...(file !== undefined && { static: statics, assets }),
    title: textOf(config['title']),
    variables,
    inherited: [...cascadesIn(config['cascade'], ''), ...cascadesOfFolders(files, paths, contentDir)],
    settings: {
      language,
      otherLanguages,
      keepsCase: config['disablePathToLower'] === true,
      permalinks: permalinksOf(mapOf(config['permalinks'])),
      bundles: paths.filter((path) => bundleIndex.test(path)).map(posix.dirname),
      menus: mapOf(config['menus'] ?? config['menu']),
      data,
      hasLinkHook: ['', '_default/'].some((dir) => files.read(`layouts/${dir}_markup/render-link.html`)),
    },
    faults: [...faults, ...outsideFaults(file ?? '', { contentDir: config['contentDir'] }), ...unread, ...ofData],
    locales: otherLanguages.filter((name) => paths.some((path) => languageIn(path) === name)),
  };
}

type Settings = ReturnType<typeof read>['settings'];
const settingsOf = ({ settings }: Project) => settings as Settings;

const themesOf = ({ theme = [] }: WrittenFields) => [theme].flat().map((name) => `themes/${wordOf(name)}`);

/** Matches the path of a template. Its groups are the kind and the name. */
const template = /layouts\/(?:[^/]+\/){0,2}?_?(shortcodes|partials)\/(.+)\.(?:html|md)$/;

/** Returns the values that texts can print, and the data that can contain the order of pages. */
function valuesOf(files: ProjectFiles, config: WrittenFields, language: string) {
  const themes = themesOf(config).map((dir) => `${dir}/layouts/`);
  // Templates of the site override those of its themes.
  const templates = textsByName(files, [...themes, 'layouts/'], template, 'shortcodes/');
  const namesIn = (pattern: RegExp) => Object.values(templates).flatMap((text) => text.match(pattern) ?? []);
  const named = new Set(namesIn(/(?<=\bData\.)\w+/g));
  const dataName = (path: string) => /^data\/([^/.]+)(?:\/.+)?\.(?:toml|ya?ml|json)$/.exec(path)?.[1] ?? '';
  const isData = (path: string) => named.has(dataName(path)) || /^data\/.*(?:menu|nav|sidebar|toc)/.test(path);
  const { data: all, faults } = dataIn(files, '', (path) => isData(path) || path.startsWith(`i18n/${language}.`));
  const variables = {
    params: mapOf(config['params']),
    hasMath: get(config, 'markup.goldmark.extensions.passthrough.enable') === true,
    hasEmoji: config['enableEmoji'] === true,
    templates,
    texts: pick(get(all, ['i18n', language]), namesIn(/(?<=\b(?:i18n|T|lang\.Translate)\s+")[\w-]+/g)),
    // Every page gets these values, so large ones are left out.
    data: pickBy(mapOf(all['data']), (value, name) => named.has(name) && JSON.stringify(value ?? '').length < 64_000),
  };
  return { data: mapOf(all['data']), variables, ofData: faults };
}

/** Returns the rule for heading ids. Dashes that the typographer inserts are not in the ids. */
function idRuleOf({ parser, extensions }: WrittenFields): HeadingIds {
  const type = wordOf(get(parser, 'autoHeadingIDType')).replace('github-', '');
  if (type === 'ascii' || type === 'blackfriday') return `hugo-${type}`;
  const typographer = JSON.stringify(get(extensions, 'typographer') ?? true);
  return /^false$|"disable":true|"enDash":"--"/.test(typographer) ? 'hugo-hyphens' : 'hugo';
}

/** Returns patterns of URLs by the name of a folder in the content. */
const permalinksOf = ({ page, ...others }: WrittenFields) =>
  mapKeys(pickBy({ ...others, ...mapOf(page) }, isString), (_, key) => key.replace(/^\/|\/$/g, ''));

/** Matches the page of a bundle: a folder whose other files belong to the page. */
const bundleIndex = /(?:^|\/)index(?:\.[\w-]+)?\.md$/;
/** Returns the language in the name of a file, such as that of `a.de.md`. */
const languageIn = (path: string) => /\.([\w-]+)\.(?:md|html)$/.exec(path)?.[1] ?? '';

/** Returns the name of a file without its ending and the language of the site. */
const nameOf = (path: string, { language }: Settings) =>
  posix.parse(languageIn(path) === language ? posix.parse(path).name : path).name;

const isNotRendered = ({ build, _build }: WrittenFields) =>
  ['never', false].includes(mapOf(build ?? _build)['render'] as never);

function pageTest(project: Project): (path: string) => boolean {
  const settings = settingsOf(project);
  const bundles = new Set(settings.bundles);
  return (path) =>
    !settings.otherLanguages.includes(languageIn(path)) &&
    !ancestorsOf(bundleIndex.test(path) ? posix.dirname(path) : path).some((folder) => bundles.has(folder)) &&
    // The front matter of a landing page is not known here, and can differ from the values that its pages inherit.
    !isNotRendered(inherited({}, landing.test(path) ? posix.dirname(path) : path, project));
}

function fields(written: WrittenFields) {
  const label = textOf(written['linktitle']) || textOf(written['menutitle']);
  const weight = Number(wordOf(written['weight']));
  return {
    ...(label && { sidebar_label: label }),
    ...(Number.isFinite(weight) && weight !== 0 && { sidebar_position: weight }),
    ...((written['draft'] === true || written['headless'] === true || isNotRendered(written)) && { draft: true }),
  };
}

function addressOf(path: string, written: WrittenFields, project: Project): string {
  const settings = settingsOf(project);
  const dirs = path.split('/').slice(0, -1);
  const base = nameOf(path, settings);
  const url = textOf(written['url']);
  if (url !== undefined && url !== '' && !isUrl(url)) return addressAt(`${url}/`);
  const slug = trim(textOf(written['slug']), '/');
  const name = slug || (base === 'index' ? (dirs.at(-1) ?? '') : base);
  // For a folder without a landing page, this is called with the name of its index and no front matter.
  const ofSection = Object.keys(written).length === 0 ? undefined : settings.permalinks[dirs[0] ?? ''];
  const pattern = base === '_index' ? ':sections' : (ofSection ?? ':sections/:slugorfilename');
  const title = wordOf(written['title'] ?? name);
  const values = {
    section: dirs[0] ?? '',
    sections: (base === 'index' ? dirs.slice(0, -1) : dirs).join('/'),
    filename: base,
    contentbasename: base,
    title,
    slug: slug || title,
    slugorfilename: name,
    slugorcontentbasename: name,
  };
  const part = hugoAddress(fillPlaceholders(pattern, values, wordOf(written['date'])));
  return addressAt(`${settings.keepsCase ? part : part.toLowerCase()}/`);
}

/** Whether the site or its theme leaves a page out of lists. In Docsy, a top-level section has its own list, whatever `toc_hide` is. */
function isHidden({ path, written }: ProjectPage): boolean {
  const { list } = mapOf(written['build'] ?? written['_build']);
  const keys = ['bookHidden', 'hidden', ...(/^[^/]+\/_index\.md$/.test(path) ? [] : ['toc_hide'])];
  return ['never', 'local', false].includes(list as never) || keys.some((key) => written[key] === true);
}

const labelOf = ({ written, title }: ProjectPage) => textOf(written['sidebar_label']) ?? title;

/** Returns the navigation. `written` of the pages contains inherited values. A menu or list that has most of the pages comes first. */
function arrange(pages: readonly ProjectPage[], project: Project, limit: NavigationLimit): readonly NavigationItem[] {
  const byAddress = pathsByAddress(pages, ({ path, written }) => addressOf(path, written, project));
  const settings = settingsOf(project);
  const menus = [...entriesOfMenus(pages, settings.menus, byAddress).values()];
  const menu = menus.find((entries) => entries.filter(({ page }) => page).length > pages.length / 2);
  if (menu) return treeByParents(sortBy(menu, ['order', 'label']), limit);
  const { items, paths } = itemsOfData(settings.data, byAddress, limit);
  return paths.size > pages.length / 2 ? items : itemsOfSections(pages, settings, limit);
}

/** Reads the entries of menus in the config and in the front matter of pages, by the name of the menu. */
function entriesOfMenus(pages: readonly ProjectPage[], menus: WrittenFields, byAddress: ReadonlyMap<string, string>) {
  const entryOf = (menu: string, options: WrittenFields, own?: string) => {
    const { name, identifier, parent, weight, url, pageRef = url } = options;
    const page = own ?? (pageRef === undefined ? undefined : byAddress.get(plainAddress(wordOf(pageRef))));
    const label = wordOf(name ?? identifier);
    const order = Number(wordOf(weight)) || Number.POSITIVE_INFINITY;
    const href = isUrl(textOf(url) ?? '') ? textOf(url) : undefined;
    return { menu, key: identifier ?? label, parent, label, isNamed: true, page, href, order };
  };
  const ofConfig = Object.entries(menus).flatMap(([menu, entries]) =>
    listOf(entries).map((entry) => entryOf(menu, mapOf(entry))),
  );
  const ofPages = pages.flatMap((page) => {
    const own = { name: labelOf(page), weight: page.position };
    const named = optionsByName(page.written['menus'] ?? page.written['menu']);
    return [...named].map(([menu, options]) => entryOf(menu, { ...own, ...options }, page.path));
  });
  return groupBy([...ofConfig, ...ofPages], ({ menu }) => menu);
}

const dateOf = ({ written: { date, publishdate, published, lastmod } }: ProjectPage) =>
  wordOf(date || publishdate || published || lastmod);

/** Returns the sections with their pages. A folder is a section if it is at the top level or has a landing page. */
function itemsOfSections(pages: readonly ProjectPage[], settings: Settings, limit: NavigationLimit): NavigationItem[] {
  const placed = pages.map((page) => {
    const [dir, name] = [posix.dirname(page.path), nameOf(page.path, settings)];
    // The page of a leaf bundle belongs to the section above.
    const folder = /^_?index$/.test(name) ? posix.dirname(dir) : dir;
    return { page, folder, key: name === '_index' ? dir : page.path };
  });
  const hidden = new Set(placed.flatMap(({ page, key }) => (isHidden(page) ? [key] : [])));
  const shown = placed.filter(({ page, key }) => ![...ancestorsOf(page.path), key].some((one) => hidden.has(one)));
  const landings = new Set(shown.map(({ key }) => key));
  const sectionOf = (dir: string) =>
    dir === '.' ? undefined : [dir, ...ancestorsOf(dir)].find((one) => landings.has(one) || !one.includes('/'));
  // A section without a date has the date of its newest page.
  const newest = new Map(
    sortBy(pages, dateOf).flatMap((page) => ancestorsOf(page.path).map((dir) => [dir, dateOf(page)] as const)),
  );
  const entries = shown.map(({ page, folder, key }) => {
    const weight = key === '.' ? Number.NEGATIVE_INFINITY : page.position;
    // Pages without a title in front matter come first, by path.
    const { title = '', sidebar_label: name = title } = page.written;
    const order = { weight, date: dateOf(page) || newest.get(key) || '', name: wordOf(name) };
    return { key, parent: sectionOf(folder), label: labelOf(page), page: page.path, ...order };
  });
  const bare = uniq(entries.flatMap(({ parent = '.' }) => (parent === '.' || landings.has(parent) ? [] : [parent])));
  const folders = bare.map((key) => {
    const name = titleOfName(key).replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
    return { key, parent: undefined, page: undefined, label: name, name, date: newest.get(key) };
  });
  const byTitle = [...entries, ...folders].sort((a, b) => compareInEnglish(a.name, b.name));
  return treeByParents(orderBy(byTitle, ['weight', 'date'], ['asc', 'desc']), limit);
}
