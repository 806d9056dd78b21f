import type { Content } from '../content/read.js';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { pageHidden } from '../diagnostics/sync.js';
import { type SourcePath, withoutTrailingSlash } from '../path.js';
import type { Doc } from './doc.js';
import { originText } from './provenance.js';

export interface Overlaid {
  readonly docs: readonly Doc[];
  /** The doc of the overlay in place of a hidden file. */
  readonly hidden: ReadonlyMap<SourcePath, Doc>;
}

/**
 * Without the docs that have the id or the address of an overlay's doc under another path: `README.md` beside the overlay's
 * `index.md`. Docs of a fallback are hidden without a word. Diagnostics: DG219.
 */
export function hideBelowOverlay(
  docs: readonly Doc[],
  { mountOf, provenance }: Pick<Content, 'mountOf' | 'provenance'>,
  { drafts }: { readonly drafts: boolean },
): Checked<Overlaid> {
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
    diagnostics.push(pageHidden({ path: doc.source, origin: origin && originText(origin) }, { file: other.source }));
  }
  return { value: { docs: docs.filter(({ source }) => !hidden.has(source)), hidden }, diagnostics };
}
