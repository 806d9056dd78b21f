// The names after a page's title in `<title>`: its section, and as many folders as distinguish it from other pages. If these are the same too, a name of its address.
import { posix } from 'node:path';
import { readableName } from '../../model/docs/titles.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { groupBy } from '../../model/types/group.js';
import { ancestorsOf, type OutputPath, withoutTrailingSlash } from '../../model/types/path.js';
import { breadcrumbsOf } from './breadcrumbs.js';

/** Returns names from the nearest folder to the section, by output path. */
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
    if (page.kind === 'list' || page.kind === 'onePage') return []; // their titles have the name of the section
    if (page.kind === 'tag') return [site.words.text('tags')];
    const labels = breadcrumbsOf(page, site)
      .slice(1)
      .map(({ label }) => label);
    return labels.length > 0 ? labels : ancestorsOf(pathOf(page)).reverse().map(site.folderLabel);
  };
  choose(
    site.pages.filter(({ kind }) => kind !== 'home').map((page) => ({ page, above: labelsAbove(page) })),
    0,
  );
  return found;
}

/** The path whose folders are above a page that no category contains. */
const pathOf = (page: Page) => (page.kind === 'doc' ? page.doc.source : page.kind === 'folderIndex' ? page.dir : '');

/** Returns the names of pages by which their addresses differ: of the files, or of the nearest folders. */
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
