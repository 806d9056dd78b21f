// mdBook and GitBook: SUMMARY.md has the order of the chapters, and only its chapters are pages. Docsify: `_sidebar.md` has the order.
import { posix } from 'node:path';
import { type Chapter, NavigationLimit, readSummary } from '../input/navigation.js';
import { mapOf, textOf } from '../input/plain-data.js';
import { editUrlOf, isUrl } from '../types/path.js';
import { folderOf } from '../types/project-paths.js';
import { outsideFaults, readConfig } from './config-files.js';
import { emptyProject, type Generator, type NavigationItem, type Project, type ProjectFiles } from './generator.js';

export const mdbook: Generator = {
  name: 'mdbook',
  detect: (names) => names.has('book.toml'),
  configFiles: /^(?:book\.toml|\.gitbook\.yaml|[\w-]+\.txt)$|(?:^|\/)SUMMARY\.md$|^_sidebar\.md$/,
  read,
  pageTest: ({ settings: { pages } }) => {
    const listed = Array.isArray(pages) && new Set(pages);
    return (path) => (listed ? listed.has(path) : !/SUMMARY\.md$|\.html$|(?:^|\/)_/.test(path));
  },
  slug: (path) => `/${path}`.replace(/(?<=\/)(?:README|index)\.md$|\.md$/i, ''),
};

const bookFiles = ['.gitbook', '.gitbook.yaml', 'book.json'].map((name) => ['SUMMARY.md', name]);
/** Sites that have left GitBook or Docsify often keep its files, so the project of another generator around them has precedence. */
export const gitbook: Generator = {
  ...mdbook,
  detect: (all) => [...bookFiles, ['_sidebar.md', 'index.html']].some((names) => names.every((one) => all.has(one))),
};

function read(files: ProjectFiles, limit = new NavigationLimit()): Project {
  const isBook = files.paths.includes('book.toml');
  const { value: config, faults } = readConfig(files, isBook ? 'book.toml' : '.gitbook.yaml');
  const book = mapOf(config['book']);
  const contentDir = isBook ? folderOf(book['src'], 'src') : folderOf(config['root'], '');
  const isDocsify = !isBook && !files.paths.includes('SUMMARY.md');
  const summaryFile = posix.join(contentDir, isDocsify ? '_sidebar.md' : 'SUMMARY.md');
  const chapters = readSummary(files.read(summaryFile) ?? '', limit, isDocsify);
  const pages = new Set(pagesIn(chapters));
  const isRead = pages.size > 0 || limit.isExceeded;
  const unread = { file: summaryFile, line: 1, reason: '`SUMMARY.md` is missing, over 1 MB, or names no page' };
  const html = mapOf(mapOf(config['output'])['html']);
  const redirects = mapOf(html['redirect']);
  const { katex, variables } = mapOf(config['preprocessor']);
  const texMacros = files.read(textOf(mapOf(katex)['macros']) ?? '');
  return {
    ...emptyProject('mdbook'),
    file: summaryFile,
    contentDir,
    title: textOf(book['title']),
    editUrl: editUrlOf(html['edit-url-template'], contentDir),
    headingIds: isDocsify ? 'github' : 'mdbook',
    navigation: isRead ? toItems(chapters) : undefined,
    variables: { html, hasPrograms: 'preprocessor' in config, texMacros, values: mapOf(variables)['variables'] },
    // A redirect from a heading of a page would need a script.
    redirects: Object.entries(redirects).flatMap(([from, to]) =>
      typeof to === 'string' && !from.includes('#') ? [[from, addressOf(from, to, pages, redirects)] as const] : [],
    ),
    settings: isRead && !limit.isExceeded && !isDocsify ? { pages: [...pages] } : {},
    faults: [...faults, ...outsideFaults('book.toml', { src: book['src'] }), ...(isRead ? [] : [unread])],
  };
}

/** Returns the target of a redirect: another redirect, or a page relative to the folder of `from`. From the root, it can start with the site's base path. */
function addressOf(from: string, to: string, pages: ReadonlySet<string>, redirects: object): string {
  const isOther = [to, to.replace(/^\//, '')].some((key) => Object.hasOwn(redirects, key));
  if (isUrl(to) || isOther) return to;
  const file = posix.resolve(`/${posix.dirname(from)}`, to);
  const below = file.replace(/^\/[^/#]+(?=\/)/, '');
  const page = below.slice(1).replace(/(?:\.html)?(?:#.*)?$/, '.md');
  const isOwn = pages.has(page) || pages.has(page.replace(/index\.md$/, 'README.md'));
  return (isOwn ? below : file).replace(/(?:(?<=.)\/index|(?<=^\/)index)?\.html(?=#|$)/, '');
}

const isPage = (link: string | undefined): link is string => link !== undefined && !isUrl(link);

const pagesIn = (chapters: readonly Chapter[]): string[] =>
  chapters.flatMap(({ link, children }) => [...(isPage(link) ? [link] : []), ...pagesIn(children)]);

/** Converts chapters to items. Drafts don't have a page. */
const toItems = (chapters: readonly Chapter[]): NavigationItem[] =>
  chapters.flatMap(({ label, link, children }): NavigationItem[] => {
    const page = isPage(link) ? link : undefined;
    if (children.length > 0) return [{ type: 'folder', label, page, items: toItems(children) }];
    return page === undefined ? [] : [{ type: 'page', path: page, label }];
  });
