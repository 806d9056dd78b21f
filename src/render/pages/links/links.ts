// What an author's address means inside the hub. Everything is looked up in the model; nothing is read from disk.
import { posix } from 'node:path';
import { namedPaths } from '../../../model/content/named-paths.js';
import type { Diagnostic } from '../../../model/diagnostics/diagnostic.js';
import { imageBroken, linkBroken, linkHidden, linkOutside } from '../../../model/diagnostics/links.js';
import { repositoryPath } from '../../../model/mounts/repository-files.js';
import {
  decodeAddress,
  encodePart,
  type Href,
  pageHref,
  resolvePath,
  type SourcePath,
  toHref,
  toPermalink,
  toSourcePath,
  withoutTrailingSlash,
} from '../../../model/path.js';
import type { Hole } from '../../body/fragment.js';
import { type Anchor, isEverywhere } from './anchors.js';
import { pageOfHub } from './hub-links.js';
import type { LinkedPage, LinkedSite, LinkingDoc } from './linked-site.js';
import { addressOnSite, gatheredAt, hubPath, outsideAddress, sourceOnWeb } from './original-address.js';

export type Resolved =
  | { readonly kind: 'page'; readonly href: Href }
  | { readonly kind: 'file'; readonly source: SourcePath; readonly fragment: string }
  /** An address outside the hub. */
  | { readonly kind: 'outside'; readonly href: Href }
  | { readonly kind: 'none' };

