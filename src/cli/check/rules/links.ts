import { maxShownIds, nearest, problem } from '../../../model/diagnostics/diagnostic.js';
import { groupBy } from '../../../model/types/group.js';
import { decodeAddress } from '../../../model/types/path.js';
import { addressOf, bareAddress, type SiteData } from '../addresses.js';
import { fault, type Violation } from '../faults.js';
import type { PageFacts, StyleFacts } from '../site.js';

const broken = { link: problem.builtLinkBroken, image: problem.builtImageBroken, file: problem.builtFileBroken };

export function brokenLinks(readers: readonly StyleFacts[], near: Near): Violation[] {
  return readers.flatMap(({ path, refs }) =>
    refs.flatMap(({ kind, url, offset, target }) =>
      target.kind === 'missing' ? fault(broken[kind]({ url, near: near(target.path) }), path, offset) : [],
    ),
  );
}

export function brokenAnchors(pages: readonly PageFacts[]): Violation[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap(({ path, refs }) =>
    refs.flatMap(({ offset, target }) => {
      const page = target.kind === 'file' ? byPath.get(target.path) : undefined;
      if (target.kind !== 'file' || !page || page.refresh) return [];
      const anchor = target.fragment.split(':~:')[0] ?? ''; // what follows is a text to highlight
      if (isThere(anchor, page)) return [];
      const ids = [...page.ids].slice(0, maxShownIds);
      const values = { anchor, page: page.path, near: nearest(anchor, page.ids), ids };
      return fault(problem.builtAnchorBroken(values), path, offset);
    }),
  );
}

function isThere(id: string, { hasScript, ids }: PageFacts): boolean {
  const decoded = decodeAddress(id);
  if (id === '' || ids.has(id) || ids.has(decoded) || decoded.toLowerCase() === 'top') return true;
  return hasScript && /^[/!?]/.test(id); // an address for a script
}

/** A site with more faults needs no more hints. */
const maxSearched = 500;

const folded = (path: string) => bareAddress(path.normalize('NFC').toLowerCase());
const lastOf = (path: string) => folded(path).split('/').at(-1) ?? '';

/** Returns the address of the file that was probably meant. */
export type Near = (path: string) => string | undefined;

export function openNear({ files, base }: SiteData): Near {
  const byFolded = new Map(files.map((file) => [folded(file), file]));
  const byName = groupBy(files, lastOf);
  const answers = new Map<string, string | undefined>();
  return (path) => {
    if (answers.has(path) || answers.size >= maxSearched) return answers.get(path);
    const [named, ...others] = byName.get(lastOf(path)) ?? [];
    const file = byFolded.get(folded(path)) ?? (others.length === 0 ? named : undefined) ?? nearest(path, files);
    const answer = file === undefined ? undefined : addressOf(file, base);
    answers.set(path, answer);
    return answer;
  };
}
