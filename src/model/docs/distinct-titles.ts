// Adds folders to equal titles in a list of pages.
import { posix } from 'node:path';
import { groupBy } from '../types/group.js';
import { ancestorsOf } from '../types/path.js';
import { readableName } from './readable-name.js';
import { isCategoryIndex } from './slug.js';

interface TitledPage {
  readonly title: string;
  readonly source: string;
}

const maxFolders = 4;

/** The titles of a list as it shows them; `folderLabel` is what readers see of a folder. */
export function distinctTitles(list: readonly TitledPage[], folderLabel: (dir: string) => string): readonly string[] {
  const titles = list.map(({ title }) => title.toLowerCase());
  const namesakes = groupBy(titles, (title) => title);
  if (namesakes.size === list.length) return list.map(({ title }) => title);
  const candidates = list.map((page, index) => {
    const isDistinct = namesakes.get(titles[index] ?? '')?.length === 1;
    return isDistinct ? [] : placesOf(page, folderLabel).map((place) => ({ place, title: titles[index] }));
  });
  const uses = groupBy(candidates.flat(), (candidate) => JSON.stringify(candidate));
  return list.map(({ title, source }, index) => {
    const own = candidates[index] ?? [];
    const free = own.find((candidate) => uses.get(JSON.stringify(candidate))?.length === 1);
    return own.length === 0 ? title : `${title} (${free?.place ?? readableName(nameOf(source))})`;
  });
}

const nameOf = (source: string) => posix.basename(source, posix.extname(source));

/** The folder of a page; the folder above it and that; and so on. A folder's own page has the folder above. */
function placesOf({ source }: TitledPage, folderLabel: (dir: string) => string): readonly string[] {
  const folders = ancestorsOf(source).slice(isCategoryIndex(source) ? 1 : 0);
  const labels = folders.slice(0, maxFolders).map(folderLabel);
  return labels.map((_, index) =>
    labels
      .slice(0, index + 1)
      .reverse()
      .join(' / '),
  );
}
