// The parts of a site that links depend on: locations of files and pages, but not their contents.
import type { Doc } from '../../../model/docs/doc.js';
import type { Page } from '../../../model/site/routes.js';
import type { Site } from '../../../model/site/site.js';
import type { SourcePath } from '../../../model/types/path.js';

/** The location of a doc, which its links are resolved against. */
export type LinkingDoc = Pick<Doc, 'id' | 'source' | 'sourceDirName' | 'permalink'>;

/** A page that links can point to. `doc` is only set for a doc's page. */
export type LinkedPage = Pick<Page, 'kind' | 'permalink' | 'outputPath'> & { readonly doc?: LinkingDoc };

type OfSite =
  | 'config'
  | 'files'
  | 'synced'
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
