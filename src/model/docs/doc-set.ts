// Steps that need all docs of a hub: the home page, docs that an overlay hides, ids, tags.
import type { Config } from '../config/config.js';
import { originText } from '../content/exports.js';
import type { Content } from '../content/read.js';
import { type Checked, compareStrings, type Diagnostic, nearest, problem } from '../diagnostics/diagnostic.js';
import { compareInEnglish } from '../input/text.js';
import { groupBy } from '../types/group.js';
import { type SourcePath, toPermalink, withoutTrailingSlash } from '../types/path.js';
import { type Doc, placeOfKey } from './doc.js';
import type { Tag } from './tags.js';

/** Makes the doc that the config names as `home`, by path or id, the home page of the hub. Diagnostics: DG133. */
export function withHome(
  docs: readonly Doc[],
  { home, basePath, routeBase }: Pick<Config, 'home' | 'basePath' | 'routeBase'>,
): Checked<readonly Doc[]> {
  if (home === '') return { value: docs, diagnostics: [] };
  const wanted = home.replace(/^\.\//, '');
  const front = docs.find(({ source }) => source === wanted) ?? docs.find(({ id }) => id === wanted);
  const sources = docs.map(({ source }) => source);
  if (!front) return { value: docs, diagnostics: [problem.homeNotFound({ home, near: nearest(home, sources) })] };
  const slug = '/';
  const permalink = toPermalink(basePath, routeBase, slug);
  return { value: docs.map((doc) => (doc === front ? { ...doc, slug, permalink } : doc)), diagnostics: [] };
}

/**
 * Removes docs that have the id or the URL of an overlay's doc under another path, such as `README.md` next to the overlay's `index.md`.
 * Docs of a fallback are removed without a diagnostic. `hidden` has the overlay's doc for each removed file. Diagnostics: DG219.
 */
export function hideBelowOverlay(
  docs: readonly Doc[],
  { mountOf, provenance }: Pick<Content, 'mountOf' | 'provenance'>,
  { drafts }: { readonly drafts: boolean },
): Checked<{ readonly docs: readonly Doc[]; readonly hidden: ReadonlyMap<SourcePath, Doc> }> {
  const isOverlay = (doc: Doc) => mountOf.get(doc.source)?.layer === 'overlay';
  const above = docs.filter((doc) => isOverlay(doc) && (drafts || !doc.draft));
  const byId = new Map(above.map((doc) => [doc.id, doc]));
  const byAddress = new Map(above.map((doc) => [withoutTrailingSlash(doc.permalink), doc]));
  const hidden = new Map<SourcePath, Doc>();
  const diagnostics: Diagnostic[] = [];
  for (const doc of docs) {
    const other = byId.get(doc.id) ?? byAddress.get(withoutTrailingSlash(doc.permalink));
    if (!other || isOverlay(doc)) continue;
    hidden.set(doc.source, other);
    if (mountOf.get(doc.source)?.layer === 'fallback') continue;
    const origin = provenance.get(doc.source);
    diagnostics.push(
      problem.pageHidden({ path: doc.source, origin: origin && originText(origin) }, { file: other.source }),
    );
  }
  return { value: { docs: docs.filter(({ source }) => !hidden.has(source)), hidden }, diagnostics };
}

/** Returns the docs with unique ids. Of several with the same id, the first is kept. Diagnostics: DG507. */
export function uniqueDocs(docs: readonly Doc[]): Checked<readonly Doc[]> {
  const byId = groupBy(docs, ({ id }) => id);
  const first = (id: string) => byId.get(id)?.[0] as Doc;
  return {
    value: [...byId.keys()].map(first),
    diagnostics: docs.flatMap((doc) => {
      const { source } = first(doc.id);
      return source === doc.source ? [] : problem.idTaken({ id: doc.id, first: source }, placeOfKey(doc, 'id'));
    }),
  };
}

export interface TagGroup {
  readonly tag: Tag;
  /** Docs with the tag, without unlisted ones unless all are unlisted. */
  readonly docs: readonly Doc[];
  readonly unlisted: boolean;
}

/** Groups docs by tag, sorted by the tags' URLs. If tags have the same URL, the tag of the first doc sets the label. */
export function groupByTag(docs: Iterable<Doc>): readonly TagGroup[] {
  const tagged = [...docs].filter(({ tags }) => tags.length > 0);
  tagged.sort((a, b) => compareInEnglish(a.id, b.id)); // Docusaurus's order of docs
  const uses = tagged.flatMap((doc) => doc.tags.map((tag) => ({ tag, doc })));
  return [...groupBy(uses, ({ tag }) => tag.permalink).values()]
    .map((group) => {
      const all = [...new Set(group.map(({ doc }) => doc))];
      const listed = all.filter((doc) => !doc.unlisted);
      return { tag: group[0]?.tag as Tag, docs: listed.length > 0 ? listed : all, unlisted: listed.length === 0 };
    })
    .sort((a, b) => compareStrings(a.tag.permalink, b.tag.permalink));
}
