// mdBook: SUMMARY.md has the order of the chapters, and only its chapters are pages.
import { posix } from 'node:path';
import { type Chapter, NavigationLimit, readSummary } from '../input/navigation.js';
import { mapOf, textOf } from '../input/plain-data.js';
import { editUrlOf, isUrl } from '../types/path.js';
import { folderOf, outsideFaults, readConfig } from './config-files.js';
import type { Generator, NavigationItem, Project, ProjectFault, ProjectFiles } from './generator.js';
import { emptyProject } from './generator.js';

export const mdbook: Generator = {
  name: 'mdbook',
  detect: (names) => names.has('book.toml'),
  configFiles: /^book\.toml$|(?:^|\/)SUMMARY\.md$/,
  read,
  pageTest: ({ settings }) => {
    const listed = settings['pages'] as readonly string[] | undefined;
    const pages = listed && new Set(listed);
    return (path) => (pages ? pages.has(path) : !path.endsWith('SUMMARY.md'));
  },
  fields: () => ({ parse_number_prefixes: false }),
  slug: (path) => (isIndex(path) ? `/${path}`.replace(/[^/]+$/, '') : `/${path.replace(/\.md$/, '')}`),
};

const isIndex = (path: string) => /(?:^|\/)(?:README|index)\.md$/i.test(path);

function read(files: ProjectFiles, limit = new NavigationLimit()): Project {
  const { value: config, faults } = readConfig(files, 'book.toml');
  const book = mapOf(config['book']);
  const contentDir = folderOf(book['src'], 'src');
  const summaryFile = posix.join(contentDir, 'SUMMARY.md');
  const text = files.read(summaryFile);
  const items = toItems(readSummary(text ?? '', limit));
  const missing: ProjectFault = { file: summaryFile, reason: '`SUMMARY.md` is missing, or larger than 1 MB' };
  const html = mapOf(mapOf(config['output'])['html']);
  return {
    ...emptyProject('mdbook'),
    file: summaryFile,
    contentDir,
    title: textOf(book['title']),
    editUrl: editUrlOf(html['edit-url-template'], contentDir),
    headingIds: 'mdbook',
    navigation: text === undefined ? undefined : items,
    variables: { html, hasPrograms: config['preprocessor'] !== undefined },
    // One from a heading of a page needs a script.
    redirects: Object.entries(mapOf(html['redirect'])).flatMap(([from, to]) =>
      typeof to === 'string' && !from.includes('#') ? [[from, isUrl(to) ? to : addressOf(from, to)] as const] : [],
    ),
    settings: text === undefined || limit.isExceeded ? {} : { pages: pagesIn(items) },
    faults: [...faults, ...outsideFaults('book.toml', { src: book['src'] }), ...(text === undefined ? [missing] : [])],
  };
}

/** The address of a redirect's target, which counts from the folder of `from`. */
const addressOf = (from: string, to: string) =>
  posix.resolve(`/${posix.dirname(from)}`, to).replace(/(?:\/index)?\.html$/, '');

const pagesIn = (items: readonly NavigationItem[]): string[] =>
  items.flatMap((item) => {
    if (item.type === 'page') return item.path;
    return item.type === 'folder' ? [...(item.page === undefined ? [] : [item.page]), ...pagesIn(item.items)] : [];
  });

/** Drafts have no page. */
const toItems = (chapters: readonly Chapter[]): NavigationItem[] =>
  chapters.flatMap(({ label, link, children }): NavigationItem[] => {
    const page = link === undefined || isUrl(link) ? undefined : link;
    if (children.length > 0) return [{ type: 'folder', label, page, items: toItems(children) }];
    return page === undefined ? [] : [{ type: 'page', path: page, label }];
  });
