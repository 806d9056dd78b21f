// The page of a doc: its body with the holes filled, in the frame that its front matter asks for.
import type { DocPageProps } from '../../../templates/props.js';
import type { HeadingProps } from '../../../templates/types.js';
import { isKeptOut } from '../../model/config-file/address.js';
import { dateOf } from '../../model/docs/dates.js';
import type { Doc } from '../../model/docs/doc.js';
import { editAddress } from '../../model/docs/provenance.js';
import type { Words } from '../../model/labels/words.js';
import { anchorHref, encodeAddress, pageHref, withoutTrailingSlash } from '../../model/path.js';
import { isRecord } from '../../model/plain-data.js';
import type { DocRoute } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { hasRightToLeft } from '../../model/text-direction.js';
import type { Body } from '../body/body-types.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { cardsOf } from './cards.js';
import { documentOf } from './document.js';
import { fillHoles } from './links/fill-holes.js';
import { versionOf } from './links/versions.js';
import { markdownCopy } from './markdown-copy.js';
import { type ComposedPage, neighbourLinks, type PageContext } from './page-context.js';
import { LateMarkup } from './print/markup.js';
import { originsOf, sourceOf } from './provenance.js';
import { tagLinks } from './tag-pages.js';

/** All that a page takes of its body beside the markup. */
interface BodyFacts {
  /** The body has the heading of its page. */
  readonly isTitled: boolean;
  readonly dir: 'ltr' | undefined;
  readonly headings: readonly HeadingProps[];
}

export function composeDoc(page: DocRoute, body: Body, context: PageContext): ComposedPage {
  const filled = fillHoles(page.doc, body, context);
  const facts = factsOf(page, body, { markup: filled.markup, words: context.site.words });
  const html = context.print('DocPage', docProps(page, { facts, markup: filled.markup }, context));
  const { markup: _, files, ...named } = filled;
  return {
    ...named,
    files: [{ path: page.outputPath, bytes: html }, markdownCopy(page, facts.isTitled), ...files],
    diagnostics: [...body.diagnostics, ...named.diagnostics],
  };
}

function factsOf(
  { title, doc: { frontMatter } }: DocRoute,
  body: Body,
  { markup, words }: { readonly markup: string; readonly words: Words },
): BodyFacts {
  const { toc_min_heading_level: min = 2, toc_max_heading_level: max = 3 } = frontMatter;
  return {
    isTitled: hasTitle({ title }, body),
    dir: directionOf(title + markup, words),
    headings: frontMatter.hide_table_of_contents ? [] : headingsOf(body, [min, max]),
  };
}

/** Of a text that runs the other way than the page. */
export function directionOf(text: string, words: Words): 'ltr' | undefined {
  return words.dir === 'rtl' && !hasRightToLeft(text) ? 'ltr' : undefined;
}

function docProps(
  page: DocRoute,
  { facts, markup }: { readonly facts: BodyFacts; readonly markup: string },
  context: PageContext,
): DocPageProps {
  const { site, landings } = context;
  const { frontMatter, unlisted } = page.doc;
  const { description } = page.doc.shown;
  const { keywords = [] } = frontMatter;
  const origin = site.provenance.get(page.doc.source);
  const lastUpdate = lastUpdateOf(page);
  const noIndex = isKeptOut(site.config) || unlisted;
  return {
    document: documentOf(page, context, { description, keywords, noIndex }),
    version: versionOf(page, context),
    breadcrumbs: breadcrumbsOf(page, site),
    heading: frontMatter.hide_title === true || facts.isTitled ? undefined : page.title,
    unlisted,
    dir: facts.dir,
    body: new LateMarkup(markup),
    headings: facts.headings,
    cards: cardsOf(landings.get(page.doc.id)?.items ?? [], site),
    onePage: context.onePages.ofFront(page),
    seeAlso: site.seeAlso(page.doc).map((doc) => seeAlsoLink(doc, site)),
    source: origin && sourceOf(origin, { isDated: lastUpdate?.date !== undefined }),
    origins: originsOf(page, site),
    tags: tagLinks(page.doc, site),
    editUrl: editUrlOf(page, site),
    lastUpdate,
    ...neighbourLinks(page, site),
  };
}

function seeAlsoLink(doc: Doc, { trail, config }: Site): DocPageProps['seeAlso'][number] {
  const above = (trail.get(withoutTrailingSlash(doc.permalink)) ?? []).map(({ label }) => label);
  const section = [...new Set([...above.slice(0, 1), ...above.slice(-1)])].join(' / ');
  return { href: pageHref(doc.permalink, config), label: doc.shown.title, ...(section !== '' && { section }) };
}

/** Level-1 headings below the title are parents of the others. */
function headingsOf({ headings, isTitled }: Body, [min, max]: readonly [number, number]): HeadingProps[] {
  const titleAt = isTitled ? headings.findIndex(({ level }) => level === 1) : -1;
  return headings
    .filter(({ level }, index) => (level === 1 ? min <= 2 && index !== titleAt : level >= min && level <= max))
    .map(({ level, id, text }) => ({ level, id, text, href: anchorHref(id), words: breakable(text) }));
}

/** A long name may break behind an underscore, a dot or a slash, and before a capital: `useQueryClient`, `max_open_files`. */
function breakable(text: string): string[] {
  return text.length >= 20 && /\S{20}/.test(text) ? text.split(/(?<=[_./])(?=\w)|(?<=[a-z])(?=[A-Z])/) : [text];
}

/** True where the body has the heading of its page: at its beginning, or its first one of level 1 reads as the title. */
export function hasTitle({ title }: Pick<DocRoute, 'title'>, { isTitled, headings }: Body): boolean {
  return isTitled || headings.find(({ level }) => level === 1)?.text === title;
}

/** The address at which a reader can mend the page; an author's `null` hides it. */
function editUrlOf({ doc }: DocRoute, { config, provenance }: Site): string | undefined {
  const custom = doc.frontMatter.custom_edit_url;
  if (custom === null || custom === '') return undefined;
  if (custom !== undefined) return /^https?:\/\//i.test(custom) ? custom : undefined;
  const origin = provenance.get(doc.source);
  if (origin) return editAddress(origin);
  return config.editUrl === '' ? undefined : `${config.editUrl.replace(/\/+$/, '')}/${encodeAddress(doc.source)}`;
}

function lastUpdateOf({ doc }: DocRoute): DocPageProps['lastUpdate'] {
  const update: unknown = doc.frontMatter.last_update;
  if (!isRecord(update)) return undefined;
  const date = dateOf(doc) ?? (typeof update['date'] === 'string' ? update['date'].slice(0, 40) : undefined);
  const author = typeof update['author'] === 'string' ? update['author'] : undefined;
  return date === undefined && author === undefined ? undefined : { date, author };
}
