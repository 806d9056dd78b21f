// Hugo: its config, which files are pages, their fields, addresses and order.
import { posix } from 'node:path';
import { cloneDeep, get, isString, mapKeys, orderBy, pickBy, set, sortBy, uniq } from 'lodash-es';
import { frontMatterValues } from '../input/front-matter-block.js';
import { listOf, mapOf, textOf } from '../input/plain-data.js';
import { compareInEnglish } from '../input/text.js';
import { groupBy } from '../types/group.js';
import { ancestorsOf, isUrl, pathsBelow } from '../types/path.js';
import { readTexts, textsByName } from '../types/small-texts.js';
import { addressAt, datePlaceholders, fillPlaceholders, htmlPages, pathsByAddress, plainAddress } from './addresses.js';
import { folderOf, outsideFaults, readConfig } from './config-files.js';
import { dataIn, itemsOfData, optionsByName, titleOfName, treeByParents } from './data-navigation.js';
import type { Generator, NavigationItem, Project, ProjectFiles, ProjectPage, WrittenFields } from './generator.js';
import { emptyProject } from './generator.js';
import { cascadesIn, type InheritedValues, withInherited } from './inherited.js';

const namesOf = (base: string) => ['toml', 'yaml', 'yml', 'json'].map((ending) => `${base}.${ending}`);

export const hugo: Generator = {
  name: 'hugo',
  detect: (names) =>
    namesOf('hugo').some((name) => names.has(name)) ||
    (names.has('content') &&
      (namesOf('config').some((name) => names.has(name)) || names.has('config')) &&
      ['layouts', 'archetypes', 'themes'].some((name) => names.has(name))),
  configFiles:
    /^(?:config\/_default\/(?:[\w-]+\/)?)?[\w-]+(?:\.[\w-]+)?\.(?:toml|ya?ml|json)$|(?:^|\/)_index\.md$|^data\/(?:.*(?:menu|nav|sidebar|toc).*|[^/]+)\.(?:toml|ya?ml|json)$|^(?:themes\/[^/]+\/)?layouts\/(?:[^/]+\/){0,2}_?(?:shortcodes|partials)\/.+\.(?:html|md)$/,
  folders: ['data', 'layouts', 'themes'],
  read,
  pageTest,
  fields,
  inherited,
  hasBareNames: true,
  slug: addressOf,
  unread: (files, project) => htmlPages(files, project, hugo),
  arrange,
};

interface Settings {
  readonly language: string;
  readonly otherLanguages: readonly string[];
  readonly keepsCase: boolean;
  /** Patterns of addresses by the name of a folder in the content. */
  readonly permalinks: Readonly<Record<string, string>>;
  readonly cascades: readonly InheritedValues[];
  /** Folders with an `index.md`, whose other files belong to it. */
  readonly bundles: readonly string[];
  readonly menus: WrittenFields;
  /** Whether a template of the site changes links. */
  readonly hasLinkHook: boolean;
  /** Data of files that can have the order of pages. */
  readonly data: WrittenFields;
}

const settingsOf = ({ settings }: Project) => settings as unknown as Settings;

/** Keys of a config that can have a file in `config/_default`, or in a folder of their name there. */
const parts = ['languages', 'params', 'menus', 'menu', 'markup', 'module', 'permalinks', 'cascade'];

