// Some pages of a site → what all of them together are judged by. It runs in threads: plain data in, plain data out.
import { openResolver, type SiteData, type Target } from './addresses.js';
import { textOf } from './folder.js';
import type { ActiveMarkup, RefKind } from './page/page-facts.js';
import { readPage } from './page/read-page.js';

export interface Batch {
  readonly dir: string;
  readonly pages: readonly string[];
  readonly site: SiteData;
  /** Whether addresses of other sites are wanted. */
  readonly withExternal: boolean;
}

/** An address of a page that leads to no file, or to a place in another page. */
export interface Reference {
  readonly kind: RefKind;
  readonly url: string;
  readonly offset: number;
}
export interface MissingReference extends Reference {
  /** From the folder, not encoded. */
  readonly path: string;
}
export interface AnchorReference extends Reference {
  readonly page: string;
  readonly fragment: string;
}
export interface ExternalReference {
  readonly url: string;
  readonly offset: number;
}

/** What is known of a page beside the addresses that are right. */
export interface PageFacts {
  readonly path: string;
  readonly isDocument: boolean;
  readonly hasTitle: boolean;
  readonly hasLang: boolean;
  readonly hasDescription: boolean;
  readonly isNoIndex: boolean;
  readonly hasScript: boolean;
  readonly htmlOffset: number;
  readonly headOffset: number;
  readonly refresh:
    | { readonly target: Target; readonly url: string; readonly seconds: number; readonly offset: number }
    | undefined;
  readonly ids: readonly string[];
  readonly doubleIds: readonly { readonly id: string; readonly offset: number }[];
  readonly withoutAlt: readonly number[];
  readonly active: readonly ActiveMarkup[];
  readonly missing: readonly MissingReference[];
  readonly anchors: readonly AnchorReference[];
  readonly external: readonly ExternalReference[];
}

export interface BatchFacts {
  readonly pages: readonly PageFacts[];
  /** Pages that another page links to. */
  readonly linked: readonly string[];
}

/** Faults of one kind that are reported of one page, at most. */
const mostOfOnePage = 1000;

export function readBatch({ dir, pages, site, withExternal }: Batch): BatchFacts {
  const { resolve } = openResolver(site);
  const linked = new Set<string>();
  const facts = pages.map((path): PageFacts => {
    const page = readPage(textOf(dir, path));
    const missing: MissingReference[] = [];
    const anchors: AnchorReference[] = [];
    const external: ExternalReference[] = [];
    for (const { kind, url, offset } of page.refs) {
      const target = resolve(url, path, page.base);
      switch (target.kind) {
        case 'file':
          if (kind === 'link' && target.path !== path) linked.add(target.path);
          if (
            target.fragment !== '' &&
            kind === 'link' &&
            !isInPage(target, path, page.ids) &&
            anchors.length < mostOfOnePage
          )
            anchors.push({ kind, url, offset, page: target.path, fragment: target.fragment });
          break;
        case 'missing':
          if (missing.length < mostOfOnePage) missing.push({ kind, url, offset, path: target.path });
          break;
        case 'external':
          if (withExternal) external.push({ url: target.url, offset });
      }
    }
    const { refresh } = page;
    return {
      path,
      isDocument: page.isDocument,
      hasTitle: (page.title ?? '').trim() !== '',
      hasLang: (page.lang ?? '').trim() !== '',
      hasDescription: (page.description ?? '').trim() !== '',
      isNoIndex: page.isNoIndex,
      hasScript: page.hasScript,
      htmlOffset: page.htmlOffset,
      headOffset: page.headOffset,
      refresh: refresh && { ...refresh, target: resolve(refresh.url, path, page.base) },
      ids: [...page.ids],
      doubleIds: page.doubleIds,
      withoutAlt: page.withoutAlt,
      active: page.active,
      missing,
      anchors,
      external,
    };
  });
  return { pages: facts, linked: [...linked] };
}

/** A place in the page itself: most need not be carried further. */
function isInPage(
  { path, fragment }: { path: string; fragment: string },
  page: string,
  ids: ReadonlySet<string>,
): boolean {
  return path === page && ids.has(fragment);
}
