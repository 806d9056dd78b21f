import { Html } from './Html.js';
import { useParts } from './parts.js';
import type { TreePageProps } from './props.js';

/** The complete sidebar of a hub whose pages show only a part of it. */
export function TreePage({ document, breadcrumbs, trees }: TreePageProps) {
  const { Breadcrumbs, Document } = useParts();
  return (
    <Document {...document}>
      <main id="docgen-main" className="whole">
        <Breadcrumbs crumbs={breadcrumbs} />
        <article>
          <h1>{document.title}</h1>
          <Html className="tree" markup={trees} />
        </article>
      </main>
    </Document>
  );
}
