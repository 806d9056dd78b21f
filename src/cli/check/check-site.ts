// A built folder → what is wrong with it. It shares nothing with what builds but diagnostics and the conversions of addresses.
import { unreadFile } from '../../model/diagnostics/check.js';
import type { Place } from '../../model/diagnostics/diagnostic.js';
import type { SiteData } from './addresses.js';
import { openResolver } from './addresses.js';
import type { Fault } from './faults.js';
import { type FolderFiles, filesOf, isPage, type SiteFile, textOf } from './folder.js';
import { readPage } from './page/read-page.js';
import { readSite, type SiteFacts } from './read-site.js';
import { readStyles } from './read-styles.js';
import { type ReadRules, readRules } from './redirect-rules.js';
import { type Budgets, budgetFaults } from './rules/budgets.js';
import { brokenAnchors, brokenLinks } from './rules/links.js';
import { orphans, pageFaults } from './rules/pages.js';
import { redirectFaults } from './rules/redirects.js';
import { placeOf, type SitePlace } from './site-place.js';

/** A folder with everything that is known of it before its pages are read. */
export interface BuiltFolder {
  readonly dir: string;
  readonly files: readonly SiteFile[];
  /** Files and folders of it that are not read, with the reason. */
  readonly unread: FolderFiles['unread'];
  readonly site: SiteData;
  readonly redirects: ReadRules;
  /** docgen made it. */
  readonly isOwn: boolean;
}

/** Pages that say where the site is served: enough that one strange page does not matter. */
const sampleSize = 40;

/** Lists a folder and finds where it is served; `known` is what the config or the command line says of that. */
export function openFolder(
  dir: string,
  { base, origin, foreign }: { base: string | undefined; origin: string | undefined; foreign: readonly string[] },
): BuiltFolder {
  const { files, unread } = filesOf(dir);
  const paths = files.map(({ path }) => path);
  const isThere = new Set(paths);
  const redirects = isThere.has('_redirects') ? readRules(textOf(dir, '_redirects')) : { rules: [], invalid: [] };
  const found: SitePlace =
    base !== undefined && origin !== undefined ? { base, origin } : placeOf(paths, samplesOf(dir, paths));
  const site = {
    files: paths,
    base: base ?? found.base,
    origin: origin ?? found.origin,
    rules: redirects.rules,
    foreign,
  };
  return { dir, files, unread, site, redirects, isOwn: isThere.has('.docgen-manifest') };
}

function samplesOf(dir: string, paths: readonly string[]) {
  const pages = paths.filter(isPage);
  const step = Math.max(1, Math.floor(pages.length / sampleSize));
  const chosen = pages.filter((path, index) => path === 'index.html' || index % step === 0).slice(0, sampleSize + 1);
  return chosen.map((path) => ({ path, ...readPage(textOf(dir, path)) }));
}

export interface CheckOptions {
  readonly budgets: Budgets;
  /** Scripts, forms and handlers are faults. */
  readonly isPlain: boolean;
}

export type ReadOptions = Parameters<typeof readSite>[3];

/** Reads all pages. */
export async function readFolder(folder: BuiltFolder, options: ReadOptions): Promise<SiteFacts> {
  const unread = new Set(folder.unread.map(({ path }) => path));
  const read = folder.files.filter(({ path }) => !unread.has(path));
  return readSite(folder.dir, read, folder.site, options);
}

/** Everything that the folder alone shows. */
export function faultsOf(
  { dir, files, unread, site, redirects }: BuiltFolder,
  facts: SiteFacts,
  options: CheckOptions,
): Fault[] {
  const { pages } = facts;
  const resolver = openResolver(site);
  const linked = new Set(facts.linked);
  for (const { refresh } of pages) if (refresh?.target.kind === 'file') linked.add(refresh.target.path);
  for (const { to } of redirects.rules) {
    const target = resolver.resolve(to, 'index.html');
    if (target.kind === 'file') linked.add(target.path);
  }
  return [
    ...unread.map(({ path, reason }) => ({
      file: path,
      at: undefined,
      make: (place?: Place) => unreadFile({ reason }, place),
    })),
    ...brokenLinks([...pages, ...readStyles(dir, site)], site.files, site.base),
    ...brokenAnchors(pages),
    ...redirectFaults(pages, redirects, site, resolver),
    ...pageFaults(pages, options),
    ...orphans(pages, linked),
    ...budgetFaults(files, options.budgets),
  ];
}
