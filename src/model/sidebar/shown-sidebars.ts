// The sidebars with the labels that readers see; the records have those of Docusaurus.
import type { Doc } from '../docs/doc.js';
import { distinctTitles } from '../docs/shown/distinct-titles.js';
import type { CategoryOrigin, SidebarCategory, SidebarItem, SidebarLink, Sidebars } from './sidebar.js';

export interface ShownSidebarsInput {
  readonly sidebars: Sidebars;
  readonly docs: ReadonlyMap<string, Doc>;
  readonly folderLabel: (dir: string) => string;
}

/** The same items under the labels of `shownLabels`; links of one label in a list have their folder beside it. */
export function shownSidebars({ sidebars, docs, folderLabel }: ShownSidebarsInput): Sidebars {
  const origins = new Map<SidebarCategory, CategoryOrigin>();
  const refs = new Set<SidebarItem>();
  const labelOf = (item: SidebarLink | SidebarCategory) => sidebars.shownLabels.get(item) ?? item.label;
  const sourceOf = (item: SidebarItem) => (item.type === 'link' ? docs.get(item.docId ?? '')?.source : undefined);

  const shownList = (items: readonly SidebarItem[]): SidebarItem[] => {
    const labels = items.map((item) => (item.type === 'html' ? '' : labelOf(item)));
    const links = items.flatMap((item, index) => {
      const source = sourceOf(item);
      return source === undefined ? [] : [{ index, title: labels[index] ?? '', source }];
    });
    const distinct = distinctTitles(links, folderLabel);
    for (const [number, { index }] of links.entries()) labels[index] = distinct[number] ?? '';
    return items.map((item, index) => shownItem(item, labels[index] ?? ''));
  };
  const shownItem = (item: SidebarItem, label: string): SidebarItem => {
    if (item.type === 'html') return item;
    const shown = item.type === 'link' ? { ...item, label } : { ...item, label, items: shownList(item.items) };
    const origin = item.type === 'category' ? sidebars.origins.get(item) : undefined;
    const index = origin?.generatedIndex;
    const isNamed = index && index.title !== item.label;
    if (origin && shown.type === 'category')
      origins.set(shown, { ...origin, generatedIndex: index && { ...index, title: isNamed ? index.title : label } });
    if (sidebars.refs.has(item)) refs.add(shown);
    return shown;
  };
  const byName = new Map([...sidebars.byName].map(([name, items]) => [name, shownList(items)]));
  return { ...sidebars, byName, origins, refs, shownLabels: new Map() };
}
