// Chains of folders: folders that contain nothing but one folder or page, and have no page of their own. Readers see a chain as one item.
import type { Doc } from '../docs/doc.js';
import type { SidebarCategory, SidebarItem, Sidebars } from './sidebar.js';

export interface Chain {
  /** The folders, outermost first. Empty if the item is not a chain. */
  readonly above: readonly SidebarCategory[];
  /** The item in the last folder, or the item itself. */
  readonly end: SidebarItem;
}

interface ChainsInput {
  readonly sidebars: Pick<Sidebars, 'origins' | 'refs'>;
  readonly docs: ReadonlyMap<string, Doc>;
  /** Folders that keep their own item. */
  readonly alone: { readonly has: (dir: string) => boolean };
}

/** Returns a function that follows the chain of an item. A section with one page keeps its item. */
export function chainFinder({ sidebars, docs, alone }: ChainsInput): (item: SidebarItem, isSection: boolean) => Chain {
  const dirOf = (item: SidebarItem) => (item.type === 'category' ? sidebars.origins.get(item)?.dir : undefined);
  const isBelow = (item: SidebarItem, dir: string, isSection: boolean): boolean => {
    if (item.type === 'category') return dirOf(item) !== undefined;
    if (item.type === 'html' || item.unlisted || sidebars.refs.has(item)) return false;
    const folder = docs.get(item.docId ?? '')?.sourceDirName;
    return folder !== undefined && (folder === dir ? !isSection : folder.startsWith(`${dir}/`));
  };
  return (item, isSection) => {
    const above: SidebarCategory[] = [];
    for (let end = item; ; ) {
      const dir = dirOf(end);
      if (end.type !== 'category' || end.href !== undefined || dir === undefined || alone.has(dir))
        return { above, end };
      const [only, ...others] = end.items;
      if (!only || others.length > 0 || !isBelow(only, dir, isSection)) return { above, end };
      above.push(end);
      end = only;
    }
  };
}

/** Returns the label of a chain from the labels of its items: of a page its title, with the folder's name if the title says nothing alone. */
export function chainLabel(names: readonly string[], isPage: boolean): string {
  const own = names.filter((name, index) => bare(name) !== bare(names[index + 1] ?? ''));
  const title = bare(own.at(-1) ?? '');
  return own.slice(!isPage ? 0 : general.test(title) ? -2 : -1).join(' / ');
}

/** A label without case, blanks, hyphens and underscores. */
const bare = (label: string) => label.toLowerCase().replace(/[\s_-]+/g, '');

/** Matches bare titles that say nothing without the name of their folder. */
const general =
  /^(?:api|apireference|changelogs?|config(?:uration)?|examples?|faqs?|get(?:ting)?started|guide|home|index|install(?:ation|ing)?|intro(?:duction)?|overview|quickstart|readme|reference|release(?:s|notes)?|setup|usage)$/;
