// mdBook: SUMMARY.md has the order of the chapters, and only its chapters are pages.
import { posix } from 'node:path';
import { NavigationLimit } from '../input/navigation-limit.js';
import { decodeAddress, editUrlOf, isUrl } from '../types/path.js';
import { folderOf, mapOf, outsideFaults, pathFrom, readConfig, textOf } from './config-files.js';
import {
  emptyProject,
  type Generator,
  type NavigationItem,
  type Project,
  type ProjectFault,
  type ProjectFiles,
} from './generator.js';

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
  const items = readSummary(text ?? '', limit);
  const missing: ProjectFault = { file: summaryFile, reason: '`SUMMARY.md` is missing, or larger than 1 MB' };
  const html = mapOf(mapOf(config['output'])['html']);
  return {
    ...emptyProject('mdbook'),
    contentDir,
    title: textOf(book['title']),
    editUrl: editUrlOf(html['edit-url-template'], contentDir),
    headingIds: 'mdbook',
    navigation: text === undefined ? undefined : items,
    variables: { hasMath: html['mathjax-support'] === true, hiddenLines: mapOf(mapOf(html['code'])['hidelines']) },
    redirects: Object.entries(mapOf(html['redirect'])).flatMap(([from, to]) =>
      typeof to === 'string' ? [[from, isUrl(to) ? to : addressOf(from, to)] as const] : [],
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

/** Maximum number of levels. Deeper chapters are siblings of those above them. */
const maxDepth = 20;

/** A chapter while its children are collected. A draft has no page. */
interface Chapter {
  readonly label: string;
  readonly page: string | undefined;
  readonly indent: number;
  readonly children: Chapter[];
}

const chapterLine =
  /^([ \t]*)(?:[-*+][ \t]+)?\[((?:\\.|[^\\\]])*)\]\((?:<([^<>]*)>|([^()]*(?:\([^()]*\)[^()]*)*))\)[ \t]*$/;

/** Reads parts (headings behind the first one), and chapters as links: in lists, or alone before and behind them. */
function readSummary(text: string, limit: NavigationLimit): readonly NavigationItem[] {
  const top: Chapter[] = [];
  let hasTitle = false;
  let part: Chapter | undefined;
  let above: Chapter[] = [];
  for (const line of text.split(/\r?\n/)) {
    const heading = /^#{1,6}[ \t]+([^\n]*?)[ \t#]*$/.exec(line)?.[1];
    if (heading !== undefined) {
      // The first heading is the title of the file, unless chapters precede it.
      part =
        hasTitle || top.length > 0 ? { label: plain(heading), page: undefined, indent: -1, children: [] } : undefined;
      if (part) top.push(part);
      hasTitle = true;
      above = [];
      continue;
    }
    const [, space = '', label, inBrackets, inParentheses = ''] =
      line.length > 2000 ? [] : (chapterLine.exec(line) ?? []);
    if (label === undefined) continue;
    if (!limit.take(above.length)) break;
    const isListed = /^[ \t]*[-*+][ \t]/.test(line);
    const indent = space.replaceAll('\t', '    ').length;
    const chapter = { label: plain(label), page: pageOf(inBrackets ?? inParentheses), indent, children: [] };
    while (isListed && (above.at(-1)?.indent ?? -1) >= indent) above.pop();
    if (!isListed) [above, part] = [[], undefined];
    (above.at(-1)?.children ?? part?.children ?? top).push(chapter);
    if (isListed && above.length < maxDepth) above.push(chapter);
  }
  return toItems(top);
}

const plain = (text: string) => text.replace(/\\(.)/g, '$1').replace(/[`*]/g, '').trim();

function pageOf(link: string): string | undefined {
  const [path = ''] = link.trim().split('#');
  const decoded = decodeAddress(path);
  return decoded === '' || isUrl(decoded) ? undefined : (pathFrom('', decoded) ?? decoded);
}

const toItems = (chapters: readonly Chapter[]): NavigationItem[] =>
  chapters.flatMap(({ label, page, children }): NavigationItem[] => {
    if (children.length > 0) return [{ type: 'folder', label, page, items: toItems(children) }];
    return page === undefined ? [] : [{ type: 'page', path: page, label }];
  });
