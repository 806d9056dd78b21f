// Starlight: the docs collection of Astro.
import { posix } from 'node:path';
import { slug as githubSlug } from 'github-slugger';
import { groupBy, isEmpty, keyBy, min, negate, sortBy, uniq } from 'lodash-es';
import {
  ConfigFaults,
  callsIn,
  isList,
  isLiteralRecord,
  type Literal,
  optionsIn,
  recordIn,
  textOf,
} from '../input/code/literal-values.js';
import { readModule } from '../input/code/literals.js';
import { homeFields } from '../input/home.js';
import { NavigationLimit } from '../input/navigation.js';
import { isRecord, mapOf, wordOf } from '../input/plain-data.js';
import { compareInEnglish } from '../input/text.js';
import { projectGlobTest } from '../types/globs.js';
import { editUrlOf, isUrl, pathsBelow, scriptNames } from '../types/path.js';
import { addressAt, plainAddress } from '../types/project-paths.js';
import { outsideFaults, readConfig } from './config-files.js';
import type { Generator, NavigationItem, Project, ProjectFiles, ProjectPage, WrittenFields } from './generator.js';
import { emptyProject } from './generator.js';

const configs = scriptNames('astro.config');

export const starlight: Generator = {
  name: 'starlight',
  detect: (names) => configs.some((config) => names.has(config)),
  configFiles:
    /^(?:astro\.[\w.-]+|(?:src\/)?route[\w-]*|[\w-]*(?:sidebar|locales|i18n)[\w.-]*|(?:src\/)?config\/[\w./-]+|src\/content\/(?:config|(?:nav|i18n)\/[\w./-]+))\.(?:[cm]?[jt]s|json|ya?ml)$/,
  folders: ['src/pages'],
  read: readProject,
  pageTest: ({ excluded }) => negate(projectGlobTest(['**/*.{html,markdown}', '**/_*.md', '**/_*.mdx', ...excluded])),
  fields: fieldsOf,
  navigatesByUrl: true,
  slug: (path, { slug: own }, { settings: { end = '/' } }) =>
    addressAt((typeof own === 'string' ? withoutIndex(own.split('/').filter(Boolean)) : addressOf(path)) + wordOf(end)),
  arrange: (pages, { navigation = [{ type: 'files', dir: '' }], settings }, limit) => {
    const shown = pages.filter(({ written }) => mapOf(written['sidebar'])['hidden'] !== true);
    const fill = (item: NavigationItem): readonly NavigationItem[] => {
      if (item.type === 'files' && item.dir === settings.blog) return postsIn(item.dir, shown, limit);
      if (item.type === 'files') return itemsIn(item.dir, shown, limit);
      return item.type === 'folder' ? [{ ...item, items: item.items.flatMap(fill) }] : [item];
    };
    return navigation.flatMap(fill);
  },
  unread: ({ paths }) => keyBy(paths.filter(made.test, made), (path) => plainAddress(path.replace(made, '$1.html'))),
};

const made = /^src\/pages\/([^[\]]+)\.(?:astro|html|mdx?|[jt]s)$/;

/** Returns the posts of the plugin starlight-blog, newest first. */
const postsIn = (dir: string, pages: readonly ProjectPage[], limit: NavigationLimit): readonly NavigationItem[] =>
  sortBy(pages, ({ written }) => wordOf(written['date']))
    .reverse()
    .flatMap((page) => (page.path.startsWith(`${dir}/`) && limit.take(0) ? pageItem(page) : []));

/** Sorts by order, then by URL. A folder has the lowest order of its pages. `more` is a page with the folder's name. */
function itemsIn(dir: string, pages: readonly ProjectPage[], limit: NavigationLimit, more?: ProjectPage) {
  const within = dir === '' ? '' : `${dir}/`;
  const below = pages.filter(({ path }) => path.startsWith(within));
  const nameOf = ({ path }: ProjectPage) => path.slice(within.length).replace(/\/.*|\.mdx?$/g, '');
  const entries = Object.entries(groupBy(below, nameOf)).flatMap(([name, own]) => {
    if (!limit.take(0)) return [];
    const order = min(own.map(({ position = Number.MAX_VALUE }) => position)) ?? 0;
    const page = own.find(({ path }) => /^[^/]*$/.test(path.slice(within.length)));
    const isFolder = own.length > (page ? 1 : 0);
    const slug = name === 'index' && !isFolder ? '' : githubSlug(name);
    const items: readonly NavigationItem[] = isFolder ? itemsIn(within + name, own, limit, page) : [];
    return [{ order, slug, item: isFolder ? ({ type: 'folder', label: name, items } as const) : pageItem(page) }];
  });
  if (more) entries.push({ order: more.position ?? Number.MAX_VALUE, slug: '', item: pageItem(more) });
  return entries.sort((a, b) => a.order - b.order || compareInEnglish(a.slug, b.slug)).map(({ item }) => item);
}

