// Pages become files: the model's data become props, React makes the frame, bodies and tree are put in with their holes filled.
// React meets strings here and in tree.ts, and nowhere else.
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Parts, PartsContext } from '../../../templates/parts.js';
import type { DocPageProps } from '../../../templates/props.js';
import type { LinkProps } from '../../../templates/types.js';
import { isRecord } from '../../model/content/fields.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { editAddress } from '../../model/docs/provenance.js';
import { encodeAddress, type Href, type OutputPath, outputFile, toHref, toPermalink } from '../../model/path.js';
import type { DocRoute, Page } from '../../model/routes.js';
import type { SidebarCategory, SidebarItem } from '../../model/sidebar/sidebar.js';
import type { Site } from '../../model/site.js';
import type { Body } from '../body/body-types.js';
import { escapeAttribute, escapeText, fillFragment } from '../body/fragment.js';
import { pagesByLetter, pagesByTopCategory } from './all-pages.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { cardsOf, countPages, sectionCards } from './cards.js';
import { documentOf, type FrameFiles } from './document.js';
import type { Assets } from './links/assets.js';
import { resolveHole } from './links/links.js';
import { LateMarkup, printPage, tidyMarkup } from './markup.js';
import { broken } from './parts.js';
import { originsOf, sourceOf } from './provenance.js';
import { sidebarTree } from './tree/bounded-tree.js';
import type { Tree } from './tree/tree.js';

export interface OutputFile {
  readonly path: OutputPath;
  readonly bytes: string | Uint8Array;
}

export interface Composer {
  /** The file of a page (a doc's with its body), and what was wrong with its links. Diagnostics: DG601–DG606, DG706. */
  readonly compose: (
    page: Page,
    body: Body | undefined,
  ) => { readonly file: OutputFile; readonly diagnostics: readonly Diagnostic[] };
  /** A page at the root of the site that leads to the hub's front; undefined where the front is at the root itself. */
  readonly redirect: OutputFile | undefined;
}

export interface ComposerInput {
  readonly site: Site;
  /** Ids of a doc's body, by doc id. */
  readonly idsOf: (docId: string) => readonly string[];
  readonly assets: Assets;
  readonly files: FrameFiles;
  readonly parts: Parts;
}

