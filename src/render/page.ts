// Pages become files: the model's data become props, React makes the frame, bodies and tree are put in with their holes filled.
// React meets strings here and in tree.ts, and nowhere else.
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DocPage, type DocPageProps } from '../../templates/DocPage.js';
import { HomePage } from '../../templates/HomePage.js';
import { IndexPage } from '../../templates/IndexPage.js';
import { NotFoundPage } from '../../templates/NotFoundPage.js';
import { RedirectPage } from '../../templates/RedirectPage.js';
import type { CardProps, DocumentProps, LinkProps } from '../../templates/types.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { isRecord } from '../model/fields.js';
import { type Href, type OutputPath, outputFile, toHref, toPermalink } from '../model/path.js';
import type { DocPage as DocRoute, Page } from '../model/routes.js';
import type { SidebarItem } from '../model/sidebar.js';
import type { Site } from '../model/site.js';
import type { Assets } from './assets.js';
import type { Body } from './body-types.js';
import { escapeAttribute, escapeText, fillFragment } from './fragment.js';
import { resolveHole } from './links.js';
import { breadcrumbsOf, cardsOf, countPages } from './navigation.js';
import { renderTree, type Tree } from './tree.js';

export interface OutputFile {
  readonly path: OutputPath;
  readonly bytes: string | Uint8Array;
}

export interface Composer {
  /** The file of a page, and what was wrong with its links. Diagnostics: DG601–DG606, DG706. */
  readonly compose: (page: Page) => { readonly file: OutputFile; readonly diagnostics: readonly Diagnostic[] };
  /** A page at the root of the site that leads to the hub's front; undefined where the front is at the root itself. */
  readonly redirect: OutputFile | undefined;
}

export interface ComposerInput {
  readonly site: Site;
  /** By doc id. */
  readonly bodies: ReadonlyMap<string, Body>;
  readonly assets: Assets;
  readonly stylesheet: Href;
}

