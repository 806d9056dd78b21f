// An Atom feed for each section that has release notes or changelogs.
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { type Href, outputFile, outputHref, segmentFault, toHref } from '../../model/path.js';
import type { DocRoute, Page } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { escapeText } from '../body/fragment.js';
import { dateOf } from '../pages/dates.js';
import type { OutputFile } from '../pages/page.js';
import { pagesBySection, sectionOf } from '../pages/sections.js';

const releaseName = /(?:^|\/)(?:releases?|release-notes|changelogs?|what(?:s|-is)-new)(?:$|[/._-])/i;
const mostEntries = 50;

const isRelease = ({ doc }: DocRoute) => releaseName.test(doc.id) && segmentFault(sectionOf(doc.id)) === undefined;

function feedPath(section: string, { config }: Site): string {
  return [config.routeBase, section, 'feed.xml'].filter((part) => part !== '').join('/');
}

/** Where the releases of a page's section are announced; undefined where there are none, or the site has no address. */
export function feedHref(page: Page, site: Site): Href | undefined {
  if (page.kind !== 'doc' || site.config.url === '' || !isRelease(page) || page.doc.unlisted) return undefined;
  return outputHref(outputFile(feedPath(sectionOf(page.doc.id), site)), site.config.basePath);
}

// A feed must say when an entry changed; nothing here knows the time but what authors wrote.
const unknownDate = '1970-01-01';

/** The feeds of a site with an address; the newest entries first, as far as their dates are known. */
export function feeds(site: Site): OutputFile[] {
  const { url, basePath, title } = site.config;
  if (url === '' || site.config.version.noIndex) return [];
  return [...pagesBySection(site, isRelease)].map(([section, pages]) => {
    const path = outputFile(feedPath(section, site));
    const self = url + outputHref(path, basePath);
    const dated = pages.map((page) => ({ page, date: dateOf(page.doc) ?? unknownDate }));
    dated.sort((a, b) => compareStrings(b.date, a.date) || compareStrings(b.page.permalink, a.page.permalink));
    const entries = dated.slice(0, mostEntries).map(({ page, date }) => {
      const address = escapeText(url + toHref(page.permalink));
      const summary = page.doc.description === '' ? '' : `<summary>${escapeText(page.doc.description)}</summary>`;
      return `<entry><id>${address}</id><title>${escapeText(page.title)}</title><link href="${address}"/><updated>${date}T00:00:00Z</updated>${summary}</entry>\n`;
    });
    const name = section === '' ? title : `${title}: ${section}`;
    const bytes = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeText(self)}</id>
<title>${escapeText(`${name}, releases`)}</title>
<link rel="self" href="${escapeText(self)}"/>
<updated>${dated[0]?.date ?? unknownDate}T00:00:00Z</updated>
<author><name>${escapeText(title)}</name></author>
${entries.join('')}</feed>
`;
    return { path, bytes };
  });
}
