// Where pages and sections come from, as props.
import { posix } from 'node:path';
import type { SourceProps } from '../../../templates/types.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import {
  fileAddress,
  type GatheredSource,
  type Provenance,
  projectName,
  webAddress,
} from '../../model/docs/provenance.js';
import { isCategoryIndex } from '../../model/docs/slug.js';
import type { Page } from '../../model/routes.js';
import type { Site } from '../../model/site.js';

/** The origin of a gathered page; without a day where the page has one of its author's. */
export function sourceOf(
  { source, path, lastChange: day }: Provenance,
  { isDated }: { readonly isDated: boolean },
): SourceProps {
  const lastChange = isDated ? undefined : day;
  return { ...sourceProps(source), commitHref: fileAddress(source, path, 'blob'), lastChange };
}

/**
 * The repositories of the section whose front a page is, each once: the page at the address of the section, and the doc of its folder, which
 * may have another address. None for any other page. A version of a section is a site of its own, whose section is ''.
 */
export function originsOf(page: Page, site: Site): SourceProps[] {
  const { routeBase } = site.config;
  const folder = page.outputPath.replace(/\/?index\.html$|\.html$/, '');
  const section =
    routeBase === '' ? folder : folder.startsWith(`${routeBase}/`) ? folder.slice(routeBase.length + 1) : '';
  const gathered = site.gathered.get(section) ?? site.gathered.get(folderOfIndex(page) ?? section);
  const once = new Map<string, SourceProps>();
  for (const source of gathered?.sources ?? []) {
    const { lastChange, ...props } = sourceProps(source);
    const key = JSON.stringify(props);
    const days = [lastChange, once.get(key)?.lastChange].filter((day) => day !== undefined);
    once.set(key, { ...props, lastChange: days.sort(compareStrings).at(-1) });
  }
  return [...once.values()];
}

/** The folder that a doc is the index of; undefined for any other page. */
function folderOfIndex(page: Page): string | undefined {
  if (page.kind !== 'doc') return undefined;
  const { dir, name } = posix.parse(page.doc.source);
  return isCategoryIndex(name, dir) ? dir : undefined;
}

function sourceProps(source: GatheredSource): SourceProps {
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
