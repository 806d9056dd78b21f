// Builds the model of a hub: everything that is known before a page is rendered. Pure.

import { posix } from 'node:path';
import type { Config } from '../config/config.js';
import type { HeadingIds } from '../config/schema/generator.js';
import { type Unsynced, unsyncedTest } from '../config/schema/mounts.js';
import { type Provenance, type SyncedFiles, type SyncedSource, webAddress } from '../content/exports/provenance.js';
import type { HubContent, StaticFile } from '../content/named-files.js';
import { parseFrontMatter } from '../content/parse/front-matter.js';
import type { Roots } from '../content/parse/named-paths.js';
import { parseNumberPrefix } from '../content/parse/number-prefix.js';
import type { RepositoryFiles } from '../content/repository-files.js';
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.js';
import { problem } from '../diagnostics/problem.js';
import { type Doc, toDoc } from '../docs/doc.js';
import { groupByTag, hideBelowOverlay, type TagGroup, uniqueDocs, withHome } from '../docs/doc-set.js';
import { readableName } from '../docs/readable-name.js';
import { seeAlso } from '../docs/see-also.js';
import { folderPermalinks } from '../docs/slug.js';
import { tagsByFolder } from '../docs/tags.js';
import { cleanName } from '../input/text.js';
import { type Words, wordsOf } from '../labels/words.js';
import { type CategoryMetadata, readCategories } from '../sidebar/category.js';
import { type Neighbours, paginate, type SiteNeighbours } from '../sidebar/pagination.js';
import { shownSidebars } from '../sidebar/shown-sidebars.js';
import {
  buildSidebars,
  noSidebars,
  type SidebarCategory,
  type SidebarItem,
  type Sidebars,
} from '../sidebar/sidebar.js';
import { globTest } from '../types/globs.js';
import {
  ancestorsOf,
  below,
  type Permalink,
  type SourcePath,
  toSourcePath,
  withoutTrailingSlash,
} from '../types/path.js';
import { toVersionRecord, type VersionRecord } from '../versions/version-record.js';
import { entriesOf, lazily, type NearestPath, nearestAmong, type RepositoryEntry } from './lookups.js';
import { docsInside } from './pages/one-page.js';
import { publishStatics } from './publish-statics.js';
import { buildRoutes, type Page, type Redirect } from './routes.js';

export interface Site {
  readonly config: Config;
  readonly words: Words;
  /** By id, without drafts. */
  readonly docs: ReadonlyMap<string, Doc>;
  readonly tags: readonly TagGroup[];
  /** With the labels that readers see; those of the records are in `version`. */
  readonly sidebars: Sidebars;
  readonly folderLabel: (dir: string) => string;
  readonly version: VersionRecord;
  readonly pages: readonly Page[];
  /** The doc of a source file, even if another doc has its route; for a file that an overlay hides, the overlay's doc. */
  readonly docBySource: ReadonlyMap<SourcePath, Doc>;
  /** By permalink without a trailing slash. */
  readonly pageByPermalink: ReadonlyMap<string, Page>;
  /** Paths in messages of the files that are translated, by source path. */
  readonly translated: ReadonlyMap<SourcePath, string>;
  /** Files that exist but have no page: drafts and partials. */
  readonly hiddenSources: ReadonlySet<SourcePath>;
  /** Bodies that pages can include (of partials and docs), with their line offsets. */
  readonly includable: Texts;
  readonly showable: Texts;
  readonly roots: Roots;
  /** Static files that are published, by their path in the site. */
  readonly statics: ReadonlyMap<string, StaticFile>;
  /** Images and downloads, also static ones: source path → path on disk. */
  readonly files: ReadonlyMap<SourcePath, string>;
  /** The rule for ids of headings, if it is not GitHub's. */
  readonly headingIds: ReadonlyMap<SourcePath, HeadingIds>;
  readonly provenance: ReadonlyMap<SourcePath, Provenance>;
  readonly synced: ReadonlyMap<string, SyncedFiles>;
  /** Source paths of synced files, by URL of the repository and path in it. */
  readonly sourceByOrigin: ReadonlyMap<string, SourcePath>;
  /** Repository files that synced pages include from outside their sections. */
  readonly repositoryFiles: RepositoryFiles;
  readonly repositoryEntry: RepositoryEntry;
  readonly unsynced: Unsynced;
  /** Finds docs and files with similar paths, for hints. */
  readonly nearestDoc: NearestPath;
  readonly nearestFile: NearestPath;
  readonly neighbours: (page: Page) => Neighbours;
  /** Previous and next of a doc as Docusaurus has them, even if another doc has its route. */
  readonly docNeighbours: (doc: Doc) => Neighbours;
  /** Returns related pages of a doc. None if the config disables them. */
  readonly seeAlso: (doc: Doc) => readonly Doc[];
  /** Categories above an item, outermost first, by permalink without a trailing slash. */
  readonly trail: ReadonlyMap<string, readonly SidebarCategory[]>;
  readonly categoryTrail: ReadonlyMap<SidebarCategory, readonly SidebarCategory[]>;
  readonly folderPage: ReadonlyMap<SidebarCategory, Page>;
  /** Whether another application serves a URL of this host: a path from its root, decoded. */
  readonly isExternal: (path: string) => boolean;
  /** Redirects of the latest versions. A hub gets them when all of its versions are known. */
  readonly redirects: readonly Redirect[];
  readonly pageByOldAddress: ReadonlyMap<string, Page>;
  /** Pages of all versions other than the latest, by permalink without trailing slash. All sites share this map. */
  readonly pageInVersions: ReadonlyMap<string, Page>;
  /** Pages of the folders that are one line with an item. */
  readonly foldedPages: ReadonlyMap<SidebarItem, readonly Page[]>;
  /** Pages of the folders that are one line with a doc, by doc id: another page can have the URL of a doc. */
  readonly foldersOf: ReadonlyMap<string, readonly Page[]>;
  /** Labels of the categories whose page is a doc, by doc id. */
  readonly frontLabel: ReadonlyMap<string, string>;
}