/** Prepares what all pages share: the trees, the front's cards. */
export function createComposer({ site, bodies, assets, stylesheet }: ComposerInput): Composer {
  const { config } = site;
  const trees = new Map<string, Tree>();
  for (const [name, items] of site.sidebars.byName) trees.set(name, renderTree(items, config.basePath));
  const [firstTree] = trees.values();
  const firstItems = [...site.sidebars.byName.values()][0] ?? [];
  const home = toHref(toPermalink(config.basePath, config.routeBase, '/'));
  const version = config.version;
  const idsOf = (docId: string) => bodies.get(docId)?.ids ?? [];

  const documentOf = (page: Page, more: Partial<DocumentProps> = {}): DocumentProps => {
    const tree = trees.get(site.neighbours(page).sidebar ?? '') ?? firstTree;
    return {
      lang: config.lang,
      htmlClass: version.className,
      siteTitle: config.title,
      title: page.title,
      description: '',
      keywords: [],
      canonical: config.url === '' || page.kind === 'notFound' ? undefined : config.url + toHref(page.permalink),
      noIndex: version.noIndex || page.kind === 'notFound',
      stylesheet,
      home,
      tree: { html: tree?.fill(page.permalink) ?? '' },
      ...more,
    };
  };
  const linksOf = (page: Page): { previous: LinkProps | undefined; next: LinkProps | undefined } => {
    const { previous, next } = site.neighbours(page);
    const toLink = (link: typeof next) => link && { href: toHref(link.permalink), label: link.title };
    return { previous: toLink(previous), next: toLink(next) };
  };

  const docProps = (page: DocRoute, body: Body, html: string): DocPageProps => {
    const { frontMatter, description, unlisted } = page.doc;
    const { toc_min_heading_level: min = 2, toc_max_heading_level: max = 3 } = frontMatter;
    const ownsTitle = frontMatter.hide_title === true || body.isTitled;
    return {
      document: documentOf(page, {
        description,
        keywords: frontMatter.keywords ?? [],
        noIndex: version.noIndex || unlisted,
      }),
      version,
      breadcrumbs: breadcrumbsOf(page, site),
      heading: ownsTitle ? undefined : page.title,
      unlisted,
      body: { html },
      headings: frontMatter.hide_table_of_contents
        ? []
        : body.headings.filter(({ level }) => level >= min && level <= max),
      editUrl: editUrlOf(page, site),
      lastUpdate: lastUpdateOf(page),
      ...linksOf(page),
    };
  };

  const composeDoc = (page: DocRoute): { html: string; diagnostics: readonly Diagnostic[] } => {
    const body = bodies.get(page.doc.id);
    if (!body) throw new Error(`no body for ${page.doc.id}`);
    const diagnostics: Diagnostic[] = [];
    const markup = fillFragment(body.html, (hole) => {
      if (hole.kind === 'diagram') {
        const diagram = body.diagrams[Number(hole.url)];
        return imageMarkup(hole, diagram && assets.add('diagram.svg', Buffer.from(diagram.svg)).href, undefined);
      }
      const { target, diagnostics: found } = resolveHole(hole, page.doc, { site, idsOf });
      diagnostics.push(...found);
      const asset = target.kind === 'file' ? assets.take(target.source, hole.place) : undefined;
      diagnostics.push(...(asset?.diagnostics ?? []));
      const href = target.kind === 'page' ? target.href : asset?.asset?.href;
      if (hole.kind === 'link') return href === undefined ? '' : ` href="${escapeAttribute(href)}"`;
      if (hole.kind === 'media') return href === undefined ? '' : ` src="${escapeAttribute(href)}"`;
      return imageMarkup(hole, href, asset?.asset?.size);
    });
    return { html: render(DocPage, docProps(page, body, markup)), diagnostics };
  };

  const indexHtml = (page: Page, description: string, items: readonly SidebarItem[]) =>
    render(IndexPage, {
      document: documentOf(page, { description }),
      version,
      breadcrumbs: breadcrumbsOf(page, site),
      title: page.title,
      description,
      cards: cardsOf(items, site),
      ...linksOf(page),
    });

  const compose = (page: Page): { html: string; diagnostics: readonly Diagnostic[] } => {
    const sections: readonly CardProps[] = cardsOf(firstItems, site);
    switch (page.kind) {
      case 'doc':
        return composeDoc(page);
      case 'generatedIndex':
        return { html: indexHtml(page, page.index.description ?? '', page.category.items), diagnostics: [] };
      case 'folderIndex':
        return { html: indexHtml(page, page.category?.description ?? '', page.items), diagnostics: [] };
      case 'home': {
        const document = documentOf(page, { description: config.tagline });
        const props = { document, version, tagline: config.tagline, sections, count: countPages(firstItems) };
        return { html: render(HomePage, props), diagnostics: [] };
      }
      case 'notFound':
        return { html: render(NotFoundPage, { document: documentOf(page), sections }), diagnostics: [] };
      default:
        return page satisfies never;
    }
  };

  const target = { href: home, label: config.title };
  return {
    compose: (page) => {
      const { html, diagnostics } = compose(page);
      return { file: { path: page.outputPath, bytes: html }, diagnostics };
    },
    redirect:
      config.routeBase === ''
        ? undefined
        : { path: outputFile('index.html'), bytes: render(RedirectPage, { lang: config.lang, target }) },
  };
}

function render<Props extends object>(component: FunctionComponent<Props>, props: Props): string {
  return `<!doctype html>\n${renderToStaticMarkup(createElement(component, props))}\n`;
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
function editUrlOf({ doc }: DocRoute, { config }: Site): string | undefined {
  const custom = doc.frontMatter.custom_edit_url;
  if (custom === null || custom === '') return undefined;
  if (custom !== undefined) return /^https?:\/\//i.test(custom) ? custom : undefined;
  return config.editUrl === '' ? undefined : `${config.editUrl.replace(/\/+$/, '')}/${encodeURI(doc.source)}`;
}

function lastUpdateOf({ doc }: DocRoute): DocPageProps['lastUpdate'] {
  const update: unknown = doc.frontMatter.last_update;
  if (!isRecord(update)) return undefined;
  const date = typeof update['date'] === 'string' ? update['date'].slice(0, 40) : undefined;
  const author = typeof update['author'] === 'string' ? update['author'] : undefined;
  return date === undefined && author === undefined ? undefined : { date, author };
}
