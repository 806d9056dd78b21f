// Former addresses that lead nowhere now, and where their pages seem to stand.
import { createHash } from 'node:crypto';
import { addressGone } from '../../../model/diagnostics/check.js';
import { redirectLine } from '../../../model/diagnostics/define.js';
import { decodeAddress } from '../../../model/path.js';
import { addressOf, openResolver } from '../addresses.js';
import type { BuiltFolder } from '../check-site.js';
import type { Fault } from '../faults.js';
import { isPage, textOf } from '../folder.js';
import { readOutline } from '../page/outline.js';
import type { SiteFacts } from '../read-site.js';
import type { Former, FormerSite } from './former.js';
import { type KnownPage, movesOf } from './moves.js';

/** Pages that are compared, at most: of a site that lost more, one redirect for all is what helps. */
const mostCompared = 2000;

export interface VanishedOptions {
  /** The page of the former site at a path; '' if it cannot be read. */
  readonly pageAt: (pathname: string) => Promise<string>;
  /** Whether an address from the root of the site, `/docs/alpha/start/`, is in a section that other projects write. */
  readonly isGathered: (path: string) => boolean;
}

/** Finds the addresses of a former site that lead nowhere now. Diagnostics: DG020. */
export async function vanished(
  folder: BuiltFolder,
  { pages }: SiteFacts,
  { addresses, dir: formerDir }: FormerSite,
  { pageAt, isGathered }: VanishedOptions,
): Promise<Fault[]> {
  const { site } = folder;
  const { resolve } = openResolver(site);
  const stillThere = new Set<string>();
  const gone: Former[] = [];
  for (const former of addresses) {
    const target = resolve(former.pathname, 'index.html');
    if (target.kind === 'file') stillThere.add(target.path);
    else if (target.kind !== 'redirected') gone.push(former);
  }
  if (gone.length === 0) return [];
  const added = pages
    .filter(({ path, refresh, isDocument }) => !stillThere.has(path) && !refresh && isDocument)
    .slice(0, mostCompared);
  const candidates = added.map(({ path }) => known(addressOf(path, site.base), textOf(folder.dir, path), undefined));
  const formerFiles = formerDir === undefined ? undefined : openFormer(formerDir, site.base);
  const compared = [];
  for (const { pathname, title } of gone.slice(0, mostCompared)) {
    const text = formerFiles ? formerFiles(pathname) : await pageAt(pathname);
    compared.push(known(pathname, text, title));
  }
  const moves = movesOf(compared, candidates);
  const lineFor = (old: string, now: string) => {
    const [from, to] = [old, now].map((path) => fromRoot(path, site.base));
    return from === undefined || to === undefined
      ? undefined
      : redirectLine(from, to, isGathered(to) || isGathered(from));
  };
  const isThere = (pathname: string) => resolve(pathname, 'index.html').kind === 'file';
  const lineAbove = (old: string) => {
    const from = fromRoot(old, site.base);
    const to = foldersAbove(old).find(isThere);
    return from !== undefined && to?.startsWith(site.base) && isGathered(from) ? lineFor(old, to) : undefined;
  };
  return gone.map(({ pathname }): Fault => {
    const move = moves.get(pathname);
    const now = move && { address: decodeAddress(move.to), why: move.why, line: lineFor(pathname, move.to) };
    const above = move ? undefined : lineAbove(pathname);
    return {
      file: undefined,
      at: undefined,
      make: () => addressGone({ address: decodeAddress(pathname), now, above }),
    };
  });
}

/** An address as a redirect names it, from the root of the site; undefined outside it. */
const fromRoot = (pathname: string, base: string) =>
  pathname.startsWith(base) ? `/${decodeAddress(pathname.slice(base.length))}` : undefined;

/** `/docs/a/b/` is in `/docs/a/`, `/docs/` and `/`. */
const foldersAbove = (pathname: string) =>
  [...pathname.slice(0, -1).matchAll(/\//g)].map(({ index }) => pathname.slice(0, index + 1)).reverse();

function openFormer(dir: string, base: string): (pathname: string) => string {
  return (pathname) => {
    const path = decodeAddress(pathname.startsWith(base) ? pathname.slice(base.length) : pathname.slice(1));
    if (path.split('/').includes('..')) return '';
    const files =
      path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`];
    return (
      files
        .filter(isPage)
        .map((file) => textOf(dir, file))
        .find((text) => text !== '') ?? ''
    );
  };
}

function known(address: string, html: string, title: string | undefined): KnownPage {
  const outline = html === '' ? undefined : readOutline(html);
  return {
    address,
    title: title ?? outline?.heading ?? outline?.title,
    body: outline && outline.text.length >= 40 ? createHash('sha256').update(outline.text).digest('hex') : undefined,
  };
}
