// Decides which pages the site has and their output paths.
import type { Config } from '../config/config.js';
import { placeOfConfig } from '../config/read.js';
import { wantsOnePage } from '../config/schema/one-page.js';
import { asInfo, type Checked, compareStrings, type Diagnostic, nearest, problem } from '../diagnostics/diagnostic.js';
import { type Doc, placeOfKey } from '../docs/doc.js';
import type { TagGroup } from '../docs/doc-set.js';
import { shownLabel } from '../docs/tags.js';
import { distinctTitles } from '../docs/titles.js';
import type { Words } from '../labels/ui-text.js';
import type { SidebarCategory, SidebarItem } from '../sidebar/sidebar.js';
import { countPages } from '../sidebar/sidebar-item.js';
import { groupBy } from '../types/group.js';
import {
  ancestorsOf,
  caseFold,
  hasEscape,
  outputFile,
  type Permalink,
  segmentFault,
  toOutputPath,
  toPermalink,
  withoutIndex,
} from '../types/path.js';
import { type OnePageInput, onePages, topFolder } from './pages/one-page.js';
import type { FolderIndexPage, OnePage, Page, PageList, TagPage, TagsPage } from './pages/page.js';
import { pageLists } from './pages/page-lists.js';

export type * from './pages/page.js';

export interface RoutesInput extends Pick<OnePageInput, 'sidebars' | 'folderPermalink' | 'folderLabel'> {
  readonly config: Config;
  readonly tags: readonly TagGroup[];
  readonly docs: ReadonlyMap<string, Doc>;
  readonly words: Words;
  /** Returns the paths from the root of the site that have redirects, except those of prefixes. */
  readonly movedFrom: (pages: readonly Page[]) => readonly string[];
}

/** Returns all pages with their output paths, sorted by output path, and those that can't be published. Diagnostics: DG501–DG503, DG505, DG506. */
export function buildRoutes(input: RoutesInput): Checked<readonly Page[]> & { readonly skipped: readonly Page[] } {
  const { config, sidebars, folderPermalink, words } = input;
  const { basePath, routeBase } = config;
  const outputOf = (permalink: Permalink) => toOutputPath(permalink, config);
  // With `.html`, `x/index.html` and `x.html` are the same route.
  const routeOf = ({ permalink }: Pick<Page, 'permalink'>): string =>
    toOutputPath(permalink, { basePath, trailingSlash: config.trailingSlash !== false });

  const authored = authoredPages(input).map((page) => ({ ...page, outputPath: outputOf(page.permalink) }) as Page);
  const isFile = fileTest(authored, config);
  const unique = uniqueRoutes(authored, isFile, routeOf);
  const pages = [...unique.value];
  const diagnostics = [...unique.diagnostics];

  // Generated pages are only added if their URL is free, both as a file and as a folder.
  const files = new Set<string>(pages.flatMap((page) => [page.outputPath, routeOf(page)]));
  const folders = new Set<string>(pages.flatMap(({ outputPath }) => ancestorsOf(outputPath)));
  const offer = (page: NoPath<Page>, outputPath = outputOf(page.permalink)) => {
    const above = ancestorsOf(outputPath);
    const isTaken = [outputPath, routeOf(page), ...above].some((path) => files.has(path)) || folders.has(outputPath);
    if (isTaken || above.some(isFile) || hasEscape(page.permalink)) return false; // a name on disk can contain `%2e%2e`
    pages.push({ ...page, outputPath } as Page);
    files.add(outputPath).add(routeOf(page));
    for (const path of above) folders.add(path);
    return true;
  };
  const moved = input.movedFrom(pages).map((from) => toPermalink(basePath, withoutIndex(from), '/'));
  const redirected = new Set(moved.map(outputOf));
  for (const folder of folderIndexes(input)) {
    const permalink = folderPermalink(folder.dir);
    if (!redirected.has(outputOf(permalink))) offer({ ...folder, permalink });
  }
  for (const page of tagPages(input)) offer(page);
  offer({ kind: 'home', title: config.title, permalink: toPermalink(basePath, routeBase, '/') });
  const all = toPermalink(basePath, routeBase, '/all/');
  offer({ kind: 'all', title: words.text('allPages'), permalink: all });
  if ([...sidebars.byName.values()].some((items) => countPages(items) > config.sidebar.maxLinks))
    offer({ kind: 'tree', title: words.text('wholeTree'), permalink: toPermalink(basePath, routeBase, '/tree/') });
  const names = { others: words.text('otherPages'), only: words.text('pageList') };
  for (const [name, list] of pageLists({ pages, sidebars, folder: all, names })) {
    const title = words.text('listTitle', { title: listName(list, words) });
    offer({ kind: 'list', title, list, permalink: toPermalink(all, name, '/') });
  }
  const notFound = outputFile('404.html');
  const title = words.text('notFound');
  if (!config.isOtherVersion) offer({ kind: 'notFound', title, permalink: toPermalink(basePath, notFound) }, notFound);
  for (const page of onePageRoutes(input, pages, diagnostics)) {
    if (offer(page)) continue;
    const place = config.isOtherVersion ? undefined : placeOfConfig(config.file);
    const taken = problem.onePageTaken({ route: page.permalink }, place);
    // With `onePage: 'small'`, docgen selected the folder, so this is not a problem of the config.
    diagnostics.push(config.onePage.maxPages === undefined ? taken : asInfo(taken, taken.hint ?? ''));
  }
  const routes = new Set(unique.value.map(routeOf));
  const skipped = authored.filter((page) => !routes.has(routeOf(page)));
  return { value: pages.sort((a, b) => compareStrings(a.outputPath, b.outputPath)), diagnostics, skipped };
}

