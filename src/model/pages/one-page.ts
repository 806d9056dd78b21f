// A folder of the hub as one page: which pages it has, in the order of the tree, and what each of them is called there.
import { compareStrings } from '../diagnostics/diagnostic.js';
import type { Doc } from '../docs/doc.js';
import { type Permalink, withoutTrailingSlash } from '../path.js';
import type { SidebarCategory, SidebarItem, Sidebars } from '../sidebar/sidebar.js';
import type { OnePageFolders } from './one-page-folders.js';
import type { Chapter, DocRoute, FolderIndexPage, GeneratedIndexPage, OnePage, OnePageContent, Page } from './page.js';

type IndexPage = GeneratedIndexPage | FolderIndexPage;

export interface OnePageInput {
  readonly onePage: OnePageFolders;
  readonly title: string;
  /** Those that are published. */
  readonly pages: readonly Page[];
  readonly sidebars: Sidebars;
  readonly folderPermalink: (dir: string) => Permalink;
  readonly folderLabel: (dir: string) => string;
}

/** The chapters of a page in the order in which they stand there. */
export function allChapters(chapters: readonly Chapter[]): Chapter[] {
  return chapters.flatMap((chapter) => [chapter, ...allChapters(chapter.below)]);
}

/** The docs whose bodies a page holds, in their order. */
export function docsInside({ chapters }: Pick<OnePageContent, 'chapters'>): DocRoute[] {
  return allChapters(chapters).flatMap(({ page }) => (page?.kind === 'doc' ? page : []));
}

/** The page without chapters of pages that are not published after all; what is below them stays. */
export function withPages(page: OnePage, published: ReadonlySet<Page>): OnePage {
  const keep = (chapters: readonly Chapter[]): Chapter[] =>
    chapters.flatMap((chapter) => {
      const below = keep(chapter.below);
      const isThere = chapter.page === undefined ? below.length > 0 : published.has(chapter.page);
      return isThere ? [{ ...chapter, below }] : below;
    });
  return { ...page, content: { ...page.content, chapters: keep(page.content.chapters) } };
}

/** Every folder that is wanted as one page, in order, and the names that no folder with listed docs has. */
export function onePages(input: OnePageInput): { pages: readonly OnePageContent[]; unknown: readonly string[] } {
  const { onePage } = input;
  const listed = input.pages.filter((page): page is DocRoute => page.kind === 'doc' && !page.doc.unlisted);
  const sections = new Set(listed.map(({ doc }) => topFolder(doc)).filter((dir) => dir !== '.'));
  // A hub without sections is one.
  const all = !onePage.all ? [] : sections.size > 0 ? [...sections] : ['.'];
  const wanted = [...new Set([...all, ...onePage.named, ...onePage.placed])].sort(compareStrings);
  const found = wanted.map((dir) => ({ dir, docs: listed.filter(({ doc }) => isIn(doc, dir)) }));
  return {
    pages: found.filter(({ docs }) => docs.length > 0).map(({ dir, docs }) => contentOf(dir, docs, input)),
    unknown: found.filter(({ dir, docs }) => docs.length === 0 && onePage.named.includes(dir)).map(({ dir }) => dir),
  };
}

/** Folders that a name may have been meant for. */
export function topFolders(docs: Iterable<Doc>): readonly string[] {
  return [...new Set([...docs].map(topFolder))].sort(compareStrings);
}

const topFolder = ({ sourceDirName }: Doc) => sourceDirName.split('/')[0] ?? '.';

function isIn({ sourceDirName }: Doc, dir: string): boolean {
  return dir === '.' || sourceDirName === dir || sourceDirName.startsWith(`${dir}/`);
}

function contentOf(dir: string, docs: readonly DocRoute[], input: OnePageInput): OnePageContent {
  const { sidebars, folderPermalink, folderLabel, pages } = input;
  const address = folderPermalink(dir);
  const indexes = pages.filter(
    (page): page is IndexPage => page.kind === 'generatedIndex' || page.kind === 'folderIndex',
  );
  const left = new Map([...docs, ...indexes].map((page) => [withoutTrailingSlash(page.permalink), page]));
  const read = new Reader(left, address, { sidebars, folderPermalink });
  const inTree = [...sidebars.byName.values()].flatMap((items) => read.chaptersOf(items));
  const others = docs
    .filter(({ permalink }) => left.has(withoutTrailingSlash(permalink)))
    .sort((a, b) => compareStrings(a.outputPath, b.outputPath))
    .map((page) => read.chapterOf(page.title, { page, item: undefined, below: [] }));
  const [only, ...rest] = inTree;
  const isFront = only?.item?.type === 'category' && rest.length === 0 && isOf(dir, only.item, sidebars);
  if (!only || !isFront)
    return {
      dir,
      label: labelOf(dir, input),
      address,
      index: undefined,
      chapters: [...inTree, ...others],
    };
  const { page, below } = only;
  const front = page?.kind === 'doc' ? [{ ...only, below: [] }] : [];
  const isLine = sidebars.folded.has(only.item as SidebarCategory);
  return {
    dir,
    address,
    label: isLine ? folderLabel(dir) : (only.item as SidebarCategory).label,
    index: page?.kind === 'doc' ? undefined : page,
    chapters: [...front, ...below, ...others],
  };
}

