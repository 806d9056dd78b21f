import { posix } from 'node:path';
import { uniq } from 'lodash-es';
import type { Config } from '../config/config.js';
import type { Mount } from '../config/schema/content.js';
import { type CategoryLink, categoryLink } from '../config/schema/sidebars.js';
import { parseNumberPrefix } from '../content/parse/number-prefix.js';
import type { SourceFile } from '../content/read-file.js';
import { type Checked, compareStrings, type Diagnostic, nearest, problem } from '../diagnostics/diagnostic.js';
import type { Doc } from '../docs/doc.js';
import { isCategoryIndex } from '../docs/slug.js';
import * as field from '../input/fields.js';
import { cleanName } from '../input/text.js';
import { placeOfYamlKey, readYamlMap } from '../input/yaml.js';
import { groupBy } from '../types/group.js';
import { ancestorsOf, joined } from '../types/path.js';
import { type DraftItem, type Navigation, navigationItems } from './navigation.js';

export interface AutogenerateInput extends Pick<Config, 'titles' | 'content'> {
  readonly docs: readonly Doc[];
  readonly categories: ReadonlyMap<string, CategoryMetadata>;
  readonly folderLabel: (dir: string) => string;
  /** Projects with a navigation, by the folder that it replaces. */
  readonly navigations: ReadonlyMap<string, Navigation>;
  readonly mountOf: ReadonlyMap<string, Mount>;
}

interface Positioned {
  readonly item: DraftItem;
  readonly position: number | undefined;
  /** File or folder name, which decides between items with the same position. */
  readonly name: string;
}

/**
 * Generates the items of a folder, `.` for the root: folders become categories, docs become links, sorted by position, then by name.
 * Rule: Docusaurus's default sidebar items generator. Diagnostics: DG423, DG425.
 */
export function autogenerate(dir: string, input: AutogenerateInput): Checked<readonly DraftItem[]> {
  const { docs, categories, folderLabel, titles, content, navigations, mountOf } = input;
  const docsIn = groupBy(docs, ({ sourceDirName }) => sourceDirName);
  const foldersIn = groupBy(uniq(docs.flatMap(({ source }) => ancestorsOf(source))), posix.dirname);
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const bySource = new Map<string, Doc>(docs.map((doc) => [doc.source, doc]));
  const diagnostics: Diagnostic[] = [];
  const positions = positionsIn(content);

  const itemsOf = (folder: string, except: Doc | undefined): DraftItem[] => {
    const placed = navigations.get(folder);
    if (!placed) return filesIn(folder, except);
    const own = navigationItems(placed, { docs: bySource, filesIn: (dir) => filesIn(dir, undefined), except });
    diagnostics.push(...own.diagnostics);
    return own.items;
  };

  const filesIn = (folder: string, except: Doc | undefined): DraftItem[] => {
    const items = (docsIn.get(folder) ?? []).filter((doc) => doc !== except).map(docItem);
    items.push(...(foldersIn.get(folder) ?? []).map(categoryItem));
    return items.sort(byPosition).map(({ item }) => item);
  };

  const categoryItem = (folder: string): Positioned => {
    const name = posix.basename(folder);
    const metadata = categories.get(folder);
    const doc = linkedDoc(folder, metadata);
    const front = doc?.frontMatter;
    const prefixed = parseNumberPrefix(cleanName(name).value);
    const written = metadata?.link?.type === 'doc' ? undefined : metadata?.link;
    const ofPage = (navigations.has(folder) && positions.get(folder)) || doc?.sidebarPosition;
    const link: CategoryLink | null | undefined = doc ? { type: 'doc', id: doc.id } : written;
    return {
      name,
      position: metadata?.position ?? ofPage ?? prefixed.number ?? positions.get(folder),
      item: {
        type: 'category',
        label: metadata?.label ?? front?.sidebar_label ?? doc?.title ?? prefixed.name,
        shownLabel:
          metadata?.label ?? (doc && names(doc, folder, { titles, content }) ? doc.shown.label : folderLabel(folder)),
        collapsible: metadata?.collapsible,
        collapsed: metadata?.collapsed,
        customProps: metadata?.customProps ?? front?.sidebar_custom_props,
        className: metadata?.className ?? front?.sidebar_class_name,
        items: itemsOf(folder, doc),
        description: metadata?.description,
        key: metadata?.key ?? front?.sidebar_key,
        link,
        dir: folder,
      },
    };
  };

  /** Returns the doc of a category: from its metadata, or by convention. None if `link` has another kind. */
  const linkedDoc = (folder: string, metadata: CategoryMetadata | undefined): Doc | undefined => {
    const { link, file = folder } = metadata ?? {};
    const around = docsIn.get(folder) ?? [];
    if (link === undefined) return conventionalDoc(around, navigations.has(folder) ? [] : diagnostics);
    if (link?.type !== 'doc') return undefined;
    const { id } = link;
    const inSection = byId.get(joined(mountOf.get(file)?.prefix ?? '', id));
    const doc = around.find((one) => posix.basename(one.id) === id) ?? inSection ?? byId.get(id);
    if (!doc) diagnostics.push(problem.categoryUnknownDoc({ id, near: nearest(id, byId.keys()) }, { file }));
    return doc;
  };

  return { value: itemsOf(dir, undefined), diagnostics };
}

