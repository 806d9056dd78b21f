import type { Config } from './config.js';
import { type Checked, compareStrings, type Diagnostic } from './diagnostics/diagnostic.js';
import { caseTwins, fileAndFolder, onePageTaken, reservedName, routeTaken, slugEscapes } from './diagnostics/routes.js';
import { onePageNotFound } from './diagnostics/usage-and-config.js';
import { type Doc, placeOfKey } from './docs/doc.js';
import { distinctTitles } from './docs/shown/distinct-titles.js';
import type { Words } from './labels/words.js';
import { onePages, topFolders } from './pages/one-page.js';
import { wantsOnePage } from './pages/one-page-folders.js';
import type { FolderIndexPage, OnePage, Page, PageList, TagPage, TagsPage } from './pages/page.js';
import { pageLists } from './pages/page-lists.js';
import {
  caseFold,
  hasEscape,
  outputFile,
  type Permalink,
  type SegmentFault,
  segmentFault,
  toOutputPath,
  toPermalink,
} from './path.js';
import type { SidebarCategory, SidebarItem, Sidebars } from './sidebar/sidebar.js';
import type { TagGroup } from './tags/tag-groups.js';
import { shownLabel } from './tags/tags.js';

export type {
  DocRoute,
  FolderIndexPage,
  GeneratedIndexPage,
  ListPage,
  OnePage,
  Page,
  SinglePage,
  TagPage,
  TagsPage,
} from './pages/page.js';

export interface RoutesInput {
  readonly config: Pick<
    Config,
    'basePath' | 'file' | 'isBeside' | 'onePage' | 'routeBase' | 'tagsBasePath' | 'title' | 'trailingSlash'
  >;
  readonly tags: readonly TagGroup[];
  readonly docs: ReadonlyMap<string, Doc>;
  readonly sidebars: Sidebars;
  readonly folderPermalink: (dir: string) => Permalink;
  /** What readers see of a folder. */
  readonly folderLabel: (dir: string) => string;
  readonly words: Words;
}

/** Every page with its place in the out folder, in the order of the output paths. Diagnostics: DG501–DG503, DG505, DG506. */
export function buildRoutes(input: RoutesInput): Checked<readonly Page[]> {
  const { config, docs, sidebars, folderPermalink, words } = input;
  const { basePath, routeBase } = config;
  const diagnostics: Diagnostic[] = [];
  const at = (permalink: Permalink) => ({ permalink, outputPath: toOutputPath(permalink, config) });

  const authored: Page[] = [...docs.values()]
    .sort((a, b) => compareStrings(a.source, b.source))
    .map((doc) => ({ kind: 'doc', doc, title: doc.shown.title, ...at(doc.permalink) }));
  for (const [category, { generatedIndex: index }] of sidebars.origins) {
    if (index) authored.push({ kind: 'generatedIndex', category, index, title: index.title, ...at(index.permalink) });
  }
  const isFile = fileTest(authored, config);
  const pages = claim(authored, isFile, diagnostics);

  // The pages below are added only where their address is still free, as a file and as a folder.
  const files = new Set<string>(pages.map(({ outputPath }) => outputPath));
  const folders = new Set<string>(pages.flatMap(({ outputPath }) => ancestorsOf(outputPath)));
  const offer = (page: Page) => {
    const { outputPath } = page;
    const above = ancestorsOf(outputPath);
    const isTaken = files.has(outputPath) || folders.has(outputPath) || above.some((path) => files.has(path));
    if (isTaken || above.some(isFile) || leavesFolder(page)) return false;
    pages.push(page);
    files.add(outputPath);
    for (const path of above) folders.add(path);
    return true;
  };
  for (const folder of folderIndexes(input)) {
    offer({ ...folder, ...at(folderPermalink(folder.dir)) });
  }
  for (const page of tagPages(input)) offer({ ...page, ...at(page.permalink) });
  offer({ kind: 'home', title: config.title, ...at(toPermalink(basePath, routeBase, '/')) });
  const all = toPermalink(basePath, routeBase, '/all/');
  offer({ kind: 'all', title: words.text('allPages'), ...at(all) });
  const names = { others: words.text('otherPages'), only: words.text('pageList') };
  for (const [name, list] of pageLists({ pages, sidebars, folder: all, names })) {
    const title = words.text('listTitle', { title: listName(list, words) });
    offer({ kind: 'list', title, list, ...at(toPermalink(all, name, '/')) });
  }
  const notFound = outputFile('404.html');
  const title = words.text('notFound');
  if (!config.isBeside)
    offer({ kind: 'notFound', title, permalink: toPermalink(basePath, notFound), outputPath: notFound });
  for (const page of onePageRoutes(input, pages, diagnostics)) {
    const placed = { ...page, ...at(page.permalink) };
    if (!offer(placed)) diagnostics.push(onePageTaken({ route: page.permalink }, placeOfConfig(config)));
  }
  return { value: pages.sort((a, b) => compareStrings(a.outputPath, b.outputPath)), diagnostics };
}

