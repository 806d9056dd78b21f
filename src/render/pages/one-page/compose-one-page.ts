// A folder as one page: its bodies come one at a time, each becomes a chapter, and where all links inside lead is known at the end.
import type { ChapterProps, ContentsEntryProps } from '../../../../templates/props.js';
import type { CardProps } from '../../../../templates/types.js';
import type { Diagnostic } from '../../../model/diagnostics/diagnostic.js';
import { renderingStopped } from '../../../model/diagnostics/reading.js';
import { onePageTooLarge } from '../../../model/diagnostics/routes.js';
import { allChapters } from '../../../model/pages/one-page.js';
import type { Chapter } from '../../../model/pages/page.js';
import { pageHref, readableAnchor } from '../../../model/path.js';
import type { DocRoute, OnePage } from '../../../model/routes.js';
import { hasRightToLeft } from '../../../model/text-direction.js';
import type { Body } from '../../body/body-types.js';
import { escapeAttribute, escapeText } from '../../body/fragment.js';
import { BuildError } from '../../build-error.js';
import type { Content, OutputFile } from '../../output-file.js';
import { breadcrumbsOf } from '../breadcrumbs.js';
import { cardsOf } from '../cards.js';
import { hasTitle } from '../doc-page.js';
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

export interface ComposedOnePage extends ComposedPage {
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

/** Composes a page of the bodies of its docs, in their order. Diagnostics: DG520; those of the docs are of their own pages. */
export async function composeOnePage(
  page: OnePage,
  bodies: AsyncGenerator<Body, void>,
  context: PageContext,
): Promise<ComposedOnePage> {
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
  const printed = printOnePage(page, { made, places }, context);
  if ('problem' in printed) return { ...nothing, diagnostics: [printed.problem], isRepeatable: false };
  const { file, isBeside } = context.site.config;
  const place = file === undefined || isBeside ? undefined : { file };
  const tooLarge = onePageTooLarge({ title: page.content.label, left, megabytes: mostMegabytes }, place);
  return {
    files: [{ path: page.outputPath, bytes: printed.html }, ...files.values()],
    assets: [...assets],
    anchors: [],
    diagnostics: left > 0 ? [tooLarge] : [],
    isRepeatable,
  };
}

const nothing: ComposedPage = { files: [], assets: [], anchors: [], diagnostics: [] };

/** As with any other page: a fault is that of the page, which is left out; what stops a build still does. */
function printOnePage(
  page: OnePage,
  made: Made,
  context: PageContext,
): { readonly html: Content } | { readonly problem: Diagnostic } {
  try {
    return { html: context.print('OnePage', propsOf(page, made, context)) };
  } catch (error) {
    if (error instanceof BuildError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: renderingStopped({ reason: `${reason} (the page is left out)` }, { file: page.outputPath }) };
  }
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
  const isForeign = words.dir === 'rtl' && !hasRightToLeft(route.title + markup);
  const heading = hasTitle(route, body) ? undefined : route.title;
  const inner = innerMarkup(markup, { chapter: chapter.id, chapterAt: (href) => places.get(href) });
  return {
    made: { chapter, heading, dir: isForeign ? 'ltr' : undefined, markup: inner },
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
  const front = site.pageByPermalink.get(content.address.replace(/(?<=.)\/$/, ''));
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