/** Returns the positions of content folders with a prefix: their order in the config. They precede the position of a landing page in projects with a navigation. */
function positionsIn(content: Config['content']): ReadonlyMap<string, number> {
  const prefixes = content.flatMap(({ layer, prefix }) => (layer === 'content' && prefix !== '' ? prefix : []));
  return new Map(prefixes.length > 1 ? prefixes.map((prefix, index) => [prefix, index + 1]) : []);
}

/** Returns the doc of a folder by its name. Diagnostics: DG425, except in projects of other generators, which have their own rules. */
function conventionalDoc(docs: readonly Doc[], diagnostics: Diagnostic[]): Doc | undefined {
  const ranks = ['index', 'readme'];
  const rank = ({ source }: Doc) => (ranks.indexOf(posix.parse(source).name.toLowerCase()) + 3) % 3;
  const [taken, ...others] = docs
    .filter(({ source }) => isCategoryIndex(source))
    .sort((a, b) => rank(a) - rank(b) || compareStrings(a.source, b.source));
  if (taken && others.length > 0) {
    const names = { taken: posix.basename(taken.source), others: others.map(({ source }) => posix.basename(source)) };
    diagnostics.push(problem.categoryIndexTwice(names, { file: taken.source }));
  }
  return taken;
}

/** Whether the title of a folder's page is also the label of the folder. A label in the config has precedence. */
const names = ({ shown }: Doc, folder: string, { titles, content }: Pick<Config, 'titles' | 'content'>) =>
  !content.some(({ label, prefix }) => label !== undefined && prefix === folder) &&
  (titles === 'record' || !/^(?:home|index|introduction|overview)$/i.test(shown.label));

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

/** Compares by position, then by code unit (upper case before lower case). Items without a position are last. */
function byPosition(a: Positioned, b: Positioned): number {
  if (a.position === b.position) return compareStrings(a.name, b.name);
  return (a.position ?? Number.MAX_VALUE) - (b.position ?? Number.MAX_VALUE);
}

const categoryTypes = {
  label: field.filledText,
  position: field.number,
  link: categoryLink,
  collapsible: field.boolean,
  collapsed: field.boolean,
  className: field.filledText,
  key: field.filledText,
  description: field.filledText,
  customProps: field.map,
} as const satisfies field.FieldTypes;

export type CategoryMetadata = field.Fields<typeof categoryTypes> & { readonly file: string };

const maxUnknownKeys = 20;

/** Reads the metadata of folders with a `_category_` file, by folder path (`.` is the root). Diagnostics: DG304, DG420–DG422, DG424. */
export function readCategories(files: readonly SourceFile[]): Checked<ReadonlyMap<string, CategoryMetadata>> {
  const categories = new Map<string, CategoryMetadata>();
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const dir = posix.dirname(file.path);
    const taken = categories.get(dir);
    if (taken) {
      diagnostics.push(problem.categoryTwice({ taken: taken.file }, { file: file.path }));
      continue;
    }
    const parsed = parseCategory(file);
    categories.set(dir, { ...parsed.value, file: file.path });
    diagnostics.push(...parsed.diagnostics);
  }
  return { value: categories, diagnostics };
}

function parseCategory(file: SourceFile): Checked<field.Fields<typeof categoryTypes>> {
  const data = readYamlMap(file, problem.categorySyntax);
  const known = Object.keys(categoryTypes);
  const { fields, faults } = field.readFields(data.value, categoryTypes);
  const unknown = Object.keys(data.value).filter((key) => !known.includes(key));
  const more = unknown.length - maxUnknownKeys;
  const start = { file: file.path, start: { line: 1, column: 1 } };
  return {
    value: fields,
    diagnostics: [
      ...data.diagnostics,
      ...unknown
        .slice(0, maxUnknownKeys)
        .map((key) => problem.categoryUnknownKey({ key, near: nearest(key, known), known }, placeOfYamlKey(file, key))),
      ...(more > 0 ? [problem.categoryMoreUnknown({ count: more }, start)] : []),
      ...faults.map((fault) => problem.categoryFieldType(fault, placeOfYamlKey(file, fault.key))),
    ],
  };
}