/** A list by its section or letter, and its part where there are several. */
export function listName({ title, part, parts }: PageList, words: Words): string {
  return parts === 1 ? title : words.text('listPart', { title, part: String(part), parts: String(parts) });
}

/** True where the address, once decoded, leaves its folder; a name on disk may hold `%2e%2e`. */
const leavesFolder = ({ permalink }: Page) => hasEscape(permalink);

const pageName = (page: Page) => (page.kind === 'doc' ? page.doc.source : `generated index of “${page.title}”`);
const placeOf = (page: Page) => (page.kind === 'doc' ? placeOfKey(page.doc, 'slug') : undefined);

/**
 * Whether a path of the out folder may be that of a file, so that no page may have a folder there: the pages that authors wrote, the
 * copies as Markdown beside them, and what docgen writes for the whole site.
 */
export function fileTest(pages: readonly Page[], { routeBase }: Pick<Config, 'routeBase'>): (path: string) => boolean {
  const single = [
    '404.html',
    'index.html',
    'llms.txt',
    'robots.txt',
    'sitemap.xml',
    '_headers',
    `${routeBase}/index.html`,
  ];
  const files = new Set([...pages.map(({ outputPath }) => outputPath), ...single].map(caseFold));
  const isFile = (path: string) => {
    const folded = caseFold(path);
    const copied = folded.replace(/\.md$/, '.html');
    return (
      files.has(folded) ||
      files.has(copied) ||
      /(?:^|\/)(?:feed\.xml|sitemap(?:-\d+)?\.xml|llms(?:-\d+)?\.txt)$|^\.docgen-|^assets\/[^/]*\.[0-9a-f]{12}/.test(
        folded,
      )
    );
  };
  // Asked for each folder above each page.
  const known = new Map<string, boolean>();
  return (path) => {
    const found = known.get(path) ?? isFile(path);
    known.set(path, found);
    return found;
  };
}

/** The pages whose route is safe and unique; of several with the same route the first. */
function claim(wanted: readonly Page[], isFile: (path: string) => boolean, diagnostics: Diagnostic[]): Page[] {
  const byOutput = new Map<string, Page[]>();
  for (const page of wanted) {
    const faults = new Map<SegmentFault | undefined, string>();
    for (const segment of page.permalink.split('/')) if (segment !== '') faults.set(segmentFault(segment), segment);
    if (faults.has('escapes')) {
      diagnostics.push(
        slugEscapes({ key: 'route', value: page.permalink, fallback: 'the page is skipped' }, placeOf(page)),
      );
      continue;
    }
    const reserved = faults.get('reserved');
    if (reserved !== undefined) diagnostics.push(reservedName({ name: reserved }, placeOf(page)));
    const same = byOutput.get(page.outputPath);
    if (same) same.push(page);
    else byOutput.set(page.outputPath, [page]);
  }
  const pages: Page[] = [];
  const folded = new Map<string, Page>();
  for (const [outputPath, [first, ...others]] of byOutput) {
    if (!first) continue;
    if (others.length > 0) {
      diagnostics.push(
        routeTaken({ route: first.permalink, files: [first, ...others].map(pageName) }, placeOf(others[0] ?? first)),
      );
    }
    const file = ancestorsOf(outputPath).find(isFile);
    if (file !== undefined) {
      diagnostics.push(fileAndFolder({ route: first.permalink, other: file }, placeOf(first)));
      continue;
    }
    const twin = folded.get(caseFold(outputPath));
    const named = (page: Page) => ({ route: page.permalink, file: pageName(page) });
    if (twin) diagnostics.push(caseTwins({ a: named(twin), b: named(first) }, placeOf(first)));
    folded.set(caseFold(outputPath), first);
    pages.push(first);
  }
  return pages;
}

