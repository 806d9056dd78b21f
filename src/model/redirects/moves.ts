// Pages of the previous build that are gone, and the new pages that they may have become.

import { redirectLine } from '../diagnostics/define.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { pageMoved } from '../diagnostics/redirects.js';
import { groupBy } from '../group.js';
import { decodeAddress, pageHref } from '../path.js';
import type { DocRoute } from '../routes.js';
import type { Site } from '../site.js';

/** A page that the site no longer has, by the copy of it as Markdown. */
export interface GonePage {
  /** Path of the copy in the out folder: `docs/old/index.md`. */
  readonly path: string;
  readonly text: string;
}

/** Shortest text by which a page is known again: stubs are alike. */
const shortest = 60;

/** For each page that is gone the one new page with its text, else with its title. Diagnostics: DG518. */
export function findMoves(
  gone: readonly GonePage[],
  isNew: (page: DocRoute) => boolean,
  site: Site,
): readonly Diagnostic[] {
  if (gone.length === 0) return [];
  const fresh = site.pages.filter((page): page is DocRoute => page.kind === 'doc' && isNew(page));
  const byText = groupBy(fresh, ({ doc }) => withoutTitle(doc.body()));
  const byTitle = groupBy(fresh, ({ title }) => title);
  const goneByText = groupBy(gone, ({ text }) => withoutTitle(text));
  const goneByTitle = groupBy(gone, ({ text }) => titleOf(text) ?? '');
  return gone.flatMap((page) => {
    const text = withoutTitle(page.text);
    const title = titleOf(page.text);
    const sameText = text.length < shortest || goneByText.get(text)?.length !== 1 ? [] : (byText.get(text) ?? []);
    const sameTitle = title === undefined || goneByTitle.get(title)?.length !== 1 ? [] : (byTitle.get(title) ?? []);
    const [found] = sameText.length === 1 ? sameText : sameTitle;
    if (!found || (sameText.length !== 1 && sameTitle.length !== 1)) return [];
    const old = addressOf(page);
    const to = `/${pageHref(found.permalink, site.config).slice(site.config.basePath.length)}`;
    if (old.replace(/\/$/, '') === decodeAddress(to).replace(/\/$/, '')) return [];
    return [
      pageMoved(
        {
          old,
          same: sameText.length === 1 ? 'text' : 'title',
          line: redirectLine(old, to, site.provenance.has(found.doc.source)),
        },
        { file: found.doc.source, start: { line: 1, column: 1 } },
      ),
    ];
  });
}

const titleOf = (text: string) => /^# (.+)/.exec(text.trimStart())?.[1]?.trim();
const withoutTitle = (text: string) =>
  text
    .trim()
    .replace(/^# .*(?:\n|$)/, '')
    .trim();

/** `docs/old/index.md` is `/docs/old/`. */
function addressOf({ path }: GonePage): string {
  return `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}
