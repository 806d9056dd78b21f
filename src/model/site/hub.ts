// Combines the versions of a hub: decides which pages are written, and finds the corresponding page in another version.
import { partition } from 'lodash-es';
import { type Checked, type Diagnostic, problem } from '../diagnostics/diagnostic.js';
import { placeOfKey } from '../docs/doc.js';
import {
  caseFold,
  type Permalink,
  type SourcePath,
  toPermalink,
  within,
  withoutIndex,
  withoutTrailingSlash,
} from '../types/path.js';
import type { SiteVersion } from '../versions/read-versions.js';
import { withPages } from './pages/one-page.js';
import { buildRedirects, latestRedirects } from './redirects.js';
import type { Page, Redirect, Site } from './site.js';

export interface HubSite extends Pick<SiteVersion, 'section' | 'filePrefix'> {
  readonly site: Site;
}

export interface Hub {
  readonly main: Site;
  /** Sites of all versions, newest first. `main` is one of them. */
  readonly sites: readonly HubSite[];
  /** Returns the choices of the version menu for a page, newest first. Empty if there is only one version. */
  readonly choicesOf: (page: Page, site: Site) => readonly VersionChoice[];
  /** Returns the canonical page: the page itself, or the same page in the latest version that has it, or in the newest released one. */
  readonly canonicalOf: (page: Page, site: Site) => Permalink;
}

/** A version, as a link target for a page of another. */
export interface VersionChoice {
  readonly label: string;
  /** The same page in the version, or the home page of the version. */
  readonly permalink: Permalink;
  readonly hasPage: boolean;
  readonly isHere: boolean;
  readonly isLast: boolean;
}

/** A version of a section. */
interface Member {
  readonly site: Site;
  readonly base: string;
  readonly idPrefix: string;
  readonly label: string;
  readonly isLast: boolean;
}

/** Combines versions to one site. A page whose URL belongs to the hub, or to a newer version, is not written. Diagnostics: DG501. */
export function toHub(wanted: readonly HubSite[]): Checked<Hub> {
  const diagnostics: Diagnostic[] = [];
  const main = (wanted.find(({ site }) => !site.config.isOtherVersion) ?? wanted[0])?.site as Site;
  const taken = new Set(main.pages.map(({ outputPath }) => caseFold(outputPath)));
  const sites = wanted.map((one): HubSite => {
    if (one.site === main) return one;
    const pages = one.site.pages.filter((page) => {
      const path = caseFold(page.outputPath);
      if (!taken.has(path)) return taken.add(path);
      // Generated lists are skipped without a diagnostic.
      if (page.kind === 'doc') {
        const files = ['a page of another version', page.doc.source];
        const routeTaken = problem.routeTaken({ route: page.permalink, files }, placeOfKey(page.doc, 'slug'));
        diagnostics.push(withHubPath(routeTaken, one));
      }
      return false;
    });
    const published = new Set(pages);
    const whole = pages.map((page) => (page.kind === 'onePage' ? withPages(page, published) : page));
    return { ...one, site: { ...one.site, pages: whole } };
  });
  const hub = withRedirects(main, sites);
  return { value: hub.value, diagnostics: [...diagnostics, ...hub.diagnostics] };
}

/** Adds the redirects to a hub, including those from `latest` to the latest version of a section. */
function withRedirects(last: Site, wanted: readonly HubSite[]): Checked<Hub> {
  const beside = wanted.filter(({ site }) => site !== last);
  const ofVersions = beside.flatMap(({ site }) => site.pages);
  const { value: redirects, diagnostics } = buildRedirects(last, ofVersions);
  const sections = [...new Set(beside.map(({ section }) => section))];
  const latest = latestRedirects({ ...last, redirects }, sections, ofVersions);
  const byOldAddress = (some: readonly Redirect[]) =>
    new Map(
      some.flatMap(({ from, page, isPrefix }) =>
        page && !isPrefix ? [from, withoutIndex(from)].map((path) => [path, page] as const) : [],
      ),
    );
  const pageInVersions = new Map(ofVersions.map((page) => [withoutTrailingSlash(page.permalink), page]));
  const ofMain = { redirects: [...redirects, ...latest], pageByOldAddress: byOldAddress([...latest, ...redirects]) };
  const main = { ...last, ...ofMain, pageInVersions };
  const ofOthers = { pageByOldAddress: byOldAddress(latest), pageInVersions };
  const sites = wanted.map((one) => ({ ...one, site: one.site === last ? main : { ...one.site, ...ofOthers } }));
  return { value: { main, sites, ...versionLookups(main, sites, sections) }, diagnostics };
}

/** Returns a finding with its file as a path in messages: that of a translation, or with the prefix of its version. */
export function withHubPath<Found extends { readonly place?: Diagnostic['place'] }>(
  found: Found,
  { filePrefix, site }: Pick<HubSite, 'filePrefix' | 'site'>,
): Found {
  const translated = found.place && site.translated.get(found.place.file as SourcePath);
  if (found.place && translated !== undefined) return { ...found, place: { ...found.place, file: translated } };
  // A path that starts with `/` is not a file of the content.
  if (filePrefix === '' || !found.place || found.place.file.startsWith('/')) return found;
  return { ...found, place: { ...found.place, file: `${filePrefix}${found.place.file}` } };
}

/**
 * Reports a problem that several versions of a file share once, with the number of other versions. Its line can differ between versions.
 * The diagnostic is that of the latest version, or of the first one that has the problem.
 */
