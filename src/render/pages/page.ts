// Composes pages: the result only depends on the page, its own body and the site without bodies. The pages of the entire hub are here: home page, lists of all
// pages, `404.html`, and pages for redirects on hosts that can't redirect.
import { absoluteUrl } from '../../model/config/address.js';
import type { ListPage, Page, Redirect, SinglePage } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { frontFile, type Href } from '../../model/types/path.js';
import type { Content, OutputFile } from '../base/output-file.js';
import type { Body } from '../body/body-types.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { composeDoc } from './doc-page.js';
import { documentOf, listDocument, originsOf, versionOf } from './document.js';
import { composeFolder, composeTag, composeTags } from './index-page.js';
import { type Anchor, isEverywhere } from './links/anchors.js';
import { isMadeByHook } from './links/generator-links.js';
import { adjacentLists, countListed, frontHref, listedProps, listLinks, pagesByLetter } from './lists/all-pages.js';
import type { ComposedPage, PageContext } from './page-context.js';
import { DeferredMarkup } from './print/render-template.js';

export function composePage(page: Page, body: Body | undefined, context: PageContext): ComposedPage {
  if (page.kind !== 'doc') {
    const bytes = contentOf(page, context);
    return { files: [{ path: page.outputPath, bytes }], assets: [], anchors: [], diagnostics: [] };
  }
  if (!body) throw new Error(`no body for ${page.doc.id}`);
  return composeDoc(page, body, context);
}

function contentOf(page: Exclude<Page, { readonly kind: 'doc' }>, context: PageContext): Content {
  switch (page.kind) {
    case 'generatedIndex':
    case 'folderIndex':
      return composeFolder(page, context);
    case 'tag':
      return composeTag(page, context);
    case 'tags':
      return composeTags(page, context);
    case 'home':
      return composeHome(page, context);
    case 'all':
      return composeAll(page, context);
    case 'tree':
      return composeTree(page, context);
    case 'list':
      return composeList(page, context);
    case 'onePage':
      throw new Error('a page of many bodies is composed of them all');
    case 'notFound':
      return composeNotFound(page, context);
    default:
      return page satisfies never;
  }
}

function composeHome(page: SinglePage, context: PageContext): Content {
  const { tagline } = context.site.config;
  const { sections, site, print, onePages, sharedLayout } = context;
  return print('HomePage', {
    document: listDocument(page, context, { description: sharedLayout.hero.lead.join(' '), entries: sections }),
    version: versionOf(page, context),
    tagline,
    hero: sharedLayout.hero,
    sections,
    count: countListed(site),
    onePage: onePages.ofFront(page),
    origins: originsOf(page, site),
  });
}

function composeAll(page: SinglePage, context: PageContext): Content {
  const { site, print, titleNames } = context;
  const sections = listLinks('section', site);
  return print('AllPage', {
    document: listDocument(page, context, { entries: sections, tree: emptyTree }),
    breadcrumbs: breadcrumbsOf(page, site),
    count: countListed(site),
    sections,
    letters: pagesByLetter(site, titleNames),
    letterLists: listLinks('letter', site),
  });
}

function composeTree(page: SinglePage, context: PageContext): Content {
  const { site, print, sections, wholeTrees } = context;
  return print('TreePage', {
    document: listDocument(page, context, { entries: sections, tree: emptyTree, wholeTree: undefined }),
    breadcrumbs: breadcrumbsOf(page, site),
    trees: new DeferredMarkup(wholeTrees()),
  });
}

/** The lists of all pages have no sidebar, so that a reader who searches them with the browser finds each page once. */
const emptyTree = new DeferredMarkup([]);

function composeList(page: ListPage, context: PageContext): Content {
  const { site, print } = context;
  const entries = listedProps(page.list, site);
  return print('ListPage', {
    document: listDocument(page, context, { entries }),
    breadcrumbs: breadcrumbsOf(page, site),
    title: page.title,
    count: page.list.pages.length,
    entries,
    ...adjacentLists(page, site),
  });
}

function composeNotFound(page: SinglePage, context: PageContext): Content {
  const { sections, print, sharedLayout } = context;
  return print('NotFoundPage', { document: documentOf(page, context), text: sharedLayout.notFound, sections });
}

/**
 * Returns the pages of all redirects that can be an HTML page, and the anchors that they point to. If the home page is not at the root of the site, the
 * first page redirects to it.
 */
export function redirectPages({ site, print }: PageContext) {
  const { routeBase, lang, title, url } = site.config;
  const home = { lang, target: { href: frontHref(site), label: title } };
  const front = routeBase === '' ? [] : [{ path: frontFile, bytes: print('RedirectPage', home) }];
  const moved = site.redirects.flatMap(({ outputPath, to, label }): OutputFile[] => {
    if (outputPath === undefined) return [];
    const isHere = to.startsWith('/');
    const canonical = isHere
      ? url === ''
        ? undefined
        : absoluteUrl(to.replace(/#[\s\S]*$/, '') as Href, site.config)
      : to;
    const bytes = print('RedirectPage', { lang, target: { href: to, label }, canonical });
    return [{ path: outputPath, bytes }];
  });
  return { files: [...front, ...moved], anchors: site.redirects.flatMap((redirect) => anchorOf(redirect, site)) };
}

function anchorOf({ page, fragment, place }: Redirect, site: Site): Anchor[] {
  if (page?.kind !== 'doc' || !place || isEverywhere(fragment)) return [];
  const isMade = isMadeByHook(fragment, page.doc, site);
  return [{ target: page.outputPath, page: page.doc.source, fragment, place, isMade }];
}
