// Checks anchors when all pages are made, because a page is composed without the ids of other bodies.
import { type Diagnostic, maxShownIds, nearest, type Place, problem } from '../../../model/diagnostics/diagnostic.js';
import { groupBy } from '../../../model/types/group.js';

export interface Anchor {
  /** Output path of the doc's page, '' for other pages, which have no ids that authors link to. */
  readonly target: string;
  /** Name of the page in messages: a source path, or a permalink. */
  readonly page: string;
  /** Decoded fragment, without `#`. */
  readonly fragment: string;
  readonly place: Place;
}

/** Whether every page has the fragment. */
export function isEverywhere(fragment: string): boolean {
  return fragment === '' || fragment === 'top';
}

/** Maximum number of hints about broken anchors of one page. A page can contain a million of them. */
const maxHints = 100;

/** Reports anchors that don't exist. `idsOf` contains the ids of each doc's body by the output path of its page. Diagnostics: DG602. */
export function checkAnchors(
  anchors: readonly Anchor[],
  idsOf: ReadonlyMap<string, readonly string[]>,
): readonly Diagnostic[] {
  const sets = new Map([...new Set(anchors.map(({ target }) => target))].map((id) => [id, new Set(idsOf.get(id))]));
  const broken = anchors.filter(({ target, fragment }) => !sets.get(target)?.has(fragment));
  return [...groupBy(broken, ({ place }) => place.file).values()].flatMap((ofPage) =>
    ofPage.map(({ target, page, fragment, place }, index) => {
      const ids = idsOf.get(target) ?? [];
      const near = nearest(fragment, index < maxHints ? ids : ids.slice(0, maxShownIds));
      return problem.anchorBroken({ anchor: fragment, page, near, ids: ids.slice(0, maxShownIds) }, place);
    }),
  );
}
