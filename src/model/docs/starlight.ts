// Routes as Starlight makes them: each segment of a path by github-slugger, numbers and all; only an `index` stands for its folder.
import { slug as githubSlug } from 'github-slugger';

/** A name that slugs to nothing stays. */
const segmentsOf = (path: string) => path.split('/').map((segment) => githubSlug(segment) || segment);

/** The slug of a doc, by its path without extension. That of its front matter counts from `root`. */
export function starlightSlug(
  path: string,
  { wanted, root }: { readonly wanted: string | undefined; readonly root: string },
): string {
  const segments = wanted === undefined ? segmentsOf(path) : [...root.split('/'), ...wanted.split('/')].filter(Boolean);
  const isIndex = segments.at(-1) === 'index';
  return `/${(isIndex ? [...segments.slice(0, -1), ''] : segments).join('/')}`;
}

/** The slug of a folder's page. */
export function starlightFolder(dir: string): string {
  return `/${segmentsOf(dir).join('/')}/`;
}
