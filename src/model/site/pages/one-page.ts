// Builds the contents of a single-page view: the pages of a folder in the order of the sidebar, with the titles and ids of its chapters.
import type { OnePageFolders } from '../../config/schema/one-page.js';
import { compareStrings } from '../../diagnostics/diagnostic.js';
import type { Doc } from '../../docs/doc.js';
import type { SidebarCategory, SidebarItem, Sidebars } from '../../sidebar/sidebar.js';
import { type Permalink, within, withoutTrailingSlash } from '../../types/path.js';
import type { Chapter, DocRoute, FolderIndexPage, GeneratedIndexPage, OnePage, OnePageContent, Page } from './page.js';
import { isListedDoc } from './page.js';

type IndexPage = GeneratedIndexPage | FolderIndexPage;

export interface OnePageInput {
  readonly onePage: OnePageFolders;
  readonly title: string;
  readonly pages: readonly Page[];
  readonly sidebars: Sidebars;
  readonly folderPermalink: (dir: string) => Permalink;
  readonly folderLabel: (dir: string) => string;
}

export function allChapters(chapters: readonly Chapter[]): Chapter[] {
  return chapters.flatMap((chapter) => [chapter, ...allChapters(chapter.below)]);
}

export function docsInside({ chapters }: Pick<OnePageContent, 'chapters'>): DocRoute[] {
  return allChapters(chapters).flatMap(({ page }) => (page?.kind === 'doc' ? page : []));
}

/** Removes chapters of pages that are not published. Chapters below them stay. */
export function withPages(page: OnePage, published: ReadonlySet<Page>): OnePage {
  const keep = (chapters: readonly Chapter[]): Chapter[] =>
    chapters.flatMap((chapter) => {
      const below = keep(chapter.below);
      const isThere = chapter.page === undefined ? below.length > 0 : published.has(chapter.page);
      return isThere ? [{ ...chapter, below }] : below;
    });
  return { ...page, content: { ...page.content, chapters: keep(page.content.chapters) } };
}

/** Returns all folders to publish as a single page, in order, and the configured names that match no folder with listed docs. */
export function onePages(input: OnePageInput): { pages: readonly OnePageContent[]; unknown: readonly string[] } {
  const { onePage } = input;
  const listed = input.pages.filter(isListedDoc);
  const sections = new Set(listed.map(({ doc }) => topFolder(doc)).filter((dir) => dir !== '.'));
  // A hub without sections is published as one page.
  const all = !onePage.all ? [] : sections.size > 0 ? [...sections] : ['.'];
  const wanted = [...new Set([...all, ...onePage.named, ...onePage.placed])].sort(compareStrings);
  const isNamed = (dir: string) => onePage.named.includes(dir) || onePage.placed.includes(dir);
  const found = wanted
    .map((dir) => ({ dir, docs: listed.filter(({ doc }) => dir === '.' || within(doc.sourceDirName, dir)) }))
    .filter(({ dir, docs }) => isNamed(dir) || docs.length <= (onePage.maxPages ?? docs.length));
  return {
    pages: found.filter(({ docs }) => docs.length > 0).map(({ dir, docs }) => contentOf(dir, docs, input)),
    unknown: found.filter(({ dir, docs }) => docs.length === 0 && onePage.named.includes(dir)).map(({ dir }) => dir),
  };
}

export const topFolder = ({ sourceDirName }: Doc) => sourceDirName.split('/')[0] ?? '.';

