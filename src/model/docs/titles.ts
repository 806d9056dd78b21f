// File and folder names as titles: `create-email-verification` → Create email verification. Equal titles get the names of their folders.
import { posix } from 'node:path';
import { groupBy } from '../types/group.js';
import { ancestorsOf } from '../types/path.js';
import { isCategoryIndex } from './slug.js';
import words from './words.json' with { type: 'json' };

/** Correct spellings of product and technology names, by their lower-case letters. */
const spelling = new Map(words.spellings.split(' ').map((word) => [word.toLowerCase().replace('.', ''), word]));

const spelled = (word: string) => spelling.get(word.toLowerCase()) ?? word;

/**
 * Converts a name to a title: separates words, and capitalizes the first letter. A code name (`ram_in_use`, `useState`, `go.d`, `v2`) and a
 * name that is already a title stay unchanged.
 */
export function readableName(name: string): string {
  const parts = name.split(/[-_]+/).filter((word) => word !== '');
  const isAllCaps = /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name);
  if (parts.length === 0 || /\s/.test(name) || isCode(name, parts, isAllCaps)) return name;
  const isShort = parts.length === 1 && name.length <= 4;
  const lowered = isAllCaps && !isShort ? parts.map((word) => word.toLowerCase()) : parts;
  const [first = '', ...rest] = lowered.map(spelled);
  const capital = first === lowered[0] ? first.charAt(0).toUpperCase() + first.slice(1) : first;
  return [capital, ...rest].join(' ');
}

function isCode(name: string, parts: readonly string[], isAllCaps: boolean): boolean {
  const isOdd = /[^\p{L}\p{M}\p{N}_-]/u.test(name.replace(/\d\.(?=\d)/g, ''));
  const isSnake = name.includes('_') && !isAllCaps && parts.some((word) => /^\p{Ll}/u.test(word));
  const isOne = parts.length === 1 && (/\p{Ll}\p{Lu}/u.test(name) || /^\p{Ll}{1,3}\d/u.test(name));
  return isOdd || isSnake || isOne || /^[\d._-]+$/.test(name);
}

interface TitledPage {
  readonly title: string;
  readonly source: string;
}

const maxFolders = 4;

/** Returns the titles of a list, with folders added to equal ones. `folderLabel` returns the label of a folder. */
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
    return own.length === 0 ? title : `${title} (${free?.place ?? readableName(posix.parse(source).name)})`;
  });
}

/** Returns possible additions to a page's title: its folder, then that with the parent folder, and so on. A folder's own page starts at the parent. */
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
