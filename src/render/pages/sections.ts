// The sections of a hub, by the first part of the ids of its docs.
import { groupBy } from '../../model/group.js';
import type { DocRoute } from '../../model/routes.js';
import type { Site } from '../../model/site.js';

/** '' for a doc at the root. */
export function sectionOf(id: string): string {
  return id.includes('/') ? (id.split('/')[0] ?? '') : '';
}

/** The listed pages of docs that are wanted, by section, in the order of the pages. */
export function pagesBySection(
  { pages }: Site,
  isWanted: (page: DocRoute) => boolean = () => true,
): Map<string, DocRoute[]> {
  const wanted = pages.filter((page): page is DocRoute => page.kind === 'doc' && !page.doc.unlisted && isWanted(page));
  return groupBy(wanted, ({ doc }) => sectionOf(doc.id));
}
