// Finds pages of the previous build that no longer exist, and the new pages that might replace them.
import { type Diagnostic, problem, redirectValues } from '../diagnostics/diagnostic.js';
import { withUnsharedKey } from '../types/group.js';
import { decodeAddress, pageHref } from '../types/path.js';
import type { DocRoute, Site } from './site.js';

/** A page that the site no longer has, from its Markdown copy in the output folder. */
export interface GonePage {
  /** Path of the copy in the output folder, such as `docs/old/index.md`. */
  readonly path: string;
  readonly text: string;
}

/** Minimum text by which a moved page is recognized, in characters, because short pages are similar. */
const minTextChars = 60;

/** Finds the only new page with the same text as a removed page, or with the same title. Diagnostics: DG518. */
export function findMoves(
  gone: readonly GonePage[],
  isNew: (page: DocRoute) => boolean,
  { pages, config, provenance }: Site,
): readonly Diagnostic[] {
  if (gone.length === 0) return [];
  const fresh = pages.filter((page): page is DocRoute => page.kind === 'doc' && isNew(page));
  /** Finds a new page by a key that only one removed and one new page have. Short keys are ignored, because many pages share them. */
  const finder = (minChars: number, keyOf: (text: string) => string, keyOfNew: (page: DocRoute) => string) => {
    const [byOldKey, byKey] = [withUnsharedKey(gone, ({ text }) => keyOf(text)), withUnsharedKey(fresh, keyOfNew)];
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

/** Returns the URL of a page: `docs/old/index.md` → `/docs/old/`. */
const addressOf = ({ path }: GonePage): string => `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
