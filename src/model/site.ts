// Everything that is known of a hub before a page is rendered; pure, in the order in which it is computed.

import { posix } from 'node:path';
import type { Config } from './config.js';
import { parseFrontMatter } from './content/front-matter.js';
import type { HubContent, StaticFile } from './content/named-files.js';
import type { Roots } from './content/named-paths.js';
import { publishStatics } from './content/publish-statics.js';
import { cleanName } from './content/text.js';
import type { Checked, Diagnostic } from './diagnostics/diagnostic.js';
import { idTaken } from './diagnostics/routes.js';
import { noDocs } from './diagnostics/usage-and-config.js';
import { type Doc, placeOfKey, toDoc } from './docs/doc.js';
import { withHome } from './docs/home.js';
import { parseNumberPrefix } from './docs/number-prefix.js';
import { hideBelowOverlay } from './docs/overlay.js';
import { type Neighbours, paginate, type SiteNeighbours } from './docs/pagination.js';
import { type Gathered, type GatheredSource, type Provenance, webAddress } from './docs/provenance.js';
import { readableName } from './docs/shown/readable-name.js';
import { folderPermalinks } from './docs/slug.js';
import { type Words, wordsOf } from './labels/words.js';
import { entriesOf, type NearestPath, nearestAmong, type RepositoryEntry, relatedAmong } from './lookups.js';
import type { HeadingIds } from './mounts/generator.js';
import { globTest } from './mounts/globs.js';
import { type Unsynced, unsyncedTest } from './mounts/mounts.js';
import type { RepositoryFiles } from './mounts/repository-files.js';
import { docsInside } from './pages/one-page.js';
import { type Permalink, type SourcePath, toSourcePath, withoutTrailingSlash } from './path.js';
import type { Redirect } from './redirects/redirects.js';
import { buildRoutes, type Page } from './routes.js';
import { type CategoryMetadata, readCategories } from './sidebar/category.js';
import { foldChains } from './sidebar/chains.js';
import { shownSidebars } from './sidebar/shown-sidebars.js';
import { buildSidebars, noSidebars, type SidebarCategory, type SidebarItem, type Sidebars } from './sidebar/sidebar.js';
import { treeLinks } from './sidebar/tree-links.js';
import { groupByTag, type TagGroup } from './tags/tag-groups.js';
import { tagsByFolder } from './tags/tags-file.js';
import { toVersionRecord, type VersionRecord } from './versions/version-record.js';

