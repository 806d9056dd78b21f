// Checks anchors after all pages are made, because a page is composed without the ids of other bodies.
import {
  asInfo,
  type Diagnostic,
  maxShownIds,
  nearest,
  type Place,
  problem,
} from '../../../model/diagnostics/diagnostic.js';
import { groupBy } from '../../../model/types/group.js';

export interface Anchor {
  /** Output path of a doc's page. '' for other pages, whose ids authors don't link to. */
  readonly target: string;
  /** Name of the page in messages: a source path, or a permalink. */
  readonly page: string;
  /** Decoded fragment, without `#`. */
  readonly fragment: string;
  readonly place: Place;
  /** Whether only a program of the site can create such an id. */
  readonly isMade?: boolean | undefined;
  /** Whether a plugin of the site can change the target page. */
  readonly hasPlugins?: boolean | undefined;
  /** File from which the project's own site generates the target page, and which docgen doesn't read. */
  readonly unread?: string | undefined;
}

/** Whether a fragment is valid on every page: `#top`, a path for a script (`#/x`), or one without a target (`#_`, `#!`). */
export function isEverywhere(fragment: string): boolean {
  return fragment === '' || fragment === 'top' || /^(?:[_!]+$|!?\/)/.test(fragment);
}

/** Maximum number of hints about broken anchors of one page. A page can contain a million of them. */
const maxHints = 100;

/** Maximum ids of a page to compare for a hint. */
const maxIds = 2000;

/**
 * Reports anchors that don't exist. `idsByPage` has the ids of a doc's body by the output path of its page, `leftOutOf` the syntax
 * in it that readers don't see. Diagnostics: DG602.
 */
export function checkAnchors(
  anchors: readonly Anchor[],
  idsByPage: ReadonlyMap<string, readonly string[]>,
  leftOutOf: Pick<ReadonlyMap<string, readonly string[]>, 'get'> = new Map(),
): readonly Diagnostic[] {
  const sets = new Map([...new Set(anchors.map(({ target }) => target))].map((id) => [id, new Set(idsByPage.get(id))]));
  const broken = anchors.filter(({ target, fragment }) => !sets.get(target)?.has(fragment));
  const wanted = new Set(broken.map(({ fragment }) => fragment));
  const places = [...idsByPage].flatMap(([path, ids]) => ids.flatMap((id) => (wanted.has(id) ? { id, path } : [])));
  const placesById = groupBy(places, ({ id }) => id);
  return [...groupBy(broken, ({ place }) => place.file).values()].flatMap((ofPage) =>
    ofPage.map(({ target, page, fragment, place, isMade, ...others }, index) => {
      const ids = idsByPage.get(target) ?? [];
      const found = nearestId(fragment, ids.slice(0, index < maxHints ? maxIds : maxShownIds));
      // A different number is a different topic, as in `vitest-5` for `vitest-4`.
      const isOther =
        found !== undefined && wordsOf(found) !== wordsOf(fragment) && letters(found) === letters(fragment);
      const [moved, ...more] = placesById.get(fragment) ?? [];
      const shown = {
        ...others,
        near: isOther ? undefined : found,
        elsewhere: moved && more.length === 0 ? `/${moved.path.replace(/index\.html$/, '')}` : undefined,
        leftOut: leftOutOf.get(target),
        ids: ids.slice(0, maxShownIds),
      };
      const missing = problem.anchorBroken({ anchor: fragment, page, ...shown }, place);
      return isMade
        ? asInfo(missing, 'a hook or plugin of the site can make it, and docgen does not run them')
        : missing;
    }),
  );
}

/** Minimum length of a first word by which an id is recognized, such as `testenvironment` of `testenvironment-string`. */
const minWord = 6;

/** Returns the most similar id: with the same words, with these words among others, with the same start, or with a typo. */
function nearestId(fragment: string, ids: readonly string[]): string | undefined {
  const words = wordsOf(fragment);
  const only = (isMeant: (other: string) => boolean): string | undefined => {
    const [id, ...others] = words === '' ? [] : ids.filter((one) => isMeant(wordsOf(one)));
    return others.length === 0 ? id : undefined;
  };
  const first = /^\S*/.exec(words)?.[0] ?? '';
  const start = words.slice(0, Math.max(3, Math.ceil(words.length / 2)));
  const similar = ids.filter((id) => wordsOf(id).startsWith(start));
  return (
    ids.find((id) => wordsOf(id) === words && words !== '') ??
    only((other) => ` ${other} `.includes(` ${words} `)) ??
    only((other) => other.length >= minWord && words.startsWith(`${other} `)) ??
    nearest(fragment, ids, 2) ??
    nearest(fragment, similar) ??
    only((other) => first.length >= minWord && other.startsWith(`${first} `))
  );
}

const letters = (id: string) => wordsOf(id).replace(/\d+/g, '');

/** Returns the words of an id in lower case. */
const wordsOf = (id: string) =>
  id
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
