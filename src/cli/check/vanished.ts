// Finds URLs of an earlier site that are gone, and where their pages are now.
import { createHash } from 'node:crypto';
import { decodeHTML } from 'entities';
import { distance } from 'fastest-levenshtein';
import { readTags } from '../../markup/tags.js';
import { problem, redirectValues } from '../../model/diagnostics/diagnostic.js';
import { groupBy } from '../../model/types/group.js';
import { decodeAddress } from '../../model/types/path.js';
import { addressOf, bareAddress } from './addresses.js';
import { fault, type Violation } from './faults.js';
import type { FormerSite } from './former.js';
import type { BuiltFolder, SiteFacts } from './site.js';
import { textOf } from './site.js';

/** A site that lost more pages needs one redirect for all. */
const maxCompared = 2000;

/** Diagnostics: DG020. */
export async function vanished(
  { dir, site, resolve }: BuiltFolder,
  { pages }: SiteFacts,
  { addresses, pageAt }: FormerSite,
  isSynced: (path: string) => boolean,
): Promise<Violation[]> {
  const { base } = site;
  const stillThere = new Set<string>();
  const gone: string[] = [];
  for (const pathname of addresses.keys()) {
    const target = resolve(pathname, 'index.html');
    if (target.kind === 'file') stillThere.add(target.path);
    else if (target.kind !== 'redirected') gone.push(pathname);
  }
  if (gone.length === 0) return [];
  const added = pages.filter(({ path, refresh, isDocument }) => !stillThere.has(path) && !refresh && isDocument);
  const candidates = added.slice(0, maxCompared).map(({ path }) => known(addressOf(path, base), textOf(dir, path)));
  const compared: KnownPage[] = [];
  for (const pathname of gone.slice(0, maxCompared))
    compared.push(known(pathname, await pageAt(pathname), addresses.get(pathname)));
  const moves = movesOf(compared, candidates);
  const fromRoot = (path: string) => (path.startsWith(base) ? `/${decodeAddress(path.slice(base.length))}` : undefined);
  const folderAbove = (path: string) => foldersAbove(path).find((one) => resolve(one, 'index.html').kind === 'file');
  const redirectOf = (pathname: string, move: Move | undefined) => {
    const from = fromRoot(pathname);
    if (from === undefined) return undefined;
    const to = fromRoot(move?.to ?? (isSynced(from) ? folderAbove(pathname) : undefined) ?? '');
    return to === undefined ? undefined : redirectValues(from, to, isSynced(to) || isSynced(from));
  };
  return gone.map((pathname) => {
    const move = moves.get(pathname);
    const now = move && decodeAddress(move.to);
    const values = { url: decodeAddress(pathname), now, why: move?.why, ...redirectOf(pathname, move) };
    return fault(problem.urlGone(values));
  });
}

const foldersAbove = (pathname: string) =>
  [...pathname.slice(0, -1).matchAll(/\//g)].map(({ index }) => pathname.slice(0, index + 1)).reverse();

/** Minimum characters that identify a page. */
const minText = 40;

const frames = ['nav', 'header', 'footer', 'aside', 'script', 'style'];

/** Returns the content of a page without its layout. */
function known(address: string, html: string, formerTitle?: string): KnownPage {
  const texts = { article: '', main: '', body: '', h1: '', title: '' };
  /** How many elements of a name are open; those of the layout count as `nav`. */
  const open = new Map<string, number>();
  const count = (name: string, change: number) => {
    const key = frames.includes(name) ? 'nav' : name;
    open.set(key, Math.max(0, (open.get(key) ?? 0) + change));
  };
  const isIn = (name: string) => (open.get(name) ?? 0) > 0;
  let hasHeading = false;
  readTags(html, {
    onTag: ({ name }) => count(name, 1),
    onEnd(name) {
      count(name, -1);
      if (name === 'h1' && texts.h1 !== '') hasHeading = true;
    },
    onText(start, end) {
      const text = html.slice(start, end);
      if (isIn('title')) texts.title += text;
      if (isIn('h1') && !hasHeading) texts.h1 += text;
      if (isIn('nav')) return;
      for (const part of ['article', 'main', 'body'] as const) if (isIn(part)) texts[part] += text;
    },
  });
  const plain = (text: string) => decodeHTML(text).replace(/\s+/g, ' ').trim();
  const text = plain(texts.article) || plain(texts.main) || plain(texts.body);
  return {
    address,
    title: formerTitle ?? (plain(texts.h1) || plain(texts.title) || undefined),
    body: text.length >= minText ? createHash('sha256').update(text).digest('hex') : undefined,
  };
}

export interface KnownPage {
  readonly address: string;
  readonly title: string | undefined;
  /** Hash of the text, if it is known and long enough to identify a page. */
  readonly body: string | undefined;
}

interface Move {
  readonly to: string;
  readonly why: string;
}

const lastOf = ({ address }: KnownPage) => bareAddress(decodeAddress(address)).split('/').at(-1)?.toLowerCase() ?? '';
const folderOf = ({ address }: KnownPage) => address.replace(/\/$/, '').replace(/[^/]*$/, '');

const wordsOf = (title: string) => title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

type KeyOf = (page: KnownPage) => string | undefined;

/** Signs that two pages are one, the surest first. */
const signs: readonly (readonly [why: string, ofFormer: KeyOf, ofNew: KeyOf])[] = [
  ['the same text', ({ body }) => body, ({ body }) => body],
  ['the same title', ({ title }) => title, ({ title }) => title],
  ['the same name in another folder', lastOf, lastOf],
  ['its title is the former name', lastOf, ({ title }) => title && wordsOf(title).join('-')],
];

/** A sign that several pages have is ignored. */
export function movesOf(gone: readonly KnownPage[], added: readonly KnownPage[]): ReadonlyMap<string, Move> {
  const moves = new Map<string, Move>();
  const [lost, free] = [new Set(gone), new Set(added)];
  const match = (former: KnownPage, page: KnownPage | undefined, why: string) => {
    if (!page) return;
    moves.set(former.address, { to: page.address, why });
    lost.delete(former);
    free.delete(page);
  };
  for (const [why, ofFormer, ofNew] of signs) {
    const byKey = uniqueBy(free, ofNew);
    for (const [key, former] of uniqueBy(lost, ofFormer)) match(former, byKey.get(key), why);
  }
  for (const former of lost) match(former, similar(former, [...free]), 'a similar name in the same folder');
  return moves;
}

/** Returns the pages by a key that no other one has. */
function uniqueBy(pages: Iterable<KnownPage>, keyOf: KeyOf): ReadonlyMap<string, KnownPage> {
  const groups = groupBy([...pages], keyOf);
  const single = [...groups].filter(([key, group]) => key && group.length === 1);
  return new Map(single.flatMap(([key = '', group]) => group.map((page) => [key, page])));
}

const maxName = 300;

/** Finds a page of the same folder whose name differs by a third at most, or contains the former one. */
function similar(former: KnownPage, added: readonly KnownPage[]): KnownPage | undefined {
  const name = lastOf(former);
  if (name === '' || name.length > maxName) return undefined;
  const near = added.flatMap((page) => {
    const other = lastOf(page);
    if (folderOf(page) !== folderOf(former) || other === '' || other.length > maxName) return [];
    const far = other.includes(name) || name.includes(other) ? 0 : distance(name, other);
    return far <= Math.max(name.length, other.length) / 3 ? { page, far } : [];
  });
  const [first, second] = near.sort((a, b) => a.far - b.far);
  return second && second.far === first?.far ? undefined : first?.page;
}