export interface Texts {
  readonly get: (path: string) => string | undefined;
}

export function originKey({ repo }: Pick<SyncedSource, 'repo'>, path: string): string {
  return `${webAddress(repo) ?? repo} ${path}`;
}

const alone: Neighbours = { sidebar: undefined, previous: undefined, next: undefined };

/** Builds the model from content and config. Diagnostics: those of all its steps, and DG112, DG109, DG507. */
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
  const overlaid = take(hideBelowOverlay(take(withHome(read, config)), content, config));
  const all = take(uniqueDocs(overlaid.docs));
  const words = wordsOf(config);
  const docs = new Map(all.filter((doc) => config.drafts || !doc.draft).map((doc) => [doc.id, doc]));
  const drafts = all.filter((doc) => !docs.has(doc.id));
  if (docs.size === 0) diagnostics.push(problem.noDocs({}));
  const draftIds = new Set(drafts.map(({ id }) => id));
  const unsynced = unsyncedTest(config, content.synced);
  const built = { ...config, docs: [...docs.values()], draftIds, categories, folderLabel, mountOf, unsynced };
  const recorded = take(buildSidebars(built));
  // A synced section keeps its item, because its page shows its source.
  const sidebars = shownSidebars({ ...config, sidebars: recorded, docs, folderLabel, alone: content.synced });
  const pagination = take(paginate(docs, sidebars));
  // Docusaurus records a version without sidebars as one without pagination.
  const recordedSidebars = config.hasSidebars ? recorded : noSidebars;
  const recordedPagination = config.hasSidebars ? pagination : paginate(docs, noSidebars).value;
  const folderPermalink = folderPermalinks(config, new Set([...starlight].flatMap(ancestorsOf)));
  const tags = groupByTag(docs.values());
  const pages = take(buildRoutes({ config, docs, tags, sidebars, folderPermalink, folderLabel, words }));
  const pageByPermalink = new Map(pages.map((page) => [withoutTrailingSlash(page.permalink), page]));
  const statics = take(publishStatics(content.statics, pages, config));
  const docBySource = new Map([...overlaid.hidden, ...[...docs.values()].map((doc) => [doc.source, doc] as const)]);
  const listed = pages.flatMap((page) => (page.kind === 'doc' && !page.doc.unlisted ? page.doc : []));
  const folders = folderPages(sidebars, pageByPermalink, folderPermalink);
  const related = lazily(() => seeAlso(config.seeAlso ? listed : []));
  return {
    value: {
      config,
      words,
      docs,
      tags,
      sidebars,
      folderLabel,
      version: toVersionRecord(config, docs, recordedSidebars, recordedPagination),
      pages,
      docBySource,
      nearestDoc: nearestAmong(docBySource.keys()),
      unsynced,
      nearestFile: nearestAmong([...content.files.keys()].filter((path) => !path.startsWith('/'))),
      repositoryEntry: entriesOf([...content.synced.values()].flatMap(({ sources }) => sources)),
      pageByPermalink,
      hiddenSources: new Set([...drafts.map(({ source }) => source), ...content.partials.map(({ path }) => path)]),
      ...textsOf(content, docs),
      statics,
      ...passedOn(content),
      neighbours: (page) => neighboursOf(page, pagination),
      seeAlso: ({ id }) => related().get(id) ?? [],
      docNeighbours: (doc) => recordedPagination.docs.get(doc.id) ?? alone,
      ...trailsOf([...sidebars.byName.values()], folders.foldedPages),
      ...folders,
      isExternal: externalTest(config),
      redirects: [],
      pageByOldAddress: new Map(),
      pageInVersions: new Map(),
    },
    diagnostics,
  };
}