/** Reads the config of the site, and the files of its parts. */
function configOf(files: ProjectFiles): ReturnType<typeof readConfig> & { readonly file: string | undefined } {
  const readFirst = (...bases: readonly string[]) => {
    const file = bases.flatMap(namesOf).find((name) => files.read(name) !== undefined);
    return { file, ...readConfig(files, file ?? '') };
  };
  const main = readFirst('hugo', 'config', 'config/_default/hugo', 'config/_default/config');
  const dir = 'config/_default';
  const language = textOf(main.value['defaultContentLanguage']) ?? 'en';
  // A language can have files of its own, such as `params.en.toml`.
  const found = parts.flatMap((part) => [
    { at: [part], ...readFirst(`${dir}/${part}`, `${dir}/${part}/${part}`) },
    {
      at: ['languages', language, part].slice(0, part === 'languages' ? 2 : 3),
      ...readFirst(`${dir}/${part}.${language}`),
    },
  ]);
  const value = cloneDeep(main.value);
  for (const { at, file, value: own } of found) if (file) set(value, at, { ...mapOf(get(value, at)), ...own });
  return {
    file: [main, ...found].find(({ file }) => file !== undefined)?.file,
    value,
    faults: [main, ...found].flatMap(({ faults }) => faults),
  };
}

function read(files: ProjectFiles): Project {
  const { value: config, faults, file } = configOf(files);
  const language = textOf(config['defaultContentLanguage']) ?? 'en';
  const languages = mapOf(config['languages']);
  const ofLanguage = mapOf(languages[language]);
  const mounts = listOf(get(config, 'module.mounts'))
    .map(mapOf)
    .filter(({ lang = language, sites }) => [get(sites, 'matrix.languages') ?? lang].flat().includes(language));
  const mount = mounts.find(({ source, target }) => target === 'content' && textOf(source));
  const written = ofLanguage['contentDir'] ?? mount?.['source'] ?? config['contentDir'];
  const parent = file === undefined ? '' : folderOf(written, 'content');
  // Each language can have a folder in the content. One that is mounted alone is the content.
  const topFolders = uniq(pathsBelow(files.paths, parent).map((path) => path.split('/')[0] ?? ''));
  const isByLanguage = topFolders.includes(language) && topFolders.every((name) => Object.hasOwn(languages, name));
  const main = isByLanguage && topFolders.length > 1 ? language : undefined;
  const contentDir = isByLanguage && main === undefined ? posix.join(parent, language) : parent;
  const unread = mounts.flatMap(({ source, target }) => {
    const isRead = folderOf(source, '') === contentDir || !/^content(?:\/|$)/.test(String(target));
    const reason = `\`module.mounts\` adds the pages of \`${source}\``;
    return isRead ? [] : [{ file: file ?? '', reason, advice: 'isElsewhere' as const }];
  });
  const paths = pathsBelow(files.paths, contentDir);
  const themes = [config['theme'] ?? []].flat().map((name) => `themes/${name}/layouts/`);
  // Those of the site replace those of its themes.
  const templates = textsByName(files, [...themes, 'layouts/'], template, 'shortcodes/');
  const named = new Set(Object.values(templates).flatMap((text) => text.match(/(?<=\bData\.)\w+/g) ?? []));
  const isNamed = (path: string) => /^data\/[^/]+$/.test(path) && named.has(posix.parse(path).name);
  const dataOf = (isRead: (path: string) => boolean) => dataIn(readTexts(files, isRead), 'data').data;
  const settings: Settings = {
    language,
    otherLanguages: Object.keys(languages).filter((name) => name !== language),
    keepsCase: config['disablePathToLower'] === true,
    permalinks: permalinksOf(mapOf(config['permalinks'])),
    cascades: [...cascadesIn(config['cascade'], ''), ...cascadesOfFolders(files, paths, contentDir)],
    menus: mapOf(ofLanguage['menus'] ?? ofLanguage['menu'] ?? config['menus'] ?? config['menu']),
    data: dataOf((path) => /^data\/.*(?:menu|nav|sidebar|toc)/.test(path)),
    hasLinkHook: ['', '_default/'].some((dir) => files.read(`layouts/${dir}_markup/render-link.html`)),
    bundles: paths.filter((path) => /\/index(?:\.[\w-]+)?\.md$/.test(path)).map((path) => posix.dirname(path)),
  };
  const statics = [ofLanguage['staticDir'] ?? config['staticDir'] ?? 'static'].flat();
  return {
    ...{ ...emptyProject('hugo'), file, contentDir, main },
    headingIds: idRuleOf(mapOf(get(config, 'markup.goldmark'))),
    ...(file !== undefined && { static: statics.map((dir) => folderOf(dir, 'static')), assets: ['assets'] }),
    title: textOf(ofLanguage['title']) ?? textOf(config['title']),
    variables: {
      ...{ params: mapOf(config['params']), hasMath: get(config, passthrough) === true, templates },
      // Each page gets them, so only small ones.
      data: pickBy(dataOf(isNamed), (value) => JSON.stringify(value ?? '').length < 8_000),
    },
    settings: { ...settings },
    faults: [...faults, ...outsideFaults(file ?? '', { contentDir: config['contentDir'] }), ...unread],
    locales: settings.otherLanguages.filter((name) => paths.some((path) => path.endsWith(`.${name}.md`))),
  };
}

