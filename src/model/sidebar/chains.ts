// Folders that hold nothing but one folder are one line with it: `collector / snmp`.
import type { Doc } from '../docs/doc.js';
import type { Sidebars } from './sidebar.js';
import type { SidebarCategory, SidebarItem } from './sidebar-item.js';

export interface ChainsInput {
  readonly sidebars: Sidebars;
  readonly docs: ReadonlyMap<string, Doc>;
  /** Folders that stay lines of their own. */
  readonly alone: { readonly has: (dir: string) => boolean };
}

/** The same sidebars with chains as one item, the last one's, under all their labels; `folded` names the folders above it. */
export function foldChains({ sidebars, docs, alone }: ChainsInput): Sidebars {
  const origins = new Map(sidebars.origins);
  const refs = new Set(sidebars.refs);
  const folded = new Map<SidebarItem, readonly string[]>();

  const foldItem = (item: SidebarItem): SidebarItem => {
    if (item.type !== 'category') return item;
    const items = item.items.map(foldItem);
    const category = items.every((child, index) => child === item.items[index]) ? item : { ...item, items };
    const origin = sidebars.origins.get(item);
    if (origin) origins.set(category, origin);
    if (category !== item) origins.delete(item);
    const dir = origin?.dir;
    const [only, ...others] = items;
    const isBare = dir !== undefined && item.href === undefined && !alone.has(dir);
    return only && others.length === 0 && isBare && isFolder(only, dir) ? fold(category, only, dir) : category;
  };
  /** A folder inside of `dir`, with or without pages beside its own. */
  const isFolder = (item: SidebarItem, dir: string): boolean => {
    if (item.type === 'category') return origins.get(item)?.dir !== undefined;
    const own =
      item.type === 'link' && !item.unlisted && !refs.has(item) ? docs.get(item.docId ?? '')?.sourceDirName : undefined;
    return own?.startsWith(`${dir}/`) === true;
  };
  const fold = (above: SidebarCategory, item: SidebarItem, dir: string): SidebarItem => {
    if (item.type === 'html') return above;
    const label = `${above.label} / ${item.label}`;
    const description = item.description ?? above.description;
    const line = { ...item, label, ...(description !== undefined && { description }) };
    const origin = item.type === 'category' ? origins.get(item) : undefined;
    if (origin && line.type === 'category') {
      origins.set(line, origin);
      origins.delete(item as SidebarCategory);
    }
    origins.delete(above);
    folded.set(line, [dir, ...(folded.get(item) ?? [])]);
    folded.delete(item);
    return line;
  };
  const byName = new Map([...sidebars.byName].map(([name, items]) => [name, items.map(foldItem)]));
  return { ...sidebars, byName, origins, refs, folded };
}
