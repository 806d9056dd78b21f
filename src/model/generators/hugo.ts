// Hugo: its config, which files are pages, their fields and addresses. The order of pages is in hugo-navigation.ts.
import { posix } from 'node:path';
import { frontMatterValues } from '../input/front-matter-block.js';
import { globTest } from '../types/globs.js';
import { ancestorsOf } from '../types/path.js';
import { folderOf, listOf, mapOf, outsideFaults, pathsBelow, readConfig, textOf } from './config-files.js';
import { emptyProject, type Generator, type Project, type ProjectFiles, type WrittenFields } from './generator.js';
import { arrange } from './hugo-navigation.js';

const endings = ['toml', 'yaml', 'yml', 'json'];
const namesOf = (base: string) => endings.map((ending) => `${base}.${ending}`);

export const hugo: Generator = {
  name: 'hugo',
  detect: (names) =>
    namesOf('hugo').some((name) => names.has(name)) ||
    (names.has('content') &&
      (namesOf('config').some((name) => names.has(name)) || names.has('config')) &&
      ['layouts', 'archetypes', 'themes'].some((name) => names.has(name))),
  configFiles: /^(?:config\/_default\/)?[\w-]+(?:\.[\w-]+)?\.(?:toml|ya?ml|json)$|(?:^|\/)_index\.md$/,
  read,
  pageTest,
  fields,
  slug: (path, written, project) => {
    const isFolder = Object.keys(written).length === 0;
    return addressOf(path, isFolder ? {} : withCascade(written, path, project), settingsOf(project));
  },
  arrange: (pages, project) =>
    arrange(
      pages.map((page) => ({ ...page, written: withCascade(page.written, page.path, project) })),
      (path) => pathInSite(path, settingsOf(project)),
    ),
};

/** Values that pages below a folder inherit, unless they set them themselves. */
interface Cascade {
  readonly folder: string;
  /** Globs of the pages that it is for. */
  readonly paths: readonly string[];
  readonly values: WrittenFields;
}

/** `settings` of a project. */
interface Settings {
  readonly language: string;
  readonly otherLanguages: readonly string[];
  readonly keepsCase: boolean;
  /** Patterns of addresses by the name of a folder in the content. */
  readonly permalinks: Readonly<Record<string, string>>;
  readonly cascades: readonly Cascade[];
  /** Folders with an `index.md`, whose other files belong to it. */
  readonly bundles: readonly string[];
}

const settingsOf = ({ settings }: Project): Settings => ({
  ...{ language: 'en', otherLanguages: [], keepsCase: false, permalinks: {}, cascades: [], bundles: [] },
  ...settings,
});

/** Keys of a config that can have a file in `config/_default`. */
const parts = ['params', 'languages', 'menus', 'markup', 'module', 'permalinks', 'cascade'];

/** Reads the config of the site, and the files of its parts. */
function configOf(files: ProjectFiles): ReturnType<typeof readConfig> & { readonly file: string | undefined } {
  const readFirst = (...bases: readonly string[]) => {
    const file = bases.flatMap(namesOf).find((name) => files.read(name) !== undefined);
    return { file, ...readConfig(files, file ?? '') };
  };
  const main = readFirst('hugo', 'config', 'config/_default/hugo', 'config/_default/config');
  const found = parts.map((part) => ({ part, ...readFirst(`config/_default/${part}`) }));
  const values = found.map(({ part, value }) => [part, { ...mapOf(main.value[part]), ...value }]);
  const cascade = main.value['cascade'];
  return {
    file: [main, ...found].find(({ file }) => file !== undefined)?.file,
    value: { ...main.value, ...Object.fromEntries(values), ...(Array.isArray(cascade) && { cascade }) },
    faults: [main, ...found].flatMap(({ faults }) => faults),
  };
}

function read(files: ProjectFiles): Project {
  const { value: config, faults, file } = configOf(files);
  const language = textOf(config['defaultContentLanguage']) ?? 'en';
  const languages = mapOf(config['languages']);
  const ofLanguage = mapOf(languages[language]);
  const mount = listOf(mapOf(config['module'])['mounts'])
    .map(mapOf)
    .find(({ source, target, lang = language }) => target === 'content' && lang === language && textOf(source));
  const written = ofLanguage['contentDir'] ?? mount?.['source'] ?? config['contentDir'];
  const contentDir = file === undefined ? '' : folderOf(written, 'content');
  const paths = pathsBelow(files.paths, contentDir);
  const settings: Settings = {
    language,
    otherLanguages: Object.keys(languages).filter((name) => name !== language),
    keepsCase: config['disablePathToLower'] === true,
    permalinks: permalinksOf(config['permalinks']),
    cascades: [...cascadesIn(config['cascade'], ''), ...cascadesOfFolders(files, paths, contentDir)],
    bundles: paths.filter((path) => /\/index(?:\.[\w-]+)?\.md$/.test(path)).map((path) => posix.dirname(path)),
  };
  const statics = [ofLanguage['staticDir'] ?? config['staticDir'] ?? 'static'].flat();
  const delimiters = mapOf(mapOf(mapOf(config['markup'])['goldmark'])['extensions'])['passthrough'];
  const ofPaths = new Set(paths.flatMap((path) => (path.endsWith('.md') ? [languageOf(path, settings)] : [])));
  return {
    ...emptyProject('hugo'),
    contentDir,
    headingIds: 'hugo',
    ...(file !== undefined && { static: statics.map((dir) => folderOf(dir, 'static')), assets: ['assets'] }),
    title: textOf(ofLanguage['title']) ?? textOf(config['title']),
    variables: { params: mapOf(config['params']), hasMath: mapOf(delimiters)['enable'] === true },
    settings: { ...settings },
    faults: [...faults, ...outsideFaults(file ?? '', { contentDir: config['contentDir'] })],
    locales: settings.otherLanguages.filter((name) => ofPaths.has(name)),
  };
}

