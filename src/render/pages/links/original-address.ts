// Addresses that mean a page by where it was before it was gathered: on the project's own site, or in its repository.
import { posix } from 'node:path';
import { fileAddress, type GatheredSource, webAddress } from '../../../model/docs/provenance.js';
import { repositoryPath, staticPaths } from '../../../model/mounts/repository-files.js';
import { decodeAddress, encodeAddress, encodePart, type Href, parseUrl, type SourcePath } from '../../../model/path.js';
import { originKey, type Site } from '../../../model/site.js';
import { isOnSite } from '../../body/html/url-policy.js';
import type { LinkedSite, LinkingDoc } from './linked-site.js';

/** The beginnings of all addresses that may mean a page of the hub: the projects' own sites and repositories. */
export function ownSites({ gathered }: Pick<Site, 'gathered'>): string[] {
  const sites = [...gathered.values()].flatMap(({ sources }) =>
    sources.flatMap(({ repo, linkBase }) => [webAddress(repo), linkBase]),
  );
  return [...new Set(sites.filter((site) => site !== undefined && site !== null))].sort() as string[];
}

/** The path from the hub's root that an address on a project's own site means. */
export function hubPath(url: string, { gathered }: LinkedSite): string | undefined {
  for (const [section, { sources }] of gathered) {
    for (const { linkBase } of sources) {
      if (linkBase && isOnSite(url, [linkBase]))
        return `/${section}${url.slice(linkBase.length).replace(/^(?!\/)/, '/')}`;
    }
  }
  return undefined;
}

/** What was gathered of the file that the web page of a repository shows. */
export function sourceOnWeb(url: string, { gathered, sourceByOrigin }: LinkedSite): SourcePath | undefined {
  for (const { sources } of gathered.values()) {
    for (const source of sources) {
      const base = webAddress(source.repo);
      if (!base || !isOnSite(url, [base])) continue;
      const [, ref = '', path = ''] =
        /^\/(?:-\/)?(?:blob|tree|raw)\/([^/]+)\/([^?#]+)/.exec(url.slice(base.length)) ?? [];
      const isThis = [source.ref, source.branch, source.commit, 'HEAD', 'main', 'master'].includes(ref);
      const found = isThis ? sourceByOrigin.get(originKey(source, decodeAddress(path))) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What was gathered of the file that an address in a gathered doc means in its repository. */
export function gatheredAt(path: string, doc: LinkingDoc, site: LinkedSite): SourcePath | undefined {
  const origin = site.provenance.get(doc.source);
  const wanted = origin && repositoryPath(path, origin);
  if (!origin || wanted === undefined) return undefined;
  const names = [
    wanted,
    `${wanted}.md`,
    `${wanted}.mdx`,
    posix.join(wanted, 'README.md'),
    posix.join(wanted, 'index.md'),
    ...staticPaths(path, origin),
  ];
  return names
    .map((name) => site.sourceByOrigin.get(originKey(origin.source, name)))
    .find((found) => found !== undefined);
}

interface OutsideAddress {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
  readonly isImage: boolean;
}

/** Where an address of a gathered doc leads outside the hub: to its repository at the commit, or to the project's own site. */
export function outsideAddress(
  { path, query, fragment, isImage }: OutsideAddress,
  doc: LinkingDoc,
  site: LinkedSite,
): Href | undefined {
  const origin = site.provenance.get(doc.source);
  if (!origin) return undefined;
  const suffix = `${query}${fragment === '' ? '' : `#${encodePart(fragment)}`}`;
  const named = [repositoryPath(path, origin), ...(isImage ? staticPaths(path, origin) : [])];
  const wanted = named.find((name) => name !== undefined && site.repositoryEntry(origin.source, name) !== undefined);
  const kind = wanted === undefined ? undefined : site.repositoryEntry(origin.source, wanted);
  if (wanted !== undefined && kind !== undefined) {
    const address = fileAddress(origin.source, wanted, isImage ? 'raw' : kind);
    if (address !== undefined) return `${address}${isImage ? '' : suffix}` as Href;
  }
  const base = path.startsWith('/') && !isImage ? hostOf(origin.source) : undefined;
  return base ? (`${base}${encodeAddress(path)}${suffix}` as Href) : undefined;
}

/** The host of a project's own site: what its docs write with a slash in front is there. */
function hostOf({ homepage, linkBase, repo }: GatheredSource): string | undefined {
  if (linkBase) return parseUrl(linkBase)?.origin;
  const host = homepage === null ? undefined : parseUrl(homepage)?.origin;
  const forge = parseUrl(webAddress(repo) ?? '')?.origin;
  return host !== forge && /^https?:/.test(host ?? '') ? host : undefined;
}

/**
 * Where a link of a gathered doc leads that matches nothing, neither in the hub nor in its repository: to the same place on the project's
 * own site, which may have more pages than its repository has files.
 */
export function addressOnSite(
  { path, query, fragment }: Omit<OutsideAddress, 'isImage'>,
  doc: LinkingDoc,
  site: LinkedSite,
): Href | undefined {
  const origin = site.provenance.get(doc.source);
  const base = origin?.source.linkBase;
  if (!base || path.startsWith('/')) return undefined;
  const wanted = posix.join(doc.sourceDirName, path).replace(/\.mdx?$/i, '');
  if (!wanted.startsWith(`${origin.section}/`)) return undefined;
  const suffix = `${query}${fragment === '' ? '' : `#${encodePart(fragment)}`}`;
  return `${base}/${encodeAddress(wanted.slice(origin.section.length + 1))}${suffix}` as Href;
}