function contentOf(dir: string, docs: readonly DocRoute[], input: OnePageInput): OnePageContent {
  const { sidebars, folderPermalink, folderLabel, pages } = input;
  const folder = folderPermalink(dir);
  const own = pages.find(({ permalink }) => withoutTrailingSlash(permalink) === withoutTrailingSlash(folder));
  const address = own?.permalink ?? folder;
  const indexes = pages.filter(
    (page): page is IndexPage => page.kind === 'generatedIndex' || page.kind === 'folderIndex',
  );
  const left = new Map([...docs, ...indexes].map((page) => [withoutTrailingSlash(page.permalink), page]));
  const { chaptersOf, chapterOf } = chapterReader(left, folder, input);
  const inTree = [...sidebars.byName.values()].flatMap(chaptersOf);
  const others = docs
    .filter(({ permalink }) => left.has(withoutTrailingSlash(permalink)))
    .sort((a, b) => compareStrings(a.outputPath, b.outputPath))
    .map((page) => chapterOf({ page, item: undefined, below: [] }));
  const [only, ...rest] = inTree;
  const front = only?.item?.type === 'category' && rest.length === 0 ? only.item : undefined;
  const isOwn = front && (sidebars.origins.get(front)?.dir === dir || sidebars.folded.get(front)?.[0] === dir);
  if (!only || !isOwn)
    return { dir, address, label: labelOf(dir, input), index: undefined, chapters: [...inTree, ...others] };
  const { page, below } = only;
  const label = sidebars.folded.has(front) ? folderLabel(dir) : front.label;
  if (page?.kind !== 'doc') return { dir, address, label, index: page, chapters: [...below, ...others] };
  return { dir, address, label, index: undefined, chapters: [{ ...only, below: [] }, ...below, ...others] };
}

/** Returns the label of a folder. A version of a section is a separate hub with the name of the section. */
function labelOf(dir: string, { onePage: { versionOf }, title, folderLabel }: OnePageInput): string {
  return dir === '.' && versionOf === undefined ? title : folderLabel(dir === '.' ? (versionOf ?? dir) : dir);
}

/** Converts sidebar items to chapters, each page once. `left` are the pages without a chapter so far. */
function chapterReader(
  left: Map<string, DocRoute | IndexPage>,
  address: Permalink,
  { sidebars, folderPermalink }: Pick<OnePageInput, 'sidebars' | 'folderPermalink'>,
) {
  const ids = new Set<string>();
  const take = (permalink: string | undefined, kind: Page['kind']): Chapter['page'] => {
    const key = permalink === undefined ? '' : withoutTrailingSlash(permalink);
    const page = left.get(key);
    if (page?.kind !== kind) return undefined;
    left.delete(key);
    return page;
  };
  const chapterOf = (chapter: Pick<Chapter, 'page' | 'item' | 'below'>): Chapter => {
    const { page, item } = chapter;
    const title = page?.title ?? (item && 'label' in item ? item.label : '');
    const wanted = idOf(page?.permalink, title, address);
    let id = wanted;
    for (let number = 2; ids.has(id); number += 1) id = `${wanted}-${number}`;
    ids.add(id);
    return { title, id, ...chapter };
  };
  const pageOf = (item: SidebarCategory): Chapter['page'] => {
    const { docId, generatedIndex, dir } = sidebars.origins.get(item) ?? {};
    if (docId !== undefined) return take(item.href, 'doc');
    if (generatedIndex) return take(generatedIndex.permalink, 'generatedIndex');
    return take(dir === undefined ? undefined : folderPermalink(dir), 'folderIndex');
  };
  const chaptersOf = (items: readonly SidebarItem[]): Chapter[] =>
    items.flatMap((item) => {
      if (item.type === 'html') return [];
      if (item.type === 'category') {
        const page = pageOf(item);
        const below = chaptersOf(item.items);
        return page?.kind !== 'doc' && below.length === 0 ? [] : chapterOf({ page, item, below });
      }
      if (sidebars.refs.has(item) || item.docId === undefined) return [];
      const page = take(item.href, 'doc');
      return page ? chapterOf({ page, item, below: [] }) : [];
    });
  return { chaptersOf, chapterOf };
}

/** Maximum length of a chapter's id, in characters. It is the prefix of all ids of its page. */
const maxIdChars = 60;

/** Returns an id from the path of a page relative to the folder, or from its title. */
function idOf(permalink: Permalink | undefined, title: string, own: Permalink): string {
  const path = permalink === undefined ? title : permalink.startsWith(own) ? permalink.slice(own.length) : permalink;
  const safe = [...path.replace(/[^\p{L}\p{M}\p{N}_./-]+/gu, '-')].slice(0, maxIdChars).join('');
  const id = safe.replace(/^[-/.]+|[-/]+$/g, '');
  return id === '' ? 'start' : id.startsWith('docgen-') || id === 'top' ? `page-${id}` : id;
}