const pageItem = (page?: ProjectPage) => ({ type: 'page', path: page?.path ?? '' }) as const;

/** github-slugger converts each segment, including numbers. A name that slugs to nothing stays. */
const addressOf = (path: string) =>
  withoutIndex(
    path
      .replace(/\.mdx?$/, '')
      .split('/')
      .map((segment) => githubSlug(segment) || segment),
  );

const withoutIndex = (segments: readonly string[]) =>
  (segments.at(-1) === 'index' ? [...segments.slice(0, -1), ''] : segments).join('/');

function fieldsOf(written: WrittenFields): ReturnType<NonNullable<Generator['fields']>> {
  const { order, label } = mapOf(written['sidebar']);
  const isWide = written['tableOfContents'] === false || written['template'] === 'splash';
  return {
    sidebar_position: typeof order === 'number' ? order : undefined,
    ...(typeof label === 'string' && label !== '' && { sidebar_label: label }),
    ...(isRecord(written['hero']) && homeFields({ ...written, features: undefined })),
    ...(isWide && { hide_table_of_contents: true }),
    ...(written['prev'] === false && { pagination_prev: null }),
    ...(written['next'] === false && { pagination_next: null }),
  };
}

function readProject(files: ProjectFiles, limit = new NavigationLimit()): Project {
  const empty = { ...emptyProject('starlight', 'starlight'), contentDir: 'src/content/docs', static: ['public'] };
  const found = readModule(files, configs);
  if (!found) return empty;
  const faults = new ConfigFaults(found.file);
  const astro = faults.record(found.value, 'the config');
  const contentDir = posix.join(textOf(astro['srcDir']) ?? 'src', 'content/docs');
  // An integration that wraps Starlight passes its options with this key.
  const around = callsIn(astro['integrations']).map(({ args }) => recordIn(args[0])['starlight']);
  const config = recordIn(optionsIn(astro['integrations'], 'starlight') ?? around.find(isLiteralRecord));
  const { base, build } = astro;
  if (textOf(base ?? '') === undefined) faults.add(base, '`base` is computed');
  const end = textOf(recordIn(build)['format']) === 'file' ? '' : '/'; // by default, each page is the index of a folder
  if (contentDir.startsWith('..')) return { ...empty, faults: outsideFaults(found.file, { srcDir: contentDir }) };
  // Before Astro 5, collections had no loaders, and pages in folders that start with `_` were left out.
  const isOld = scriptNames('src/content/config').some((name) => files.read(name)?.includes('loader') === false);
  const paths = pathsBelow(files.paths, contentDir);
  const languages = config['locales'] === undefined ? {} : faults.record(config['locales'], '`locales`');
  const first = textOf(config['defaultLocale']) ?? 'root';
  const main = first !== 'root' && !Object.hasOwn(languages, 'root') ? `${first}/` : '';
  // The case of folder names can differ from that of the keys.
  const folders = uniq(paths.flatMap((path) => /^([^/]+)\//.exec(path)?.[1] ?? []));
  const keys = new Set(Object.keys(languages).map((key) => key.toLowerCase()));
  const pages = new Map(
    paths.filter((path) => /\.mdx?$/.test(path)).map((path) => [addressOf(path).replace(/\/$/, ''), path]),
  );
  const lang = recordIn(Object.hasOwn(languages, first) ? languages[first] : undefined)['lang'];
  const texts = `src/content/i18n/${textOf(lang) || (first === 'root' ? 'en' : first)}`;
  const messages = ['json', 'yml', 'yaml'].map((ending) => readConfig(files, `${texts}.${ending}`).value);
  const sidebar = new Sidebar(pages, stepsIn(paths, config['routeMiddleware'], files), main, faults, limit);
  const blog = optionsIn(config['plugins'], 'starlightBlog');
  // The plugin starlight-sidebar-topics gets a list with items. It can be imported by any name.
  const options = callsIn(config['plugins']).flatMap(({ args }) => args);
  const listed = config['sidebar'] ?? options.find((arg) => 'items' in recordIn([arg].flat()[0]));
  return {
    ...empty,
    file: found.file,
    contentDir,
    title: textOf(isLiteralRecord(config['title']) ? Object.values(config['title'])[0] : config['title']),
    editUrl: editUrlOf(recordIn(config['editLink'])['baseUrl'], contentDir),
    navigation: listed === undefined ? undefined : sidebar.items(listed, 0),
    locales: folders.filter((folder) => keys.has(folder.toLowerCase()) && `${folder}/` !== main),
    settings: { isBare: isEmpty(config), blog: blog && textOf(blog['prefix'] ?? 'blog'), base: textOf(base), end },
    variables: { messages: Object.assign({}, ...messages) },
    redirects: redirectsIn(astro['redirects'], faults),
    excluded: isOld ? ['**/_*'] : [],
    faults: faults.list,
  };
}

/** Returns pages with numbers as names, in order, by folder, if a program of the site sets the next page. */
function stepsIn(paths: readonly string[], middleware: Literal, { read }: ProjectFiles) {
  const isProgram = (file: Literal) => /\bpagination\.next\s*=/.test(read(textOf(file) ?? '') ?? '');
  const numberOf = (path: string) => Number(/\/(\d+)[\w-]*\.mdx?$/.exec(path)?.[1]);
  const steps = [middleware].flat().some(isProgram) ? paths.filter((path) => numberOf(path) >= 0) : [];
  return new Map(Object.entries(groupBy(sortBy(steps, numberOf), posix.dirname)));
}

function redirectsIn(value: Literal, faults: ConfigFaults): Project['redirects'] {
  if (value === undefined) return [];
  return Object.entries(faults.record(value, '`redirects`')).flatMap(([from, to]) => {
    if (from === '...') faults.add(to, 'an entry of `redirects` is computed');
    const isRead = from !== '...' && !from.includes('[');
    const target = isRead ? textOf(isLiteralRecord(to) ? to['destination'] : to) : undefined;
    return target === undefined ? [] : [[from.replace(/^\/?/, '/'), target] as const];
  });
}

class Sidebar {
  /** `main` is the folder of the default language, with a slash at its end, or ''. */
  constructor(
    private readonly pages: ReadonlyMap<string, string>,
    private readonly steps: ReturnType<typeof stepsIn>,
    private readonly main: string,
    private readonly faults: ConfigFaults,
    private readonly limit: NavigationLimit,
  ) {}

  items(value: Literal, depth: number): readonly NavigationItem[] {
    if (!isList(value)) {
      this.faults.add(value, 'items of `sidebar` are computed');
      return [];
    }
    return value.flatMap((item) => this.#item(item, depth));
  }

  #item(item: Literal, depth: number): readonly NavigationItem[] {
    if (!this.limit.take(depth)) return [];
    if (typeof item === 'string') return this.#page(item);
    if (!isLiteralRecord(item)) return this.items(item, depth + 1);
    const [label, slug, link] = ['label', 'slug', 'link'].map((key) => textOf(item[key]));
    if (slug !== undefined) return this.#page(slug, label);
    if (link !== undefined && item['items'] === undefined) return this.#link(link, label);
    const dir = textOf(recordIn(item['autogenerate'])['directory'])?.replace(/^\/|\/$/g, '');
    const items =
      dir === undefined ? this.items(item['items'], depth + 1) : [{ type: 'files', dir: this.main + dir } as const];
    if (label === undefined && item['label'] !== undefined)
      this.faults.add(item['label'], 'a label of `sidebar` is computed');
    return label === undefined ? items : [{ type: 'folder', label, items }];
  }

  /** Returns the item of a page, followed by the numbered pages of its folder. */
  #page(slug: string, label?: string): readonly NavigationItem[] {
    const address = slug.replace(/^\/|\/$/g, '').replace(/(^|\/)index$/, '');
    const path = this.pages.get((this.main + address).replace(/\/$/, '')) ?? `${this.main}${address || 'index'}.md`;
    const steps = /\/index\.mdx?$/.test(path) ? (this.steps.get(posix.dirname(path)) ?? []) : [];
    return [path, ...steps].map((one) => ({ type: 'page', path: one, label: one === path ? label : undefined }));
  }

  #link(link: string, label = link): readonly NavigationItem[] {
    if (isUrl(link)) return [{ type: 'link', label, href: link }];
    const address = link.replace(/[?#].*$/, '').replace(/^\/|\/$/g, '');
    const path = this.pages.get(address) ?? this.pages.get(this.main + address) ?? (address || 'index.md');
    return [{ type: 'page', path, label }];
  }
}
