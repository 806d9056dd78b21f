// Sidebar items between the config and the record.
import type { CategoryLink } from './category-link.js';
import type { SidebarItemConfig } from './sidebar-config.js';
import type { SidebarItemBase } from './sidebar-item.js';

/** An item on its way to the record: links by id, drafts still in. Order and labels are final. */
export type DraftItem =
  | (SidebarItemBase & { readonly type: 'doc' | 'ref'; readonly id: string; readonly label?: string | undefined })
  | Extract<SidebarItemConfig, { type: 'link' | 'html' }>
  | DraftCategory;
export interface DraftCategory extends SidebarItemBase {
  readonly type: 'category';
  readonly label: string;
  /** What readers see in its place. */
  readonly shownLabel?: string;
  readonly collapsible?: boolean | undefined;
  readonly collapsed?: boolean | undefined;
  readonly items: readonly DraftItem[];
  readonly description?: string | undefined;
  readonly link?: CategoryLink | null | undefined;
  readonly dir?: string;
}
