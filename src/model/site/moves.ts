// Pages of the previous build that are gone, and the new pages that they may have become.

import { type Diagnostic, problem, redirectValues } from '../diagnostics/diagnostic.js';
import { uniqueBy } from '../types/group.js';
import { decodeAddress, pageHref } from '../types/path.js';
import type { DocRoute, Site } from './site.js';

/** A page that the site no longer has, by the copy of it as Markdown. */
export interface GonePage {
  /** Path of the copy in the out folder: `docs/old/index.md`. */
  readonly path: string;
  readonly text: string;
}

/** Shortest text by which a page is known again: stubs are alike. */
const minTextChars = 60;

/** For each page that is gone the one new page with its text, else with its title. Diagnostics: DG518. */
export function findMoves(
  gone: readonly GonePage[],
  isNew: (page: DocRoute) => boolean,
  { pages, config, provenance }: Site,
): readonly Diagnostic[] {
  if (gone.length === 0) return [];
  const fresh = pages.filter((page): page is DocRoute => page.kind === 'doc' && isNew(page));
  /** Finds the page by a key that one gone page and one new page have. Keys that are too short are alike on many pages. */
  const finder = (minChars: number, keyOf: (text: string) => string, keyOfNew: (page: DocRoute) => string) => {
    const [byOldKey, byKey] = [uniqueBy(gone, ({ text }) => keyOf(text)), uniqueBy(fresh, keyOfNew)];
    return ({ text }: GonePage) => {
      const key = keyOf(text);
      return key.length >= minChars && byOldKey.has(key) ? byKey.get(key) : undefined;
    };
  };
  const byText = finder(minTextChars, withoutTitle, ({ doc }) => withoutTitle(doc.body()));
  const byTitle = finder(1, titleOf, ({ title }) => title);
  return gone.flatMap((page) => {
    const sameText = byText(page);
    const found = sameText ?? byTitle(page);
    if (!found) return [];
    const old = addressOf(page);
    const to = `/${pageHref(found.permalink, config).slice(config.basePath.length)}`;
    if (old.replace(/\/$/, '') === decodeAddress(to).replace(/\/$/, '')) return [];
    const redirect = redirectValues(old, to, provenance.has(found.doc.source));
    const place = { file: found.doc.source, start: { line: 1, column: 1 } };
    return problem.pageMoved({ old, same: sameText ? 'text' : 'title', ...redirect }, place);
  });
}

const titleOf = (text: string) => /^# (.+)/.exec(text.trimStart())?.[1]?.trim() ?? '';
const withoutTitle = (text: string) =>
  text
    .trim()
    .replace(/^# .*(?:\n|$)/, '')
    .trim();

/** `docs/old/index.md` is `/docs/old/`. */
function addressOf({ path }: GonePage): string {
  return `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}