export interface Site {
  readonly config: Config;
  /** The words of the interface. */
  readonly words: Words;
  /** By id, without drafts. */
  readonly docs: ReadonlyMap<string, Doc>;
  /** In the order of their addresses. */
  readonly tags: readonly TagGroup[];
  /** With the labels that readers see; those of the records are in `version`. */
  readonly sidebars: Sidebars;
  /** What readers see of a folder that has no page of its own. */
  readonly folderLabel: (dir: string) => string;
  readonly version: VersionRecord;
  readonly pages: readonly Page[];
  /** Links in the tree of a page at most: a hub with no more pages than this has its whole tree on each. */
  readonly treeLinks: number;
  /** The doc of a source file, also where another doc has its route; the overlay's doc of a file that it hides. */
  readonly docBySource: ReadonlyMap<SourcePath, Doc>;
  /** By permalink without the slash at its end. */
  readonly pageByPermalink: ReadonlyMap<string, Page>;
  /** Files that exist but have no page: drafts and partials. */
  readonly hiddenSources: ReadonlySet<SourcePath>;
  /** Bodies that a page may include, those of partials and docs, on the lines on which they stand in their files. */
  readonly includable: Texts;
  /** Whole texts of the files that a page may show as they are. */
  readonly showable: Texts;
  /** Folders in which pages name files. */
  readonly roots: Roots;
  /** Static files that are published, by their path in the site. */
  readonly statics: ReadonlyMap<string, StaticFile>;
  /** Images and downloads, also static ones: source path → path on disk. */
  readonly files: ReadonlyMap<SourcePath, string>;
  /** Whose rule makes the ids of headings, where it is not GitHub's. */
  readonly headingIds: ReadonlyMap<SourcePath, HeadingIds>;
  /** Provenance of gathered files; empty without sources. */
  readonly provenance: ReadonlyMap<SourcePath, Provenance>;
  /** The repositories of gathered sections. */
  readonly gathered: ReadonlyMap<string, Gathered>;
  /** Source path of what was gathered, by address of the repository and path in it. */
  readonly sourceByOrigin: ReadonlyMap<string, SourcePath>;
  /** Files of repositories that gathered pages include from outside their sections. */
  readonly repositoryFiles: RepositoryFiles;
  /** What a path is in the repository of a gathered source. */
  readonly repositoryEntry: RepositoryEntry;
  readonly unsynced: Unsynced;
  /** The docs and the files whose paths resemble another: for hints. */
  readonly nearestDoc: NearestPath;
  readonly nearestFile: NearestPath;
  /** Previous and next of a page. */
  readonly neighbours: (page: Page) => Neighbours;
  /** Those of a doc as Docusaurus has them, also where another doc has its route. */
  readonly docNeighbours: (doc: Doc) => Neighbours;
  /** Pages elsewhere that a reader of a doc may want; none where the config wants none. */
  readonly seeAlso: (doc: Doc) => readonly Doc[];
  /** Categories above an item, outermost first, by permalink without the slash at its end. */
  readonly trail: ReadonlyMap<string, readonly SidebarCategory[]>;
  /** Categories above a category, outermost first. */
  readonly categoryTrail: ReadonlyMap<SidebarCategory, readonly SidebarCategory[]>;
  /** The page at the address of a category's folder. */
  readonly folderPage: ReadonlyMap<SidebarCategory, Page>;
  /** Whether others serve an address of this host: a path from its root, decoded. */
  readonly isExternal: (path: string) => boolean;
  /** Of a hub's last versions; a hub gets them when all its versions are known. */
  readonly redirects: readonly Redirect[];
  /** Pages by the addresses from which redirects lead to them. */
  readonly pageByOldAddress: ReadonlyMap<string, Page>;
  /** Pages of all versions that stand beside the hub, by permalink without the slash at its end; one map for all of them. */
  readonly pageInVersions: ReadonlyMap<string, Page>;
  /** Pages of the folders that are one line with an item. */
  readonly foldedPages: ReadonlyMap<SidebarItem, readonly Page[]>;
  /** Labels of docs that are one line with the folders above them, by permalink without the slash at its end. */
  readonly foldedLabel: ReadonlyMap<string, string>;
}

/** Texts by source path. */
export interface Texts {
  readonly get: (path: string) => string | undefined;
}

/** A file of a repository, as `sourceByOrigin` names it. */
export function originKey({ repo }: Pick<GatheredSource, 'repo'>, path: string): string {
  return `${webAddress(repo) ?? repo} ${path}`;
}

const alone: Neighbours = { sidebar: undefined, previous: undefined, next: undefined };

