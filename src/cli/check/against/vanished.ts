// Former addresses that lead nowhere now, and where their pages seem to stand.
import { createHash } from 'node:crypto';
import { addressGone } from '../../../model/diagnostics/check.js';
import { decodeAddress } from '../../../model/path.js';
import { addressOf, openResolver } from '../addresses.js';
import type { BuiltFolder } from '../check-site.js';
import type { Fault } from '../faults.js';
import { isPage, textOf } from '../folder.js';
import { readOutline } from '../page/outline.js';
import type { SiteFacts } from '../read-site.js';
import type { Former, FormerSite } from './former.js';
import { type KnownPage, type Move, movesOf } from './moves.js';

/** Pages that are compared, at most: of a site that lost more, one redirect for all is what helps. */
const mostCompared = 2000;

export async function vanished(
  folder: BuiltFolder,
  { pages }: SiteFacts,
  { addresses, dir: formerDir }: FormerSite,
  textOfFormer: (pathname: string) => Promise<string>,
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
    const text = formerFiles ? formerFiles(pathname) : await textOfFormer(pathname);
    compared.push(known(pathname, text, title));
  }
  const moves = movesOf(compared, candidates);
  return gone.map(({ pathname }): Fault => faultOf(pathname, site.base, moves.get(pathname)));
}

function faultOf(pathname: string, base: string, move: Move | undefined): Fault {
  const address = decodeAddress(pathname);
  // In front matter an address is one below the base path.
  const from = pathname.startsWith(base) ? quoted(`/${decodeAddress(pathname.slice(base.length))}`) : undefined;
  const data = { address, from, now: move && decodeAddress(move.to), why: move?.why };
  return { file: undefined, at: undefined, make: () => addressGone(data) };
}

/** A value of YAML. */
const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));

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
