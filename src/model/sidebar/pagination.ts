// Finds the previous and next page of each page in the order of the sidebars.
import type { Mount } from '../config/schema/content.js';
import { type Checked, type Diagnostic, nearest, problem } from '../diagnostics/diagnostic.js';
import { type Doc, placeOfKey } from '../docs/doc.js';
import { joined, type Permalink, type SourcePath } from '../types/path.js';
import type { SidebarCategory, SidebarItem, Sidebars } from './sidebar.js';
import { allItems } from './sidebar-item.js';

interface PageLink {
  readonly permalink: Permalink;
  readonly title: string;
}

export interface Neighbours {
  readonly sidebar: string | undefined;
  readonly previous: PageLink | undefined;
  readonly next: PageLink | undefined;
}

export interface SiteNeighbours {
  readonly docs: ReadonlyMap<string, Neighbours>;
  /** Neighbors of categories with a generated index, and of categories without other pages than their own. */
  readonly categories: ReadonlyMap<SidebarCategory, Neighbours>;
}

/** A page in a sidebar. The page of a folder has no link, because it is not a neighbor of other pages. */
interface ReadingItem {
  readonly of: string | SidebarCategory;
  readonly link: PageLink | undefined;
}

/** Determines the previous and next page of each doc and category. Rule: Docusaurus's sidebar navigation. Diagnostics: DG410, DG411. */
export function paginate(
  docs: ReadonlyMap<string, Doc>,
  sidebars: Sidebars,
  mountOf: ReadonlyMap<SourcePath, Mount>,
): Checked<SiteNeighbours> {
  const diagnostics: Diagnostic[] = [];
  const inSidebars = new Map<string, ReadonlyMap<ReadingItem['of'], Neighbours>>();
  const categories = new Map<SidebarCategory, Neighbours>();
  const ownSidebar = new Map<string | undefined, string>();
  for (const [name, items] of sidebars.byName) {
    const neighbours = neighboursIn(name, readingOrder(items, docs, sidebars));
    inSidebars.set(name, neighbours);
    for (const item of allItems(items)) ownSidebar.set(ownDocId(item, sidebars), name);
    for (const [of, around] of neighbours) if (typeof of !== 'string') categories.set(of, around);
  }

  const sidebarOf = (doc: Doc): string | undefined => {
    const displayed = doc.frontMatter.displayed_sidebar;
    if (displayed === null) return undefined;
    if (displayed !== undefined && inSidebars.has(displayed)) return displayed;
    const known = [...inSidebars.keys()];
    if (displayed !== undefined) {
      const values = { name: displayed, near: nearest(displayed, known), known };
      diagnostics.push(problem.unknownSidebar(values, placeOfKey(doc, 'displayed_sidebar')));
    }
    return ownSidebar.get(doc.id);
  };
  const override = (doc: Doc, key: 'pagination_prev' | 'pagination_next', otherwise: PageLink | undefined) => {
    const id = doc.frontMatter[key];
    if (id === undefined) return otherwise;
    if (id === null) return undefined;
    const target = docs.get(joined(mountOf.get(doc.source)?.prefix ?? '', id)) ?? docs.get(id);
    if (target) return target.unlisted ? undefined : pageLink(target, undefined);
    diagnostics.push(problem.unknownPaginationId({ key, id, near: nearest(id, docs.keys()) }, placeOfKey(doc, key)));
    return otherwise;
  };
  const neighboursOf = (doc: Doc): Neighbours => {
    const sidebar = sidebarOf(doc);
    const around = sidebar === undefined ? undefined : inSidebars.get(sidebar)?.get(doc.id);
    const previous = override(doc, 'pagination_prev', around?.previous);
    return { sidebar, previous, next: override(doc, 'pagination_next', around?.next) };
  };
  return {
    value: { docs: new Map([...docs.values()].map((doc) => [doc.id, neighboursOf(doc)])), categories },
    diagnostics,
  };
}

/** Returns the neighbors of each stop of a sidebar. A doc that occurs twice has the neighbors of its first position. */
function neighboursIn(sidebar: string, order: readonly ReadingItem[]): ReadonlyMap<ReadingItem['of'], Neighbours> {
  const links = order.flatMap(({ link }) => link ?? []);
  const neighbours = new Map<ReadingItem['of'], Neighbours>();
  let passed = 0;
  for (const { of, link } of order) {
    const previous = links[passed - 1];
    if (link) passed += 1;
    if (!neighbours.has(of)) neighbours.set(of, { sidebar, previous, next: links[passed] });
  }
  return neighbours;
}

/** Returns the pages of a sidebar in reading order: a category before its items, without unlisted docs. */
function readingOrder(
  items: readonly SidebarItem[],
  docs: ReadonlyMap<string, Doc>,
  sidebars: Sidebars,
): ReadingItem[] {
  const stopOf = (id: string | undefined, label: string | undefined): ReadingItem[] => {
    const doc = id === undefined ? undefined : docs.get(id);
    return doc && !doc.unlisted ? [{ of: doc.id, link: pageLink(doc, label) }] : [];
  };
  return allItems(items).flatMap((item) => {
    const docId = ownDocId(item, sidebars);
    if (item.type !== 'category' || docId !== undefined)
      return stopOf(docId, item.type === 'link' ? item.label : undefined);
    const { generatedIndex } = sidebars.origins.get(item) ?? {};
    return [{ of: item, link: generatedIndex && { permalink: generatedIndex.permalink, title: item.label } }];
  });
}

/** Returns the id of the doc that an item makes part of its sidebar. A `ref` item only links to a doc. */
function ownDocId(item: SidebarItem, { refs, origins }: Sidebars): string | undefined {
  if (item.type === 'category') return origins.get(item)?.docId;
  return item.type === 'link' && !refs.has(item) ? item.docId : undefined;
}

function pageLink(doc: Doc, sidebarLabel: string | undefined): PageLink {
  const title = doc.frontMatter.pagination_label ?? sidebarLabel ?? doc.shown.label;
  return { permalink: doc.permalink, title };
}
