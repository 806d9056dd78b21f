// A folder as one page: its bodies come one at a time, each becomes a chapter, and where all links inside lead is known at the end.
import type { ChapterProps, ContentsEntryProps } from '../../../../templates/props.js';
import type { CardProps } from '../../../../templates/types.js';
import { onePageTooLarge } from '../../../model/diagnostics/routes.js';
import { allChapters } from '../../../model/pages/one-page.js';
import type { Chapter } from '../../../model/pages/page.js';
import { pageHref, readableAnchor, withoutTrailingSlash } from '../../../model/path.js';
import type { DocRoute, OnePage } from '../../../model/routes.js';
import type { Body } from '../../body/body-types.js';
import { escapeAttribute, escapeText } from '../../body/fragment.js';
import { BuildError } from '../../build-error.js';
import type { OutputFile } from '../../output-file.js';
import { breadcrumbsOf } from '../breadcrumbs.js';
import { cardsOf } from '../cards.js';
import { directionOf, hasTitle } from '../doc-page.js';
import { documentOf } from '../document.js';
import type { ContentAsset } from '../links/assets.js';
import { fillHoles } from '../links/fill-holes.js';
import { versionOf } from '../links/versions.js';
import type { ComposedPage, PageContext } from '../page-context.js';
import { LateMarkup } from '../print/markup.js';
import { originsOf } from '../provenance.js';
import { type InnerLink, type InnerMarkup, innerId, innerMarkup } from './inner-markup.js';
import { beginning, placesOn } from './one-page-links.js';

/** Characters of the markup of bodies, in millions: a browser lays out and prints as many, if slowly. */
const mostMegabytes = 16;

/** What is known of a page when all its bodies were read. */
export interface ReadOnePage extends Made {
  readonly files: readonly OutputFile[];
  readonly assets: readonly ContentAsset[];
  /** Chapters that are too much for the page. */
  readonly left: number;
  /** False where a body failed, and may not the next time. */
  readonly isRepeatable: boolean;
}

/** What a doc became. */
interface MadeChapter {
  readonly chapter: Chapter;
  readonly heading: string | undefined;
  readonly dir: 'ltr' | undefined;
  readonly markup: InnerMarkup;
}

/** Makes chapters of the bodies of the docs of a page, in their order. */
export async function readOnePage(
  page: OnePage,
  bodies: AsyncGenerator<Body, void>,
  context: PageContext,
): Promise<ReadOnePage> {
  const places = placesOn(page, context.site);
  const made = new Map<Chapter, MadeChapter>();
  const files = new Map<string, OutputFile>();
  const assets = new Set<ContentAsset>();
  let [size, left, isRepeatable] = [0, 0, true];
  for (const chapter of allChapters(page.content.chapters)) {
    if (chapter.page?.kind !== 'doc') continue;
    const body = left === 0 ? (await bodies.next()).value : undefined;
    const read = body && composeChapter(chapter, { route: chapter.page, body, places }, context);
    size += read?.size ?? 0;
    if (!read || size > mostMegabytes * 1e6) {
      left += 1;
      continue;
    }
    isRepeatable &&= body.status !== 'failed';
    made.set(chapter, read.made);
    for (const file of read.files) files.set(file.path, file);
    for (const asset of read.assets) assets.add(asset);
  }
  await bodies.return();
  return { made, places, files: [...files.values()], assets: [...assets], left, isRepeatable };
}

/** Composes a page of its chapters. Diagnostics: DG520; those of the docs are of their own pages. */
export function composeOnePage(page: OnePage, read: ReadOnePage, context: PageContext): ComposedPage {
  const { left } = read;
  const html = context.print('OnePage', propsOf(page, read, context));
  const { file, isBeside } = context.site.config;
  const place = file === undefined || isBeside ? undefined : { file };
  const tooLarge = onePageTooLarge({ title: page.content.label, left, megabytes: mostMegabytes }, place);
  return {
    files: [{ path: page.outputPath, bytes: html }, ...read.files],
    assets: read.assets,
    anchors: [],
    diagnostics: left > 0 ? [tooLarge] : [],
  };
}

interface ChapterInput {
  readonly route: DocRoute;
  readonly body: Body;
  readonly places: ReadonlyMap<string, string>;
}

interface ReadChapter {
  readonly made: MadeChapter;
  readonly size: number;
  readonly files: readonly OutputFile[];
  readonly assets: readonly ContentAsset[];
}

