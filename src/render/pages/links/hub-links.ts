// Links of a version that stands beside the hub: to its own pages by the addresses of the last version, and to the rest of the hub.
import { posix } from 'node:path';

import { decodeAddress, toPermalink, toSourcePath, withoutTrailingSlash } from '../../../model/path.js';
import type { LinkedPage, LinkedSite, LinkingDoc } from './linked-site.js';

/** The page that a path of a version means: its own at the same place, else that of the hub. */
export function pageOfHub(
  path: string,
  doc: LinkingDoc,
  { site, hub }: { readonly site: LinkedSite; readonly hub: LinkedSite },
): LinkedPage | undefined {
  const wanted = withoutTrailingSlash(decodeAddress(path)).replace(/\.(?:html?|mdx?)$/i, '');
  const { basePath } = hub.config;
  const section = sectionOf(site, hub);
  if (!wanted.startsWith('/')) {
    const other = posix.join('/', section, doc.sourceDirName, wanted);
    // What a version does not have of its own section is broken there.
    return section === '' || other.startsWith(`/${section}/`) ? undefined : inHub(other, hub);
  }
  const front = withoutTrailingSlash(toPermalink(basePath, hub.config.routeBase, section));
  for (const permalink of [toPermalink(wanted), toPermalink(basePath, wanted)]) {
    const isOfSection = permalink === front || permalink.startsWith(`${front}/`);
    const own = isOfSection && toPermalink(basePath, site.config.routeBase, permalink.slice(front.length));
    const found = own && site.pageByPermalink.get(withoutTrailingSlash(own));
    const page = found || hub.pageByPermalink.get(withoutTrailingSlash(permalink));
    if (page && page.kind !== 'notFound') return page;
  }
  return inHub(wanted, hub);
}

/** The page of a path below the hub's content. */
function inHub(path: string, hub: LinkedSite): LinkedPage | undefined {
  const stem = path.slice(1);
  const names = [`${stem}.md`, `${stem}.mdx`, `${stem}/index.md`, `${stem}/index.mdx`];
  const doc = names.map((name) => hub.docBySource.get(toSourcePath(name))).find((found) => found !== undefined);
  return doc && hub.pageByPermalink.get(withoutTrailingSlash(doc.permalink));
}

/** The section of the hub that a version is of, '' for all of it: what stands between their addresses. */
function sectionOf(site: LinkedSite, hub: LinkedSite): string {
  const own = site.config.routeBase.slice(hub.config.routeBase.length).replace(/^\//, '');
  const prefixes = hub.config.content.flatMap(({ prefix, version }) => (version && prefix !== '' ? [prefix] : []));
  return prefixes.find((prefix) => own.startsWith(`${prefix}/`)) ?? '';
}
