// VitePress: its config, URLs, sidebars and ids.
import { posix } from 'node:path';
import { isString, pickBy, upperFirst } from 'lodash-es';
import {
  ConfigFaults,
  isList,
  isLiteralRecord,
  type Literal,
  type LiteralRecord,
  recordIn,
  replaced,
  replacementsIn,
  SourceFunction,
  stepsOf,
  textOf,
  textsOf,
} from '../input/code/literal-values.js';
import { readModule } from '../input/code/literals.js';
import { homeFields } from '../input/home.js';
import { registeredComponents } from '../input/imports.js';
import { NavigationLimit } from '../input/navigation.js';
import { listOf, mapOf } from '../input/plain-data.js';
import { projectGlobTest } from '../types/globs.js';
import { editUrlOf, isUrl, pathsBelow, scriptNames } from '../types/path.js';
import { rewritePath } from '../types/project-paths.js';
import type { DocFields, Generator, HeadingIds, NavigationItem, Project, ProjectFiles } from './generator.js';
import { emptyProject } from './generator.js';

const configs = ['.vitepress/config', '.vitepress/config/index'].flatMap(scriptNames);

export const vitepress: Generator = {
  name: 'vitepress',
  detect: (names) => names.has('.vitepress'),
  configFiles:
    /^components\.d\.ts$|(?:^|\/)typedoc-sidebar\.json$|^\.vitepress\/(?:(?!(?:theme|cache|dist)\/)[\w./-]+\.(?:[cm]?[jt]s|json)|theme\/(?:index\.[cm]?[jt]s|[\w./-]+\.vue))$/,
  read: readProject,
  // A name in brackets is a template from which a program generates pages.
  pageTest: ({ excluded }) => {
    const isOut = projectGlobTest(['**/node_modules/**', ...excluded]);
    return (path) => path.endsWith('.md') && !/\[[^\]]*\]/.test(path) && !isOut(path);
  },
  fields: (written, path, { settings }) => ({
    ...(written['layout'] === 'home' ? homeFields(written) : (mapOf(mapOf(settings.neighbors)[path]) as DocFields)),
    ...(written['outline'] === false && { hide_table_of_contents: true }),
    ...neighbor('pagination_prev', written['prev'], path),
    ...neighbor('pagination_next', written['next'], path),
  }),
  slug: (path, _, { settings }) => `/${addressOf(path, listOf(settings.rewrites) as Rewrites)}`,
};

