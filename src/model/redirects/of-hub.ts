// The redirects of a hub, when the pages of all its versions are known.
import type { Checked } from '../diagnostics/diagnostic.js';
import { toPermalink, toSourcePath, withoutTrailingSlash } from '../path.js';
import type { Page } from '../routes.js';
import type { Site } from '../site.js';
import { buildRedirects, type Redirect } from './redirects.js';

/** What its pages and its config ask for; other versions have the addresses that they always had. Diagnostics: DG511–DG517. */
export function redirectsOf(main: Site, ofVersions: readonly Page[]): Checked<readonly Redirect[]> {
  const { config, docBySource, nearestDoc, provenance, statics, isExternal, unsynced } = main;
  const pageAt = (permalink: string) => main.pageByPermalink.get(withoutTrailingSlash(permalink));
  const pageOfSource = (path: string) => {
    const doc = docBySource.get(toSourcePath(path));
    return doc && pageAt(doc.permalink);
  };
  const root = toPermalink(config.routeBase, '/');
  return buildRedirects({
    ...{ config, statics, isExternal, unsynced, pageOfSource },
    pages: main.pages,
    ofVersions,
    nearest: (path) => {
      const source = `${path.startsWith(root) ? path.slice(root.length) : path}.md`;
      return pageOfSource(nearestDoc(source) ?? '')?.permalink;
    },
    sectionOf: ({ source }) => provenance.get(source)?.section,
  });
}
