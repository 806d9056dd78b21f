// Resolves an author's URL in the hub. Looks everything up in the model and reads nothing from disk.
import { posix } from 'node:path';
import { namedPaths } from '../../../model/content/parse/named-paths.js';
import { repositoryPath } from '../../../model/content/repository-files.js';
import type { Diagnostic } from '../../../model/diagnostics/diagnostic.js';
import { problem } from '../../../model/diagnostics/problem.js';
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
} from '../../../model/types/path.js';
import type { Slot } from '../../body/print/fragment.js';
import { type Anchor, isEverywhere } from './anchors.js';
import type { LinkedPage, LinkedSite, LinkingDoc } from './linked-site.js';
import { addressOnSite, hubPath, outsideAddress, sourceOnWeb, syncedAt } from './original-address.js';
import { pageOfHub } from './version-links.js';

export type Resolved =
  | { readonly kind: 'page'; readonly href: Href }
  | { readonly kind: 'file'; readonly source: SourcePath; readonly fragment: string }
  /** A URL outside the hub. */
  | { readonly kind: 'outside'; readonly href: Href }
  | { readonly kind: 'none' };

interface Resolution {
  readonly target: Resolved;
  /** The anchor that the URL points to, if it has one. */
  readonly anchor: Anchor | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

interface LinkContext {
  readonly site: LinkedSite;
  /** The hub, which contains the latest versions. Differs from `site` only for pages of other versions. */
  readonly hub?: LinkedSite;
  /** Whether to look for similar names. A page can contain a million broken links. */
  readonly hints?: boolean;
}

interface Address {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Resolves the URL of a slot in a doc's body. Diagnostics: DG601, DG603, DG605, DG606. */
export function resolveSlot(slot: Slot, doc: LinkingDoc, { site, hub = site, hints = true }: LinkContext): Resolution {
  const meaning = meaningOf(slot, doc, site);
  if (!meaning) return resolved({ kind: 'outside', href: slot.url as Href });
  const { address, candidates, isForeign } = meaning;
  if (address.path === '') return toPage(site.pageByPermalink.get(withoutTrailingSlash(doc.permalink)), doc);
  const page = slot.kind === 'link' ? findPage(address.path, candidates, doc, site) : undefined;
  if (page) return toPage(page, page.kind === 'doc' ? page.doc : undefined);
  const ofHub = slot.kind === 'link' && hub !== site ? pageOfHub(address.path, doc, { site, hub }) : undefined;
  const elsewhere = ofHub ?? (slot.kind === 'link' ? pageOfVersion(address.path, doc, site) : undefined);
  if (elsewhere) return toPage(elsewhere, elsewhere.kind === 'doc' ? elsewhere.doc : undefined);
  if (isForeign) return resolved({ kind: 'outside', href: slot.url as Href });
  const source = candidates.find((candidate) => site.files.has(candidate));
  if (source !== undefined) return resolved({ kind: 'file', source, fragment: address.fragment });
  const outside = outsideAddress({ ...address, isImage: slot.kind !== 'link' }, doc, site);
  const external = outside ?? externalAddress(address, doc, site);
  if (external !== undefined) return resolved({ kind: 'outside', href: external });
  const broken = (diagnostic: Diagnostic, target: Resolved = { kind: 'none' }): Resolution => ({
    target,
    anchor: undefined,
    diagnostics: [besideFolder(diagnostic, address.path, { slot, doc, site })],
  });
  if (candidates.length === 0) return broken(problem.linkOutside({ url: slot.url }, slot.place));
  const isHidden = candidates.some((path) => site.hiddenSources.has(path) || /(?:^|\/)\.[^./]/.test(path));
  if (isHidden && slot.kind === 'link')
    return {
      target: { kind: 'none' },
      anchor: undefined,
      diagnostics: [problem.linkHidden({ url: slot.url }, slot.place)],
    };
  const onSite = slot.kind === 'link' ? addressOnSite(address, doc, site) : undefined;
  const target: Resolved = onSite === undefined ? { kind: 'none' } : { kind: 'outside', href: onSite };
  return broken(notFound(slot, meaning, doc, { site, hints }), target);

  /** Resolves to a page. The fragment stays as written, and is checked when the ids of all bodies are known. */
  function toPage(found: LinkedPage | undefined, target: LinkingDoc | undefined): Resolution {
    const permalink = found?.permalink ?? doc.permalink;
    const { path, fragment, query } = address;
    const suffix = query + (fragment === '' ? '' : toHref(toPermalink(), fragment).slice(1));
    const href = `${path === '' ? '' : pageHref(permalink, site.config)}${suffix}` as Href;
    const page = target?.source ?? permalink;
    const outputPath = found?.kind === 'doc' ? found.outputPath : '';
    // The ids of a single-page view are unknown, because it is made last.
    const isUnknown = isEverywhere(fragment) || found?.kind === 'onePage';
    const anchor = isUnknown ? undefined : { target: outputPath, page, fragment, place: slot.place };
    return resolved({ kind: 'page', href }, anchor);
  }
}

function resolved(target: Resolved, anchor?: Anchor): Resolution {
  return { target, anchor, diagnostics: [] };
}

/**
 * Lowers a problem to `info` if a URL in a folder of `--with` points outside the folder. The repository might contain the file, and the synced page would link to
 * it. An image URL with a leading slash is in a static folder next to the docs.
 */
function besideFolder(
  diagnostic: Diagnostic,
  path: string,
  { slot, doc, site }: { readonly slot: Slot; readonly doc: LinkingDoc; readonly site: LinkedSite },
): Diagnostic {
  const mount = site.config.content.find((one) => one.layer === 'local' && doc.source.startsWith(`${one.prefix}/`));
  const isOutside = path.startsWith('/')
    ? slot.kind !== 'link'
    : !`${posix.join(doc.sourceDirName, path)}/`.startsWith(`${mount?.prefix}/`);
  if (!mount || !isOutside) return diagnostic;
  return {
    ...diagnostic,
    severity: 'info',
    hint: 'the path is outside the folder of `--with`: a synced page would link to the repository',
  };
}

interface Meaning {
  readonly address: Address;
  /** Source paths that the URL can mean, best match first. Empty if it leaves the content root. */
  readonly candidates: readonly SourcePath[];
  /** Whether the URL contains a host. */
  readonly isForeign: boolean;
}

/** Returns what a URL in a doc can mean in the hub, or undefined for a URL of another host that is not a page of the hub. */
function meaningOf({ url, place }: Slot, doc: LinkingDoc, site: LinkedSite): Meaning | undefined {
  const written = parseAddress(url);
  if (!/^https?:/i.test(url)) {
    const synced = syncedAt(written.path, doc, site);
    // A URL in a partial is relative to the partial.
    const inPartial = place.file === doc.source ? [] : namedPaths(written.path, place.file, site.roots);
    const inDoc = sourceCandidates(written.path, doc);
    const isBeside = site.roots.aliases.length === 0 && !/^(?:[/@]|\.\.\/)/.test(written.path);
    const named = isBeside ? [] : namedPaths(written.path, doc.source, site.roots);
    const candidates = [...inPartial, ...(synced ? [synced] : []), ...inDoc, ...named];
    return { address: written, isForeign: false, candidates };
  }
  const synced = sourceOnWeb(url, site);
  const path = synced === undefined ? hubPath(url, site) : `/${synced}`;
  if (path === undefined) return undefined;
  const address = { ...written, path: parseAddress(path).path };
  return { address, isForeign: true, candidates: synced ? [synced] : sourceCandidates(address.path, doc) };
}

function parseAddress(url: string): Address {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#([\s\S]*))?$/.exec(url) ?? [];
  return {
    path: decodeAddress(path),
    query: query.replace(/["&<>\s]/g, encodePart),
    fragment: decodeAddress(fragment),
  };
}

/** Returns the source paths that a path can mean in the folders of the hub. */
function sourceCandidates(path: string, doc: LinkingDoc): SourcePath[] {
  const fromFile = posix.join(doc.sourceDirName, path);
  const fromRoot = posix.normalize(path).replace(/^\/+/, '');
  const readings = path.startsWith('/') ? [fromRoot, ...inOwnSection(fromRoot, doc)] : [fromFile, fromRoot];
  return readings
    .filter((reading) => reading !== '..' && !reading.startsWith('../'))
    .map((reading) => toSourcePath(reading));
}

/**
 * Resolves a path with a leading slash in a page that was written for its own site: `/auth/usage` in `project/app/x.md` can mean `project/auth/usage`. A
 * leading `docs/` is optional, because the section can be the `docs` folder of the repository.
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
    const named = file.replace(/(?:^|\/)index\.html?$/i, ''); // mdBook builds index.html from README.md
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

/** Resolves a path as a browser does: relative to the page's URL, or from the root of the host. */
function addressesOf(path: string, doc: LinkingDoc, { config }: LinkedSite): string[] {
  const urls = path.startsWith('/')
    ? [toPermalink(path), toPermalink(config.basePath, path)]
    : [resolvePath(path, doc.permalink)].flatMap((resolved) => (resolved === undefined ? [] : [toPermalink(resolved)]));
  return urls.map((url) => withoutTrailingSlash(decodeAddress(url)));
}

/** Returns a page of another version by its full URL path. */
function pageOfVersion(path: string, doc: LinkingDoc, site: LinkedSite): LinkedPage | undefined {
  if (site.pageInVersions.size === 0) return undefined;
  for (const address of addressesOf(path, doc, site)) {
    const page = site.pageInVersions.get(address.replace(/\.(?:html?|mdx?)$/i, ''));
    if (page) return page;
  }
  return undefined;
}

/** Returns the resolved URL if it matches `external`: another application on this host serves it. */
function externalAddress({ path, query, fragment }: Address, doc: LinkingDoc, site: LinkedSite): Href | undefined {
  const found = site.config.external.length === 0 ? undefined : resolvePath(path, doc.permalink);
  if (found === undefined || !site.isExternal(decodeAddress(found))) return undefined;
  return `${toHref(toPermalink(decodeAddress(found)), fragment)}`.replace(/(?=#|$)/, () => query) as Href;
}

function notFound(
  slot: Slot,
  { address: { path }, candidates }: Meaning,
  doc: LinkingDoc,
  { site, hints }: { site: LinkedSite; hints: boolean },
): Diagnostic {
  const wanted = posix.join(path.startsWith('/') ? '.' : doc.sourceDirName, path);
  const isLink = slot.kind === 'link';
  const near = hints ? (isLink ? site.nearestDoc : site.nearestFile)(wanted) : undefined;
  const shown = near === undefined ? undefined : relativeTo(doc.sourceDirName, near);
  const origin = site.provenance.get(doc.source);
  const named = origin && repositoryPath(path, origin);
  const isInRepository = origin && named !== undefined && site.repositoryEntry(origin.source, named) !== undefined;
  const paths = hints ? [...candidates, ...addressesOf(path, doc, site)] : [];
  const unsynced = paths.map(site.unsynced).find((section) => section !== undefined);
  const data = { url: slot.url, near: shown, unsynced };
  return isLink
    ? problem.linkBroken({ ...data, ...(isInRepository && { isInRepository }) }, slot.place)
    : problem.imageBroken(data, slot.place);
}

function relativeTo(dir: string, path: string): string {
  const relative = posix.relative(dir, path);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
