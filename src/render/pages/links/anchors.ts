// Links to a place in a page. A page is composed without the ids of any other body, so what its links want is noted and held against
// the ids when all pages are made.

import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { anchorBroken } from '../../../model/diagnostics/links.js';
import { groupBy } from '../../../model/group.js';

/** A place in a page that a link names. */
export interface Anchor {
  /** Output path of the doc's page; '' for a page that is no doc and has no ids that authors link to. */
  readonly target: string;
  /** The page as messages name it: a source path, or a permalink. */
  readonly page: string;
  /** As a browser looks for it: decoded, without `#`. */
  readonly fragment: string;
  readonly place: Place;
}

/** True for a fragment that leads to a place in every page. */
export function isEverywhere(fragment: string): boolean {
  return fragment === '' || fragment === 'top';
}

/** Broken anchors of one page for which similar ids are looked for: a page may hold a million of them. */
const mostHints = 100;

/** What the pages do not have of what links name. `idsOf` holds the ids of each doc's body, by the output path of its page. Diagnostics: DG602. */
export function checkAnchors(
  anchors: readonly Anchor[],
  idsOf: ReadonlyMap<string, readonly string[]>,
): readonly Diagnostic[] {
  const sets = new Map([...new Set(anchors.map(({ target }) => target))].map((id) => [id, new Set(idsOf.get(id))]));
  const broken = anchors.filter(({ target, fragment }) => !sets.get(target)?.has(fragment));
  return [...groupBy(broken, ({ place }) => place.file).values()].flatMap((ofPage) =>
    ofPage.map(({ target, page, fragment, place }, index) => {
      const ids = idsOf.get(target) ?? [];
      return anchorBroken({ anchor: fragment, page, ids: index < mostHints ? ids : ids.slice(0, 8) }, place);
    }),
  );
}
