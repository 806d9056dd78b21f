// Addresses that lead nowhere: links, images, files, places in pages.
import {
  builtAnchorBroken,
  builtFileBroken,
  builtImageBroken,
  builtLinkBroken,
} from '../../../model/diagnostics/check.js';
import { decodeAddress } from '../../../model/path.js';
import type { Fault } from '../faults.js';
import type { PageFacts } from '../read-batch.js';
import { openNear } from './near.js';

const broken = { link: builtLinkBroken, image: builtImageBroken, file: builtFileBroken };

/** Of pages and of stylesheets. */
export function brokenLinks(
  readers: readonly Pick<PageFacts, 'path' | 'missing'>[],
  files: readonly string[],
  base: string,
): Fault[] {
  const near = openNear(files, base);
  return readers.flatMap(({ path, missing }) =>
    missing.map(({ kind, url, offset, path: wanted }): Fault => {
      const data = { url, near: near(wanted) };
      return { file: path, at: offset, make: (place) => broken[kind](data, place) };
    }),
  );
}

export function brokenAnchors(pages: readonly PageFacts[]): Fault[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const ids = new Map<PageFacts, ReadonlySet<string>>();
  const idsOf = (page: PageFacts) => {
    const known = ids.get(page) ?? new Set(page.ids);
    ids.set(page, known);
    return known;
  };
  return pages.flatMap(({ path, anchors }) =>
    anchors.flatMap(({ offset, page, fragment }): Fault[] => {
      const target = byPath.get(page);
      if (!target || target.refresh || isThere(fragment, target, idsOf(target))) return [];
      const data = { anchor: fragmentId(fragment), page: target.path, ids: target.ids };
      return [{ file: path, at: offset, make: (place) => builtAnchorBroken(data, place) }];
    }),
  );
}

/** What a fragment names beside the text that a browser shall mark (`#id:~:text=…`). */
const fragmentId = (fragment: string) => fragment.split(':~:')[0] ?? '';

function isThere(fragment: string, { hasScript }: PageFacts, ids: ReadonlySet<string>): boolean {
  const id = fragmentId(fragment);
  if (id === '' || ids.has(id) || ids.has(decodeAddress(id))) return true;
  if (decodeAddress(id).toLowerCase() === 'top') return true;
  return hasScript && /^[/!?]/.test(id); // an address for a script
}