/** Returns the pages whose URLs authors set: docs, and generated indexes of categories. */
function authoredPages({ docs, sidebars }: RoutesInput): NoPath<Page>[] {
  const pages: NoPath<Page>[] = [...docs.values()]
    .sort((a, b) => compareStrings(a.source, b.source))
    .map((doc) => ({ kind: 'doc', doc, title: doc.shown.title, permalink: doc.permalink }));
  for (const [category, { generatedIndex: index }] of sidebars.origins)
    if (index) pages.push({ kind: 'generatedIndex', category, index, title: index.title, permalink: index.permalink });
  return pages;
}

/** Returns the name of a list: its section or letter, and the number of its part if there are several. */
export function listName({ title, part, parts }: PageList, words: Words): string {
  return parts === 1 ? title : words.text('listPart', { title, part: String(part), parts: String(parts) });
}

const pageName = (page: Page) => (page.kind === 'doc' ? page.doc.source : `generated index of “${page.title}”`);
const placeOf = (page: Page) => (page.kind === 'doc' ? placeOfKey(page.doc, 'slug') : undefined);

const ownFile =
  /^(?:404\.html|index\.html|robots\.txt|_headers)$|(?:^|\/)(?:feed\.xml|sitemap(?:-\d+)?\.xml|llms(?:-\d+)?\.txt)$|^\.docgen-|^assets\/[^/]*\.[0-9a-f]{12}/;

/**
 * Returns a test for output paths of files, below which no page can have a folder: docs, their Markdown copies, and docgen's own files.
 */
export function fileTest(pages: readonly Page[], { routeBase }: Pick<Config, 'routeBase'>): (path: string) => boolean {
  const files = new Set([...pages.map(({ outputPath }) => outputPath), `${routeBase}/index.html`].map(caseFold));
  const isFile = (folded: string) => files.has(folded) || ownFile.test(folded);
  return (path) => isFile(caseFold(path)) || isFile(caseFold(path).replace(/\.md$/, '.html'));
}

/** Returns the pages with safe and unique routes. Of several with the same route, the first is used. */
function uniqueRoutes(
  wanted: readonly Page[],
  isFile: (path: string) => boolean,
  routeOf: (page: Page) => string,
): Checked<readonly Page[]> {
  const diagnostics = wanted.flatMap((page) => permalinkFault(page) ?? []);
  const safe = wanted.filter(({ permalink }) => !hasEscape(permalink));
  const byFoldedPath = new Map<string, Page>();
  const pages = [...groupBy(safe, routeOf).values()].flatMap(([page, ...others]) => {
    if (!page) return [];
    const { permalink: route, outputPath } = page;
    const files = [page, ...others].map(pageName);
    if (others[0]) diagnostics.push(problem.routeTaken({ route, files }, placeOf(others[0])));
    const file = ancestorsOf(outputPath).find(isFile);
    if (file !== undefined) {
      diagnostics.push(problem.fileAndFolder({ route, other: file }, placeOf(page)));
      return [];
    }
    const twin = byFoldedPath.get(caseFold(outputPath));
    if (twin) {
      const other = { otherRoute: route, otherFile: pageName(page) };
      diagnostics.push(problem.caseTwins({ route: twin.permalink, file: pageName(twin), ...other }, placeOf(page)));
    }
    byFoldedPath.set(caseFold(outputPath), page);
    return page;
  });
  return { value: pages, diagnostics };
}

