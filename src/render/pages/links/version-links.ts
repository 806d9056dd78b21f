// Links of a version other than the latest: to its own pages by the URLs of the latest version, and to the rest of the hub.
import { posix } from 'node:path';
import { decodeAddress, toPermalink, toSourcePath, withoutTrailingSlash } from '../../../model/types/path.js';
import type { LinkedPage, LinkedSite, LinkingDoc } from './linked-site.js';

/** Returns the page that a path in a version points to: its own page at the same location, or that of the hub. */
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
    // A link to a page of its own section that the version doesn't have is broken.
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

/** Returns the page at a path below the hub's content. */
function inHub(path: string, hub: LinkedSite): LinkedPage | undefined {
  const stem = path.slice(1);
  const names = [`${stem}.md`, `${stem}.mdx`, `${stem}/index.md`, `${stem}/index.mdx`];
  const doc = names.map((name) => hub.docBySource.get(toSourcePath(name))).find((found) => found !== undefined);
  return doc && hub.pageByPermalink.get(withoutTrailingSlash(doc.permalink));
}

/** Returns the section of a version, '' for a version of the entire hub. It is the part between their URLs. */
function sectionOf(site: LinkedSite, hub: LinkedSite): string {
  const own = site.config.routeBase.slice(hub.config.routeBase.length).replace(/^\//, '');
  const prefixes = hub.config.content.flatMap(({ prefix, version }) => (version && prefix !== '' ? [prefix] : []));
  return prefixes.find((prefix) => own.startsWith(`${prefix}/`)) ?? '';
}
