// Outputs for programs, made without React.

import { dateOf } from '../../model/docs/dates.js';
import { type OutputPath, outputFile, pageHref } from '../../model/path.js';
import type { Page } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { escapeText } from '../body/fragment.js';
import type { OutputFile } from '../output-file.js';

/** Where a file for machines stands: at the root, or with the pages of a version beside the hub. */
export function besideVersion(name: string, { isBeside, routeBase }: Site['config']): OutputPath {
  return outputFile(isBeside ? `${routeBase}/${name}` : name);
}

/** `sitemap.xml`, where the config names the site's address: every page that search engines may list. */
export function sitemap({ config, pages }: Site): OutputFile | undefined {
  if (config.url === '' || config.version.noIndex) return undefined;
  const listed = pages.filter(isListed);
  const urls = listed.map((page) => {
    const date = page.kind === 'doc' ? dateOf(page.doc) : undefined;
    const changed = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
    return `<url><loc>${escapeText(config.url + pageHref(page.permalink, config))}</loc>${changed}</url>\n`;
  });
  return {
    path: besideVersion('sitemap.xml', config),
    bytes: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
  };
}

function isListed(page: Page): boolean {
  if (page.kind === 'doc') return !page.doc.unlisted;
  return page.kind === 'tag' ? !page.group.unlisted : page.kind !== 'notFound';
}

/** `robots.txt`: everything may be read, and where the list of pages is. */
export function robots({ config }: Site): OutputFile {
  const map =
    config.url === '' || config.version.noIndex ? '' : `Sitemap: ${config.url}${config.basePath}sitemap.xml\n`;
  return {
    path: outputFile('robots.txt'),
    bytes: `User-agent: *\n${config.version.noIndex ? 'Disallow: /' : 'Allow: /'}\n${map}`,
  };
}