/** A version of a section is a hub of its own, which has the name of the section. */
function labelOf(dir: string, { onePage: { versionOf }, title, folderLabel }: OnePageInput): string {
  return dir === '.' && versionOf === undefined ? title : folderLabel(dir === '.' ? (versionOf ?? dir) : dir);
}

/** Whether a category is that of a folder. */
function isOf(dir: string, category: SidebarCategory, { origins, folded }: Sidebars): boolean {
  return origins.get(category)?.dir === dir || folded.get(category)?.[0] === dir;
}

/** Takes the pages of a folder out of the tree, each once. */
class Reader {
  readonly #left: Map<string, DocRoute | IndexPage>;
  readonly #own: Permalink;
  readonly #tree: Pick<OnePageInput, 'sidebars' | 'folderPermalink'>;
  readonly #ids = new Set<string>();
  readonly #numbers = new Map<string, number>();

  constructor(
    left: Map<string, DocRoute | IndexPage>,
    own: Permalink,
    tree: Pick<OnePageInput, 'sidebars' | 'folderPermalink'>,
  ) {
    this.#left = left;
    this.#own = own;
    this.#tree = tree;
  }

  chaptersOf(items: readonly SidebarItem[]): Chapter[] {
    return items.flatMap((item) => {
      if (item.type === 'html') return [];
      if (item.type === 'category') return this.#category(item);
      if (this.#tree.sidebars.refs.has(item) || item.docId === undefined) return [];
      const page = this.#take(item.href, 'doc');
      return page ? [this.chapterOf(page.title, { page, item, below: [] })] : [];
    });
  }

  chapterOf(title: string, rest: Pick<Chapter, 'page' | 'item' | 'below'>): Chapter {
    return { title, id: this.#unique(idOf(rest.page?.permalink, title, this.#own)), ...rest };
  }

  #category(item: SidebarCategory): Chapter[] {
    const { folderPermalink, sidebars } = this.#tree;
    const { docId, generatedIndex, dir } = sidebars.origins.get(item) ?? {};
    const page =
      docId !== undefined
        ? this.#take(item.href, 'doc')
        : generatedIndex
          ? this.#take(generatedIndex.permalink, 'generatedIndex')
          : this.#take(dir === undefined ? undefined : folderPermalink(dir), 'folderIndex');
    const chapters = this.chaptersOf(item.items);
    if (page?.kind !== 'doc' && chapters.length === 0) return [];
    return [this.chapterOf(page?.title ?? item.label, { page, item, below: chapters })];
  }

  #take<Kind extends (DocRoute | IndexPage)['kind']>(
    permalink: string | undefined,
    kind: Kind,
  ): Extract<DocRoute | IndexPage, { kind: Kind }> | undefined {
    const key = permalink === undefined ? '' : withoutTrailingSlash(permalink);
    const page = this.#left.get(key);
    if (page?.kind !== kind) return undefined;
    this.#left.delete(key);
    return page as Extract<DocRoute | IndexPage, { kind: Kind }>;
  }

  #unique(wanted: string): string {
    let id = wanted;
    let number = this.#numbers.get(wanted) ?? 2;
    for (; this.#ids.has(id); number += 1) id = `${wanted}-${number}`;
    this.#numbers.set(wanted, number);
    this.#ids.add(id);
    return id;
  }
}

/** Longest id: it stands before each id of its page. */
const longest = 60;

/** The path of a page from that of the folder, else its title. */
function idOf(permalink: Permalink | undefined, title: string, own: Permalink): string {
  const path = permalink === undefined ? title : permalink.startsWith(own) ? permalink.slice(own.length) : permalink;
  const safe = [...path.replace(/[^\p{L}\p{M}\p{N}_./-]+/gu, '-')].slice(0, longest).join('');
  const id = safe.replace(/^[-/.]+|[-/]+$/g, '');
  return id === '' ? 'start' : id.startsWith('docgen-') || id === 'top' ? `page-${id}` : id;
}
