// Resolves an author's URL in the hub. Looks everything up in the model and reads nothing from disk.
import { posix } from 'node:path';
import { fromProject, namedPaths } from '../../../model/content/parse/named-paths.js';
import { repositoryPath } from '../../../model/content/repository-files.js';
import { type Diagnostic, nearest, problem } from '../../../model/diagnostics/diagnostic.js';
import { isMissingPage } from '../../../model/sidebar/navigation.js';
import { pageOfSource } from '../../../model/site/redirects.js';
import type { Page, Site } from '../../../model/site/site.js';
import { firstFound } from '../../../model/types/group.js';
import {
  decodeAddress,
  encodePart,
  type Href,
  type Permalink,
  pageHref,
  resolvePath,
  type SourcePath,
  splitUrl,
  toHref,
  toPermalink,
  withoutTrailingSlash,
} from '../../../model/types/path.js';
import type { Slot } from '../../body/print/fragment.js';
import { type Anchor, isEverywhere } from './anchors.js';
import {
  asInfoOutside,
  fileAtUrl,
  isMadeByHook,
  isOwnFile,
  linkOfProgram,
  ownFragment,
  pageOfName,
  sitePathOf,
  sourcesOf,
  unreadPage,
  withoutBase,
} from './generator-links.js';
import {
  type Address,
  addressOnSite,
  hubPath,
  type LinkingDoc,
  originOf,
  outsideAddress,
  sourceOnWeb,
  syncedAt,
} from './original-address.js';
import { frontsOf, sourceCandidates } from './source-candidates.js';

type Resolved =
  | { readonly kind: 'page'; readonly href: Href }
  | { readonly kind: 'file'; readonly source: SourcePath }
  | { readonly kind: 'outside'; readonly href: Href }
  | { readonly kind: 'none' };

