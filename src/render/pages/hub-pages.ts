// Pages of the hub as a whole: its front, the list of all pages, the page for addresses that lead nowhere, the redirect at the root.
import { outputFile, pageHref, toPermalink } from '../../model/path.js';
import type { SinglePage } from '../../model/routes.js';
import type { Content, OutputFile } from '../output-file.js';
import { pagesByLetter, pagesByTopCategory } from './all-pages.js';
import { breadcrumbsOf } from './breadcrumbs.js';
import { countPages } from './cards.js';
import { documentOf } from './document.js';
import { versionOf } from './links/versions.js';
import type { PageContext } from './page-context.js';

export function composeHome(page: SinglePage, context: PageContext): Content {
  const { tagline } = context.site.config;
  const document = documentOf(page, context, { description: tagline });
  const { sections, firstItems, print } = context;
  return print('HomePage', {
    document,
    version: versionOf(page, context),
    tagline,
    sections,
    count: countPages(firstItems),
  });
}

export function composeAll(page: SinglePage, context: PageContext): Content {
  const { site, print } = context;
  const letters = pagesByLetter(site);
  const props = {
    document: documentOf(page, context),
    breadcrumbs: breadcrumbsOf(page, site),
    count: letters.reduce((sum, { links }) => sum + links.length, 0),
    letters,
    sections: pagesByTopCategory(site),
  };
  return print('AllPage', props);
}

export function composeNotFound(page: SinglePage, context: PageContext): Content {
  const { sections, print, surround } = context;
  return print('NotFoundPage', { document: documentOf(page, context), text: surround.notFound, sections });
}

/** The root of the site. */
export const redirectPath = outputFile('index.html');

/** A page at the root of the site that leads to the hub's front; undefined where the front is at the root itself. */
export function redirectToFront(context: PageContext): OutputFile | undefined {
  const { basePath, routeBase, lang, title } = context.site.config;
  if (routeBase === '') return undefined;
  const target = { href: pageHref(toPermalink(basePath, routeBase, '/'), context.site.config), label: title };
  return { path: redirectPath, bytes: context.print('RedirectPage', { lang, target }) };
}
