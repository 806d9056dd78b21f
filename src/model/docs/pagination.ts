import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { unknownPaginationId, unknownSidebar } from '../diagnostics/front-matter.js';
import type { Permalink } from '../path.js';
import type { SidebarCategory, SidebarItem, Sidebars } from '../sidebar/sidebar.js';
import { type Doc, placeOfKey } from './doc.js';

/** The neighbour of a page in its sidebar. */
export interface PageLink {
  readonly permalink: Permalink;
  readonly title: string;
}
export interface Neighbours {
  /** Name of the sidebar that the page belongs to. */
  readonly sidebar: string | undefined;
  readonly previous: PageLink | undefined;
  readonly next: PageLink | undefined;
}

export interface SiteNeighbours {
  /** By doc id. */
  readonly docs: ReadonlyMap<string, Neighbours>;
  /** By permalink of a generated index. */
  readonly generatedIndexes: ReadonlyMap<Permalink, Neighbours>;
  /** Of the categories that have no page but that of their folder, which is no neighbour of another page. */
  readonly folders: ReadonlyMap<SidebarCategory, Neighbours>;
}

interface Stop {
  readonly docId: string | undefined;
  readonly link: PageLink;
}

/** A place between stops. */
interface FolderPlace {
  readonly folder: SidebarCategory;
}

/** Previous and next of each doc and generated index. Rule: Docusaurus's sidebar navigation. Diagnostics: DG410, DG411. */
export function paginate(docs: ReadonlyMap<string, Doc>, sidebars: Sidebars): Checked<SiteNeighbours> {
  const diagnostics: Diagnostic[] = [];
  const orders = new Map([...sidebars.byName].map(([name, items]) => [name, readingOrder(items, docs, sidebars)]));
  const stops = new Map([...orders].map(([name, order]) => [name, order.filter(isStop)]));
  const positions = new Map([...stops].map(([name, list]) => [name, firstPositions(list)]));
  const ownSidebar = new Map([...sidebars.docIds].flatMap(([name, ids]) => ids.map((id) => [id, name] as const)));
  const around = (list: readonly Stop[], index: number) => ({
    previous: index === -1 ? undefined : list[index - 1]?.link,
    next: index === -1 ? undefined : list[index + 1]?.link,
  });

  const neighboursOf = (doc: Doc): Neighbours => {
    const displayed = doc.frontMatter.displayed_sidebar;
    const known = displayed === undefined || displayed === null || stops.has(displayed);
    if (!known)
      diagnostics.push(
        unknownSidebar({ name: displayed, known: [...stops.keys()] }, placeOfKey(doc, 'displayed_sidebar')),
      );
    const sidebar = (known ? displayed : undefined) === undefined ? ownSidebar.get(doc.id) : (displayed ?? undefined);
    const list = (sidebar !== undefined && stops.get(sidebar)) || [];
    const position = sidebar === undefined ? undefined : positions.get(sidebar)?.get(doc.id);
    const found = around(list, position ?? -1);

    const override = (key: 'pagination_prev' | 'pagination_next', otherwise: PageLink | undefined) => {
      const id = doc.frontMatter[key];
      if (id === undefined) return otherwise;
      if (id === null) return undefined;
      const target = docs.get(id);
      if (!target) {
        diagnostics.push(unknownPaginationId({ key, id, known: docs.keys() }, placeOfKey(doc, key)));
        return otherwise;
      }
      return target.unlisted ? undefined : pageLink(target, undefined);
    };
    return {
      sidebar,
      previous: override('pagination_prev', found.previous),
      next: override('pagination_next', found.next),
    };
  };

  const generatedIndexes = new Map<Permalink, Neighbours>();
  for (const [sidebar, list] of stops) {
    for (const [index, { docId, link }] of list.entries()) {
      if (docId === undefined && !generatedIndexes.has(link.permalink)) {
        generatedIndexes.set(link.permalink, { sidebar, ...around(list, index) });
      }
    }
  }
  const folders = new Map<SidebarCategory, Neighbours>();
  for (const [sidebar, order] of orders) {
    const list = stops.get(sidebar) ?? [];
    let passed = 0;
    for (const place of order) {
      if (isStop(place)) passed += 1;
      else folders.set(place.folder, { sidebar, previous: list[passed - 1]?.link, next: list[passed]?.link });
    }
  }
  return {
    value: { docs: new Map([...docs.values()].map((doc) => [doc.id, neighboursOf(doc)])), generatedIndexes, folders },
    diagnostics,
  };
}

function isStop(place: Stop | FolderPlace): place is Stop {
  return 'link' in place;
}

function firstPositions(list: readonly Stop[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [index, { docId }] of list.entries()) {
    if (docId !== undefined && !positions.has(docId)) positions.set(docId, index);
  }
  return positions;
}

/** The pages of a sidebar in reading order: a category before its items; unlisted docs do not count. */
function readingOrder(
  items: readonly SidebarItem[],
  docs: ReadonlyMap<string, Doc>,
  sidebars: Sidebars,
): (Stop | FolderPlace)[] {
  const stopOf = (id: string | undefined, label: string | undefined): Stop[] => {
    const doc = id === undefined ? undefined : docs.get(id);
    return doc && !doc.unlisted ? [{ docId: doc.id, link: pageLink(doc, label) }] : [];
  };
  return items.flatMap((item) => {
    if (item.type === 'link') return sidebars.refs.has(item) ? [] : stopOf(item.docId, item.label);
    if (item.type === 'html') return [];
    const origin = sidebars.origins.get(item);
    const index = origin?.generatedIndex;
    const own = index
      ? [{ docId: undefined, link: { permalink: index.permalink, title: item.label } }]
      : stopOf(origin?.docId, undefined);
    const place = origin?.docId === undefined && !index ? [{ folder: item }] : [];
    return [...place, ...own, ...readingOrder(item.items, docs, sidebars)];
  });
}

function pageLink(doc: Doc, sidebarLabel: string | undefined): PageLink {
  const title = doc.frontMatter.pagination_label ?? sidebarLabel ?? doc.shown.label;
  return { permalink: doc.permalink, title };
}
