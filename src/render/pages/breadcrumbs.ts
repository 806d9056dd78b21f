// Names above a page: its breadcrumbs, and the names after its title in `<title>`.
import { posix } from 'node:path';
import type { BreadcrumbProps } from '../../../templates/types.js';
import { readableName } from '../../model/docs/titles.js';
import { bareLabel } from '../../model/sidebar/shown-sidebars.js';
import type { Page, Site } from '../../model/site/site.js';
import { groupBy } from '../../model/types/group.js';
import { ancestorsOf, type OutputPath, pageHref, withoutTrailingSlash } from '../../model/types/path.js';
import { allPagesHref, frontHref } from './lists/all-pages.js';
import { categoryHref } from './lists/cards.js';

/** Returns links to the home page and to the categories above a page. Of two equal adjacent names, only the first is shown. */
export function breadcrumbsOf(page: Page, site: Site): BreadcrumbProps[] {
  const category = page.kind === 'folderIndex' ? page.category : undefined;
  const above = category ? site.categoryTrail.get(category) : site.trail.get(withoutTrailingSlash(page.permalink));
  const folders = (page.kind === 'doc' && site.foldersOf.get(page.doc.id)) || [];
  const crumbs = [
    { href: frontHref(site), label: site.config.title },
    ...(page.kind === 'list' ? [{ href: allPagesHref(site), label: site.words.text('allPages') }] : []),
    ...(page.kind === 'onePage' && page.content.dir !== '.'
      ? [{ href: pageHref(page.content.address, site.config), label: page.content.label }]
      : []),
    ...(above ?? []).map((category) => ({ href: categoryHref(category, site), label: category.label })),
    ...folders.map(({ permalink, title }) => ({ href: pageHref(permalink, site.config), label: title })),
  ];
  return crumbs.filter(({ label }, index) => bareLabel(label) !== bareLabel(crumbs[index - 1]?.label ?? ''));
}

/** Returns the names after page titles, by output path: the section, and the folders that distinguish a page from others with its title, or else a part of its URL. */
export function titleNames(site: Site): ReadonlyMap<OutputPath, readonly string[]> {
  const found = new Map<OutputPath, readonly string[]>();
  const choose = (pages: readonly { page: Page; above: readonly string[] }[], folders: number) => {
    const named = pages.map(({ page, above }) => {
      const names = [...above.slice(Math.max(1, above.length - folders)).reverse(), ...above.slice(0, 1)];
      return { page, above, names: names.filter((name, at) => fold(name) !== fold(names[at - 1] ?? page.title)) };
    });
    for (const group of groupBy(named, ({ page, names }) => fold([page.title, ...names].join('\n'))).values()) {
      const isLast = group.every(({ above }) => above.length - 1 <= folders);
      const own = group.length > 1 && isLast ? distinctNames(group.map(({ page }) => page)) : [];
      for (const [index, { page, names }] of group.entries())
        found.set(page.outputPath, [...own.slice(index, index + 1), ...names]);
      if (group.length > 1 && !isLast) choose(group, folders + 1);
    }
  };
  const labelsAbove = (page: Page) => {
    if (page.kind === 'list' || page.kind === 'onePage') return []; // their titles contain the section
    if (page.kind === 'tag') return [site.words.text('tags')];
    const labels = breadcrumbsOf(page, site)
      .slice(1)
      .map(({ label }) => label);
    return labels.length > 0 ? labels : ancestorsOf(pathOf(page)).reverse().map(site.folderLabel);
  };
  const pages = site.pages.filter(({ kind }) => kind !== 'home').map((page) => ({ page, above: labelsAbove(page) }));
  choose(pages, 0);
  return found;
}

/** Returns the path whose folders are above a page outside of categories. */
const pathOf = (page: Page) => (page.kind === 'doc' ? page.doc.source : page.kind === 'folderIndex' ? page.dir : '');

/** Returns the shortest parts of URLs that distinguish pages: file names, or nearest folders. */
function distinctNames(pages: readonly Page[]): readonly string[] {
  const addresses = pages.map((page) =>
    withoutTrailingSlash(page.kind === 'onePage' ? page.content.address : page.permalink).replace(/\.html$/, ''),
  );
  for (let dirs = addresses; ; dirs = dirs.map((dir) => posix.dirname(dir))) {
    const names = dirs.map((dir) => readableName(posix.basename(dir)));
    if (new Set(names.map(fold)).size === pages.length) return names;
    if (dirs.every((dir) => dir === posix.dirname(dir))) return addresses;
  }
}

const fold = (text: string) => text.toLowerCase();
