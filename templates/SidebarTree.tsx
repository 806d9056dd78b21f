import type { ReactNode } from 'react';
import type { Href } from '../src/model/path.js';
import type { SidebarCategory, SidebarItem } from '../src/model/sidebar/sidebar-item.js';
import { Html } from './Html.js';
import type { HtmlString } from './types.js';

/** What the tree asks of its caller for each item. */
export interface SidebarTreeProps {
  readonly items: readonly SidebarItem[];
  /** Address of an item; undefined for a category without a page. */
  readonly hrefOf: (item: SidebarItem) => Href | undefined;
  /** Further attributes of the element that names the item: where the reader is. */
  readonly attrsOf: (item: SidebarItem) => Readonly<Record<string, string>>;
  /** Attributes of the `<details>` of a category: whether it is open. */
  readonly detailsOf: (item: SidebarItem) => Readonly<Record<string, string>>;
  /** Safe markup of an `html` item. */
  readonly htmlOf: (value: string) => HtmlString;
}

/** The sidebar: nested lists, a closed `<details>` for each category. Unlisted docs do not show. */
export function SidebarTree({ items, ...ask }: SidebarTreeProps) {
  return (
    <ul>
      {items.map((item, index) => (
        <TreeItem key={index.toString()} item={item} ask={ask} />
      ))}
    </ul>
  );
}

function TreeItem({ item, ask }: { item: SidebarItem; ask: Omit<SidebarTreeProps, 'items'> }): ReactNode {
  switch (item.type) {
    case 'link':
      return item.unlisted ? null : (
        <li className={item.className}>
          <a href={ask.hrefOf(item)} {...ask.attrsOf(item)}>
            {item.label}
          </a>
        </li>
      );
    case 'html':
      return <Html as="li" {...(item.className && { className: item.className })} markup={ask.htmlOf(item.value)} />;
    case 'category':
      return (
        <li className={item.className}>
          <Category category={item} ask={ask} />
        </li>
      );
    default:
      return item satisfies never;
  }
}

function Category({ category, ask }: { category: SidebarCategory; ask: Omit<SidebarTreeProps, 'items'> }) {
  const href = category.linkUnlisted ? undefined : ask.hrefOf(category);
  const attributes = ask.attrsOf(category);
  return (
    <details {...ask.detailsOf(category)}>
      <summary>
        {href === undefined ? (
          <span {...attributes}>{category.label}</span>
        ) : (
          <a href={href} {...attributes}>
            {category.label}
          </a>
        )}
      </summary>
      <SidebarTree items={category.items} {...ask} />
    </details>
  );
}