/** Prepares what all pages share: the trees, the front's cards. */
export function createComposer({ site, idsOf, assets, files, parts }: ComposerInput): Composer {
  const { config } = site;
  const { version } = config;
  const treeOptions = { basePath: config.basePath, expandCurrent: config.sidebar.expandCurrent, parts };
  const trees = new Map(
    [...site.sidebars.byName].map(([name, items]) => [name, sidebarTree(items, { site, ...treeOptions })]),
  );
  const [firstTree] = trees.values();
  const firstItems = [...site.sidebars.byName.values()][0] ?? [];
  const treeOf = (page: Page): Tree | undefined => trees.get(site.neighbours(page).sidebar ?? '') ?? firstTree;
  const frame = { site, files, treeOf };
  const sections = sectionCards(firstItems, site);
  const landing = landingCategories(site);

  const render = <Props extends object>(component: FunctionComponent<Props>, props: Props): Uint8Array => {
    try {
      return printPage(props, (marked) => {
        const element = createElement(PartsContext.Provider, { value: parts }, createElement(component, marked));
        return `<!DOCTYPE html>\n${tidyMarkup(renderToStaticMarkup(element))}\n`;
      });
    } catch (error) {
      throw config.templates === '' ? error : broken(component.name, error);
    }
  };
  const linksOf = (page: Page): { previous: LinkProps | undefined; next: LinkProps | undefined } => {
    const { previous, next } = site.neighbours(page);
    const toLink = (link: typeof next) => link && { href: toHref(link.permalink), label: link.title };
    return { previous: toLink(previous), next: toLink(next) };
  };

  const docProps = (page: DocRoute, body: Body, html: string): DocPageProps => {
    const { frontMatter, description, unlisted } = page.doc;
    const { toc_min_heading_level: min = 2, toc_max_heading_level: max = 3, keywords = [] } = frontMatter;
    const origin = site.provenance.get(page.doc.source);
    const ownsTitle = frontMatter.hide_title === true || body.isTitled;
    const noIndex = version.noIndex || unlisted;
    const isInToc = ({ level }: { level: number }) => level >= min && level <= max;
    return {
      document: documentOf(page, frame, { description, keywords, noIndex }),
      version,
      breadcrumbs: breadcrumbsOf(page, site),
      heading: ownsTitle ? undefined : page.title,
      unlisted,
      body: new LateMarkup(html),
      headings: frontMatter.hide_table_of_contents ? [] : body.headings.filter(isInToc),
      cards: cardsOf(landing.get(page.doc.id)?.items ?? [], site),
      source: origin && sourceOf(origin),
      origins: originsOf(page, site),
      editUrl: editUrlOf(page, site),
      lastUpdate: lastUpdateOf(page),
      ...linksOf(page),
    };
  };

  const composeDoc = (page: DocRoute, body: Body): Composed => {
    const diagnostics: Diagnostic[] = [];
    const markup = fillFragment(body.html, (hole) => {
      if (hole.kind === 'diagram') {
        const diagram = body.diagrams[Number(hole.url)];
        return imageMarkup(hole, diagram && assets.add('diagram.svg', Buffer.from(diagram.svg)).href, undefined);
      }
      const { target, diagnostics: found } = resolveHole(hole, page.doc, {
        site,
        idsOf,
        hints: diagnostics.length < mostHints,
      });
      diagnostics.push(...found);
      const asset = target.kind === 'file' ? assets.of(target.source, hole.place) : undefined;
      diagnostics.push(...(asset?.diagnostics ?? []));
      const isOutside = target.kind === 'outside';
      const href = target.kind === 'page' || isOutside ? target.href : asset?.asset?.href;
      if (hole.kind === 'link') {
        const rel = isOutside ? ' rel="noopener noreferrer"' : '';
        return href === undefined ? '' : ` href="${escapeAttribute(href)}"${rel}`;
      }
      if (hole.kind === 'media') return href === undefined ? '' : ` src="${escapeAttribute(href)}"`;
      const attributes = `${hole.attributes}${isOutside ? ' referrerpolicy="no-referrer"' : ''}`;
      return imageMarkup({ ...hole, attributes }, href, asset?.asset?.size);
    });
    return { bytes: render(parts.DocPage, docProps(page, body, markup)), diagnostics };
  };

  const composeIndex = (page: Page, description: string, items: readonly SidebarItem[]): Composed => {
    const document = documentOf(page, frame, { description });
    const breadcrumbs = breadcrumbsOf(page, site);
    const props = { document, version, breadcrumbs, title: page.title, description, origins: originsOf(page, site) };
    return {
      bytes: render(parts.IndexPage, { ...props, cards: cardsOf(items, site), ...linksOf(page) }),
      diagnostics: [],
    };
  };

  const compose = (page: Page, body: Body | undefined): Composed => {
    switch (page.kind) {
      case 'doc':
        if (!body) throw new Error(`no body for ${page.doc.id}`);
        return composeDoc(page, body);
      case 'generatedIndex':
        return composeIndex(page, page.index.description ?? '', page.category.items);
      case 'folderIndex':
        return composeIndex(page, page.category?.description ?? '', page.items);
      case 'home': {
        const document = documentOf(page, frame, { description: config.tagline });
        const props = { document, version, tagline: config.tagline, sections, count: countPages(firstItems) };
        return { bytes: render(parts.HomePage, props), diagnostics: [] };
      }
      case 'all': {
        const letters = pagesByLetter(site);
        const count = letters.reduce((sum, { links }) => sum + links.length, 0);
        const document = documentOf(page, frame);
        const props = {
          document,
          breadcrumbs: breadcrumbsOf(page, site),
          count,
          letters,
          sections: pagesByTopCategory(site),
        };
        return { bytes: render(parts.AllPage, props), diagnostics: [] };
      }
      case 'notFound':
        return { bytes: render(parts.NotFoundPage, { document: documentOf(page, frame), sections }), diagnostics: [] };
      default:
        return page satisfies never;
    }
  };

  const target = { href: toHref(toPermalink(config.basePath, config.routeBase, '/')), label: config.title };
  return {
    compose: (page, body) => {
      const { bytes, diagnostics } = compose(page, body);
      return { file: { path: page.outputPath, bytes }, diagnostics };
    },
    redirect:
      config.routeBase === ''
        ? undefined
        : { path: outputFile('index.html'), bytes: render(parts.RedirectPage, { lang: config.lang, target }) },
  };
}

/** Problems of one page that come with a name that may have been meant. */
const mostHints = 100;

interface Composed {
  readonly bytes: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

/** The categories that docs lead to, by doc id. */
function landingCategories({ sidebars }: Site): Map<string, SidebarCategory> {
  const found = new Map<string, SidebarCategory>();
  for (const [category, { docId }] of sidebars.origins)
    if (docId !== undefined && !found.has(docId)) found.set(docId, category);
  return found;
}

function imageMarkup(
  hole: { readonly attributes: string; readonly alt: string },
  href: Href | undefined,
  size: { width: number; height: number } | undefined,
): string {
  if (href === undefined)
    return `<span class="missing-image">${escapeText(hole.alt === '' ? 'missing image' : hole.alt)}</span>`;
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
