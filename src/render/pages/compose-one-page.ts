// Composes a single-page view: bodies arrive one at a time and become chapters. Links inside the page are resolved when all chapters are known.
import type { ChapterProps, ContentsEntryProps } from '../../../templates/props.js';
import type { CardProps } from '../../../templates/types.js';
import { placeOfConfig } from '../../model/config/read.js';
import { problem } from '../../model/diagnostics/diagnostic.js';
import { allChapters } from '../../model/site/pages/one-page.js';
import type { Chapter } from '../../model/site/pages/page.js';
import type { DocRoute, OnePage } from '../../model/site/routes.js';
import { pageHref, readableAnchor, withoutTrailingSlash } from '../../model/types/path.js';
import { BuildError } from '../base/build-error.js';
import type { OutputFile } from '../base/output-file.js';
import type { Body } from '../body/body-types.js';
import { escapeAttribute, escapeText } from '../body/print/fragment.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { directionOf, hasTitle } from './doc-page.js';
import { documentOf, originsOf, versionOf } from './document.js';
import type { ContentAsset } from './links/assets.js';
import { fillSlots } from './links/fill-slots.js';
import { SlotResolver } from './links/slot-resolver.js';
import { cardsOf } from './lists/cards.js';
import { type InnerLink, type InnerMarkup, innerId, innerMarkup } from './one-page/inner-markup.js';
import { beginning, placesOn } from './one-page/one-page-links.js';
import type { ComposedPage, PageContext } from './page-context.js';
import { DeferredMarkup } from './print/render-template.js';

/** Maximum markup of all bodies, in millions of characters. Browsers can lay out and print this much, although slowly. */
const maxMegabytes = 16;

interface ReadOnePage extends Pick<ComposedPage, 'files' | 'assets'> {
  readonly made: ReadonlyMap<Chapter, MadeChapter>;
  /** Ids of chapters by the URLs of their pages. */
  readonly places: ReadonlyMap<string, string>;
  readonly left: number;
  /** Whether the next build can reuse the page. False if a body failed, which might be transient. */
  readonly isRepeatable: boolean;
}

interface MadeChapter {
  readonly heading: string | undefined;
  readonly dir: 'ltr' | undefined;
  readonly markup: InnerMarkup;
}

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
    const route = chapter.page;
    if (route?.kind !== 'doc') continue;
    const body = left === 0 ? (await bodies.next()).value : undefined;
    const read = body && composeChapter(chapter.id, { route, body, places }, context);
    size += read?.size ?? 0;
    if (!read || size > maxMegabytes * 1e6) {
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

/** Composes the page from its chapters. Diagnostics: DG520. The docs' own pages report their diagnostics. */
export function composeOnePage(page: OnePage, read: ReadOnePage, context: PageContext): ComposedPage {
  const { left, files, assets } = read;
  const html = context.print('OnePage', propsOf(page, read, context));
  const { file, isOtherVersion } = context.site.config;
  const place = isOtherVersion ? undefined : placeOfConfig(file);
  const tooLarge = problem.onePageTooLarge({ title: page.content.label, left, megabytes: maxMegabytes }, place);
  return {
    files: [{ path: page.outputPath, bytes: html }, ...files],
    assets,
    anchors: [],
    diagnostics: left > 0 ? [tooLarge] : [],
  };
}

interface ChapterInput extends Pick<ReadOnePage, 'places'> {
  readonly route: DocRoute;
  readonly body: Body;
}

/** Composes a chapter. If that throws, the chapter contains an error message. @throws BuildError for problems that stop the build. */
function composeChapter(chapter: string, { route, body, places }: ChapterInput, context: PageContext) {
  const { config, words } = context.site;
  try {
    const own = new SlotResolver(route.doc, { ...context, hints: false });
    const markup = fillSlots(body, own);
    const heading = hasTitle(route, body) ? undefined : route.title;
    const inner = innerMarkup(markup, { chapter, chapterAt: (href) => places.get(href) });
    const made: MadeChapter = { heading, dir: directionOf(route.title + markup, words), markup: inner };
    return { made, size: markup.length, files: own.files, assets: own.assets };
  } catch (error) {
    if (error instanceof BuildError) throw error;
    const href = escapeAttribute(pageHref(route.permalink, config));
    const markup = `<p>${escapeText(words.text('notRendered'))} <a href="${href}">${escapeText(route.title)}</a></p>`;
    const made: MadeChapter = { heading: route.title, dir: undefined, markup: { pieces: [markup], ids: [] } };
    return { made, size: markup.length, files: [], assets: [] };
  }
}

function propsOf(page: OnePage, { made, places }: ReadOnePage, context: PageContext) {
  const { site } = context;
  const { content } = page;
  const chapters = allChapters(content.chapters);
  const known = new Set([beginning, ...[...made.values()].flatMap(({ markup }) => markup.ids)]);
  /** Returns the anchor of a link, or the start of the chapter if the chapter doesn't have the id. */
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

interface ChapterContext extends Pick<ReadOnePage, 'places'> {
  readonly made: MadeChapter | undefined;
  readonly hrefOf: (link: InnerLink) => string;
}

function chapterProps(chapter: Chapter, { made, places, hrefOf }: ChapterContext, { site }: PageContext): ChapterProps {
  const { id, title, page, item } = chapter;
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
    return { ...none, heading, dir, body: new DeferredMarkup([Buffer.from(text)]) };
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