/** The folders above a path, nearest first. */
export function ancestorsOf(path: string): string[] {
  const ancestors: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    ancestors.push(path.slice(0, end));
  return ancestors;
}

/** A page of content names 100 tags at most, but a hub has many pages. */
const mostTagPages = 10_000;

/** The page of each tag, and that of all; none where no page has a tag. */
function tagPages({
  tags,
  words,
  config: { basePath, routeBase, tagsBasePath },
}: RoutesInput): NoPath<TagPage | TagsPage>[] {
  if (tags.length === 0) return [];
  const groups = tags.slice(0, mostTagPages);
  const all = {
    kind: 'tags',
    title: words.text('tags'),
    groups,
    permalink: toPermalink(basePath, routeBase, tagsBasePath, '/'),
  } as const;
  return [
    all,
    ...groups.map(
      (group) => ({ kind: 'tag', title: shownLabel(group.tag), group, permalink: group.tag.permalink }) as const,
    ),
  ];
}

/** Folders as one page each, of the pages that are there. */
function onePageRoutes(input: RoutesInput, pages: readonly Page[], diagnostics: Diagnostic[]): NoPath<OnePage>[] {
  const { config, docs, folderPermalink, words } = input;
  if (!wantsOnePage(config.onePage)) return [];
  const found = onePages({ ...input, onePage: config.onePage, title: config.title, pages });
  const known = topFolders(docs.values());
  // A folder that some version lacks is no mistake.
  const unknown = config.isBeside ? [] : found.unknown;
  diagnostics.push(...unknown.map((dir) => onePageNotFound({ dir, known }, placeOfConfig(config))));
  return found.pages.map((content) => ({
    kind: 'onePage',
    title: words.text('onePage', { title: content.label }),
    content,
    permalink: toPermalink(folderPermalink(content.dir), 'print', '/'),
  }));
}

/** A version has no config of its own. */
const placeOfConfig = ({ file, isBeside }: Pick<Config, 'file' | 'isBeside'>) =>
  file === undefined || isBeside ? undefined : { file };

type NoPath<Kind> = Kind extends Page ? Omit<Kind, 'outputPath'> : never;

type FolderIndex = Omit<FolderIndexPage, 'permalink' | 'outputPath'>;

/** Every folder below the content root that holds listed docs, with what its page lists. */
function folderIndexes({ docs, sidebars, folderLabel }: Omit<RoutesInput, 'config'>): FolderIndex[] {
  const categories = new Map<string, SidebarCategory>();
  for (const [category, { dir }] of sidebars.origins) if (dir !== undefined) categories.set(dir, category);
  const lines = new Map<string, SidebarItem>();
  for (const [item, dirs] of sidebars.folded) for (const dir of dirs) lines.set(dir, item);

  const byFolder = new Map<string, Doc[]>();
  for (const doc of docs.values()) {
    if (doc.unlisted) continue;
    for (const dir of [doc.sourceDirName, ...ancestorsOf(doc.sourceDirName)]) {
      const list = byFolder.get(dir) ?? [];
      if (dir === doc.sourceDirName) list.push(doc);
      byFolder.set(dir, list);
    }
  }
  return [...byFolder]
    .filter(([dir]) => dir !== '.')
    .map(([dir, own]) => {
      const line = lines.get(dir);
      const category = line?.type === 'category' ? line : categories.get(dir);
      const title = category?.label ?? folderLabel(dir);
      const items = category?.items ?? (line ? [line] : plainLinks(own, folderLabel));
      return { kind: 'folderIndex', dir, category, title, items };
    });
}

function plainLinks(docs: readonly Doc[], folderLabel: (dir: string) => string): SidebarItem[] {
  const labels = distinctTitles(
    docs.map(({ shown, source }) => ({ title: shown.label, source })),
    folderLabel,
  );
  return docs.map(({ permalink, id }, index) => {
    return { type: 'link', label: labels[index] ?? '', href: permalink, docId: id, unlisted: false };
  });
}
