import { Html } from './Html.js';
import type { SidebarEntryProps, SidebarTreeProps } from './props.js';
import { useWords } from './words.js';

/** A list in the sidebar, at any depth. It must render its children exactly once, in order. */
export function SidebarTree({ children }: SidebarTreeProps) {
  return <ul>{children}</ul>;
}

/** An entry in the sidebar. A category is a collapsed `<details>`, which must render its children exactly once. Unlisted docs are not rendered. */
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
      // A link inside the summary would nest two controls, so the link comes before it.
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
