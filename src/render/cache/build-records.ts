// Build records: the result of the previous build for each part of the site (a page, a static file, or the shared files). A page is a function of its own
// body and of the site without bodies (titles, sidebar, URLs, config). If the cache keys of both and the referenced files are unchanged, the files of the page
// are reused. The same rule applies to all kinds of parts.
import { join } from 'node:path';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { sha256 } from '../../model/input/hash.js';
import { type Entry, entryAt, publishedSignature, statSignature } from '../../model/input/regular-file.js';
import type { Hub } from '../../model/site/hub.js';
import type { Site } from '../../model/site/site.js';
import { isSitePath } from '../../model/types/path.js';
import type { Anchor } from '../pages/links/anchors.js';
import type { FrameFiles } from '../pages/page-context.js';
import type { PageHeadings } from '../site-files/page-index.js';
import { anchorSchema, diagnosticSchema, list, record, text, tuple } from './schema.js';

/** A file of the site with its stat signature (`publishedSignature`), '' if the file did not exist. */
export type SiteFile = readonly [path: string, look: string];

export interface BuildRecord {
  /** Cache key of the input of the page's body, '' if the part has no body or its body failed. */
  readonly key: string;
  readonly ids: readonly string[];
  readonly headings: PageHeadings;
  readonly anchors: readonly Anchor[];
  /** All diagnostics except those about anchors, which depend on other bodies. */
  readonly diagnostics: readonly Diagnostic[];
  /** Files in the output folder. A missing signature ('') is filled in when the records are saved, after publishing. */
  readonly files: readonly SiteFile[];
  /** Referenced content files: source path and stat signature (`statSignature`). */
  readonly sources: readonly (readonly [source: string, stamp: string])[];
}

export type BuildRecords = ReadonlyMap<string, BuildRecord>;

export const recordShape = record({
  key: text,
  ids: list(text),
  headings: list(tuple(text, text)),
  anchors: list(anchorSchema),
  diagnostics: list(diagnosticSchema),
  files: list(tuple(isSitePath, text)),
  sources: list(tuple(text, text)),
});

/** Returns the record of a part that was just published, with the signatures of all its files. */
export function completeRecord(part: BuildRecord, out: string): BuildRecord {
  const signatureOf = (path: string) => publishedSignature(entryAt(join(out, path)));
  return { ...part, files: part.files.map(([path, look]) => [path, look || signatureOf(path)]) };
}

interface ReuseContext {
  readonly entryOf: (path: string) => Entry;
  /** Content files that pages can reference: source path → path on disk. */
  readonly files: ReadonlyMap<string, string>;
}

interface WantedPart {
  readonly key: string;
  readonly paths: readonly string[];
}

export function isReusable(part: BuildRecord, { key, paths }: WantedPart, { entryOf, files }: ReuseContext): boolean {
  return (
    part.key === key &&
    paths.every((wanted) => part.files.some(([path]) => path === wanted)) &&
    part.files.every(([path, look]) => publishedSignature(entryOf(path)) === look) &&
    part.sources.every(([source, stamp]) => stamp !== '' && statSignature(entryAt(files.get(source) ?? '')) === stamp)
  );
}

interface SiteKeyInput {
  readonly site: Site;
  readonly frame: FrameFiles;
  readonly buildId: string;
  readonly templatesKey: string;
}

/** Returns the hash of everything that pages depend on except their bodies, for all versions, because the pages of a version link to the others. */
export function hubKey({ sites }: Hub, rest: Omit<SiteKeyInput, 'site'>): string {
  return sha256(
    sites.map((of) => [of.section, of.filePrefix, siteKey({ ...rest, site: of.site })].join('\n')).join('\n'),
  );
}

/** Fields of a doc that only affect its body. JSON omits undefined values. */
const ofBody = { body: undefined, bodyHash: undefined, named: undefined, bodyLine: undefined, keyLines: undefined };

/** Returns the hash of everything that pages depend on, except their bodies and the content of referenced files. */
export function siteKey({ site, frame, buildId, templatesKey }: SiteKeyInput): string {
  const { config, docs, sidebars, pages, files, statics, roots, hiddenSources, provenance, synced } = site;
  const parts = [
    buildId,
    templatesKey,
    { ...config, check: undefined, diagnostics: undefined }, // settings of `docgen check`; severities are applied after all pages are made
    frame,
    [...docs.values()].map((doc) => ({ ...doc, ...ofBody })),
    [...sidebars.byName],
    [...sidebars.origins.values()],
    [...sidebars.folded.values()],
    pages.map(({ kind, permalink, outputPath, title }) => [kind, permalink, outputPath, title]),
    [...files.keys()],
    [...statics.values()].map(({ source, path, isOwned }) => [source, path, isOwned]),
    roots,
    [...hiddenSources],
    [...provenance.keys()], // `synced` contains the values
    [...synced],
  ];
  return sha256(JSON.stringify(parts));
}
