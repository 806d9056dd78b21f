// A hub with its versions: which pages are written, and which page of one version is the same in another.
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { routeTaken } from '../diagnostics/routes.js';
import { placeOfKey } from '../docs/doc.js';
import { withPages } from '../pages/one-page.js';
import { caseFold, type Permalink, toPermalink, withoutTrailingSlash } from '../path.js';
import { redirectsOf } from '../redirects/of-hub.js';
import type { Redirect } from '../redirects/redirects.js';
import type { Page } from '../routes.js';
import type { Site } from '../site.js';
import { latestRedirects } from './latest.js';

/** A version with its model. */
export interface HubSite {
  readonly site: Site;
  /** Prefix of the content folder that it is a version of, '' for the whole hub. */
  readonly section: string;
  /** What is put before the paths of its files in messages. */
  readonly filePrefix: string;
}

export interface Hub {
  readonly main: Site;
  /** Newest first; `main` is one of them. */
  readonly sites: readonly HubSite[];
  /** All versions, newest first, for a page of a site; empty where there is one only. */
  readonly choicesOf: (page: Page, site: Site) => readonly VersionChoice[];
  /** Of the versions that have the page the one that readers are to find: the last, else the newest that is released. */
  readonly canonicalOf: (page: Page, site: Site) => Permalink;
}

/** A version, as a page of any version leads to it. */
export interface VersionChoice {
  readonly label: string;
  /** The page there, or the front of the version. */
  readonly permalink: Permalink;
  /** False where the page is not in that version. */
  readonly hasPage: boolean;
  readonly isHere: boolean;
  readonly isLast: boolean;
}

/** The versions of a section, newest first; in the hub its last version is a part of the whole. */
interface Line {
  readonly section: string;
  readonly members: readonly Member[];
  /** The last first, then what is released, each newest first. */
  readonly byRank: readonly Member[];
}
interface Member {
  readonly site: Site;
  /** Address of its front. */
  readonly base: string;
  /** Before the ids of its docs. */
  readonly idPrefix: string;
  readonly label: string;
  readonly isLast: boolean;
  readonly isReleased: boolean;
}

