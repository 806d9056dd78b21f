// An Atom feed for each section that has release notes or changelogs.
import { isKeptOut } from '../../model/config/address.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { dateOf } from '../../model/docs/doc.js';
import type { Site } from '../../model/site/site.js';
import { outputHref, pageHref } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { escapeText } from '../body/print/fragment.js';
import { titlesIn } from '../pages/lists/cards.js';
import { feedPath, isRelease, pagesBySection } from '../pages/lists/sections.js';

const maxEntries = 50;

// Atom requires a date for each entry. The only dates are those that authors wrote.
const unknownDate = '1970-01-01';

/** Returns the feeds of a site with a URL. Entries are sorted from newest to oldest, as far as their dates are known. */
export function feeds(site: Site): OutputFile[] {
  const { url, basePath, title } = site.config;
  if (url === '' || isKeptOut(site.config)) return [];
  return [...pagesBySection(site, isRelease)].map(([section, pages]) => {
    const path = feedPath(section, site);
    const self = url + outputHref(path, basePath);
    const dated = pages.map((page) => ({ page, date: dateOf(page.doc) ?? unknownDate }));
    dated.sort((a, b) => compareStrings(b.date, a.date) || compareStrings(b.page.permalink, a.page.permalink));
    const listed = dated.slice(0, maxEntries);
    const docs = listed.map(({ page }) => page.doc);
    const titleOf = titlesIn(docs, site);
    const entries = listed.map(({ page, date }) => {
      const address = escapeText(url + pageHref(page.permalink, site.config));
      const { description } = page.doc.shown;
      const summary = description === '' ? '' : `<summary>${escapeText(description)}</summary>`;
      return `<entry><id>${address}</id><title>${escapeText(titleOf(page.doc))}</title><link href="${address}"/><updated>${date}T00:00:00Z</updated>${summary}</entry>\n`;
    });
    const name = section === '' ? title : `${title}: ${section}`;
    const bytes = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeText(self)}</id>
<title>${escapeText(site.words.text('releases', { title: name }))}</title>
<link rel="self" href="${escapeText(self)}"/>
<updated>${dated[0]?.date ?? unknownDate}T00:00:00Z</updated>
<author><name>${escapeText(title)}</name></author>
${entries.join('')}</feed>
`;
    return { path, bytes };
  });
}
