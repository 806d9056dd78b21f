import { compareStrings } from '../diagnostics/diagnostic.js';
import type { Doc } from '../docs/doc.js';
import type { Permalink } from '../path.js';
import type { Tag } from './tags.js';

/** What a tag's page lists. */
export interface TagGroup {
  readonly tag: Tag;
  /** Without unlisted ones, unless all are. */
  readonly docs: readonly Doc[];
  /** True where all docs with the tag are unlisted. */
  readonly unlisted: boolean;
}

/** The docs of each tag, in the order of the tags' addresses. Of tags with the same address the first doc's gives its label. */
export function groupByTag(docs: Iterable<Doc>): readonly TagGroup[] {
  const groups = new Map<Permalink, { tag: Tag; docs: Set<Doc> }>();
  const tagged = [...docs].filter(({ tags }) => tags.length > 0);
  // Docusaurus's order of docs is that of English; the locale of the machine does not count. To load it takes a while.
  const byId = tagged.length > 1 ? new Intl.Collator('en') : undefined;
  if (byId) tagged.sort((a, b) => byId.compare(a.id, b.id));
  for (const doc of tagged) {
    for (const tag of doc.tags) {
      const group = groups.get(tag.permalink) ?? { tag, docs: new Set() };
      groups.set(tag.permalink, group);
      group.docs.add(doc);
    }
  }
  return [...groups.values()]
    .map(({ tag, docs }) => {
      const listed = [...docs].filter((doc) => !doc.unlisted);
      return { tag, docs: listed.length > 0 ? listed : [...docs], unlisted: listed.length === 0 };
    })
    .sort((a, b) => compareStrings(a.tag.permalink, b.tag.permalink));
}
