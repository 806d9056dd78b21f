// Build records: the result of the previous build for each unit of the site (a page, a static file, or the shared files). A page is a function of its own
// body, of what its links resolve to, and of what it shows of the site (titles, sidebar). If the keys of all three and the referenced files are unchanged, the
// files of the page are reused. Links are only resolved again if a target could have changed.
import { join } from 'node:path';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { sha256 } from '../../model/input/hash.js';
import { type Entry, entryAt, publishedSignature, statSignature } from '../../model/input/regular-file.js';
import { missingPages } from '../../model/sidebar/navigation.js';
import type { Hub } from '../../model/site/hub.js';
import type { Site } from '../../model/site/site.js';
import { isSitePath } from '../../model/types/path.js';
import type { Anchor } from '../pages/links/anchors.js';
import type { LayoutFiles } from '../pages/page-context.js';
import type { TreeSpan } from '../pages/tree/replace-tree.js';
import type { PageHeadings } from '../site-files/page-index.js';
import { anchorSchema, diagnosticSchema, list, number, object, optional, text, tuple } from './schema.js';

/** A file of the site with its stat signature (`publishedSignature`), '' if the file did not exist. */
export type SiteFile = readonly [path: string, signature: string];

export interface BuildRecord {
  /** Cache key of the input of the page's body, '' if the unit has no body or its body failed. */
  readonly key: string;
  /** Key of what the unit shows of the site: `siteKeyOf`'s for the page of a doc, for other units the key of all that any page shows. */
  readonly siteKey: string;
  /** Key of what links resolve to: `linksKey`'s for the page of a doc, for other units the key of all targets in the hub. */
  readonly links: string;
  /** Where the page of a doc contains its sidebar. */
  readonly sidebar?: TreeSpan | undefined;
  readonly ids: readonly string[];
  readonly headings: PageHeadings;
  readonly anchors: readonly Anchor[];
  /** All diagnostics except those about anchors, which depend on other bodies. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files in the output folder. A missing signature ('') is filled in when the records are saved, after publishing. */
  readonly files: readonly SiteFile[];
  /** Referenced content files: source path and stat signature (`statSignature`). */
  readonly sources: readonly (readonly [source: string, signature: string])[];
}

export type BuildRecords = ReadonlyMap<string, BuildRecord>;

export const recordShape = object({
  key: text,
  siteKey: text,
  links: text,
  sidebar: optional(tuple(number, number)),
  ids: list(text),
  headings: list(tuple(text, text)),
  anchors: list(anchorSchema),
  diagnostics: list(diagnosticSchema),
  files: list(tuple(isSitePath, text)),
  sources: list(tuple(text, text)),
});

/** Returns the record of a unit that was just published, with the signatures of all its files. */
export function completeRecord(part: BuildRecord, out: string): BuildRecord {
  const signatureOf = (path: string) => publishedSignature(entryAt(join(out, path)));
  return { ...part, files: part.files.map(([path, signature]) => [path, signature || signatureOf(path)]) };
}

/** Returns the files of a record that stay as the previous build published them. */
export const keptFiles = ({ files }: BuildRecord) => files.flatMap(([path, stat]) => (stat === '' ? [] : path));

interface ReuseContext {
  readonly entryOf: (path: string) => Entry;
  /** Content files that pages can reference: source path → path on disk. */
  readonly files: ReadonlyMap<string, string>;
}

/** Whether a record has files with all of these paths, and they and the referenced files are unchanged. */
export function hasSameFiles(part: BuildRecord, paths: readonly string[], { entryOf, files }: ReuseContext): boolean {
  return (
    paths.every((wanted) => part.files.some(([path]) => path === wanted)) &&
    part.files.every(([path, signature]) => publishedSignature(entryOf(path)) === signature) &&
    part.sources.every(([source, stat]) => stat !== '' && statSignature(entryAt(files.get(source) ?? '')) === stat)
  );
}

/**
 * Returns the keys of a hub for all versions, because the pages of a version link to the others. Each key contains the previous one:
 * - `pages`: the config and docgen's code. If it changes, every page is made again.
 * - `links`: also files and URLs. If it is the same, all links of a page lead to the same targets.
 * - `all`: also titles, descriptions and the order of pages. If it is the same, only pages with another body are made again.
 */
export function hubKeys(
  { sites }: Hub,
  rest: { readonly layoutFiles: LayoutFiles; readonly buildId: string; readonly templatesKey: string },
) {
  const keyOf = (partsOf: (site: Site) => readonly unknown[]) =>
    sha256(
      sites.map(({ section, filePrefix, site }) => JSON.stringify([section, filePrefix, ...partsOf(site)])).join('\n'),
    );
  const isRelative = sites.some(({ site }) => site.config.relative); // whether a link becomes relative depends on all files of the site
  const ofHub = sha256(JSON.stringify(rest) + keyOf(hubParts));
  const links = sha256(ofHub + keyOf(linkParts));
  return { pages: isRelative ? links : ofHub, links, all: sha256(links + keyOf(shownParts)) };
}

/** Returns values for fields that a spread copy leaves out. JSON omits undefined values. */
const without = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, undefined]));

const ofBody = without(['body', 'bodyHash', 'named', 'bodyLine', 'keyLines']);

/** Fields of a doc, and of its front matter, that pages show and no link depends on. */
const shownFields = ['title', 'shown', 'description', 'sidebarPosition'] as const;
const shownKeys = ['title', 'description', 'keywords', 'sidebar_label', 'sidebar_position'] as const;
const [withoutFields, withoutKeys] = [without(shownFields), without(shownKeys)];

function hubParts({ config, ...site }: Site): readonly unknown[] {
  const unread = new Set([...site.rules.values()].map((rules) => rules.unread));
  return [
    { ...config, check: undefined, diagnostics: undefined }, // settings of `docgen check`; severities are applied after all pages are made
    [...site.statics.values()].map(({ source, path, isOwned }) => [source, path, isOwned]),
    site.roots,
    // Redirects, URLs of editors, and settings of the projects that pages belong to or link to. `sidebars` contains their navigation.
    site.projects.map(({ project, root, inner }) => [root, inner, { ...project, navigation: undefined }]),
    [...missingPages(site.projects)],
    [...unread].map((pages) => pages?.()),
    [...site.translated],
    [...site.synced],
  ];
}

function linkParts({ docs, pages, files, hiddenSources, provenance }: Site): readonly unknown[] {
  return [
    [...docs.values()].map((doc) => {
      const frontMatter = { ...doc.frontMatter, ...withoutKeys };
      return { ...doc, ...ofBody, ...withoutFields, frontMatter };
    }),
    pages.map(({ kind, permalink, outputPath }) => [kind, permalink, outputPath]),
    [...files.keys()],
    [...hiddenSources],
    [...provenance.keys()], // `synced` contains the values
  ];
}

function shownParts({ docs, sidebars, pages }: Site): readonly unknown[] {
  return [
    [...docs.values()].map((doc) => [
      shownFields.map((field) => doc[field]),
      shownKeys.map((key) => doc.frontMatter[key]),
    ]),
    [...sidebars.byName],
    [...sidebars.origins.values()],
    [...sidebars.folded.values()],
    pages.map(({ title }) => title),
  ];
}