/** Matches the kind and the name of a template. */
const template = /layouts\/(?:[^/]+\/){0,2}?_?(shortcodes|partials)\/(.+)\.(?:html|md)$/;

/** The rule for ids. Dashes of the typographer are not in them. */
function idRuleOf({ parser, extensions }: WrittenFields) {
  const type = String(get(parser, 'autoHeadingIDType')).replace('github-', '');
  if (type === 'ascii' || type === 'blackfriday') return `hugo-${type}` as const;
  const typographer = JSON.stringify(get(extensions, 'typographer') ?? true);
  return /^false$|"disable":true|"enDash":"--"/.test(typographer) ? 'hugo-hyphens' : 'hugo';
}

const permalinksOf = ({ page, ...others }: WrittenFields) =>
  mapKeys(pickBy({ ...others, ...mapOf(page) }, isString), (_, key) => key.replace(/^\/|\/$/g, ''));

const passthrough = 'markup.goldmark.extensions.passthrough.enable';
const landing = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|html)$/;

/** Reads what pages inherit from landing pages, at most 5,000 of them. */
const cascadesOfFolders = ({ read }: ProjectFiles, paths: readonly string[], contentDir: string): InheritedValues[] =>
  paths
    .filter((path) => landing.test(path))
    .slice(0, 5_000)
    .flatMap((path) => {
      const text = read(posix.join(contentDir, path)) ?? '';
      const folder = posix.dirname(path).replace(/^\.$/, '');
      return text.includes('cascade') ? cascadesIn(frontMatterValues(text)['cascade'], folder) : [];
    })
    .sort((a, b) => a.folder.length - b.folder.length);

/** Returns a path without the language in its name. */
const pathInSite = (path: string, { language }: Settings): string =>
  path.endsWith(`.${language}.md`) ? `${path.slice(0, -language.length - 4)}.md` : path;

function inherited(written: WrittenFields, path: string, project: Project): WrittenFields {
  const own = { ...mapKeys(written, (_, key) => key.toLowerCase()), ...mapOf(written['params']), ...written };
  const page = { path: path.replace(/(?:\/_?index)?\.(?:md|html)$/, ''), folders: ancestorsOf(path) };
  return withInherited(own, settingsOf(project).cascades, page);
}

const isNotRendered = ({ build, _build }: WrittenFields) =>
  ['never', false].includes(mapOf(build ?? _build)['render'] as never);

function pageTest(project: Project): (path: string) => boolean {
  const settings = settingsOf(project);
  const bundles = new Set(settings.bundles);
  return (path) => {
    const isIndex = /(?:^|\/)index(?:\.[\w-]+)?\.md$/.test(path);
    const above = ancestorsOf(path);
    return (
      !settings.otherLanguages.some((name) => path.endsWith(`.${name}.md`) || path.endsWith(`.${name}.html`)) &&
      !(isIndex ? above.slice(1) : above).some((folder) => bundles.has(folder)) &&
      // The front matter of a landing page is not known here, and can differ from what it hands down.
      !isNotRendered(inherited({}, landing.test(path) ? posix.dirname(path) : path, project))
    );
  };
}

