// Pages that are gone and pages that are new → which of them are the same. Pure.
import { distance } from 'fastest-levenshtein';
import { decodeAddress } from '../../../model/path.js';

export interface KnownPage {
  readonly address: string;
  readonly title: string | undefined;
  /** A hash of the text; undefined where it is not known, or too short to say anything. */
  readonly body: string | undefined;
}

export interface Move {
  readonly to: string;
  readonly why: string;
}

const lastOf = (address: string) =>
  decodeAddress(address)
    .replace(/(?:\/index)?\.html?$|\/$/, '')
    .split('/')
    .at(-1)
    ?.toLowerCase() ?? '';
const folderOf = (address: string) => address.replace(/\/$/, '').replace(/[^/]*$/, '');
const asName = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** What tells that two pages are one, the surest first; pages with the same key are. */
const signs: readonly {
  readonly why: string;
  readonly old: (page: KnownPage) => string | undefined;
  readonly now: (page: KnownPage) => string | undefined;
}[] = [
  { why: 'the same text', old: ({ body }) => body, now: ({ body }) => body },
  { why: 'the same title', old: ({ title }) => title, now: ({ title }) => title },
  {
    why: 'the same name in another folder',
    old: ({ address }) => lastOf(address),
    now: ({ address }) => lastOf(address),
  },
  {
    why: 'its title is the former name',
    old: ({ address }) => lastOf(address),
    now: ({ title }) => title && asName(title),
  },
];

/** Former address → where its page seems to be. A sign that several pages have says nothing. */
export function movesOf(gone: readonly KnownPage[], added: readonly KnownPage[]): ReadonlyMap<string, Move> {
  const moves = new Map<string, Move>();
  const taken = new Set<string>();
  for (const { why, old, now } of signs) {
    const byKey = uniqueBy(
      added.filter(({ address }) => !taken.has(address)),
      now,
    );
    const goneByKey = uniqueBy(
      gone.filter(({ address }) => !moves.has(address)),
      old,
    );
    for (const [key, page] of goneByKey) {
      const found = page && byKey.get(key);
      if (!page || !found) continue;
      moves.set(page.address, { to: found.address, why });
      taken.add(found.address);
    }
  }
  const left = added.filter(({ address }) => !taken.has(address));
  for (const { address } of gone) {
    if (moves.has(address)) continue;
    const found = similar(
      address,
      left.filter((page) => !taken.has(page.address)),
    );
    if (!found) continue;
    moves.set(address, { to: found.address, why: 'a similar name in the same folder' });
    taken.add(found.address);
  }
  return moves;
}

function uniqueBy(
  pages: readonly KnownPage[],
  keyOf: (page: KnownPage) => string | undefined,
): Map<string, KnownPage | undefined> {
  const map = new Map<string, KnownPage | undefined>();
  for (const page of pages) {
    const key = keyOf(page);
    if (key) map.set(key, map.has(key) ? undefined : page);
  }
  return map;
}

/** A new page of the same folder whose name differs by a third at most, or contains the old one. */
function similar(address: string, added: readonly KnownPage[]): KnownPage | undefined {
  const name = lastOf(address);
  if (name === '' || name.length > 300) return undefined;
  const near = added
    .filter((page) => folderOf(page.address) === folderOf(address))
    .map((page) => ({ page, name: lastOf(page.address) }))
    .filter((one) => one.name !== '' && one.name.length <= 300)
    .map((one) => ({ ...one, far: one.name.includes(name) || name.includes(one.name) ? 0 : distance(name, one.name) }))
    .filter(({ far, name: other }) => far <= Math.max(name.length, other.length) / 3)
    .sort((a, b) => a.far - b.far);
  return near.length === 1 || (near[0]?.far ?? 0) < (near[1]?.far ?? 0) ? near[0]?.page : undefined;
}