/** Content and config become the whole model. Diagnostics: those of all its steps, and DG112, DG109, DG507. */
export function buildSite(content: HubContent, config: Config): Checked<Site> {
  const diagnostics: Diagnostic[] = [];
  const take = <T>(checked: Checked<T>): T => {
    diagnostics.push(...checked.diagnostics);
    return checked.value;
  };
  const categories = take(readCategories(content.categories));
  const folderLabel = folderLabels(categories, config);
  const definedTags = take(tagsByFolder(content.tagsFiles));
  const { mountOf, starlight } = content;
  const options = { ...config, folderLabel, definedTags, mountOf, starlight };
  const read = content.docs.map((file) => take(toDoc(file, options)));
  const found = take(withHome(read, config));
  const overlaid = take(hideBelowOverlay(found, content, config));
  const all = take(uniqueDocs(overlaid.docs));
  const words = wordsOf(config);
  const docs = new Map(all.filter((doc) => config.drafts || !doc.draft).map((doc) => [doc.id, doc]));
  const drafts = all.filter((doc) => !docs.has(doc.id));
  if (docs.size === 0) diagnostics.push(noDocs({}));

  const draftIds = new Set(drafts.map(({ id }) => id));
  const unsynced = unsyncedTest(config, content.gathered);
  const built = { ...config, docs: [...docs.values()], draftIds, categories, folderLabel, mountOf, unsynced };
  const recorded = take(buildSidebars(built));
  const shown = shownSidebars({ sidebars: recorded, docs, folderLabel });
  const sidebars = foldChains({ sidebars: shown, docs, alone: content.gathered }); // a section's page says where it comes from
  const pagination = take(paginate(docs, sidebars));
  const ofRecord = config.hasSidebars ? { recorded, pagination } : unlisted(docs);
  const folderPermalink = folderPermalinks(config, foldersOf(starlight));
  const tags = groupByTag(docs.values());
  const pages = take(buildRoutes({ config, docs, tags, sidebars, folderPermalink, folderLabel, words }));
  const pageByPermalink = new Map(pages.map((page) => [withoutTrailingSlash(page.permalink), page]));
  const statics = take(publishStatics(content.statics, pages, config));
  const docBySource = new Map([...overlaid.hidden, ...[...docs.values()].map((doc) => [doc.source, doc] as const)]);

  const nearestDoc = nearestAmong(docBySource.keys());
  return {
    value: {
      config,
      words,
      docs,
      tags,
      sidebars,
      folderLabel,
      version: toVersionRecord(config, docs, ofRecord.recorded, ofRecord.pagination),
      pages,
      treeLinks: take(treeLinks({ config, sidebars, pages })),
      docBySource,
      nearestDoc,
      unsynced,
      nearestFile: nearestAmong([...content.files.keys()].filter((path) => !path.startsWith('/'))),
      repositoryEntry: entriesOf([...content.gathered.values()].flatMap(({ sources }) => sources)),
      pageByPermalink,
      hiddenSources: new Set([...drafts.map(({ source }) => source), ...content.partials.map(({ path }) => path)]),
      ...textsOf(content, docs),
      statics,
      ...passedOn(content),
      neighbours: (page) => neighboursOf(page, pagination),
      seeAlso: relatedAmong(config.seeAlso ? listedDocs(pages) : []),
      docNeighbours: (doc) => ofRecord.pagination.docs.get(doc.id) ?? alone,
      ...trailsOf([...sidebars.byName.values()]),
      ...folderPages(sidebars, pageByPermalink, folderPermalink),
      isExternal: externalTest(config),
      redirects: [],
      ...{ pageByOldAddress: new Map(), pageInVersions: new Map() },
    },
    diagnostics,
  };
}

/** A version without sidebars, as Docusaurus records it. */
function unlisted(docs: ReadonlyMap<string, Doc>) {
  return { recorded: noSidebars, pagination: paginate(docs, noSidebars).value };
}

/** Whether the config says that others serve an address of this host. */
export function externalTest({ external }: Pick<Config, 'external'>): (path: string) => boolean {
  const test = globTest(external);
  return external.length === 0 ? () => false : (path) => test(withoutTrailingSlash(path).slice(1));
}

function listedDocs(pages: readonly Page[]): Doc[] {
  return pages.flatMap((page) => (page.kind === 'doc' && !page.doc.unlisted ? page.doc : []));
}

function folderPages(
  { origins, folded }: Sidebars,
  pages: Site['pageByPermalink'],
  folderPermalink: (dir: string) => Permalink,
): Pick<Site, 'folderPage' | 'foldedPages' | 'foldedLabel'> {
  const pageOf = (dir: string) => pages.get(withoutTrailingSlash(folderPermalink(dir)));
  const folderPage = new Map<SidebarCategory, Page>();
  for (const [category, { dir }] of origins) {
    const page = dir === undefined ? undefined : pageOf(dir);
    if (page) folderPage.set(category, page);
  }
  const foldedPages = new Map([...folded].map(([item, dirs]) => [item, dirs.flatMap((dir) => pageOf(dir) ?? [])]));
  const foldedLabel = new Map<string, string>();
  for (const item of folded.keys())
    if (item.type === 'link') foldedLabel.set(withoutTrailingSlash(item.href), item.label);
  return { folderPage, foldedPages, foldedLabel };
}

/** The folders above files. */
function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let dir = posix.dirname(path); dir !== '.' && !folders.has(dir); dir = posix.dirname(dir)) folders.add(dir);
  }
  return folders;
}

