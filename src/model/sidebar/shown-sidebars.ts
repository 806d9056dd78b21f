// The sidebars that readers see. Unlike Docusaurus's, they have display labels, and a chain of folders that
// each contain only one folder or page is one item: `collector / snmp`.
import type { Messages } from '../config/schema/config.js';
import type { Doc } from '../docs/doc.js';
import { distinctTitles } from '../docs/titles.js';
import { withoutTrailingSlash } from '../types/path.js';
import type { CategoryOrigin, SidebarCategory, SidebarItem, SidebarLink, Sidebars } from './sidebar.js';

interface ShownSidebarsInput {
  /** Translations by Docusaurus's keys. */
  readonly messages: Messages;
  readonly sidebars: Sidebars;
  readonly docs: ReadonlyMap<string, Doc>;
  readonly folderLabel: (dir: string) => string;
  /** Folders that are not merged with others into one item. */
  readonly alone: { readonly has: (dir: string) => boolean };
  /** URLs without a page, without a trailing slash. */
  readonly skipped: ReadonlySet<string>;
}

/**
 * Returns sidebars with display labels. A chain of folders becomes its last item. If it ends in one page, it has the title of that page, except that a section keeps its
 * name. Equal labels in a list get their folder. A category is not linked to its generated index if another page has the URL, or none can.
 */
export function shownSidebars(input: ShownSidebarsInput): Sidebars {
  const { sidebars } = input;
  const display = new SidebarDisplay(input);
  const byName = new Map([...sidebars.byName].map(([name, items]) => [name, display.list(items, true)]));
  const { origins, refs, folded } = display;
  return { ...sidebars, byName, origins, refs, folded, shownLabels: new Map() };
}

/** Converts the items of sidebars, and collects what `Sidebars` knows about the new items. */
class SidebarDisplay {
  readonly origins = new Map<SidebarCategory, CategoryOrigin>();
  readonly refs = new Set<SidebarItem>();
  readonly folded = new Map<SidebarItem, readonly string[]>();
  readonly #chainOf: ReturnType<typeof chainFinder>;
  readonly #translate: ReturnType<typeof translator>;
  /** URLs to which no category can link: those of docs, of categories before it, and those without a page. */
  readonly #taken: Set<string>;

  constructor(private readonly input: ShownSidebarsInput) {
    const permalinks = [...input.docs.values()].map(({ permalink }) => withoutTrailingSlash(permalink));
    this.#chainOf = chainFinder(input);
    this.#translate = translator(input.messages);
    this.#taken = new Set([...input.skipped, ...permalinks]);
  }

  list(items: readonly SidebarItem[], isTop = false): SidebarItem[] {
    const { docs, folderLabel } = this.input;
    const chains = items.map((item) => this.#chainOf(item, isTop));
    const labels = chains.map(({ above, end }) =>
      chainLabel([...above, end].map(this.#labelOf), end.type === 'link' && !isTop),
    );
    const links = chains.flatMap(({ end }, index) => {
      const doc = end.type === 'link' ? docs.get(end.docId ?? '') : undefined;
      return doc ? [{ index, title: labels[index] ?? '', source: doc.source }] : [];
    });
    const distinct = distinctTitles(links, folderLabel);
    for (const [number, { index }] of links.entries()) labels[index] = distinct[number] ?? '';
    return chains.map((chain, index) => this.#item(chain, labels[index] ?? ''));
  }

  readonly #labelOf = (item: SidebarItem): string =>
    item.type === 'html' ? '' : (this.#translate(item) ?? this.input.sidebars.shownLabels.get(item) ?? item.label);

  #item({ above, end }: Chain, label: string): SidebarItem {
    if (end.type === 'html') return end;
    const { sidebars } = this.input;
    const description = [...above, end].findLast((item) => item.description !== undefined)?.description;
    const own = { label, ...(description !== undefined && { description }) };
    const shown = end.type === 'category' ? this.#category({ ...end, ...own }, end) : { ...end, ...own };
    if (sidebars.refs.has(end)) this.refs.add(shown);
    const dirs = above.flatMap((item) => sidebars.origins.get(item)?.dir ?? []);
    if (dirs.length > 0) this.folded.set(shown, dirs);
    return shown;
  }

  /** Returns a category with display labels in it. `item` is the original, which translations and origins are known for. */
  #category(own: SidebarCategory, item: SidebarCategory): SidebarCategory {
    const shown = { ...own, items: this.list(own.items) };
    const origin = this.input.sidebars.origins.get(item);
    const index = origin?.generatedIndex;
    const route = index && withoutTrailingSlash(index.permalink);
    const withoutTakenLink = route !== undefined && this.#taken.has(route) ? { ...shown, href: undefined } : shown;
    const generatedIndex = this.input.skipped.has(route ?? '') ? undefined : this.#indexOf(item, own.label, index);
    if (route !== undefined) this.#taken.add(route);
    if (origin) this.origins.set(withoutTakenLink, { ...origin, generatedIndex });
    return withoutTakenLink;
  }

  /** Returns the generated index of a category with translated texts. Its title is that of the category, unless the author wrote another. */
  #indexOf(item: SidebarCategory, label: string, index: CategoryOrigin['generatedIndex']) {
    if (!index) return undefined;
    const ownTitle = index.title === item.label ? label : index.title;
    const title = this.#translate(item, '.link.generated-index.title') ?? ownTitle;
    const description = this.#translate(item, '.link.generated-index.description') ?? index.description;
    return { ...index, title, description };
  }
}

/** Returns a function that translates the label of an item, or another of its texts. In Docusaurus's keys, the name of the sidebar can differ. */
function translator(messages: Messages): (item: SidebarLink | SidebarCategory, text?: string) => string | undefined {
  const texts = new Map(Object.entries(messages).map(([key, text]) => [key.replace(/^sidebar\.[^.]*\./, ''), text]));
  if (texts.size === 0) return () => undefined;
  return ({ type, key, label, ...item }, text = '') => {
    const kind = type === 'link' && 'docId' in item ? 'doc' : type;
    return texts.get(`${kind}.${key ?? label}${text}`);
  };
}

/** Folders that contain only one folder or page, and have no page of their own. Readers see a chain as one item. */
interface Chain {
  /** The folders of the chain, outermost first. Empty if the item is not a chain. */
  readonly above: readonly SidebarCategory[];
  /** The item in the last folder, or the item itself. */
  readonly end: SidebarItem;
}

/** Returns a function that finds the chain of an item. A section with one page keeps its own item. */
function chainFinder({ sidebars, docs, alone }: ShownSidebarsInput): (item: SidebarItem, isSection: boolean) => Chain {
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

/** Returns the label of a chain. A page has its title, with the folder's name if the title is generic. */
function chainLabel(names: readonly string[], isPage: boolean): string {
  const own = names.filter((name, index) => bareLabel(name) !== bareLabel(names[index + 1] ?? ''));
  const title = bareLabel(own.at(-1) ?? '');
  return own.slice(!isPage ? 0 : general.test(title) ? -2 : -1).join(' / ');
}

/** Returns a label in lower case, without blanks, hyphens and underscores, for comparison. */
export const bareLabel = (label: string) => label.toLowerCase().replace(/[\s_-]+/g, '');

/** Matches generic titles, which are only clear together with the name of their folder. */
const general =
  /^(?:api|apireference|changelogs?|config(?:uration)?|examples?|faqs?|get(?:ting)?started|guide|home|index|install(?:ation|ing)?|intro(?:duction)?|overview|quickstart|readme|reference|release(?:s|notes)?|setup|usage)$/;
