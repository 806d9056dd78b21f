// Finds which new pages are pages that are gone. Pure.
import { distance } from 'fastest-levenshtein';
import { groupBy } from '../../../model/types/group.js';
import { decodeAddress } from '../../../model/types/path.js';
import { bareAddress } from '../addresses.js';

export interface KnownPage {
  readonly address: string;
  readonly title: string | undefined;
  /** Hash of the text, if it is known and long enough to identify a page. */
  readonly body: string | undefined;
}

export interface Move {
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
  const taken = new Set<string>();
  const freePages = () => added.filter(({ address }) => !taken.has(address));
  const goneStill = () => gone.filter(({ address }) => !moves.has(address));
  const match = ({ address }: KnownPage, page: KnownPage | undefined, why: string) => {
    if (!page) return;
    moves.set(address, { to: page.address, why });
    taken.add(page.address);
  };
  for (const [why, ofFormer, ofNew] of signs) {
    const byKey = uniqueBy(freePages(), ofNew);
    for (const [key, page] of uniqueBy(goneStill(), ofFormer)) match(page, byKey.get(key), why);
  }
  for (const page of goneStill()) match(page, similar(page, freePages()), 'a similar name in the same folder');
  return moves;
}

function uniqueBy(pages: readonly KnownPage[], keyOf: KeyOf): Map<string, KnownPage> {
  const groups = [...groupBy(pages, keyOf)];
  return new Map(
    groups.flatMap(([key, [page, ...others]]) => (key && page && others.length === 0 ? [[key, page]] : [])),
  );
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
