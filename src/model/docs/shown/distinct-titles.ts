// Several pages of one title in a list: each has its folder beside it.
import { posix } from 'node:path';
import { isCategoryIndex } from '../slug.js';
import { readableName } from './readable-name.js';

export interface ListedPage {
  readonly title: string;
  /** Path of its source. */
  readonly source: string;
}

/** Most folders beside a title. */
const deepest = 4;

/** The titles of a list as it shows them; `folderLabel` is what readers see of a folder. */
export function distinctTitles(list: readonly ListedPage[], folderLabel: (dir: string) => string): readonly string[] {
  const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const titles = list.map(({ title }) => title.toLowerCase());
  const namesakes = new Map<string, number>();
  for (const title of titles) count(namesakes, title);
  if (namesakes.size === list.length) return list.map(({ title }) => title);
  const places = list.map((page, index) =>
    namesakes.get(titles[index] ?? '') === 1 ? [] : placesOf(page, folderLabel),
  );
  const taken = new Map<string, number>();
  const key = (index: number, place: string) => JSON.stringify([titles[index], place]);
  for (const [index, own] of places.entries()) for (const place of own) count(taken, key(index, place));
  return list.map(({ title, source }, index) => {
    const own = places[index] ?? [];
    if (own.length === 0) return title;
    const place = own.find((found) => taken.get(key(index, found)) === 1);
    return `${title} (${place ?? readableName(nameOf(source))})`;
  });
}

const nameOf = (source: string) => posix.basename(source, posix.extname(source));

/** The folder of a page; the folder above it and that; and so on. A folder's own page has the folder above. */
function placesOf({ source }: ListedPage, folderLabel: (dir: string) => string): readonly string[] {
  const folder = posix.dirname(source);
  const labels: string[] = [];
  let dir = isCategoryIndex(nameOf(source), folder) ? posix.dirname(folder) : folder;
  for (; dir !== '.' && labels.length < deepest; dir = posix.dirname(dir)) labels.push(folderLabel(dir));
  return labels.map((_, index) =>
    labels
      .slice(0, index + 1)
      .reverse()
      .join(' / '),
  );
}
