// Selects the folders that are also published as a single page: all sections, by name, or in an entry of `content` or `sources`.
import * as z from 'zod/mini';
import { notInPath } from '../../types/path.js';

const folderSchema = z.string().check(
  z.minLength(1),
  z.maxLength(1000),
  z.refine(
    (name) => name === '.' || !notInPath.test(name.replaceAll(' ', '')),
    'it must be a folder of the hub, such as `guides`, or `.`',
  ),
);

export const onePageSchema = z._default(
  z.union([z.boolean(), z.literal('small'), z.array(folderSchema).check(z.minLength(1), z.maxLength(1000))]),
  false,
);

/** Maximum number of pages of a section that `small` publishes as a single page. */
const maxSmallPages = 300;

/** The folders to publish as single pages. `.` is the whole hub. */
export interface OnePageFolders {
  /** Whether each section with at most `maxPages` pages is also published. */
  readonly all: boolean;
  readonly maxPages?: number | undefined;
  /** Folders in the config key `onePage`. Missing ones are reported. */
  readonly named: readonly string[];
  /** Places of content folders and sources with `onePage`. Folders without pages are not reported. */
  readonly placed: readonly string[];
  /** The section that the hub is a version of. */
  readonly versionOf?: string | undefined;
}

/** A content folder or a source. */
type Placed = { readonly section: string; readonly onePage?: boolean | undefined };

export function onePageFolders(onePage: z.output<typeof onePageSchema>, places: readonly Placed[]): OnePageFolders {
  const placed = places.flatMap(({ onePage: isWanted, section }) => (isWanted ? [asFolder(section)] : []));
  return {
    all: onePage === true || onePage === 'small',
    maxPages: onePage === 'small' ? maxSmallPages : undefined,
    named: Array.isArray(onePage) ? [...new Set(onePage.map(asFolder))] : [],
    placed: [...new Set(placed)],
  };
}

const asFolder = (name: string) => name.replace(/^(?:\.?\/)+|\/+$/g, '') || '.';

/** Returns the folders of a version of a section, which is a separate hub. */
export function onePageOfVersion({ all, maxPages, named, placed }: OnePageFolders, section: string): OnePageFolders {
  const within = (folders: readonly string[]) =>
    folders.flatMap((folder) => {
      if (folder === section) return ['.'];
      return folder.startsWith(`${section}/`) ? [folder.slice(section.length + 1)] : [];
    });
  // A folder can be missing in some versions.
  const inside = [...within(named), ...within(placed), ...(all ? ['.'] : [])];
  return { all: false, maxPages, named: [], placed: [...new Set(inside)], versionOf: section };
}

export function wantsOnePage({ all, named, placed }: OnePageFolders): boolean {
  return all || named.length > 0 || placed.length > 0;
}