export interface Resolution {
  readonly target: Resolved;
  /** A place in a page that the address names; undefined where it names none. */
  readonly anchor: Anchor | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LinkContext {
  readonly site: LinkedSite;
  /** The last version of everything; the site itself but for pages of other versions. */
  readonly hub?: LinkedSite;
  /** False where no similar names are to be looked for: a page may hold a million broken links. */
  readonly hints?: boolean;
}

interface Address {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Resolves the address in a hole of a doc's body. Diagnostics: DG601, DG603, DG605, DG606. */
export function resolveHole(hole: Hole, doc: LinkingDoc, { site, hub = site, hints = true }: LinkContext): Resolution {
  const meaning = meaningOf(hole, doc, site);
  if (!meaning) return resolved({ kind: 'outside', href: hole.url as Href });
  const { address, candidates, isForeign } = meaning;
  if (address.path === '') return toPage(site.pageByPermalink.get(withoutTrailingSlash(doc.permalink)), doc);
  const page = hole.kind === 'link' ? findPage(address.path, candidates, doc, site) : undefined;
  if (page) return toPage(page, page.kind === 'doc' ? page.doc : undefined);
  const ofHub = hole.kind === 'link' && hub !== site ? pageOfHub(address.path, doc, { site, hub }) : undefined;
  const elsewhere = ofHub ?? (hole.kind === 'link' ? pageOfVersion(address.path, doc, site) : undefined);
  if (elsewhere) return toPage(elsewhere, elsewhere.kind === 'doc' ? elsewhere.doc : undefined);
  if (isForeign) return resolved({ kind: 'outside', href: hole.url as Href });
  const source = candidates.find((candidate) => site.files.has(candidate));
  if (source !== undefined) return resolved({ kind: 'file', source, fragment: address.fragment });
  const outside = outsideAddress({ ...address, isImage: hole.kind !== 'link' }, doc, site);
  const external = outside ?? externalAddress(address, doc, site);
  if (external !== undefined) return resolved({ kind: 'outside', href: external });
  if (candidates.length === 0)
    return broken(besideFolder(linkOutside({ url: hole.url }, hole.place), address.path, { hole, doc, site }));

  const isHidden = candidates.some((path) => site.hiddenSources.has(path) || /(?:^|\/)\.[^./]/.test(path));
  if (isHidden && hole.kind === 'link') return broken(linkHidden({ url: hole.url }, hole.place));
  const onSite = hole.kind === 'link' ? addressOnSite(address, doc, site) : undefined;
  const problem = besideFolder(notFound(hole, meaning, doc, { site, hints }), address.path, { hole, doc, site });
  return { ...broken(problem), ...(onSite !== undefined && { target: { kind: 'outside', href: onSite } }) };

  /** The fragment stays as its author wrote it; whether the page has such a place is checked when all bodies are known. */
  function toPage(found: LinkedPage | undefined, target: LinkingDoc | undefined): Resolution {
    const permalink = found?.permalink ?? doc.permalink;
    const { path, fragment, query } = address;
    const suffix = query + (fragment === '' ? '' : toHref(toPermalink(), fragment).slice(1));
    const href = `${path === '' ? '' : pageHref(permalink, site.config)}${suffix}` as Href;
    const page = target?.source ?? permalink;
    const outputPath = found?.kind === 'doc' ? found.outputPath : '';
    // The places of a folder as one page are known to nobody before it is made, last of all.
    const isUnknown = isEverywhere(fragment) || found?.kind === 'onePage';
    const anchor = isUnknown ? undefined : { target: outputPath, page, fragment, place: hole.place };
    return resolved({ kind: 'page', href }, anchor);
  }
}

function resolved(target: Resolved, anchor?: Anchor): Resolution {
  return { target, anchor, diagnostics: [] };
}

function broken(problem: Diagnostic): Resolution {
  return { target: { kind: 'none' }, anchor: undefined, diagnostics: [problem] };
}

/**
 * Lowers a problem to `info` if the address of a page of `--with` leads out of the folder: that repository may have the file, and a gathered
 * page would lead there. An image from the root of a host is in a folder of static files next to the docs.
 */
function besideFolder(
  problem: Diagnostic,
  path: string,
  { hole, doc, site }: { readonly hole: Hole; readonly doc: LinkingDoc; readonly site: LinkedSite },
): Diagnostic {
  const mount = site.config.content.find((one) => one.layer === 'local' && doc.source.startsWith(`${one.prefix}/`));
  const isOutside = path.startsWith('/')
    ? hole.kind !== 'link'
    : !`${posix.join(doc.sourceDirName, path)}/`.startsWith(`${mount?.prefix}/`);
  if (!mount || !isOutside) return problem;
  return { ...problem, severity: 'info', hint: 'outside the folder of `--with`; gathered, it leads to the repository' };
}

interface Meaning {
  readonly address: Address;
  /** Source paths that it may mean, nearest reading first; none where it leaves the content root. */
  readonly candidates: readonly SourcePath[];
  /** True for an address that begins with a host. */
  readonly isForeign: boolean;
}

/** What an address in a doc may mean in the hub; undefined where it is that of another host and means nothing here. */
function meaningOf({ url, place }: Hole, doc: LinkingDoc, site: LinkedSite): Meaning | undefined {
  const written = parseAddress(url);
  if (!/^https?:/i.test(url)) {
    const gathered = gatheredAt(written.path, doc, site);
    // An address in a partial is written from the partial.
    const inPartial = place.file === doc.source ? [] : namedPaths(written.path, place.file, site.roots);
    const inDoc = sourceCandidates(written.path, doc);
    const isBeside = site.roots.aliases.length === 0 && !/^(?:[/@]|\.\.\/)/.test(written.path);
    const named = isBeside ? [] : namedPaths(written.path, doc.source, site.roots);
    const candidates = [...inPartial, ...(gathered ? [gathered] : []), ...inDoc, ...named];
    return { address: written, isForeign: false, candidates };
  }
  const gathered = sourceOnWeb(url, site);
  const path = gathered === undefined ? hubPath(url, site) : `/${gathered}`;
  if (path === undefined) return undefined;
  const address = { ...written, path: parseAddress(path).path };
  return { address, isForeign: true, candidates: gathered ? [gathered] : sourceCandidates(address.path, doc) };
}

function parseAddress(url: string): Address {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#([\s\S]*))?$/.exec(url) ?? [];
  return {
    path: decodeAddress(path),
    query: query.replace(/["&<>\s]/g, encodePart),
    fragment: decodeAddress(fragment),
  };
}

/** Source paths that a path may mean by the folders of the hub. */
function sourceCandidates(path: string, doc: LinkingDoc): SourcePath[] {
  const fromFile = posix.join(doc.sourceDirName, path);
  const fromRoot = posix.normalize(path).replace(/^\/+/, '');
  const readings = path.startsWith('/') ? [fromRoot, ...inOwnSection(fromRoot, doc)] : [fromFile, fromRoot];
  return readings
    .filter((reading) => reading !== '..' && !reading.startsWith('../'))
    .map((reading) => toSourcePath(reading));
}

/**
 * An address from the root of a host, in a page that was written for a host of its own: `/auth/usage` in `project/app/x.md` may
 * mean `project/auth/usage`; where the project's repository is the host, its `docs` folder is what became the section.
 */
function inOwnSection(path: string, { sourceDirName }: LinkingDoc): string[] {
  const folders = sourceDirName === '.' ? [] : sourceDirName.split('/');
  const sections = folders.map((_, index) => folders.slice(0, index + 1).join('/'));
  const inDocs = path.replace(/^docs\//, '');
  return sections.flatMap((section) => [`${section}/${path}`, ...(inDocs === path ? [] : [`${section}/${inDocs}`])]);
}

function findPage(
  path: string,
  candidates: readonly SourcePath[],
  doc: LinkingDoc,
  site: LinkedSite,
): LinkedPage | undefined {
  const ofDoc = (found: Pick<LinkingDoc, 'permalink'> | undefined) =>
    found && site.pageByPermalink.get(withoutTrailingSlash(found.permalink));
  for (const candidate of candidates) {
    const file = withoutTrailingSlash(candidate);
    const stem = file.replace(/\.(?:html?|mdx?)$/i, '');
    const names = /\.mdx?$/i.test(file) ? [file, `${stem}.md`, `${stem}.mdx`] : [`${stem}.md`, `${stem}.mdx`];
    for (const name of names) {
      const page = ofDoc(site.docBySource.get(toSourcePath(name)));
      if (page) return page;
    }
    if (/\.mdx?$/i.test(file)) continue;
    const named = file.replace(/(?:^|\/)index\.html?$/i, ''); // of a README.md in mdBook
    const folder = site.pageByPermalink.get(
      withoutTrailingSlash(toPermalink(site.config.basePath, site.config.routeBase, named)),
    );
    if (folder && folder.kind !== 'notFound') return folder;
  }
  for (const address of addressesOf(path, doc, site)) {
    const page = site.pageByPermalink.get(address.replace(/\.(?:html?|mdx?)$/i, ''));
    if (page && page.kind !== 'notFound') return page;
    const moved = site.pageByOldAddress.get(address);
    if (moved) return moved;
  }
  return undefined;
}

/** What a path is as a browser would read it: against the page's own address, or from the root of the host. */
function addressesOf(path: string, doc: LinkingDoc, { config }: LinkedSite): string[] {
  const urls = path.startsWith('/')
    ? [toPermalink(path), toPermalink(config.basePath, path)]
    : [resolvePath(path, doc.permalink)].flatMap((resolved) => (resolved === undefined ? [] : [toPermalink(resolved)]));
  return urls.map((url) => withoutTrailingSlash(decodeAddress(url)));
}

/** A page of another version, by its whole address. */
function pageOfVersion(path: string, doc: LinkingDoc, site: LinkedSite): LinkedPage | undefined {
  if (site.pageInVersions.size === 0) return undefined;
  for (const address of addressesOf(path, doc, site)) {
    const page = site.pageInVersions.get(address.replace(/\.(?:html?|mdx?)$/i, ''));
    if (page) return page;
  }
  return undefined;
}

/** An address of this host that others serve, as the config says: from the root of the host, as a browser would make it of the page's. */
function externalAddress({ path, query, fragment }: Address, doc: LinkingDoc, site: LinkedSite): Href | undefined {
  const found = site.config.external.length === 0 ? undefined : resolvePath(path, doc.permalink);
  if (found === undefined || !site.isExternal(decodeAddress(found))) return undefined;
  return `${toHref(toPermalink(decodeAddress(found)), fragment)}`.replace(/(?=#|$)/, () => query) as Href;
}

function notFound(
  hole: Hole,
  { address: { path }, candidates }: Meaning,
  doc: LinkingDoc,
  { site, hints }: { site: LinkedSite; hints: boolean },
): Diagnostic {
  const wanted = posix.join(path.startsWith('/') ? '.' : doc.sourceDirName, path);
  const isLink = hole.kind === 'link';
  const near = hints ? (isLink ? site.nearestDoc : site.nearestFile)(wanted) : undefined;
  const shown = near === undefined ? undefined : relativeTo(doc.sourceDirName, near);
  const origin = site.provenance.get(doc.source);
  const named = origin && repositoryPath(path, origin);
  const isInRepository = origin && named !== undefined && site.repositoryEntry(origin.source, named) !== undefined;
  const paths = hints ? [...candidates, ...addressesOf(path, doc, site)] : [];
  const unsynced = paths.map(site.unsynced).find((section) => section !== undefined);
  const data = { url: hole.url, near: shown, unsynced };
  return isLink
    ? linkBroken({ ...data, ...(isInRepository && { isInRepository }) }, hole.place)
    : imageBroken(data, hole.place);
}

function relativeTo(dir: string, path: string): string {
  const relative = posix.relative(dir, path);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
