// What the out folder still holds of pages that the new site does not have.
import { join } from 'node:path';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { isSitePath } from '../../model/path.js';
import type { GonePage } from '../../model/redirects/moves.js';
import { bytesAt } from '../../model/regular-file.js';
import { entriesBelow } from './in-place.js';
import { readManifest } from './out-folder.js';

/** Pages that are looked at, and bytes of one. */
const most = { pages: 1000, bytes: 1024 * 1024 };

export interface GonePages {
  readonly gone: readonly GonePage[];
  /** Whether the previous site had a file. */
  readonly had: (path: string) => boolean;
}

/** Pages of the previous site whose files are not among these, by their copies as Markdown; none where there is no previous site. */
export function gonePages(out: string, paths: readonly string[]): GonePages {
  const previous = readManifest(out);
  const now = new Set(paths);
  const isGone = (path: string) => previous.has(path) && !now.has(path);
  const entryOf = entriesBelow(out);
  const copies = [...previous].filter(
    (path) => path.endsWith('.md') && isSitePath(path) && isGone(path) && isGone(path.replace(/\.md$/, '.html')),
  );
  const gone = copies
    .sort(compareStrings)
    .slice(0, most.pages)
    .flatMap((path): GonePage[] => {
      const entry = entryOf(path);
      if (entry === undefined || entry === 'blocked' || !entry.isFile() || entry.size > most.bytes) return [];
      const bytes = bytesAt(join(out, path), most.bytes);
      return bytes ? [{ path, text: bytes.toString('utf8') }] : [];
    });
  return { gone, had: (path) => previous.has(path) };
}
