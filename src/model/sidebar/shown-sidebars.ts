// The sidebars as readers see them; the records have those of Docusaurus. They have display labels, and a chain of folders that contain
// nothing but one folder is one item: `collector / snmp`.
import type { Messages } from '../config/schema/locales.js';
import { distinctTitles } from '../docs/distinct-titles.js';
import type { Doc } from '../docs/doc.js';
import type { CategoryOrigin, SidebarCategory, SidebarItem, SidebarLink, Sidebars } from './sidebar.js';

interface ShownSidebarsInput {
  /** Translations by Docusaurus's keys. */
  readonly messages: Messages;
  readonly sidebars: Sidebars;
  readonly docs: ReadonlyMap<string, Doc>;
  readonly folderLabel: (dir: string) => string;
  readonly alone: { readonly has: (dir: string) => boolean };
}

/** Returns the items with the labels of `shownLabels`, and chains as their last item. Equal labels in a list get their folder. */
export function shownSidebars({ sidebars, docs, folderLabel, alone, messages }: ShownSidebarsInput): Sidebars {
  const origins = new Map<SidebarCategory, CategoryOrigin>();
  const refs = new Set<SidebarItem>();
  const folded = new Map<SidebarItem, readonly string[]>();
  const translate = translator(messages);
  const labelOf = (item: SidebarLink | SidebarCategory) =>
    translate(item) ?? sidebars.shownLabels.get(item) ?? item.label;
  const docOf = (item: SidebarItem) => (item.type === 'link' ? docs.get(item.docId ?? '') : undefined);

  const shownList = (items: readonly SidebarItem[]): SidebarItem[] => {
    const labels = items.map((item) => (item.type === 'html' ? '' : labelOf(item)));
    const links = items.flatMap((item, index) => {
      const source = docOf(item)?.source;
      return source === undefined ? [] : [{ index, title: labels[index] ?? '', source }];
    });
    const distinct = distinctTitles(links, folderLabel);
    for (const [number, { index }] of links.entries()) labels[index] = distinct[number] ?? '';
    return items.map((item, index) => shownItem(item, labels[index] ?? ''));
  };
  const shownItem = (item: SidebarItem, label: string): SidebarItem => {
    if (item.type === 'html') return item;
    if (item.type === 'category') return shownCategory(item, label);
    const shown = { ...item, label };
    if (sidebars.refs.has(item)) refs.add(shown);
    return shown;
  };
  const shownCategory = (item: SidebarCategory, label: string): SidebarItem => {
    const shown = { ...item, label, items: shownList(item.items) };
    const origin = sidebars.origins.get(item);
    const dir = origin?.dir;
    const [only, ...others] = shown.items;
    const isBare = dir !== undefined && item.href === undefined && !alone.has(dir);
    if (isBare && only && only.type !== 'html' && others.length === 0 && isFolder(only, dir))
      return fold(shown, only, dir);
    const index = origin?.generatedIndex;
    const isNamed = index && index.title !== item.label;
    const title = translate(item, '.link.generated-index.title') ?? (isNamed ? index.title : label);
    const description = translate(item, '.link.generated-index.description') ?? index?.description;
    if (origin) origins.set(shown, { ...origin, generatedIndex: index && { ...index, title, description } });
    return shown;
  };
  const isFolder = (item: SidebarLink | SidebarCategory, dir: string): boolean => {
    if (item.type === 'category') return origins.get(item)?.dir !== undefined;
    return !item.unlisted && !refs.has(item) && docOf(item)?.sourceDirName.startsWith(`${dir}/`) === true;
  };
  const fold = (above: SidebarCategory, item: SidebarLink | SidebarCategory, dir: string): SidebarItem => {
    const description = item.description ?? above.description;
    const line = {
      ...item,
      label: `${above.label} / ${item.label}`,
      ...(description !== undefined && { description }),
    };
    const origin = item.type === 'category' ? origins.get(item) : undefined;
    if (origin && item.type === 'category' && line.type === 'category') {
      origins.set(line, origin);
      origins.delete(item);
    }
    folded.set(line, [dir, ...(folded.get(item) ?? [])]);
    folded.delete(item);
    return line;
  };
  const byName = new Map([...sidebars.byName].map(([name, items]) => [name, shownList(items)]));
  return { ...sidebars, byName, origins, refs, folded, shownLabels: new Map() };
}

/** Returns the translation of an item's label, or of another text of it. Docusaurus's keys begin with the sidebar, whose name can differ here. */
function translator(messages: Messages): (item: SidebarLink | SidebarCategory, text?: string) => string | undefined {
  const texts = new Map(Object.entries(messages).map(([key, text]) => [key.replace(/^sidebar\.[^.]*\./, ''), text]));
  if (texts.size === 0) return () => undefined;
  return ({ type, key, label, ...item }, text = '') => {
    const kind = type === 'link' && 'docId' in item ? 'doc' : type;
    return texts.get(`${kind}.${key ?? label}${text}`);
  };
}