interface Resolution {
  readonly target: Resolved;
  readonly anchor: Anchor | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LinkContext {
  readonly site: Site;
  /** The hub, which contains the latest versions. Differs from `site` only for pages of other versions. */
  readonly hub: Site;
  /** Whether to look for similar names. A page can contain a million broken links. */
  readonly hints?: boolean;
}

/** Maximum path of a link, in characters. No file or page has a longer one, and normalizing it takes quadratic time. */
const maxPathChars = 4_096;

/** Resolves the URL of a slot in a doc's body. Diagnostics: DG601, DG603, DG605, DG606, DG704, DG711. */
export function resolveSlot(slot: Slot, doc: LinkingDoc, { site, hub, hints = true }: LinkContext): Resolution {
  const meaning = meaningOf(slot, doc, site);
  if (!meaning) return outside(slot.url as Href);
  const { address, candidates, isWebUrl } = meaning;
  const { path } = address;
  const reference = { ...meaning, slot, doc, site, hub, hints };
  if (path.length > maxPathChars) return broken(notFound({ ...reference, hints: false }));
  if (path === '') return toPage(site.pageByPermalink.get(withoutTrailingSlash(doc.permalink)), doc, reference);
  const isLink = slot.kind === 'link';
  const page = isLink ? linkedPage(reference) : undefined;
  if (page) return toPage(page, page.kind === 'doc' ? page.doc : undefined, reference);
  if (isWebUrl) return outside(slot.url as Href);
  const source = candidates.find((one) => site.files.has(one)) ?? fileAtUrl(path, candidates, doc, site);
  if (source !== undefined) return { target: { kind: 'file', source }, anchor: undefined, diagnostics: [] };
  if (isLink && isOwnFile(path, site.config)) return outside(toHref(toPermalink(site.config.basePath, path)));
  const origin = originOf(slot.place.file, doc, site);
  const external =
    outsideAddress(address, doc, { site, origin, isImage: !isLink }) ?? externalAddress(address, doc, site);
  return external === undefined ? unresolved(reference) : outside(external);
}

const outside = (href: Href): Resolution => ({ target: { kind: 'outside', href }, anchor: undefined, diagnostics: [] });

function broken(diagnostic: Diagnostic, href?: Href): Resolution {
  const target = href === undefined ? ({ kind: 'none' } as const) : outside(href).target;
  return { target, anchor: undefined, diagnostics: [diagnostic] };
}

/** A slot with the possible meanings of its URL. */
interface Reference extends Required<LinkContext> {
  readonly slot: Slot;
  readonly doc: LinkingDoc;
  readonly address: Address;
  /** Source paths that the URL can refer to, best match first. Empty if it leaves the content root. */
  readonly candidates: readonly SourcePath[];
  readonly isWebUrl: boolean;
}

type Meaning = Pick<Reference, 'address' | 'candidates' | 'isWebUrl'>;

/** Finds the page that a link points to: by its URL, by a file, in other versions, then by its name. */
function linkedPage({ address: { path }, candidates, doc, site, hub }: Reference): Page | undefined {
  return (
    pageAtUrl(path, doc, { site, hub }) ??
    findPage(path, candidates, doc, site) ??
    (hub === site ? undefined : pageOfHub(path, doc, { site, hub })) ??
    pageOfVersion(path, doc, site) ??
    pageOfName(path, candidates, doc, site)
  );
}

/** Resolves to a page. The fragment stays as written, and is checked when the ids of all bodies are known. */
function toPage(page: Page | undefined, target: LinkingDoc | undefined, reference: Reference): Resolution {
  const { address, slot, doc, site } = reference;
  const { path, query } = address;
  const permalink = page?.permalink ?? doc.permalink;
  const fragment = ownFragment(address.fragment, doc, site);
  const suffix = query + (fragment === '' ? '' : toHref(toPermalink(), fragment).slice(1));
  const href = `${path === '' ? '' : pageHref(permalink, site.config)}${suffix}` as Href;
  /** Removes a text fragment (`#:~:text=…`), which browsers search on the page. */
  const id = fragment.replace(/:~:.*$/s, '');
  // The ids of a single-page view are unknown, because it is made last.
  const isUnknown = isEverywhere(id) || page?.kind === 'onePage';
  const isMade = target !== undefined && isMadeByHook(id, target, site);
  const hasPlugins = target !== undefined && isChangedByPlugins(target, doc, site);
  const unread = target ? undefined : unreadPage(path, doc, site);
  const reasons = { ...(isMade && { isMade }), ...(hasPlugins && { hasPlugins }), ...(unread && { unread }) };
  const ofPage = { target: page?.kind === 'doc' ? page.outputPath : '', page: target?.source ?? permalink };
  const anchor = isUnknown ? undefined : { ...ofPage, fragment: id, place: slot.place, ...reasons };
  return { target: { kind: 'page', href }, anchor, diagnostics: [] };
}

/** Whether programs of the site can change the body of a page that a doc links to. */
function isChangedByPlugins(target: LinkingDoc, doc: LinkingDoc, { rules }: Site): boolean {
  const { settings = {}, variables = {} } = rules.get(target.source)?.project ?? {};
  if (variables.hasPrograms === true) return true;
  if (target.source === doc.source) return settings.hasPlugins === true;
  return variables.hasValues === true || variables.hasHooks === true;
}

/** Reports a URL that has no target. A link can still point to the project's own site, which might have more pages. */
function unresolved(reference: Reference): Resolution {
  const { slot, doc, site, candidates, address } = reference;
  const { url, place, alt } = slot;
  const isLink = slot.kind === 'link';
  // `<TemplateLink href="template/package.json">`: only the component knows what its path is relative to.
  if (isLink && alt !== '' && !/^[./@]/.test(address.path))
    return broken(problem.unknownComponent({ name: alt }, place));
  if (candidates.length === 0)
    return broken(asInfoOutside(problem.linkOutside({ url }, place), address.path, reference));
  // The path to a folder of assets can contain hidden names. A name of dots, such as `...`, is a placeholder.
  const isUnpublished =
    /(?:^|\/)\.[^./]/.test(address.path) ||
    candidates.some((path) => sourcesOf(path).some((one) => site.hiddenSources.has(one)));
  if (isUnpublished && isLink) return broken(problem.linkHidden({ url }, place));
  const onSite = isLink ? addressOnSite(address, doc, site) : undefined;
  const ofProgram = isLink ? linkOfProgram(slot, address.path, doc, site) : undefined;
  return broken(asInfoOutside(ofProgram ?? notFound(reference), address.path, reference), onSite);
}

/** Returns the possible targets of a URL in the hub, or undefined for a URL of another host. */
function meaningOf({ kind, url, place }: Slot, doc: LinkingDoc, site: Site): Meaning | undefined {
  const written = withoutBase(parseAddress(url), doc, site);
  if (!/^https?:/i.test(url)) {
    if (written.path.length > maxPathChars) return { address: written, isWebUrl: false, candidates: [] };
    const synced = syncedAt(written.path, originOf(place.file, doc, site), site);
    // A URL in a partial is relative to the partial.
    const inPartial = place.file === doc.source ? [] : namedPaths(written.path, place.file, site.roots);
    const inDoc = /^\/+$/.test(written.path) ? frontsOf(doc, site) : sourceCandidates(written.path, doc, site);
    const hasOthers = site.roots.aliases.length > 0 || site.roots.roots.some(({ isAssets }) => isAssets);
    const isBeside = !hasOthers && !/^(?:[/@]|\.\.\/)/.test(written.path);
    const paths = kind === 'link' ? [written.path] : [written.path, ...fromProject(written.path)];
    const named = isBeside ? [] : paths.flatMap((path) => namedPaths(path, doc.source, site.roots));
    // Docusaurus's `useBaseUrl`, which components use for paths of images, is relative to the static files.
    const isBare = kind !== 'link' && /^\w/.test(written.path);
    const inStatic = isBare ? namedPaths(`/${written.path}`, doc.source, site.roots) : [];
    const candidates = [...inPartial, ...(synced ? [synced] : []), ...inDoc, ...named, ...inStatic];
    return { address: written, isWebUrl: false, candidates };
  }
  const synced = sourceOnWeb(url, site);
  const path = synced === undefined ? hubPath(url, site) : `/${synced}`;
  if (path === undefined) return undefined;
  const address = { ...written, path: parseAddress(path).path };
  return { address, isWebUrl: true, candidates: synced ? [synced] : sourceCandidates(address.path, doc, site) };
}

function parseAddress(url: string): Address {
  const { path, query, fragment } = splitUrl(url);
  return {
    path: decodeAddress(path),
    query: query.replace(/["&<>\s]/g, encodePart),
    fragment: decodeAddress(fragment),
  };
}

function findPage(path: string, candidates: readonly SourcePath[], doc: LinkingDoc, site: Site): Page | undefined {
  for (const candidate of candidates) {
    const file = withoutTrailingSlash(candidate);
    const stem = withoutExtension(file);
    const isMarkdown = /\.(?:mdx?|markdown)$/i.test(file);
    const names = ['.md', '.mdx', '.markdown', '.html'].map((ending) => stem + ending);
    const readme = file.replace(/(^|\/)index\.md$/, '$1README.md'); // mdBook builds index.html from README.md
    const page = firstFound(isMarkdown ? [file, ...names, readme] : names, (name) => pageOfSource(name, site));
    if (page) return page;
    if (isMarkdown) continue;
    const folder = firstFound([file, stem], (one) => site.pageByPermalink.get(sitePathOf(one, site)));
    if (folder && folder.kind !== 'notFound') return folder;
  }
  const { pageByPermalink, pageByOldAddress } = site;
  const pageAt = (address: string) => pageByPermalink.get(withoutExtension(address)) ?? pageByOldAddress.get(address);
  const movedFrom = (candidate: SourcePath) => pageByOldAddress.get(sitePathOf(candidate, site));
  return firstFound(addressesOf(path, doc, site), pageAt) ?? firstFound(candidates, movedFrom);
}

const withoutExtension = (path: string) => path.replace(/\.(?:html?|mdx?|markdown)$/i, '');

/** Resolves a path as a browser does: relative to the page's URL, or from the root of the host. */
function addressesOf(path: string, doc: LinkingDoc, site: Site): string[] {
  const urls = path.startsWith('/')
    ? permalinksOf(path, site.config)
    : [resolvePath(path, urlOf(doc, site))].flatMap((resolved) =>
        resolved === undefined ? [] : [toPermalink(resolved)],
      );
  return urls.map((url) => withoutTrailingSlash(decodeAddress(url)));
}

/** Returns the URL of a doc's page, which paths are relative to. On a Docusaurus site, `trailingSlash` determines the slash at its end. Starlight always has one. */
function urlOf({ permalink, source }: LinkingDoc, { config: { markdown, trailingSlash }, rules }: Site): string {
  if (rules.get(source)?.project?.generator === 'starlight') return permalink.replace(/\/?$/, '/');
  if (markdown !== 'mdx' || trailingSlash === 'record') return permalink;
  return permalink.replace(/\/?$/, trailingSlash ? '/' : '');
}

/** Returns the possible permalinks of a path from the root: with and without the base path, and with that of the default language. */
function permalinksOf(path: string, { basePath, locale }: Site['config']): Permalink[] {
  const main = locale?.all.find(({ folder }) => folder === '')?.basePath ?? basePath;
  const ofMain = main !== basePath && path.startsWith(main) ? [toPermalink(basePath, path.slice(main.length))] : [];
  return [toPermalink(path), toPermalink(basePath, path), ...ofMain];
}

/** Returns a page of another version by its full URL path. */
function pageOfVersion(path: string, doc: LinkingDoc, site: Site): Page | undefined {
  const addresses = site.pageInVersions.size === 0 ? [] : addressesOf(path, doc, site);
  return firstFound(addresses, (address) => site.pageInVersions.get(withoutExtension(address)));
}

/**
 * Resolves a path without an extension to the page with that URL, as Docusaurus and browsers do, although a file of that name can have another URL.
 * A full URL path is exactly that page on a Docusaurus site and in a version that Docusaurus saved. In a hub, it is the URL on the site of its author.
 */
function pageAtUrl(path: string, doc: LinkingDoc, { site, hub }: Pick<LinkContext, 'site' | 'hub'>): Page | undefined {
  const isFull = path.startsWith('/');
  if (path === '' || /\.[a-z0-9]{1,10}$/i.test(path)) return undefined;
  const { markdown, content } = site.config;
  if (isFull && markdown !== 'mdx' && (hub === site || content.some(({ named }) => named))) return undefined;
  const { pageByPermalink } = isFull ? hub : site;
  const page = firstFound(addressesOf(path, doc, site), (url) => pageByPermalink.get(url));
  return page?.kind === 'doc' || page?.kind === 'generatedIndex' ? page : undefined;
}

/** Resolves a path in an older version: to its own page at the same location, or to that of the hub. */
function pageOfHub(
  path: string,
  doc: LinkingDoc,
  { site, hub }: { readonly site: Site; readonly hub: Site },
): Page | undefined {
  const wanted = withoutExtension(withoutTrailingSlash(decodeAddress(path)));
  const { basePath } = hub.config;
  const section = sectionOf(site, hub);
  if (!wanted.startsWith('/')) {
    const other = posix.join('/', section, doc.sourceDirName, wanted);
    // A link to a page of its own section that the version doesn't have is broken.
    return section === '' || other.startsWith(`/${section}/`) ? undefined : inHub(other, hub);
  }
  const front = withoutTrailingSlash(toPermalink(basePath, hub.config.routeBase, section));
  for (const permalink of permalinksOf(wanted, hub.config)) {
    const isOfSection = permalink === front || permalink.startsWith(`${front}/`);
    const own = isOfSection && toPermalink(basePath, site.config.routeBase, permalink.slice(front.length));
    const found = own && site.pageByPermalink.get(withoutTrailingSlash(own));
    const page = found || hub.pageByPermalink.get(withoutTrailingSlash(permalink));
    if (page) return page;
  }
  return inHub(wanted, hub);
}

function inHub(path: string, hub: Site): Page | undefined {
  return firstFound(['.md', '.mdx', '/index.md', '/index.mdx'], (end) => pageOfSource(path.slice(1) + end, hub));
}

/** Returns the section of a version, '' for a version of the entire hub. It is the part between their URLs. */
function sectionOf(site: Site, hub: Site): string {
  const own = site.config.routeBase.slice(hub.config.routeBase.length).replace(/^\//, '');
  const prefixes = hub.config.content.flatMap(({ prefix, version }) => (version && prefix !== '' ? [prefix] : []));
  return prefixes.find((prefix) => own.startsWith(`${prefix}/`)) ?? '';
}

/** Returns the resolved URL if it matches `external`: another application on this host serves it. */
function externalAddress({ path, query, fragment }: Address, doc: LinkingDoc, site: Site): Href | undefined {
  if (site.config.external.length === 0) return undefined;
  const paths = path.startsWith('/') ? [path, toPermalink(site.config.basePath, path)] : [path];
  const found = paths.map((one) => decodeAddress(resolvePath(one, urlOf(doc, site)) ?? '')).find(site.isExternal);
  if (found === undefined) return undefined;
  return `${toHref(toPermalink(found), fragment)}`.replace(/(?=#|$)/, () => query) as Href;
}

function notFound({ slot, address: { path }, candidates, doc, site, hints }: Reference): Diagnostic {
  const isLink = slot.kind === 'link';
  const nearestTo = isLink ? site.nearestDoc : site.nearestFile;
  const near = hints ? nearestTo(posix.join(path.startsWith('/') ? '.' : doc.sourceDirName, path)) : undefined;
  const isOther = near !== doc.source || nearest(posix.basename(path), [posix.basename(doc.source)], 2) !== undefined;
  const shown = near !== undefined && isOther ? relativeTo(doc.sourceDirName, near) : undefined;
  const paths = hints ? [...candidates, ...addressesOf(path, doc, site)] : [];
  const unsynced = firstFound(paths, site.unsynced);
  const { template, place } = slot;
  const data = { url: decodeAddress(slot.url), near: shown, unsynced, isFull: path.startsWith('/'), template };
  if (!isLink) return problem.imageBroken(data, place);
  const origin = site.provenance.get(doc.source);
  const named = origin && repositoryPath(path, origin);
  const isInRepository = named !== undefined && origin && site.repositoryEntry(origin.source, named) !== undefined;
  const isNamed = candidates.some((candidate) => isMissingPage(site.projects, candidate));
  const others = { isInRepository, isNamed, needsUrl: path === '/sitemap.xml', unread: unreadPage(path, doc, site) };
  return problem.linkBroken({ ...data, ...others }, place);
}

function relativeTo(dir: string, path: string): string {
  const relative = posix.relative(dir, path);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
