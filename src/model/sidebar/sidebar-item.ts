// Types of sidebar items, for Docusaurus's metadata and templates. This file has no imports, because authors of templates get its types.

export interface SidebarItemBase {
  readonly key?: string | undefined;
  readonly className?: string | undefined;
  readonly customProps?: Readonly<Record<string, unknown>> | undefined;
}
/** A link to a doc (with `docId`), or to a URL in the config. */
export interface SidebarLink extends SidebarItemBase {
  readonly type: 'link';
  readonly href: string;
  readonly label: string;
  readonly docId?: string;
  readonly unlisted?: boolean;
  readonly description?: string | undefined;
  readonly autoAddBaseUrl?: boolean | undefined;
}
export interface SidebarCategory extends SidebarItemBase {
  readonly type: 'category';
  readonly label: string;
  readonly collapsible: boolean;
  readonly collapsed: boolean;
  readonly items: readonly SidebarItem[];
  readonly description?: string | undefined;
  readonly href?: string | undefined;
  readonly linkUnlisted?: boolean | undefined;
}
export interface SidebarHtml extends SidebarItemBase {
  readonly type: 'html';
  readonly value: string;
  readonly defaultStyle?: boolean | undefined;
}
export type SidebarItem = SidebarLink | SidebarCategory | SidebarHtml;

/** Returns items and all items below them, in display order. */
export function allItems<Item extends { readonly type: string }>(items: readonly Item[]): Item[] {
  const all: Item[] = [];
  const walk = (list: readonly Item[]) => {
    for (const item of list) {
      all.push(item);
      if ('items' in item) walk(item.items as readonly Item[]);
    }
  };
  walk(items);
  return all;
}

/** Returns the URLs of listed pages below items. A URL can occur several times. */
export function listedHrefs(items: readonly SidebarItem[]): string[] {
  return allItems(items).flatMap((item) => {
    if (item.type === 'link') return item.unlisted ? [] : item.href;
    return item.type === 'category' && !item.linkUnlisted ? (item.href ?? []) : [];
  });
}

export const countPages = (items: readonly SidebarItem[]): number => listedHrefs(items).length;
