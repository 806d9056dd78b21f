// Provenance of pages and sections, as props.
import { posix } from 'node:path';
import type { SourceProps } from '../../../templates/types.js';
import {
  fileAddress,
  type Provenance,
  projectName,
  type SyncedSource,
  webAddress,
} from '../../model/content/exports.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { isCategoryIndex } from '../../model/docs/slug.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';

export function sourceOf(
  { source, path, lastChange: day }: Provenance,
  { isDated }: { readonly isDated: boolean },
): SourceProps {
  const lastChange = isDated ? undefined : day;
  return { ...sourceProps(source), commitHref: fileAddress(source, path, 'blob'), lastChange };
}

/** Returns the repositories of a section for its home page: the page at its URL, or the index doc of its folder. None for other pages. */
export function originsOf(page: Page, site: Site): SourceProps[] {
  const { routeBase } = site.config;
  const folder = page.outputPath.replace(/\/?index\.html$|\.html$/, '');
  const section =
    routeBase === '' ? folder : folder.startsWith(`${routeBase}/`) ? folder.slice(routeBase.length + 1) : '';
  const synced = site.synced.get(section) ?? site.synced.get(folderOfIndex(page) ?? section);
  const once = new Map<string, SourceProps>();
  for (const source of synced?.sources ?? []) {
    const { lastChange, ...props } = sourceProps(source);
    const key = JSON.stringify(props);
    const days = [lastChange, once.get(key)?.lastChange].filter((day) => day !== undefined);
    once.set(key, { ...props, lastChange: days.sort(compareStrings).at(-1) });
  }
  return [...once.values()];
}

function folderOfIndex(page: Page): string | undefined {
  return page.kind === 'doc' && isCategoryIndex(page.doc.source) ? posix.parse(page.doc.source).dir : undefined;
}

function sourceProps(source: SyncedSource): SourceProps {
  const { license, homepage, commit, changed } = source;
  return {
    project: projectName(source),
    projectHref: homepage ?? webAddress(source.repo),
    commit: commit.slice(0, 10),
    commitHref: fileAddress(source, '', 'tree'),
    license: license?.name,
    licenseHref: license?.path == null ? undefined : fileAddress(source, license.path, 'blob'),
    lastChange: Object.values(changed).sort(compareStrings).at(-1),
  };
}