/** The label of a folder's `_category_` file, else its name, made readable; of the root the title of the hub. */
function folderLabels(
  categories: ReadonlyMap<string, CategoryMetadata>,
  { title, titles }: Config,
): (dir: string) => string {
  return (dir) => {
    if (dir === '.') return title;
    const { name } = parseNumberPrefix(cleanName(posix.basename(dir)).value);
    return categories.get(dir)?.label ?? (titles === 'record' ? name : readableName(name));
  };
}

function neighboursOf(page: Page, pagination: SiteNeighbours): Neighbours {
  if (page.kind === 'doc') return pagination.docs.get(page.doc.id) ?? alone;
  if (page.kind === 'generatedIndex') return pagination.generatedIndexes.get(page.permalink) ?? alone;
  if (page.kind === 'folderIndex') return (page.category && pagination.folders.get(page.category)) ?? alone;
  if (page.kind === 'onePage') {
    const [first] = docsInside(page.content);
    return { ...alone, sidebar: first && pagination.docs.get(first.doc.id)?.sidebar };
  }
  return alone;
}

function passedOn({ roots, files, headingIds, provenance, gathered }: HubContent) {
  const byOrigin = [...provenance].map(([path, origin]) => [originKey(origin.source, origin.path), path] as const);
  return { roots, files, headingIds, provenance, gathered, sourceByOrigin: new Map(byOrigin) };
}

function textsOf(
  { docs: files, partials, texts, repositoryFiles }: HubContent,
  docs: ReadonlyMap<string, Doc>,
): Pick<Site, 'includable' | 'showable' | 'repositoryFiles'> {
  const bodies = new Map<string, Doc>([...docs.values()].map((doc) => [doc.source, doc]));
  const whole = new Map<string, () => string>([
    ...files.map(({ path, text }) => [path, text] as const),
    ...partials.map(({ path, text }) => [path, () => text] as const),
  ]);
  const included = new Map<string, string>([...partials.map(({ path, text }) => [path, text] as const), ...texts]);
  return {
    repositoryFiles,
    includable: {
      get: (path) => {
        const doc = bodies.get(path);
        if (doc) return '\n'.repeat(doc.bodyLine - 1) + doc.body();
        const partial = partialBody(path, included.get(path) ?? repositoryFiles.get(path)?.text);
        return partial && '\n'.repeat(partial.bodyLine - 1) + partial.body;
      },
    },
    showable: {
      get: (path) => texts.get(toSourcePath(path)) ?? whole.get(path)?.() ?? repositoryFiles.get(path)?.text,
    },
  };
}

/** Front matter of a partial is for other programs. */
function partialBody(path: string, text: string | undefined) {
  return text === undefined ? undefined : parseFrontMatter(text, toSourcePath(path)).value;
}

function uniqueDocs(docs: readonly Doc[]): Checked<readonly Doc[]> {
  const first = new Map<string, Doc>();
  const diagnostics: Diagnostic[] = [];
  for (const doc of docs) {
    const taken = first.get(doc.id);
    if (!taken) first.set(doc.id, doc);
    else diagnostics.push(idTaken({ id: doc.id, first: taken.source }, placeOfKey(doc, 'id')));
  }
  return { value: [...first.values()], diagnostics };
}

function trailsOf(sidebars: readonly (readonly SidebarItem[])[]): Pick<Site, 'trail' | 'categoryTrail'> {
  const trail = new Map<string, readonly SidebarCategory[]>();
  const categoryTrail = new Map<SidebarCategory, readonly SidebarCategory[]>();
  const walk = (items: readonly SidebarItem[], above: readonly SidebarCategory[]) => {
    for (const item of items) {
      if (item.type === 'html') continue;
      const key = item.href === undefined ? undefined : withoutTrailingSlash(item.href);
      if (key !== undefined && !trail.has(key)) trail.set(key, above);
      if (item.type === 'category') {
        categoryTrail.set(item, above);
        walk(item.items, [...above, item]);
      }
    }
  };
  for (const items of sidebars) walk(items, []);
  return { trail, categoryTrail };
}
