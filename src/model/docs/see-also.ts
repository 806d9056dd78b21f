// What else a reader of a page may want: pages elsewhere in the hub that share its keywords, tags, rare words of its title, or its title.
// Made of the model alone. Each page is held against those that share a rare term with it, of which no term has more than a few: so the
// cost grows with the pages, not with their pairs. What is no clear match is none.
import { posix } from 'node:path';
import { compareStrings } from '../diagnostics/diagnostic.js';
import type { Doc } from './doc.js';
import { isCategoryIndex } from './slug.js';

/** Suggestions on a page; of what several pages share, in how many it is rare; words and names that are read of a page. */
const [mostShown, mostTerms] = [5, 20];
const mostSharing = { title: 8, word: 8, name: 20 } as const;
type Kind = keyof typeof mostSharing;

/** How much of two titles is the same, by the weight of their words, where they are about the same thing: by one word, by several. */
const leastLike = { one: 0.5, several: 0.35 };

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that say nothing. */
const empty = list(
  'a an and are as at be by do does for from has how if in into is it its no not of on or our that the their this to via was what when where which why with you your',
);

/** Words that say what kind of page it is, or what is done with a thing: they tell pages apart, and are no reason to show one. */
const generic = list(
  'about add advanced api app application basic best build building change changelog changing check choose choosing code command common concept conduct config configuration configure configuring connect connecting contribute contributing create creating custom customize customizing data default delete deleting deploy deploying deployment developer developing development doc document documentation edit enable enabling error example export exporting extra faq feature file first fix fixes fundamental general get getting guide handle handling help import importing improve improving index info information install installation installer installing integrate integrating integration intro introduction issue key kit learn library licence license link list listing local main maintain maintaining make making manage management managing manual method migrate migrating migration monitor monitoring multiple new node note old open opening option optional other overview package page path plan platform plugin policy postinstall practice preinstall prerequisite preview privacy process product project property provider pull query quick quickstart read reading readme reference release releasing remove removing report request requirement resource run running sample sdk section secure security see send sending server service set setting setup show showing simple single site start started starting step structure style support supported system team template test testing tip tool troubleshooting tutorial type understand understanding update updating upgrade upgrading usage use user using value version view web work working write writing',
);

interface Terms {
  readonly doc: Doc;
  readonly title: string;
  /** Words of the title, each once. */
  readonly words: readonly string[];
  /** Keywords and tags. */
  readonly names: readonly string[];
}

/** In how many pages something is; which, where it is rare. */
interface Index {
  readonly count: (kind: Kind, term: string) => number;
  readonly rare: (kind: Kind, term: string) => readonly Terms[];
}

/** The pages to see beside each doc, by id, the likeliest first; docs without any are not in it. */
export function seeAlso(docs: readonly Doc[]): ReadonlyMap<string, readonly Doc[]> {
  const all = docs.map(termsOf);
  const index = indexOf(all);
  const found = new Map<string, readonly Doc[]>();
  for (const page of all) {
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
    if (scored.length > 0)
      found.set(
        page.doc.id,
        scored.slice(0, mostShown).map(({ doc }) => doc),
      );
  }
  return found;
}

function termsOf(doc: Doc): Terms {
  const { keywords = [] } = doc.frontMatter;
  const tags = doc.tags.map(({ label }) => label);
  const words = wordsIn(doc.shown.title);
  const names = [...keywords, ...tags].slice(0, mostTerms).map((name) => wordsIn(name.slice(0, 100)).join(' '));
  return {
    doc,
    title: words.join(' '),
    words: [...new Set(words)].slice(0, mostTerms),
    names: [...new Set(names)].filter((name) => name !== ''),
  };
}

/** `createUser` and `create_user` have the same words, and so have `Notifications` and `notification`. */
function wordsIn(text: string): string[] {
  const parts = text.normalize('NFKC').replace(/(?<=\p{Ll}{2})(?=\p{Lu})/gu, ' ');
  const words = parts.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.map((word) => (/^[a-z]{3,}[^isu]s$/.test(word) ? word.slice(0, -1) : word));
}

function indexOf(all: readonly Terms[]): Index {
  const pages = new Map<string, Terms[]>();
  const add = (kind: Kind, term: string, page: Terms) => {
    const list = pages.get(`${kind} ${term}`);
    if (list) list.push(page);
    else pages.set(`${kind} ${term}`, [page]);
  };
  for (const page of all) {
    add('title', page.title, page);
    for (const word of page.words) add('word', word, page);
    for (const name of page.names) add('name', name, page);
  }
  const of = (kind: Kind, term: string) => pages.get(`${kind} ${term}`) ?? [];
  return {
    count: (kind, term) => of(kind, term).length,
    rare: (kind, term) => (of(kind, term).length <= mostSharing[kind] ? of(kind, term) : []),
  };
}

/** True for a word that can be what a page is about. */
const isEvident = (word: string) => !empty.has(word) && !generic.has(word) && /\p{L}/u.test(word);

/** What speaks for one page beside the other: above 0 where that is enough. */
function scoreOf(a: Terms, b: Terms, index: Index): number {
  const weigh = (kind: Kind, term: string) => 1 / Math.log2(1 + Math.max(1, index.count(kind, term)));
  const sum = (words: readonly string[]) =>
    words.reduce((total, word) => total + (empty.has(word) ? 0 : weigh('word', word)), 0);
  const names = a.names.filter((name) => b.names.includes(name) && index.rare('name', name).length > 0);
  // What stands beside a page anyway has to have a name in common.
  if (names.length === 0 && isBeside(a.doc, b.doc)) return 0;
  const shared = a.words.filter((word) => b.words.includes(word) && isEvident(word));
  const like =
    shared.length === 0 ? 0 : a.title === b.title ? 1 : sum(shared) / sum([...new Set([...a.words, ...b.words])]);
  const named = names.reduce((total, name) => total + weigh('name', name), 0);
  if (named > 0) return named + like;
  const isSame = like >= (shared.length > 1 ? leastLike.several : leastLike.one);
  // One word says enough where it is all of a title, or within a section: `Teams` and `List teams` of one project.
  const isClear = like === 1 || shared.length > 1 || sectionOf(a.doc) === sectionOf(b.doc);
  return isSame && isClear ? like : 0;
}

const sectionOf = ({ id }: Doc) => id.split('/')[0];

/** What a reader sees beside a page anyway: those of its folder; the page of a folder belongs to that and to the folder above. */
function isBeside(a: Doc, b: Doc): boolean {
  const placeOf = ({ source, sourceDirName: dir }: Doc) =>
    isCategoryIndex(posix.basename(source, posix.extname(source)), dir) ? posix.dirname(dir) : dir;
  return a.sourceDirName === b.sourceDirName || placeOf(a) === placeOf(b);
}
