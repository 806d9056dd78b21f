// The page of a doc: its body with the holes filled, in the frame that its front matter asks for.
import type { DocPageProps } from '../../../templates/props.js';
import type { HeadingProps } from '../../../templates/types.js';
import { isRecord } from '../../model/content/fields.js';
import type { Doc } from '../../model/docs/doc.js';
import { editAddress } from '../../model/docs/provenance.js';
import { anchorHref, encodeAddress, pageHref, withoutTrailingSlash } from '../../model/path.js';
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

export function composeDoc(page: DocRoute, body: Body, context: PageContext): ComposedPage {
  const { markup, files, ...named } = fillHoles(page.doc, body, context);
  const html = context.print('DocPage', docProps(page, body, markup, context));
  return {
    ...named,
    files: [{ path: page.outputPath, bytes: html }, markdownCopy(page, hasTitle(page, body)), ...files],
    diagnostics: [...body.diagnostics, ...named.diagnostics],
  };
}

function docProps(page: DocRoute, body: Body, markup: string, context: PageContext): DocPageProps {
  const { site, landings } = context;
  const { version } = site.config;
  const { frontMatter, unlisted } = page.doc;
  const { description } = page.doc.shown;
  const { toc_min_heading_level: min = 2, toc_max_heading_level: max = 3, keywords = [] } = frontMatter;
  const origin = site.provenance.get(page.doc.source);
  const ownsTitle = frontMatter.hide_title === true || hasTitle(page, body);
  const noIndex = version.noIndex || unlisted;
  return {
    document: documentOf(page, context, { description, keywords, noIndex }),
    version: versionOf(page, context),
    breadcrumbs: breadcrumbsOf(page, site),
    heading: ownsTitle ? undefined : page.title,
    unlisted,
    dir: site.words.dir === 'rtl' && !hasRightToLeft(page.title + markup) ? 'ltr' : undefined,
    body: new LateMarkup(markup),
    headings: frontMatter.hide_table_of_contents ? [] : headingsOf(body, [min, max]),
    cards: cardsOf(landings.get(page.doc.id)?.items ?? [], site),
    onePage: context.onePages.ofFront(page),
    seeAlso: site.seeAlso(page.doc).map((doc) => seeAlsoLink(doc, site)),
    source: origin && sourceOf(origin),
    origins: originsOf(page, site),
    tags: tagLinks(page.doc, site),
    editUrl: editUrlOf(page, site),
    lastUpdate: lastUpdateOf(page),
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
    .map((heading) => ({ ...heading, href: anchorHref(heading.id), words: breakable(heading.text) }));
}

/** A long name may break behind an underscore, a dot or a slash, and before a capital: `useQueryClient`, `max_open_files`. */
function breakable(text: string): string[] {
  return /\S{20}/.test(text) ? text.split(/(?<=[_./])(?=\w)|(?<=[a-z])(?=[A-Z])/) : [text];
}

/** True where the body has the heading of its page: at its beginning, or its first one of level 1 reads as the title. */
export function hasTitle({ title }: DocRoute, { isTitled, headings }: Body): boolean {
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
  const date = typeof update['date'] === 'string' ? update['date'].slice(0, 40) : undefined;
  const author = typeof update['author'] === 'string' ? update['author'] : undefined;
  return date === undefined && author === undefined ? undefined : { date, author };
}
