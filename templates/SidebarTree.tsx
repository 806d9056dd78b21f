import { Html } from './Html.js';
import type { SidebarEntryProps, SidebarTreeProps } from './props.js';
import { useWords } from './words.js';

/** A list of the sidebar, at any depth. It must show its children once, one after the other. */
export function SidebarTree({ children }: SidebarTreeProps) {
  return <ul>{children}</ul>;
}

/** An entry of the sidebar; a category is a closed `<details>`, which must show its children once. Unlisted docs do not show. */
export function SidebarEntry({ item, href, attributes, detailsAttributes, html, children }: SidebarEntryProps) {
  const { text } = useWords();
  switch (item.type) {
    case 'link':
      return item.unlisted ? null : (
        <li className={item.className}>
          <a href={href} {...attributes}>
            {item.label}
          </a>
        </li>
      );
    case 'html':
      return html && <Html as="li" {...(item.className && { className: item.className })} markup={html} />;
    case 'category':
      // A link in a summary would be two controls in one: the link stands before what opens the list.
      return href === undefined ? (
        <li className={item.className}>
          <details {...detailsAttributes}>
            <summary {...attributes}>{item.label}</summary>
            {children}
          </details>
        </li>
      ) : (
        <li className={item.className}>
          <a href={href} {...attributes}>
            {item.label}
          </a>
          <details {...detailsAttributes}>
            <summary>{text('pagesIn', { title: item.label })}</summary>
            {children}
          </details>
        </li>
      );
    default:
      return item satisfies never;
  }
}