/** Converts `prev` or `next` of front matter: `false`, or `{ text, link }`. Without a link, Docusaurus's rule determines the page. */
function neighbor(key: 'pagination_prev' | 'pagination_next', written: unknown, from: string): DocFields {
  const { link } = mapOf(written);
  if (typeof link !== 'string' || isUrl(link)) return written === false ? { [key]: null } : {};
  const named = link.startsWith('.') ? posix.join(posix.dirname(from), link) : link;
  const path = named.replace(/^\/|[#?].*$|\.(?:html|md)(?=[#?]|$)/g, '');
  return { [key]: path === '' || path.endsWith('/') ? `${path}index` : path };
}

type Rewrites = readonly (readonly [from: string, to: string])[];

/** Returns the URL of a page from the root of the site. The URL of an index ends with a slash. */
function addressOf(path: string, rewrites: Rewrites): string {
  const rewritten = rewrites
    .map(([from, to]) => (from.startsWith('^') ? replaced : rewritePath)(path, from, to))
    .find((one) => one !== undefined);
  return (rewritten ?? path).replace(/\.md$/, '').replace(/(^|\/)index$/, '$1');
}

function readProject(files: ProjectFiles, limit = new NavigationLimit()): Project {
  const empty = { ...emptyProject('vitepress'), headingIds: 'vitepress', static: ['public'] } as const;
  const found = readModule(files, configs);
  if (!found) return empty;
  const faults = new ConfigFaults(found.file);
  const config = faults.record(found.value, 'the config');
  const ofRoot = recordIn(recordIn(config['locales'])['root']);
  const contentDir = posix.join(textOf(config['srcDir']) ?? '.').replace(/^\.(?:\/|$)|\/$/g, '');
  if (contentDir.startsWith('..'))
    return { ...empty, faults: [{ file: found.file, reason: '`srcDir` is outside the project' }] };
  const paths = pathsBelow(files.paths, contentDir);
  const rewrites = rewritesIn(config['rewrites'], faults);
  const locales = Object.keys(recordIn(config['locales'])).filter(
    (key) => key !== 'root' && paths.some((path) => path.startsWith(`${key}/`)),
  );
  const pages = new Map(paths.filter((path) => path.endsWith('.md')).map((path) => [addressOf(path, rewrites), path]));
  const theme = { ...recordIn(config['themeConfig']), ...recordIn(ofRoot['themeConfig']) };
  /** Undefined if it is also the path of a folder of the content, to which VitePress adds it. */
  const base = [textOf(config['base']) ?? '/'].find((one) => pathsBelow(paths, one.slice(1, -1)).length === 0);
  const navigation = new Navigation(pages, faults, limit);
  const made = paths.filter((path) => /\[[^\]]*\]\.md$/.test(path)).map((path) => posix.join(contentDir, path));
  return {
    ...empty,
    file: found.file,
    contentDir,
    headingIds: idRule(config['markdown'], faults),
    static: [posix.join(contentDir, 'public')],
    title: textOf(ofRoot['title']) ?? textOf(config['title']),
    editUrl: editUrlOf(recordIn(theme['editLink'])['pattern']),
    navigation: navigation.read(theme),
    locales,
    excluded: textsOf(config['srcExclude']),
    settings: { rewrites, neighbors: { ...navigation.neighbors }, base, hasPlugins: config['vite'] !== undefined },
    variables: {
      components: registeredComponents(files.read, 'vitepress'),
      lang: textOf(ofRoot['lang']) ?? textOf(config['lang']) ?? 'en-US',
    },
    faults: faults.list.concat(made.map((file) => ({ file, reason: 'a program makes its pages', advice: 'isMade' }))),
  };
}

/** Returns the rule for heading ids, by the steps of the function `markdown.anchor.slugify`. */
function idRule(markdown: Literal, faults: ConfigFaults): HeadingIds {
  const slugify = recordIn(recordIn(markdown)['anchor'])['slugify'];
  const steps = slugify instanceof SourceFunction ? stepsOf(slugify) : '';
  if (steps === 'normalize(NFKD) replace() replace() replace(-) replace(_$1)') return 'vitepress-cased';
  if (slugify !== undefined && !/^normalize\(NFKD\) replace\(\) .*toLowerCase\(\)$/.test(steps))
    faults.add(slugify, '`markdown.anchor.slugify` is a function: headings have VitePress’s ids', 'isIds');
  return 'vitepress';
}

const rewritesIn = (value: Literal, faults: ConfigFaults): Rewrites =>
  value instanceof SourceFunction && replacementsIn(value).length > 0
    ? replacementsIn(value)
    : Object.entries(pickBy(value === undefined ? {} : faults.record(value, '`rewrites`'), isString));

/** Converts the sidebars of a theme to a tree. Without sidebars, converts its navigation bar. */
class Navigation {
  readonly #seen = new Set<string>();

  constructor(
    private readonly pages: ReadonlyMap<string, string>,
    private readonly faults: ConfigFaults,
    private readonly limit: NavigationLimit,
  ) {}

  /** Neighbors by page, if they differ from those in the tree: a sidebar has ends, and a page before a link to another sidebar leads there. The next page of one that no sidebar lists is the first of its own one. */
  readonly neighbors: Record<string, DocFields> = Object.create(null);
  readonly #first = new Map<string, string>();
  /** The page before, '' for a link to another sidebar, and undefined at the start of a sidebar. */
  #last: string | undefined = '';
  #keys: readonly string[] = [];
  #key = '';

  read(theme: LiteralRecord): readonly NavigationItem[] {
    const items = this.#read(theme);
    for (const [address, path] of this.pages) {
      const first = this.#first.get(this.#keys.find((key) => address.startsWith(key)) ?? '');
      if (first !== undefined && !this.#seen.has(path)) this.neighbors[path] ??= { pagination_next: first };
    }
    return items;
  }

  #read({ sidebar, nav: bar = [] }: LiteralRecord): readonly NavigationItem[] {
    if (sidebar === undefined || sidebar === false) return this.#items(bar, '', 0, 'nav');
    if (isList(sidebar)) return this.#items(sidebar, '', 0, 'sidebar');
    const lists = new Map<string, { readonly key: string; readonly items: readonly NavigationItem[] }>();
    const sidebars = Object.entries(this.faults.record(sidebar, '`themeConfig.sidebar`'));
    this.#keys = sidebars.map(([key]) => key.replace(/^\//, '')).sort((a, b) => b.length - a.length);
    for (const [key, value] of sidebars) {
      this.#key = key.replace(/^\//, '');
      this.#last = undefined;
      const own = isLiteralRecord(value) ? value : { items: value };
      const items = this.#items(own['items'], textOf(own['base']) ?? '', 0, `sidebar['${key}']`);
      this.#end(null);
      const same = JSON.stringify(items, (key, one: unknown) => (key === 'isRef' ? undefined : one));
      // A list that several keys share has the key of none of them.
      if (!lists.has(same)) lists.set(same, { key, items });
      else if (this.#first.has(this.#key)) lists.set(same, { key: '/', items });
    }
    return [...lists.values()].flatMap(({ key, items }) => {
      if (key === '/' || (items.length === 1 && items[0]?.type === 'folder')) return items;
      const page = this.pages.get(key.replace(/^\//, ''));
      const index = this.#seen.has(page ?? '') ? {} : { page };
      return items.length === 0 ? [] : [{ type: 'folder', label: labelOf(key, bar), items, ...index } as const];
    });
  }

  /** Sets the next page of the last page that was read, unless that is known. */
  #end(next: string | null): void {
    if (this.#last) this.neighbors[this.#last] = { pagination_next: next, ...this.neighbors[this.#last] };
    this.#last = '';
  }

  #items(value: Literal, base: string, depth: number, name: string): readonly NavigationItem[] {
    if (isList(value)) return value.flatMap((item) => this.#item(item, base, depth, name));
    if (value !== undefined) this.faults.add(value, `\`themeConfig.${name}\` is not a list of literals`);
    return [];
  }

  #item(item: Literal, outer: string, depth: number, name: string): readonly NavigationItem[] {
    if (!this.limit.take(depth)) return [];
    if (!isLiteralRecord(item)) {
      this.faults.add(item, `an item of \`themeConfig.${name}\` is computed`);
      return [];
    }
    const base = textOf(item['base']) ?? outer;
    const label = (textOf(item['text']) ?? '').replace(/<[^<>]*>/g, '').trim();
    const link = textOf(item['link']);
    const page = link === undefined ? undefined : this.#page(link, base, label);
    if (item['items'] === undefined) return page ? [page] : [];
    const items = this.#items(item['items'], base, depth + 1, name);
    if (label === '') return page ? [page, ...items] : items;
    return [{ type: 'folder', label, items, ...(page?.type === 'page' && { page: page.path }) }];
  }

  #page(link: string, base: string, label: string): NavigationItem | undefined {
    if (isUrl(link)) return label === '' ? undefined : { type: 'link', label, href: link };
    const whole = base === '' ? link : base + link.replace(/^\//, base.endsWith('/') ? '' : '/');
    const [path = '', anchor] = whole.split('#');
    const address = posix
      .join('/', path)
      .slice(1)
      .replace(/\?.*$/, '')
      .replace(/\.(?:html|md)$/, '')
      .replace(/(^|\/)index$/, '$1');
    const known = this.pages.get(address) ?? this.pages.get(`${address}/`);
    // Files such as `/llms.txt`.
    if (known === undefined && /\.(?:txt|xml|json|pdf|zip)$/.test(address)) return { type: 'link', label, href: link };
    const found = known ?? `${address === '' || address.endsWith('/') ? `${address}index` : address}.md`;
    const key = this.#keys.find((one) => address.startsWith(one));
    if (key !== undefined && key !== this.#key) {
      this.#end(this.#last && [...this.pages.values()].includes(found) ? found.replace(/\.md$/, '') : null);
      return { type: 'page', path: found, isRef: true, ...(label !== '' && { label }) };
    }
    // Links to several sections of a page become one link to the page.
    if (anchor !== undefined && this.#seen.has(found)) return undefined;
    if (this.#last === undefined) this.neighbors[found] = { pagination_prev: null, ...this.neighbors[found] };
    if (!this.#seen.has(found)) this.#last = found; // a page that is listed again keeps its neighbors
    this.#seen.add(found);
    if (!this.#first.has(this.#key)) this.#first.set(this.#key, found.replace(/\.md$/, ''));
    return { type: 'page', path: found, ...(label !== '' && anchor === undefined && { label }) };
  }
}

/** Returns the label of a sidebar: that of the link to its folder in the navigation bar, else the folder's name. */
function labelOf(key: string, bar: Literal): string {
  const linksIn = (value: Literal, depth: number): readonly (readonly [string, string])[] =>
    (isList(value) && depth < 4 ? value.slice(0, 100).filter(isLiteralRecord) : []).flatMap(({ text, link, items }) => {
      const own = [[textOf(link) ?? '', textOf(text) ?? ''] as const];
      return [...own.filter((one) => !one.includes('')), ...linksIn(items, depth + 1)];
    });
  const links = linksIn(bar, 0);
  const within = `/${key.replace(/^\/|\/$/g, '')}/`;
  const found =
    links.find(([link]) => `${link}/` === within || link === within) ?? links.find(([link]) => link.startsWith(within));
  return found?.[1] ?? upperFirst(posix.basename(within).replace(/[-_]/g, ' '));
}
