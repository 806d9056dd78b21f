// What each page must have, and must not have.
import {
  activeMarkup,
  altMissing,
  descriptionMissing,
  idTwice,
  langMissing,
  orphanPage,
  titleMissing,
} from '../../../model/diagnostics/check.js';
import type { Fault } from '../faults.js';
import type { PageFacts } from '../read-batch.js';

/** Pages that hosts show for an address, and readers do not look for. */
const isOfHost = (path: string) => /(?:^|\/)(?:404|500|50x|offline)(?:\/index)?\.html?$/i.test(path);

export function pageFaults(pages: readonly PageFacts[], { isPlain }: { isPlain: boolean }): Fault[] {
  return pages.flatMap((page) => [...metadataFaults(page), ...contentFaults(page, isPlain)]);
}

function metadataFaults(page: PageFacts): Fault[] {
  if (!page.isDocument || page.refresh) return [];
  const [file, at] = [page.path, page.headOffset];
  const needsDescription = !page.hasDescription && !page.isNoIndex && !isOfHost(file);
  return [
    ...(page.hasTitle ? [] : [{ file, at, make: titleMissing.bind(undefined, {}) }]),
    ...(page.hasLang ? [] : [{ file, at: page.htmlOffset, make: langMissing.bind(undefined, {}) }]),
    ...(needsDescription ? [{ file, at, make: descriptionMissing.bind(undefined, {}) }] : []),
  ];
}

function contentFaults(page: PageFacts, isPlain: boolean): Fault[] {
  const file = page.path;
  return [
    ...page.doubleIds.map(({ id, offset }): Fault => ({ file, at: offset, make: (place) => idTwice({ id }, place) })),
    ...page.withoutAlt.map((at): Fault => ({ file, at, make: (place) => altMissing({}, place) })),
    ...(isPlain ? page.active : []).map(
      ({ what, offset }): Fault => ({ file, at: offset, make: (place) => activeMarkup({ what }, place) }),
    ),
  ];
}

/** Pages that no other page leads to. The front, pages of the host and pages that are not to be found are reached otherwise. */
export function orphans(pages: readonly PageFacts[], linked: ReadonlySet<string>): Fault[] {
  return pages.flatMap((page): Fault[] => {
    const { path } = page;
    const isReached = linked.has(path) || /^index\.html?$/i.test(path) || isOfHost(path);
    if (isReached || !page.isDocument || page.isNoIndex || page.refresh) return [];
    return [{ file: path, at: undefined, make: (place) => orphanPage({ page: path }, place) }];
  });
}
