// What of a site the links of a doc depend on: where files and pages are, and nothing of what pages show.
import type { Doc } from '../../../model/docs/doc.js';
import type { SourcePath } from '../../../model/path.js';
import type { Page } from '../../../model/routes.js';
import type { Site } from '../../../model/site.js';

/** What of a doc its links depend on: where it stands. */
export type LinkingDoc = Pick<Doc, 'id' | 'source' | 'sourceDirName' | 'permalink'>;

/** A page that links lead to; `doc` is that of a doc's page. */
export type LinkedPage = Pick<Page, 'kind' | 'permalink' | 'outputPath'> & { readonly doc?: LinkingDoc };

type OfSite =
  | 'config'
  | 'files'
  | 'gathered'
  | 'hiddenSources'
  | 'isExternal'
  | 'nearestDoc'
  | 'nearestFile'
  | 'provenance'
  | 'repositoryEntry'
  | 'roots'
  | 'sourceByOrigin'
  | 'unsynced'
  | 'words';

export interface LinkedSite extends Pick<Site, OfSite> {
  readonly docBySource: ReadonlyMap<SourcePath, Pick<Doc, 'permalink'>>;
  readonly pageByPermalink: ReadonlyMap<string, LinkedPage>;
  readonly pageByOldAddress: ReadonlyMap<string, LinkedPage>;
  readonly pageInVersions: ReadonlyMap<string, LinkedPage>;
}
