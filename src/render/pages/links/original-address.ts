// Resolves links that use the original URL of a synced page: on the project's own site, or in its repository.
import { posix } from 'node:path';
import { fileAddress, hostOf, includedFrom, type Provenance, webAddress } from '../../../model/content/exports.js';
import { filePaths, repositoryPath } from '../../../model/content/repository-files.js';
import type { Doc } from '../../../model/docs/doc.js';
import type { Site } from '../../../model/site/site.js';
import { firstFound } from '../../../model/types/group.js';
import {
  below,
  decodeAddress,
  encodeAddress,
  encodePart,
  type Href,
  parseUrl,
  type SourcePath,
  within,
} from '../../../model/types/path.js';
import { isOnSite } from '../../body/html/refs.js';

/** The location of a doc, which its links are resolved against. */
export type LinkingDoc = Pick<Doc, 'id' | 'source' | 'sourceDirName' | 'permalink'>;

/** The parts of a URL. `query` starts with `?`, `fragment` is decoded and has no `#`. */
export type Address = Readonly<Record<'path' | 'query' | 'fragment', string>>;

/** Returns the prefixes of all URLs that can point to a page of the hub: the projects' own sites and repositories. */
export function ownSites({ synced }: Pick<Site, 'synced'>): string[] {
  const sites = [...synced.values()].flatMap(({ sources }) =>
    sources.flatMap(({ repo, linkBase }) => [webAddress(repo), linkBase]),
  );
  return [...new Set(sites.filter((site) => site !== undefined && site !== null))].sort() as string[];
}

/** Returns the path in the hub of a URL on a project's own site. */
export function hubPath(url: string, { synced }: Site): string | undefined {
  return firstFound(synced, ([section, { sources }]) => {
    const base = sources.find(({ linkBase }) => linkBase && isOnSite(url, [linkBase]))?.linkBase;
    return base ? `/${section}${url.slice(base.length).replace(/^(?!\/)/, '/')}` : undefined;
  });
}

export function sourceOnWeb(url: string, { synced, syncedFile }: Site): SourcePath | undefined {
  const all = [...synced.values()].flatMap(({ sources }) => sources);
  return firstFound(all, (source) => {
    const base = webAddress(source.repo);
    if (!base || !isOnSite(url, [base])) return undefined;
    const [, ref = '', path = ''] =
      /^\/(?:-\/)?(?:blob|tree|raw)\/([^/]+)\/([^?#]+)/.exec(url.slice(base.length)) ?? [];
    const isThis = [source.ref, source.branch, source.commit, 'HEAD', 'main', 'master'].includes(ref);
    return isThis ? syncedFile(source, decodeAddress(path)) : undefined;
  });
}

/** Returns the origin of the text of a link: that of the doc, or of a text that it includes. */
export function originOf(text: string, doc: LinkingDoc, { provenance, synced }: Site): Provenance | undefined {
  const known = provenance.get(text as SourcePath);
  if (known || text === doc.source) return known;
  return includedFrom([...synced.values()], text) ?? provenance.get(doc.source);
}

/** Returns the synced file that a URL in a synced text points to in its repository. */
export function syncedAt(path: string, origin: Provenance | undefined, site: Site): SourcePath | undefined {
  const wanted = origin && repositoryPath(path, origin);
  if (!origin || wanted === undefined) return undefined;
  const names = [
    wanted,
    `${wanted}.md`,
    `${wanted}.mdx`,
    posix.join(wanted, 'README.md'),
    posix.join(wanted, 'index.md'),
    ...filePaths(path, origin),
  ];
  return firstFound(names, (name) => site.syncedFile(origin.source, name));
}

/** Returns the URL outside the hub for a link in a synced text of a doc: in its repository at the commit, or on the project's own site. */
export function outsideAddress(
  address: Address,
  doc: LinkingDoc,
  options: { readonly site: Site; readonly origin: Provenance | undefined; readonly isImage: boolean },
): Href | undefined {
  const { site, origin, isImage } = options;
  if (!origin) return undefined;
  const { path } = address;
  const suffix = suffixOf(address);
  const isFile = isImage || /\.\w{1,10}$/.test(path);
  const named = isFile ? filePaths(path, origin) : [repositoryPath(path, origin)];
  const wanted = named.find((name) => name !== undefined && site.repositoryEntry(origin.source, name) !== undefined);
  const kind = wanted === undefined ? undefined : site.repositoryEntry(origin.source, wanted);
  const url = wanted !== undefined && kind && fileAddress(origin.source, wanted, isImage ? 'raw' : kind);
  if (url) return `${url}${isImage ? '' : suffix}` as Href;
  if (isImage) return undefined;
  const base = path.startsWith('/') ? hostOf(origin.source) : undefined;
  if (base) return `${base}${encodeAddress(path)}${suffix}` as Href;
  const inSection = pathInSection(path, doc, site);
  if (inSection === undefined || !leaves.test(inSection) || /\.mdx?$/i.test(path)) return undefined;
  return `${parseUrl(encodeAddress(inSection), `${origin.source.linkBase}/`)?.href}${suffix}` as Href;
}

const leaves = /^\.\.(?:\/|$)/;

/** Returns the path of a relative link from the page at `linkBase`, or undefined without `linkBase`. */
function pathInSection(path: string, { source, sourceDirName: dir }: LinkingDoc, { provenance }: Site) {
  const origin = provenance.get(source);
  if (!origin?.source.linkBase || path.startsWith('/') || !within(dir, origin.section)) return undefined;
  return posix.join(below(dir, origin.section), path);
}

const suffixOf = ({ query, fragment }: Address) => `${query}${fragment === '' ? '' : `#${encodePart(fragment)}`}`;

/** Returns the URL on the project's own site, which might have more pages than the repository has files. */
export function addressOnSite(address: Address, doc: LinkingDoc, site: Site): Href | undefined {
  const origin = site.provenance.get(doc.source);
  const inSection = pathInSection(address.path, doc, site)?.replace(/\.mdx?$/i, '');
  if (!origin || !inSection || leaves.test(inSection)) return undefined;
  return `${origin.source.linkBase}/${encodeAddress(inSection)}${suffixOf(address)}` as Href;
}
