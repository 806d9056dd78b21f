// Pages of the entire hub: its home page, the lists of all pages, `404.html`, and the redirect at the root.

import type { ListPage, SinglePage } from '../../model/site/routes.js';
import { frontFile, pageHref, toPermalink } from '../../model/types/path.js';
import type { Content, OutputFile } from '../base/output-file.js';
import { describedList, documentOf } from './document.js';
import { countListed, listedProps, listLinks, pagesByLetter, partsBeside } from './lists/all-pages.js';
import { breadcrumbsOf, versionOf } from './navigation.js';
import type { PageContext } from './page-context.js';
import { originsOf } from './provenance.js';

export function composeHome(page: SinglePage, context: PageContext): Content {
  const { tagline } = context.site.config;
  const { sections, site, print, onePages } = context;
  const labels = sections.map(({ label }) => label);
  const document = documentOf(page, context, { description: describedList(tagline, labels, page.title) });
  const version = versionOf(page, context);
  const onePage = onePages.ofFront(page);
  const origins = originsOf(page, site);
  return print('HomePage', { document, version, tagline, sections, count: countListed(site), onePage, origins });
}

export function composeAll(page: SinglePage, context: PageContext): Content {
  const { site, print } = context;
  const sections = listLinks('section', site);
  const labels = sections.map(({ label }) => label);
  return print('AllPage', {
    document: documentOf(page, context, { description: describedList('', labels, page.title) }),
    breadcrumbs: breadcrumbsOf(page, site),
    count: countListed(site),
    sections,
    letters: pagesByLetter(site),
    letterLists: listLinks('letter', site),
  });
}

export function composeList(page: ListPage, context: PageContext): Content {
  const { site, print } = context;
  const entries = listedProps(page.list, site);
  const labels = entries.map(({ label }) => label);
  return print('ListPage', {
    document: documentOf(page, context, { description: describedList('', labels, page.title) }),
    breadcrumbs: breadcrumbsOf(page, site),
    title: page.title,
    count: page.list.pages.length,
    entries,
    ...partsBeside(page, site),
  });
}

export function composeNotFound(page: SinglePage, context: PageContext): Content {
  const { sections, print, surround } = context;
  return print('NotFoundPage', { document: documentOf(page, context), text: surround.notFound, sections });
}

/** Returns a page at the root of the site that redirects to the home page, or undefined if the home page is at the root. */
export function redirectToFront(context: PageContext): OutputFile | undefined {
  const { basePath, routeBase, lang, title } = context.site.config;
  if (routeBase === '') return undefined;
  const target = { href: pageHref(toPermalink(basePath, routeBase, '/'), context.site.config), label: title };
  return { path: frontFile, bytes: context.print('RedirectPage', { lang, target }) };
}