/** A body that cannot be put in says so, and the others stand; what stops a build still does. */
function composeChapter(chapter: Chapter, input: ChapterInput, context: PageContext): ReadChapter {
  try {
    return readChapter(chapter, input, context);
  } catch (error) {
    if (error instanceof BuildError) throw error;
    const { config, words } = context.site;
    const href = escapeAttribute(pageHref(input.route.permalink, config));
    const markup = `<p>${escapeText(words.text('notRendered'))} <a href="${href}">${escapeText(chapter.title)}</a></p>`;
    const made = { chapter, heading: chapter.title, dir: undefined, markup: { pieces: [markup], ids: [] } };
    return { made, size: markup.length, files: [], assets: [] };
  }
}

function readChapter(chapter: Chapter, { route, body, places }: ChapterInput, context: PageContext): ReadChapter {
  const { words } = context.site;
  const { markup, files, assets } = fillHoles(route.doc, body, { ...context, hints: false });
  const heading = hasTitle(route, body) ? undefined : route.title;
  const inner = innerMarkup(markup, { chapter: chapter.id, chapterAt: (href) => places.get(href) });
  return {
    made: { chapter, heading, dir: directionOf(route.title + markup, words), markup: inner },
    size: markup.length,
    files,
    assets,
  };
}

interface Made {
  readonly made: ReadonlyMap<Chapter, MadeChapter>;
  readonly places: ReadonlyMap<string, string>;
}

function propsOf(page: OnePage, { made, places }: Made, context: PageContext) {
  const { site } = context;
  const { content } = page;
  const chapters = allChapters(content.chapters);
  const known = new Set([beginning, ...[...made.values()].flatMap(({ markup }) => markup.ids)]);
  /** A place that no chapter has is its beginning. */
  const hrefOf = ({ chapter, id }: InnerLink) => {
    const place = id === '' ? chapter : innerId(chapter, id);
    return readableAnchor(known.has(place) ? place : chapter);
  };
  const front = site.pageByPermalink.get(withoutTrailingSlash(content.address));
  return {
    document: documentOf(page, context, { description: '' }),
    version: versionOf(page, context),
    breadcrumbs: breadcrumbsOf(page, site),
    title: content.label,
    description: descriptionOf(content.index) ?? (content.dir === '.' ? site.config.tagline : ''),
    count: made.size,
    contents: contentsOf(content.chapters),
    chapters: chapters.map((chapter) => chapterProps(chapter, { made: made.get(chapter), places, hrefOf }, context)),
    origins: front ? originsOf(front, site) : [],
  };
}

interface ChapterContext extends Pick<Made, 'places'> {
  readonly made: MadeChapter | undefined;
  readonly hrefOf: (link: InnerLink) => string;
}

function chapterProps(
  { id, title, page, item }: Chapter,
  { made, places, hrefOf }: ChapterContext,
  { site }: PageContext,
): ChapterProps {
  const none = {
    id,
    heading: title,
    description: '',
    cards: [],
    dir: undefined,
    body: undefined,
    elsewhere: undefined,
  };
  if (made) {
    const { heading, dir, markup } = made;
    const text = markup.pieces.map((piece) => (typeof piece === 'string' ? piece : hrefOf(piece))).join('');
    return { ...none, heading, dir, body: new LateMarkup([Buffer.from(text)]) };
  }
  if (page?.kind === 'doc')
    return { ...none, elsewhere: { href: pageHref(page.permalink, site.config), label: title } };
  const category = item?.type === 'category' ? item : undefined;
  const cards = cardsOf(page?.kind === 'folderIndex' ? page.items : (category?.items ?? []), site);
  return {
    ...none,
    description: descriptionOf(page) ?? category?.description ?? '',
    cards: cards.map((card) => cardOn(card, places)),
  };
}

/** A card as it leads to a chapter. */
function cardOn({ href, label, description }: CardProps, places: ReadonlyMap<string, string>): CardProps {
  const chapter = href && places.get(href);
  const target = chapter === undefined ? href : readableAnchor(chapter);
  return { ...(target !== undefined && { href: target }), label, description, count: undefined };
}

function descriptionOf(page: Chapter['page']): string | undefined {
  if (page?.kind === 'generatedIndex') return page.index.description;
  return page?.kind === 'folderIndex' ? page.category?.description : undefined;
}

function contentsOf(chapters: readonly Chapter[]): ContentsEntryProps[] {
  return chapters.map(({ id, title, below }) => ({
    href: readableAnchor(id),
    label: title,
    entries: contentsOf(below),
  }));
}
