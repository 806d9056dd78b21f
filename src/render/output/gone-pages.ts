// Finds pages of the previous site that the new site doesn't have, while they are still in the output folder.
import { join } from 'node:path';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { bytesAt } from '../../model/input/regular-file.js';
import type { GonePage } from '../../model/site/moves.js';
import { isSitePath } from '../../model/types/path.js';
import { entriesBelow } from './in-place.js';
import { readManifest } from './out-folder.js';

/** Maximum number of pages to read, and maximum size of one in bytes. */
const maxGonePages = { pages: 1000, bytes: 1024 * 1024 };

interface GonePages {
  readonly gone: readonly GonePage[];
  readonly had: (path: string) => boolean;
}

/** Returns the pages of the previous site whose files are not in `paths`, with the text of their Markdown versions. */
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
    .slice(0, maxGonePages.pages)
    .flatMap((path): GonePage[] => {
      const entry = entryOf(path);
      if (entry === undefined || entry === 'blocked' || !entry.isFile() || entry.size > maxGonePages.bytes) return [];
      const bytes = bytesAt(join(out, path), maxGonePages.bytes);
      return bytes ? [{ path, text: bytes.toString('utf8') }] : [];
    });
  return { gone, had: (path) => previous.has(path) };
}