/** Versions as one site. A page whose address is taken by the hub, or by a newer version, is not written. Diagnostics: DG501. */
export function toHub(wanted: readonly HubSite[]): Checked<Hub> {
  const diagnostics: Diagnostic[] = [];
  const main = (wanted.find(({ site }) => !site.config.isBeside) ?? wanted[0])?.site as Site;
  const taken = new Set(main.pages.map(({ outputPath }) => caseFold(outputPath)));
  const sites = wanted.map((one): HubSite => {
    if (one.site === main) return one;
    const pages = one.site.pages.filter((page) => {
      const path = caseFold(page.outputPath);
      if (!taken.has(path)) return taken.add(path);
      // Lists that docgen makes are left out without a word.
      if (page.kind === 'doc') {
        const files = ['a page of another version', page.doc.source];
        diagnostics.push(inHub(routeTaken({ route: page.permalink, files }, placeOfKey(page.doc, 'slug')), one));
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

/** The hub with what leads to its pages from other addresses, also from `latest` in the place of a version. */
function withRedirects(last: Site, wanted: readonly HubSite[]): Checked<Hub> {
  const beside = wanted.filter(({ site }) => site !== last);
  const ofVersions = beside.flatMap(({ site }) => site.pages);
  const { value: redirects, diagnostics } = redirectsOf(last, ofVersions);
  const sections = [...new Set(beside.map(({ section }) => section))];
  const latest = latestRedirects({ ...last, redirects }, sections, ofVersions);
  const byOldAddress = (some: readonly Redirect[]) =>
    new Map(some.flatMap(({ from, page, isPrefix }) => (page && !isPrefix ? [[from, page]] : [])));
  const pageInVersions = new Map(ofVersions.map((page) => [withoutTrailingSlash(page.permalink), page]));
  const main = {
    ...last,
    redirects: [...redirects, ...latest],
    pageByOldAddress: byOldAddress([...latest, ...redirects]),
    pageInVersions,
  };
  const ofLatest = byOldAddress(latest);
  const sites = wanted.map((one) => ({
    ...one,
    site: one.site === last ? main : { ...one.site, pageByOldAddress: ofLatest, pageInVersions },
  }));
  return { value: { main, sites, ...versionsOfPages(main, sites, sections) }, diagnostics };
}

/** What a version calls a file, as messages of the whole hub name it. */
export function inHub<Told extends { readonly place?: Diagnostic['place'] }>(
  told: Told,
  { filePrefix }: Pick<HubSite, 'filePrefix'>,
): Told {
  // A path that begins with `/` is no file of the content.
  if (filePrefix === '' || !told.place || told.place.file.startsWith('/')) return told;
  return { ...told, place: { ...told.place, file: `${filePrefix}${told.place.file}` } };
}

/**
 * Each fault that versions of a file share once, with the number of the other versions that have it; a line may have moved. The latest
 * version names it, else the first.
 */
export function onceForVersions(
  diagnostics: readonly Diagnostic[],
  versions: readonly Pick<HubSite, 'section' | 'filePrefix'>[],
): readonly Diagnostic[] {
  const beside = versions.filter(({ filePrefix }) => filePrefix !== '');
  if (beside.length === 0) return diagnostics;
  const counts = new Map<string, number>();
  const found = new Map<string, { first: Diagnostic; count: number }>();
  for (const diagnostic of diagnostics) {
    const { code, severity, known, place, message } = diagnostic;
    const file = place?.file ?? '';
    const version = beside.find(({ filePrefix }) => file.startsWith(filePrefix));
    const { section } = version ?? beside.find((one) => file.startsWith(`${one.section}/`)) ?? { section: '' };
    // The hub has the name of the section before the files of its latest version, also in messages.
    const ofSection = version || section === '' ? '' : `${section}/`;
    const ownFile = file.slice((version?.filePrefix ?? ofSection).length);
    const own = ofSection === '' ? message : message.replaceAll(`\`${ofSection}`, '`');
    const name = JSON.stringify([code, severity, known, section, ownFile, own]);
    // A version that has it twice has two faults.
    const inVersion = JSON.stringify([name, version?.filePrefix]);
    const count = (counts.get(inVersion) ?? 0) + 1;
    counts.set(inVersion, count);
    const same = found.get(`${count} ${name}`);
    if (!same) found.set(`${count} ${name}`, { first: diagnostic, count: 0 });
    else {
      same.count += 1;
      if (!version) same.first = diagnostic;
    }
  }
  return [...found.values()].map(({ first, count }) => (count === 0 ? first : { ...first, alsoIn: count }));
}

/** Answers for each page of each site what it is in other versions. */
function versionsOfPages(
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
      return place ? place.line.members.map((member) => choiceOf(member, page, place.here)) : [];
    },
    canonicalOf: (page, site) => {
      const place = placeOf(page, site);
      for (const member of place?.line.byRank ?? []) {
        const found = place && pageIn(member, page, place.here);
        if (found) return found.permalink;
      }
      return page.permalink;
    },
  };
}

function choiceOf(member: Member, page: Page, here: Member): VersionChoice {
  const found = pageIn(member, page, here);
  return {
    label: member.label,
    permalink: found?.permalink ?? toPermalink(member.base, '/'),
    hasPage: found !== undefined,
    isHere: member === here,
    isLast: member.isLast,
  };
}

function lineOf(section: string, main: Site, sites: readonly HubSite[]): Line {
  const members = sites.flatMap(({ site, section: own }): Member[] => {
    if (site !== main && own !== section) return [];
    const { basePath, routeBase, version, content } = site.config;
    const isSection = site === main && section !== '';
    return [
      {
        site,
        base: withoutTrailingSlash(toPermalink(basePath, routeBase, isSection ? section : '')),
        idPrefix: isSection ? `${section}/` : '',
        label: (isSection && content.find(({ prefix }) => prefix === section)?.version?.label) || version.label,
        isLast: site === main,
        isReleased: version.banner !== 'unreleased',
      },
    ];
  });
  // The last version of a section is in the hub: behind what is not released.
  const [isHub, isOther] = [members.filter(({ isLast }) => isLast), members.filter(({ isLast }) => !isLast)];
  const coming = isOther.filter(({ isReleased }) => !isReleased);
  const older = isOther.filter(({ isReleased }) => isReleased);
  const byRank = [...isHub, ...older, ...coming];
  return { section, members: section === '' ? members : [...coming, ...isHub, ...older], byRank };
}

/** Whether a page of the hub is one of a section. */
function isIn(page: Page, section: string, { config }: Site): boolean {
  if (section === '') return true;
  const base = withoutTrailingSlash(toPermalink(config.basePath, config.routeBase, section));
  return page.kind === 'doc' ? page.doc.id.startsWith(`${section}/`) : isBelow(page.permalink, base);
}

const isBelow = (permalink: string, base: string) => permalink === base || permalink.startsWith(`${base}/`);

/** The same page in a version: the page itself where it is of that, the doc with its id, else the page at its address below the version's front. */
function pageIn(member: Member, page: Page, here: Member): Page | undefined {
  if (member === here) return page;
  const { site, base, idPrefix } = member;
  if (page.kind === 'notFound') return undefined;
  if (page.kind === 'doc') {
    const doc = site.docs.get(idPrefix + page.doc.id.slice(here.idPrefix.length));
    const found = doc && site.pageByPermalink.get(withoutTrailingSlash(doc.permalink));
    if (found) return found;
  }
  const isOfTags = page.kind === 'tag' || page.kind === 'tags';
  // The tags of a section are among those of the hub.
  const [from, to] = isOfTags ? [tagsBase(here.site), tagsBase(site)] : [here.base, base];
  if (!isBelow(page.permalink, from)) return undefined;
  return site.pageByPermalink.get(withoutTrailingSlash(`${to}${page.permalink.slice(from.length)}`));
}

const tagsBase = ({ config: { basePath, routeBase, tagsBasePath } }: Site) =>
  withoutTrailingSlash(toPermalink(basePath, routeBase, tagsBasePath));
