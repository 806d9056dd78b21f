import { Html } from './Html.js';
import type { SidebarProps } from './props.js';

/** The tree beside the article. On a narrow screen it is behind one button, which needs no script: a `<details>`. */
export function Sidebar({ tree, allPages }: SidebarProps) {
  return (
    <nav className="sidebar" aria-label="Documentation">
      <details className="menu">
        <summary>Menu</summary>
        <div className="tree">
          <Html markup={tree} />
          <p className="all">
            <a href={allPages}>All pages, A to Z</a>
          </p>
        </div>
      </details>
    </nav>
  );
}
