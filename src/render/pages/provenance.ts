// Where pages and sections come from, as props.
import type { SourceProps } from '../../../templates/types.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import {
  fileAddress,
  type GatheredSource,
  type Provenance,
  projectName,
  webAddress,
} from '../../model/docs/provenance.js';
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

/** The repositories of the section whose front a page is; none for any other page. */
export function originsOf(page: Page, site: Site): SourceProps[] {
  const { routeBase } = site.config;
  const folder = page.outputPath.replace(/\/?index\.html$|\.html$/, '');
  const section =
    routeBase === '' ? folder : folder.startsWith(`${routeBase}/`) ? folder.slice(routeBase.length + 1) : '';
  return (site.gathered.get(section)?.sources ?? []).map(sourceProps);
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