function permalinksOf(value: unknown): Readonly<Record<string, string>> {
  const { page, ...others } = mapOf(value);
  return Object.fromEntries(
    Object.entries({ ...others, ...mapOf(page) }).flatMap(([key, pattern]) =>
      typeof pattern === 'string' ? [[key.replace(/^\/|\/$/g, ''), pattern] as const] : [],
    ),
  );
}

/** Converts `cascade`: a map of values, or a list of maps that can have a `target`. */
const cascadesIn = (value: unknown, folder: string): Cascade[] =>
  [value].flat().flatMap((one) => {
    const { target, _target, params, ...values } = mapOf(one);
    const { path, kind } = mapOf(target ?? _target);
    const shown = { ...values, ...mapOf(params) };
    if (Object.keys(shown).length === 0 || textOf(kind)?.includes('page') === false) return [];
    const glob = textOf(path)?.replace(/^\{([^{},]*)\}$/, '$1');
    return [{ folder, paths: glob === undefined ? [] : [glob.replace(/(^|[{,])\/(?!$)/g, '$1')], values: shown }];
  });

const landing = /(?:^|\/)_index(?:\.[\w-]+)?\.md$/;
/** Maximum number of landing pages that are read for the values that pages inherit. */
const maxLandingPages = 5_000;

const cascadesOfFolders = ({ read }: ProjectFiles, paths: readonly string[], contentDir: string): Cascade[] =>
  paths
    .filter((path) => landing.test(path))
    .slice(0, maxLandingPages)
    .flatMap((path) => {
      const text = read(posix.join(contentDir, path));
      return text?.includes('cascade')
        ? cascadesIn(frontMatterValues(text)['cascade'], posix.dirname(path).replace(/^\.$/, ''))
        : [];
    })
    .sort((a, b) => a.folder.length - b.folder.length);

function languageOf(path: string, { language, otherLanguages }: Settings): string {
  const ending = /\.([\w-]+)\.md$/.exec(path)?.[1];
  return otherLanguages.find((name) => name === ending) ?? language;
}

/** Returns a path without the language in its name. */
const pathInSite = (path: string, { language }: Settings): string =>
  path.endsWith(`.${language}.md`) ? `${path.slice(0, -language.length - 4)}.md` : path;

/** What an author wrote, and what a page inherits. */
function withCascade(written: WrittenFields, path: string, project: Project): WrittenFields {
  const own = { ...mapOf(written['params']), ...written };
  const folders = new Set(['', ...ancestorsOf(path)]);
  const fitting = settingsOf(project).cascades.filter(
    ({ folder, paths }) =>
      folders.has(folder) && (paths.length === 0 || globTest(paths)(path.replace(/(?:\/_?index)?\.md$/, ''))),
  );
  return fitting.length === 0 ? own : Object.assign({}, ...fitting.map(({ values }) => values), own);
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
      languageOf(path, settings) === settings.language &&
      !(isIndex ? above.slice(1) : above).some((folder) => bundles.has(folder)) &&
      // The front matter of a landing page is not known here, and can differ from what it hands down.
      !isNotRendered(withCascade({}, landing.test(path) ? posix.dirname(path) : path, project))
    );
  };
}

const labelKeys = ['linkTitle', 'linktitle', 'menuTitle'];

function fields(written: WrittenFields, path: string, project: Project) {
  const all = withCascade(written, path, project);
  const label = labelKeys.map((key) => textOf(all[key])).find(Boolean);
  const weight = Number(all['weight']);
  return {
    ...{ id: undefined, parse_number_prefixes: false },
    ...(label !== undefined && { sidebar_label: label }),
    ...(Number.isFinite(weight) && weight !== 0 && { sidebar_position: weight }),
    ...((all['draft'] === true || all['headless'] === true || isNotRendered(all)) && { draft: true }),
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

function addressOf(path: string, written: WrittenFields, settings: Settings): string {
  const { keepsCase, permalinks } = settings;
  const clean = pathInSite(path, settings).replace(/\.md$/, '');
  const dirs = clean.split('/').slice(0, -1);
  const base = posix.basename(clean);
  const toAddress = (text: string) => `/${text}/`.replace(/\/{2,}/g, '/').replace(/(?:(?<=\/)index)?\.html\/$/, '');
  const url = textOf(written['url']);
  if (url !== undefined && url !== '' && !/^[a-z]+:/i.test(url)) return toAddress(url);
  const slug = textOf(written['slug'])?.replace(/^\/+|\/+$/g, '') ?? '';
  const name = slug || (base === 'index' ? (dirs.at(-1) ?? '') : base);
  const above = base === 'index' ? dirs.slice(0, -1) : dirs;
  // A folder without a landing page is asked for by the name of its index, without front matter.
  const isSection = base === '_index' || Object.keys(written).length === 0;
  const pattern = isSection ? undefined : permalinks[dirs[0] ?? ''];
  if (pattern !== undefined) {
    const [year = '', month = '', day = ''] = String(written['date'] ?? '')
      .slice(0, 10)
      .split('-');
    const values: Readonly<Record<string, string>> = {
      ...{ year, month, day, section: dirs[0] ?? '', sections: above.join('/'), filename: base, contentbasename: base },
      ...{ slug: slug || String(written['title'] ?? name), slugorfilename: name, slugorcontentbasename: name },
      title: String(written['title'] ?? name),
    };
    const filled = pattern.replace(/:([a-z]+)/g, (whole, key: string) => values[key] ?? whole);
    return toAddress(partOf(filled, keepsCase));
  }
  return toAddress(partOf([...above, ...(base === '_index' ? [] : [name])].join('/'), keepsCase));
}