export function onceForVersions(
  diagnostics: readonly Diagnostic[],
  versions: readonly Pick<HubSite, 'section' | 'filePrefix'>[],
): readonly Diagnostic[] {
  const others = versions.filter(({ filePrefix }) => filePrefix !== '');
  if (others.length === 0) return diagnostics;
  const counts = new Map<string, number>();
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { code, severity, known, place, message } = diagnostic;
    const file = place?.file ?? '';
    const version = others.find(({ filePrefix }) => file.startsWith(filePrefix));
    const { section } = version ?? others.find((one) => file.startsWith(`${one.section}/`)) ?? { section: '' };
    // In the hub, the paths of a section's latest version start with the section's name.
    const ofSection = version || section === '' ? '' : `${section}/`;
    const ownFile = file.slice((version?.filePrefix ?? ofSection).length);
    const ownMessage = ofSection === '' ? message : message.replaceAll(`\`${ofSection}`, '`');
    const name = JSON.stringify([code, severity, known, section, ownFile, ownMessage]);
    // The same problem twice in one version counts as two problems.
    const inVersion = JSON.stringify([name, version?.filePrefix]);
    const count = (counts.get(inVersion) ?? 0) + 1;
    counts.set(inVersion, count);
    const group = groups.get(`${count} ${name}`) ?? [];
    groups.set(`${count} ${name}`, version ? [...group, diagnostic] : [diagnostic, ...group]);
  }
  return [...groups.values()].flatMap(([first, ...more]) =>
    first && more.length > 0 ? { ...first, alsoIn: more.length } : (first ?? []),
  );
}

function versionLookups(
  main: Site,
  sites: readonly HubSite[],
  sections: readonly string[],
): Pick<Hub, 'choicesOf' | 'canonicalOf'> {
  const lines = sections.map((section) => lineOf(section, main, sites));
  const placeOf = (page: Page, site: Site) => {
    const line = lines.find(({ section, members }) =>
      site === main ? isIn(page, section, main) : members.some((member) => member.site === site),
    );
    const here = line?.members.find((member) => member.site === site);
    return line && here && { line, here };
  };
  return {
    choicesOf: (page, site) => {
      const place = placeOf(page, site);
      return (place?.line.members ?? []).map((member) => {
        const found = place && pageIn(member, page, place.here);
        const permalink = found?.permalink ?? toPermalink(member.base, '/');
        const { label, isLast } = member;
        return { label, permalink, hasPage: found !== undefined, isHere: member === place?.here, isLast };
      });
    },
    canonicalOf: (page, site) => {
      if (site.config.canonical === 'page') return page.permalink;
      const place = placeOf(page, site);
      for (const member of place?.line.byRank ?? []) {
        const found = place && pageIn(member, page, place.here);
        if (found) return found.permalink;
      }
      return page.permalink;
    },
  };
}

/** Returns the versions of a section, newest first. The latest version is part of the hub. */
function lineOf(section: string, main: Site, sites: readonly HubSite[]) {
  const own = sites.filter((one) => one.site === main || one.section === section);
  const members = own.map(({ site }): Member => {
    const { basePath, routeBase, version, content } = site.config;
    const isLast = site === main;
    const isSection = isLast && section !== '';
    return {
      site,
      isLast,
      base: withoutTrailingSlash(toPermalink(basePath, routeBase, isSection ? section : '')),
      idPrefix: isSection ? `${section}/` : '',
      label: (isSection && content.find(({ prefix }) => prefix === section)?.version?.label) || version.label,
    };
  });
  // The latest version of a section is part of the hub. Unreleased versions come before it.
  const [latest, others] = partition(members, ({ isLast }) => isLast);
  const [coming, older] = partition(others, ({ site }) => site.config.version.banner === 'unreleased');
  const byRank = [...latest, ...older, ...coming]; // a page that the latest version lacks is looked up in the others in this order
  return { section, members: section === '' ? members : [...coming, ...latest, ...older], byRank };
}

function isIn(page: Page, section: string, { config }: Site): boolean {
  if (section === '') return true;
  const base = withoutTrailingSlash(toPermalink(config.basePath, config.routeBase, section));
  return page.kind === 'doc' ? page.doc.id.startsWith(`${section}/`) : within(page.permalink, base);
}

/**
 * Finds the same page in a version: the page itself, the doc with its id, else the page at the same path below the version's home page.
 * `404.html` is shown for other URLs, so no version has it.
 */
function pageIn(member: Member, page: Page, here: Member): Page | undefined {
  if (page.kind === 'notFound') return undefined;
  if (member === here) return page;
  const { site, base, idPrefix } = member;
  if (page.kind === 'doc') {
    const doc = site.docs.get(idPrefix + page.doc.id.slice(here.idPrefix.length));
    const found = doc && site.pageByPermalink.get(withoutTrailingSlash(doc.permalink));
    if (found) return found;
  }
  const isOfTags = page.kind === 'tag' || page.kind === 'tags';
  // Tag pages of a section's latest version belong to the hub.
  const [from, to] = isOfTags ? [tagsBase(here.site), tagsBase(site)] : [here.base, base];
  if (!within(page.permalink, from)) return undefined;
  return site.pageByPermalink.get(withoutTrailingSlash(`${to}${page.permalink.slice(from.length)}`));
}

const tagsBase = ({ config: { basePath, routeBase, tagsBasePath } }: Site) =>
  withoutTrailingSlash(toPermalink(basePath, routeBase, tagsBasePath));
