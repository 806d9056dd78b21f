// The page of a doc: its body with the holes filled, in the frame that its front matter asks for.
import type { DocPageProps } from '../../../templates/props.js';
import type { HeadingProps } from '../../../templates/types.js';
import { isRecord } from '../../model/content/fields.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { editAddress } from '../../model/docs/provenance.js';
import type { Words } from '../../model/labels/words.js';
import { anchorHref, encodeAddress, type Href } from '../../model/path.js';
import type { DocRoute } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import type { Body } from '../body/body-types.js';
import { type CutHole, escapeAttribute, escapeText, fillFragment } from '../body/fragment.js';
import type { OutputFile } from '../output-file.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { cardsOf } from './cards.js';
import { documentOf } from './document.js';
import type { Anchor } from './links/anchors.js';
import { type ContentAsset, ownAsset } from './links/assets.js';
import { withoutDeadLinks } from './links/dead-links.js';
import { resolveHole } from './links/links.js';
import { markdownCopy } from './markdown-copy.js';
import { type ComposedPage, neighbourLinks, type PageContext } from './page-context.js';
import { LateMarkup } from './print/markup.js';
import { originsOf, sourceOf } from './provenance.js';

export function composeDoc(page: DocRoute, body: Body, context: PageContext): ComposedPage {
  const { markup, files, ...named } = fillHoles(page, body, context);
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
    version,
    breadcrumbs: breadcrumbsOf(page, site),
    heading: ownsTitle ? undefined : page.title,
    unlisted,
    body: new LateMarkup(markup),
    headings: frontMatter.hide_table_of_contents ? [] : headingsOf(body, [min, max]),
    cards: cardsOf(landings.get(page.doc.id)?.items ?? [], site),
    source: origin && sourceOf(origin),
    origins: originsOf(page, site),
    editUrl: editUrlOf(page, site),
    lastUpdate: lastUpdateOf(page),
    ...neighbourLinks(page, site),
  };
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
function hasTitle({ title }: DocRoute, { isTitled, headings }: Body): boolean {
  return isTitled || headings.find(({ level }) => level === 1)?.text === title;
}

interface FilledBody {
  readonly markup: string;
  /** Images that the body itself brings. */
  readonly files: readonly OutputFile[];
  readonly assets: readonly ContentAsset[];
  readonly anchors: readonly Anchor[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Problems of one page for which similar names are looked for: it may hold a million broken links. */
const mostHints = 100;

function fillHoles({ doc }: DocRoute, body: Body, { site, assetOf }: PageContext): FilledBody {
  const { words } = site;
  const diagnostics: Diagnostic[] = [];
  const anchors: Anchor[] = [];
  const assets = new Set<ContentAsset>();
  let isEachAlive = true;
  const diagrams = body.diagrams.map(({ svg }) => ownAsset('diagram.svg', Buffer.from(svg), site.config.basePath));
  const fill = (hole: CutHole): string => {
    if (hole.kind === 'diagram') return imageMarkup(hole, diagrams[Number(hole.url)]?.href, { size: undefined, words });
    const {
      target,
      anchor,
      diagnostics: found,
    } = resolveHole(hole, doc, { site, hints: diagnostics.length < mostHints });
    diagnostics.push(...found);
    if (anchor) anchors.push(anchor);
    const named = target.kind === 'file' ? assetOf(target.source) : undefined;
    if (named) assets.add(named);
    if (named?.problem) diagnostics.push(named.problem(hole.place));
    const isOutside = target.kind === 'outside';
    const href = target.kind === 'page' || isOutside ? target.href : named?.asset?.href;
    if (hole.kind === 'link') {
      const rel = isOutside ? ' rel="noopener noreferrer"' : '';
      if (href === undefined) isEachAlive = false;
      return href === undefined ? '' : ` href="${escapeAttribute(href)}"${rel}`;
    }
    if (hole.kind === 'media') return href === undefined ? '' : ` src="${escapeAttribute(href)}"`;
    const attributes = `${hole.attributes}${isOutside ? ' referrerpolicy="no-referrer"' : ''}`;
    return imageMarkup({ ...hole, attributes }, href, { size: named?.asset?.size, words });
  };
  const filled = fillFragment(body.html, fill);
  const markup = isEachAlive ? filled : withoutDeadLinks(filled);
  return { markup, files: diagrams.map(({ file }) => file), assets: [...assets], anchors, diagnostics };
}

function imageMarkup(
  hole: { readonly attributes: string; readonly alt: string },
  href: Href | undefined,
  { size, words }: { readonly size: { width: number; height: number } | undefined; readonly words: Words },
): string {
  if (href === undefined)
    return `<span class="missing-image">${escapeText(hole.alt === '' ? words.text('missingImage') : hole.alt)}</span>`;
  const sized =
    size && !/ (?:width|height)=/.test(hole.attributes) ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${escapeAttribute(href)}"${hole.attributes}${sized}>`;
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