function externalTest({ external }: Pick<Config, 'external'>): (path: string) => boolean {
  const test = globTest(external);
  return external.length === 0 ? () => false : (path) => test(withoutTrailingSlash(path).slice(1));
}

function folderPages(
  { origins, folded }: Sidebars,
  pages: Site['pageByPermalink'],
  folderPermalink: (dir: string) => Permalink,
): Pick<Site, 'folderPage' | 'foldedPages' | 'foldersOf' | 'frontLabel'> {
  const pageOf = (dir: string) => pages.get(withoutTrailingSlash(folderPermalink(dir)));
  const categoryPages = [...origins].flatMap(([category, { dir }]) => {
    const page = dir === undefined ? undefined : pageOf(dir);
    return page ? [[category, page] as const] : [];
  });
  const folderPage = new Map(categoryPages);
  const foldedPages = new Map([...folded].map(([item, dirs]) => [item, dirs.flatMap((dir) => pageOf(dir) ?? [])]));
  const foldersOf = new Map<string, readonly Page[]>();
  for (const [item, own] of foldedPages) if (item.type === 'link') foldersOf.set(item.docId ?? '', own);
  const frontLabel = new Map([...origins].map(([{ label }, { docId = '' }]) => [docId, label]));
  return { folderPage, foldedPages, foldersOf, frontLabel };
}

/** Returns the label of a folder: from its `_category_` file, else its name, made readable; for the root, the title of the hub. */
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
  const category = page.kind === 'generatedIndex' || page.kind === 'folderIndex' ? page.category : undefined;
  // The neighbors of a category with a page are those of that page, not of the list page of its folder.
  const isOfCategory = page.kind === 'generatedIndex' || category?.href === undefined;
  if (category) return (isOfCategory && pagination.categories.get(category)) || alone;
  if (page.kind === 'onePage') {
    const [first] = docsInside(page.content);
    return { ...alone, sidebar: first && pagination.docs.get(first.doc.id)?.sidebar };
  }
  return alone;
}

function passedOn(content: HubContent) {
  const { roots, files, headingIds, provenance, synced } = content;
  const byOrigin = [...provenance].map(([path, origin]) => [originKey(origin.source, origin.path), path] as const);
  return {
    roots,
    files,
    headingIds,
    provenance,
    synced,
    sourceByOrigin: new Map(byOrigin),
    translated: translatedFiles(content),
  };
}

function translatedFiles({ mountOf }: HubContent): Site['translated'] {
  const found = [...mountOf].filter(([, { layer }]) => layer === 'locale');
  return new Map(found.map(([path, { shown, prefix }]) => [path, `${shown}/${below(path, prefix)}`]));
}

function textsOf(
  { docs: files, partials, texts, repositoryFiles }: HubContent,
  docs: ReadonlyMap<string, Doc>,
): Pick<Site, 'includable' | 'showable' | 'repositoryFiles'> {
  const docBySource = new Map<string, Doc>([...docs.values()].map((doc) => [doc.source, doc]));
  const docTexts = new Map<string, () => string>(files.map(({ path, text }) => [path, text]));
  const partialTexts = new Map<string, string>(partials.map(({ path, text }) => [path, text]));
  const textOf = (path: string, ofDoc?: () => string) =>
    texts.get(toSourcePath(path)) ?? partialTexts.get(path) ?? ofDoc?.() ?? repositoryFiles.get(path)?.text;
  const bodyOf = (path: string) => {
    const doc = docBySource.get(path);
    if (doc) return { bodyLine: doc.bodyLine, body: doc.body() };
    const text = textOf(path);
    return text === undefined ? undefined : parseFrontMatter(text, toSourcePath(path)).value; // front matter is for other programs
  };
  return {
    repositoryFiles,
    includable: {
      get: (path) => {
        const found = bodyOf(path);
        return found && '\n'.repeat(found.bodyLine - 1) + found.body;
      },
    },
    showable: { get: (path) => textOf(path, docTexts.get(path)) },
  };
}

function trailsOf(
  sidebars: readonly (readonly SidebarItem[])[],
  foldedPages: Site['foldedPages'],
): Pick<Site, 'trail' | 'categoryTrail'> {
  const trail = new Map<string, readonly SidebarCategory[]>();
  const categoryTrail = new Map<SidebarCategory, readonly SidebarCategory[]>();
  const walk = (items: readonly SidebarItem[], above: readonly SidebarCategory[]) => {
    for (const item of items) {
      if (item.type === 'html') continue;
      const folded = (foldedPages.get(item) ?? []).map(({ permalink }) => permalink);
      for (const href of item.href === undefined ? folded : [item.href, ...folded]) {
        const key = withoutTrailingSlash(href);
        if (!trail.has(key)) trail.set(key, above);
      }
      if (item.type === 'category') {
        categoryTrail.set(item, above);
        walk(item.items, [...above, item]);
      }
    }
  };
  for (const items of sidebars) walk(items, []);
  return { trail, categoryTrail };
}