/** Reports a permalink that is outside the output folder, or contains a name that Windows reserves. */
function permalinkFault(page: Page): Diagnostic | undefined {
  const { permalink } = page;
  if (hasEscape(permalink)) return problem.slugEscapes({ key: 'route', value: permalink }, placeOf(page));
  const name = permalink.split('/').findLast((segment) => segmentFault(segment) === 'reserved');
  return name === undefined ? undefined : problem.reservedName({ name }, placeOf(page));
}

/** Maximum number of tag pages. A page has at most 100 tags, but a hub has many pages. */
const maxTagPages = 10_000;

/** Returns the list of all tags and a page per tag. Empty if no page has a tag. */
function tagPages({ tags, words, config }: RoutesInput): NoPath<TagPage | TagsPage>[] {
  const { basePath, routeBase, tagsBasePath } = config;
  if (tags.length === 0) return [];
  const groups = tags.slice(0, maxTagPages);
  const permalink = toPermalink(basePath, routeBase, tagsBasePath, '/');
  const pages = groups.map((group) => {
    return { kind: 'tag', title: shownLabel(group.tag), group, permalink: group.tag.permalink } as const;
  });
  return [{ kind: 'tags', title: words.text('tags'), groups, permalink }, ...pages];
}

function onePageRoutes(input: RoutesInput, pages: readonly Page[], diagnostics: Diagnostic[]): NoPath<OnePage>[] {
  const { config, docs, folderPermalink, words } = input;
  if (!wantsOnePage(config.onePage)) return [];
  const found = onePages({ ...input, onePage: config.onePage, title: config.title, pages });
  const known = [...new Set([...docs.values()].map(topFolder))].sort(compareStrings);
  // A folder can be missing in some versions.
  for (const dir of config.isOtherVersion ? [] : found.unknown)
    diagnostics.push(problem.onePageNotFound({ dir, near: nearest(dir, known) }, placeOfConfig(config.file)));
  return found.pages.map((content) => ({
    kind: 'onePage',
    title: words.text('onePage', { title: content.label }),
    content,
    permalink: toPermalink(folderPermalink(content.dir), 'print', '/'),
  }));
}

type NoPath<Kind> = Kind extends Page ? Omit<Kind, 'outputPath'> : never;

type FolderIndex = Omit<FolderIndexPage, 'permalink' | 'outputPath'>;

/** Returns a list page for every folder with listed docs. */
function folderIndexes({ docs, sidebars, folderLabel }: Omit<RoutesInput, 'config'>): FolderIndex[] {
  const categories = new Map<string, SidebarCategory>();
  for (const [category, { dir }] of sidebars.origins) if (dir !== undefined) categories.set(dir, category);
  const lines = new Map<string, SidebarItem>();
  for (const [item, dirs] of sidebars.folded) for (const dir of dirs) lines.set(dir, item);

  const listed = [...docs.values()].filter((doc) => !doc.unlisted);
  const byFolder = groupBy(listed, ({ sourceDirName }) => sourceDirName);
  return [...new Set(listed.flatMap(({ source }) => ancestorsOf(source)))].map((dir) => {
    const line = lines.get(dir);
    const category = line?.type === 'category' ? line : categories.get(dir);
    const title = category?.label ?? folderLabel(dir);
    const items = category?.items ?? (line ? [line] : plainLinks(byFolder.get(dir) ?? [], folderLabel));
    return { kind: 'folderIndex', dir, category, title, items };
  });
}

function plainLinks(docs: readonly Doc[], folderLabel: (dir: string) => string): SidebarItem[] {
  const titled = docs.map(({ shown, source }) => ({ title: shown.label, source }));
  const labels = distinctTitles(titled, folderLabel);
  return docs.map(({ permalink, id }, index) => {
    return { type: 'link', label: labels[index] ?? '', href: permalink, docId: id, unlisted: false };
  });
}