function fields(written: WrittenFields) {
  const label = textOf(written['linktitle']) || textOf(written['menutitle']);
  const weight = Number(written['weight']);
  return {
    ...{ id: undefined, parse_number_prefixes: false },
    ...(label && { sidebar_label: label }),
    ...(Number.isFinite(weight) && weight !== 0 && { sidebar_position: weight }),
    ...((written['draft'] === true || written['headless'] === true || isNotRendered(written)) && { draft: true }),
  };
}

/** Hugo's rule for a part of an address: no spaces and no punctuation, except some. */
function partOf(text: string, keepsCase: boolean): string {
  const part = text
    .trim()
    .replace(/[^\p{L}\p{N}\p{M}\s./\\_#+~@-]/gu, '')
    .replace(/(?<!-)\s+(?!-)/g, '-')
    .replace(/\s+/g, '');
  return keepsCase ? part : part.toLowerCase();
}

function addressOf(path: string, written: WrittenFields, project: Project): string {
  const settings = settingsOf(project);
  const dirs = path.split('/').slice(0, -1);
  const base = posix.basename(pathInSite(path, settings)).replace(/\.(?:md|markdown|html)$/, '');
  const url = textOf(written['url']);
  if (url !== undefined && url !== '' && !isUrl(url)) return addressAt(`${url}/`);
  const slug = textOf(written['slug'])?.replace(/^\/+|\/+$/g, '') ?? '';
  const name = slug || (base === 'index' ? (dirs.at(-1) ?? '') : base);
  const above = base === 'index' ? dirs.slice(0, -1) : dirs;
  // A folder without a landing page is asked for by the name of its index, without front matter.
  const isSection = base === '_index' || Object.keys(written).length === 0;
  const pattern = isSection ? undefined : settings.permalinks[dirs[0] ?? ''];
  const title = String(written['title'] ?? name);
  const values = {
    ...datePlaceholders(String(written['date'] ?? '')),
    ...{ section: dirs[0] ?? '', sections: above.join('/'), filename: base, contentbasename: base, title },
    ...{ slug: slug || title, slugorfilename: name, slugorcontentbasename: name },
  };
  const ownPath = [...above, ...(base === '_index' ? [] : [name])].join('/');
  const filled = pattern === undefined ? ownPath : fillPlaceholders(pattern, values);
  return addressAt(`${partOf(filled, settings.keepsCase)}/`);
}

/** Whether the site or its theme leaves a page out of lists. In Docsy, a top-level section has its own list, whatever `toc_hide` is. */
function isHidden({ path, written }: ProjectPage): boolean {
  const { list } = mapOf(written['build'] ?? written['_build']);
  const keys = ['bookHidden', 'hidden', ...(/^[^/]+\/_index\.md$/.test(path) ? [] : ['toc_hide'])];
  return ['never', 'local', false].includes(list as never) || keys.some((key) => written[key] === true);
}

const labelOf = ({ written, title }: ProjectPage) => textOf(written['sidebar_label']) ?? title;

/** Arranges pages, whose `written` has what they inherit. A menu or a list that has most of the pages comes first. */
function arrange(pages: readonly ProjectPage[], project: Project): readonly NavigationItem[] {
  const byAddress = pathsByAddress(pages, ({ path, written }) => addressOf(path, written, project));
  const settings = settingsOf(project);
  const isMost = (count: number) => count * 2 > pages.length;
  const menus = entriesOfMenus(pages, settings.menus, byAddress).values();
  const menu = [...menus].find((entries) => isMost(entries.filter(({ page }) => page).length));
  if (menu) return treeByParents(sortBy(menu, ['order', 'label']));
  const { items, paths } = itemsOfData(settings.data, byAddress);
  return isMost(paths.size) ? items : itemsOfSections(pages, settings);
}

/** Reads the entries of menus in the config and in the front matter of pages, by the name of the menu. */
function entriesOfMenus(pages: readonly ProjectPage[], menus: WrittenFields, byAddress: ReadonlyMap<string, string>) {
  const entryOf = (menu: string, options: WrittenFields, page?: string) => {
    const { name, identifier, parent, weight, url } = options;
    const label = String(name ?? identifier ?? '');
    const order = Number(weight) || Number.POSITIVE_INFINITY;
    const href = isUrl(textOf(url) ?? '') ? textOf(url) : undefined;
    return { menu, key: identifier ?? label, parent, label, isNamed: true, page, href, order };
  };
  const ofConfig = Object.entries(menus).flatMap(([menu, entries]) =>
    listOf(entries).map((entry) => {
      const address = textOf(mapOf(entry)['pageRef']) ?? textOf(mapOf(entry)['url']);
      return entryOf(menu, mapOf(entry), address && byAddress.get(plainAddress(address)));
    }),
  );
  const ofPages = pages.flatMap((page) => {
    const own = { name: labelOf(page), weight: page.position };
    const named = optionsByName(page.written['menus'] ?? page.written['menu']);
    return [...named].map(([menu, options]) => entryOf(menu, { ...own, ...options }, page.path));
  });
  return groupBy([...ofConfig, ...ofPages], ({ menu }) => menu);
}

const dateOf = ({ written: { date, publishdate, published, lastmod } }: ProjectPage) =>
  String(date || publishdate || published || lastmod || '');

/** Sections with their pages. A folder is a section if it is a top-level one or has a landing page. */
function itemsOfSections(pages: readonly ProjectPage[], settings: Settings): readonly NavigationItem[] {
  const placed = pages.map((page) => {
    const [dir, name] = [posix.dirname(page.path), posix.basename(pathInSite(page.path, settings))];
    // A leaf bundle is a page of the section above.
    const folder = /^_?index\.(?:md|html)$/.test(name) ? posix.dirname(dir) : dir;
    return { page, folder, key: /^_index\./.test(name) ? dir : page.path };
  });
  const hidden = new Set(placed.flatMap(({ page, key }) => (isHidden(page) ? [key] : [])));
  const shown = placed.filter(({ page, key }) => ![...ancestorsOf(page.path), key].some((one) => hidden.has(one)));
  const landings = new Set(shown.map(({ key }) => key));
  const sectionOf = (dir: string): string | undefined => {
    if (dir === '.') return undefined;
    return landings.has(dir) || !dir.includes('/') ? dir : sectionOf(posix.dirname(dir));
  };
  // A section without a date has that of its newest page.
  const dated = sortBy(pages, dateOf).flatMap((page) =>
    ancestorsOf(page.path).map((dir) => [dir, dateOf(page)] as const),
  );
  const newest = new Map(dated);
  const entries = shown.map(({ page, folder, key }) => {
    const weight = key === '.' ? Number.NEGATIVE_INFINITY : page.position;
    // Pages without a title in front matter come first, by path.
    const { title = '', sidebar_label: name = title } = page.written;
    const order = { weight, date: dateOf(page) || newest.get(key) || '', name: String(name) };
    return { key, parent: sectionOf(folder), label: labelOf(page), page: page.path, ...order };
  });
  const bare = uniq(entries.flatMap(({ parent = '.' }) => (parent === '.' || landings.has(parent) ? [] : [parent])));
  const folders = bare.map((key) => {
    const name = titleOfName(key).replace(/(?<=^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
    return { key, parent: undefined, page: undefined, label: name, name, date: newest.get(key) };
  });
  const byTitle = [...entries, ...folders].sort((a, b) => compareInEnglish(a.name, b.name));
  return treeByParents(orderBy(byTitle, ['weight', 'date'], ['asc', 'desc']));
}
