// Finds related pages: pages elsewhere in the hub that share keywords, tags, rare words of the title, or the title. Uses only the model. Each page is compared only with
// pages that share a rare term, so the cost grows with the number of pages, not of pairs. Weak matches are dropped.
import { posix } from 'node:path';
import { compareStrings } from '../diagnostics/diagnostic.js';
import { groupBy } from '../types/group.js';
import type { Doc } from './doc.js';
import { isCategoryIndex } from './slug.js';
import words from './words.json' with { type: 'json' };

/** Maximum suggestions on a page, and maximum words or names that are compared. `maxSharing`: maximum pages that share a rare term. */
const [maxSuggestions, maxTerms] = [5, 20];
const maxSharing = { title: 8, word: 8, name: 20 } as const;
type Kind = keyof typeof maxSharing;

/** Minimum similarity of two titles, by the weight of their common words: if they share one word, and if they share several. */
const minSimilarity = { one: 0.5, several: 0.35 };

/** Words without meaning for the comparison (`empty`), and words for a kind of page or an action (`generic`), which don't make pages related. */
const [empty, generic] = [new Set(words.empty.split(' ')), new Set(words.generic.split(' '))];

interface Terms {
  readonly doc: Doc;
  readonly title: string;
  readonly words: readonly string[];
  readonly names: readonly string[];
}

/** Returns the number of pages with a term, and these pages if the term is rare. */
interface Index {
  readonly count: (kind: Kind, term: string) => number;
  readonly rare: (kind: Kind, term: string) => readonly Terms[];
}

/** Returns a function that finds the related pages of a doc, best match first. */
export function seeAlso(docs: readonly Doc[]): (doc: Doc) => readonly Doc[] {
  const all = new Map(docs.map((doc) => [doc.id, termsOf(doc)]));
  const index = indexOf([...all.values()]);
  return ({ id }) => {
    const page = all.get(id);
    if (!page) return [];
    const candidates = new Set([
      ...index.rare('title', page.title),
      ...page.words.filter(isEvident).flatMap((word) => index.rare('word', word)),
      ...page.names.flatMap((name) => index.rare('name', name)),
    ]);
    candidates.delete(page);
    const scored = [...candidates]
      .map((other) => ({ doc: other.doc, score: scoreOf(page, other, index) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || compareStrings(a.doc.id, b.doc.id));
    return scored.slice(0, maxSuggestions).map(({ doc }) => doc);
  };
}

function termsOf(doc: Doc): Terms {
  const { keywords = [] } = doc.frontMatter;
  const tags = doc.tags.map(({ label }) => label);
  const titleWords = wordsIn(doc.shown.title);
  const names = [...keywords, ...tags].slice(0, maxTerms).map((name) => wordsIn(name.slice(0, 100)).join(' '));
  return {
    doc,
    title: titleWords.join(' '),
    words: [...new Set(titleWords)].slice(0, maxTerms),
    names: [...new Set(names)].filter((name) => name !== ''),
  };
}

/** `createUser` and `create_user` have the same words, and so have `Notifications` and `notification`. */
function wordsIn(text: string): string[] {
  const parts = text.normalize('NFKC').replace(/(?<=\p{Ll}{2})(?=\p{Lu})/gu, ' ');
  const found = parts.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return found.map((word) => (/^[a-z]{3,}[^isu]s$/.test(word) ? word.slice(0, -1) : word));
}

function indexOf(all: readonly Terms[]): Index {
  const uses = all.flatMap((page) => {
    const usesOf = (kind: Kind, terms: readonly string[]) => terms.map((term) => ({ key: `${kind} ${term}`, page }));
    return [...usesOf('title', [page.title]), ...usesOf('word', page.words), ...usesOf('name', page.names)];
  });
  const byTerm = groupBy(uses, ({ key }) => key);
  const count = (kind: Kind, term: string) => byTerm.get(`${kind} ${term}`)?.length ?? 0;
  const pages = (kind: Kind, term: string) => (byTerm.get(`${kind} ${term}`) ?? []).map(({ page }) => page);
  return { count, rare: (kind, term) => (count(kind, term) <= maxSharing[kind] ? pages(kind, term) : []) };
}

const isEvident = (word: string) => !empty.has(word) && !generic.has(word) && /\p{L}/u.test(word);

/** Returns how related two pages are. Above 0 if it is enough. */
function scoreOf(a: Terms, b: Terms, index: Index): number {
  const weigh = (kind: Kind, term: string) => 1 / Math.log2(1 + Math.max(1, index.count(kind, term)));
  const sum = (words: readonly string[]) =>
    words.reduce((total, word) => total + (empty.has(word) ? 0 : weigh('word', word)), 0);
  const names = a.names.filter((name) => b.names.includes(name) && index.rare('name', name).length > 0);
  // Pages that are next to each other in the sidebar must share a name.
  if (names.length === 0 && isBeside(a.doc, b.doc)) return 0;
  const shared = a.words.filter((word) => b.words.includes(word) && isEvident(word));
  const like =
    shared.length === 0 ? 0 : a.title === b.title ? 1 : sum(shared) / sum([...new Set([...a.words, ...b.words])]);
  const named = names.reduce((total, name) => total + weigh('name', name), 0);
  if (named > 0) return named + like;
  const isSame = like >= (shared.length > 1 ? minSimilarity.several : minSimilarity.one);
  // One common word is enough if it is the whole title, or within a section: `Teams` and `List teams` of one project.
  const isClear = like === 1 || shared.length > 1 || sectionOf(a.doc) === sectionOf(b.doc);
  return isSame && isClear ? like : 0;
}

const sectionOf = ({ id }: Doc) => id.split('/')[0];

/** Whether two pages are next to each other in the sidebar: in the same folder. The page of a folder belongs to it and to its parent. */
function isBeside(a: Doc, b: Doc): boolean {
  const placeOf = ({ source, sourceDirName: dir }: Doc) => (isCategoryIndex(source) ? posix.dirname(dir) : dir);
  return a.sourceDirName === b.sourceDirName || placeOf(a) === placeOf(b);
}
