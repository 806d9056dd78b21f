import { posix } from 'node:path';
import { cleanName } from '../content/text.js';
import { type Checked, compareStrings, type Diagnostic } from '../diagnostics/diagnostic.js';
import { categoryIndexTwice, categoryUnknownDoc } from '../diagnostics/front-matter.js';
import type { Doc } from '../docs/doc.js';
import { parseNumberPrefix } from '../docs/number-prefix.js';
import { isCategoryIndex } from '../docs/slug.js';
import type { CategoryLink, CategoryMetadata } from './category.js';
import type { DraftItem } from './sidebar-draft.js';

/** One folder of the content: its docs by file, its folders by name. */
interface Folder {
  readonly path: string;
  readonly docs: Doc[];
  readonly folders: Map<string, Folder>;
}

export interface AutogenerateInput {
  /** Folder from the content root; `.` for all of it. */
  readonly dir: string;
  readonly docs: readonly Doc[];
  readonly categories: ReadonlyMap<string, CategoryMetadata>;
  /** What readers see of a folder. */
  readonly folderLabel: (dir: string) => string;
}

interface Positioned {
  readonly item: DraftItem;
  readonly position: number | undefined;
  /** File or folder name, the tie breaker. */
  readonly name: string;
}

/**
 * The items of a folder: folders become categories, docs links, sorted by position, then by name.
 * Rule: Docusaurus's default sidebar items generator. Diagnostics: DG423, DG425.
 */
export function autogenerate({ dir, docs, categories, folderLabel }: AutogenerateInput): Checked<readonly DraftItem[]> {
  const root = toTree(dir, docs);
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const diagnostics: Diagnostic[] = [];

  const itemsOf = (folder: Folder, except: Doc | undefined): DraftItem[] => {
    const items: Positioned[] = folder.docs.filter((doc) => doc !== except).map(docItem);
    for (const [name, child] of folder.folders) items.push(categoryItem(name, child));
    return items.sort(byPosition).map(({ item }) => item);
  };

  const categoryItem = (name: string, folder: Folder): Positioned => {
    const metadata = categories.get(folder.path);
    const doc = linkedDoc(folder, metadata);
    const front = doc?.frontMatter;
    const prefixed = parseNumberPrefix(cleanName(name).value);
    const written = metadata?.link?.type === 'doc' ? undefined : metadata?.link;
    const link: CategoryLink | null | undefined = doc ? { type: 'doc', id: doc.id } : written;
    return {
      name,
      position: metadata?.position ?? doc?.sidebarPosition ?? prefixed.number,
      item: {
        type: 'category',
        label: metadata?.label ?? front?.sidebar_label ?? doc?.title ?? prefixed.name,
        shownLabel: metadata?.label ?? doc?.shown.label ?? folderLabel(folder.path),
        collapsible: metadata?.collapsible,
        collapsed: metadata?.collapsed,
        customProps: metadata?.customProps ?? front?.sidebar_custom_props,
        className: metadata?.className ?? front?.sidebar_class_name,
        items: itemsOf(folder, doc),
        description: metadata?.description,
        key: metadata?.key ?? front?.sidebar_key,
        link,
        dir: folder.path,
      },
    };
  };

  /** The doc a category stands for: the one its metadata names, else by convention; a `link` of another kind means none. */
  const linkedDoc = (folder: Folder, metadata: CategoryMetadata | undefined): Doc | undefined => {
    const link = metadata?.link;
    if (link === undefined) return conventionalDoc(folder);
    if (link?.type !== 'doc') return undefined;
    const doc = folder.docs.find(({ id }) => posix.basename(id) === link.id) ?? byId.get(link.id);
    if (!doc)
      diagnostics.push(
        categoryUnknownDoc({ id: link.id, known: byId.keys() }, { file: metadata?.file ?? folder.path }),
      );
    return doc;
  };

  const conventionalDoc = (folder: Folder): Doc | undefined => {
    const rank = (doc: Doc) => ['index', 'readme'].indexOf(baseName(doc).toLowerCase());
    const candidates = folder.docs
      .filter((doc) => isCategoryIndex(baseName(doc), doc.sourceDirName))
      .sort((a, b) => ((rank(a) + 3) % 3) - ((rank(b) + 3) % 3) || compareStrings(a.source, b.source));
    const [taken, ...others] = candidates;
    if (taken && others.length > 0) {
      const names = others.map((doc) => posix.basename(doc.source));
      diagnostics.push(
        categoryIndexTwice({ taken: posix.basename(taken.source), others: names }, { file: taken.source }),
      );
    }
    return taken;
  };

  return { value: itemsOf(root, undefined), diagnostics };
}

function docItem(doc: Doc): Positioned {
  const {
    sidebar_key: key,
    sidebar_label: label,
    sidebar_class_name: className,
    sidebar_custom_props: customProps,
  } = doc.frontMatter;
  return {
    item: { type: 'doc', id: doc.id, key, label, className, customProps },
    position: doc.sidebarPosition,
    name: posix.basename(doc.source),
  };
}

function toTree(dir: string, docs: readonly Doc[]): Folder {
  const root: Folder = { path: dir, docs: [], folders: new Map() };
  for (const doc of docs) {
    const inside = dir === '.' || doc.sourceDirName === dir || doc.sourceDirName.startsWith(`${dir}/`);
    if (!inside) continue;
    const relative = dir === '.' ? doc.sourceDirName : doc.sourceDirName.slice(dir.length + 1);
    let folder = root;
    for (const name of relative === '' || relative === '.' ? [] : relative.split('/')) {
      let child = folder.folders.get(name);
      if (!child) {
        child = { path: posix.join(folder.path, name), docs: [], folders: new Map() };
        folder.folders.set(name, child);
      }
      folder = child;
    }
    folder.docs.push(doc);
  }
  return root;
}

function baseName(doc: Doc): string {
  return posix.basename(doc.source, posix.extname(doc.source));
}

/** Items without a position stand after all that have one; then by code unit, upper case before lower case. */
function byPosition(a: Positioned, b: Positioned): number {
  if (a.position !== b.position) {
    if (a.position === undefined) return 1;
    if (b.position === undefined) return -1;
    return a.position - b.position;
  }
  return compareStrings(a.name, b.name);
}
