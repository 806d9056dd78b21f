// Outputs for programs, made without React.

import { isKeptOut, onWeb } from '../../model/config-file/address.js';
import { dateOf } from '../../model/docs/dates.js';
import { type OutputPath, outputFile, outputHref, pageHref } from '../../model/path.js';
import type { Page } from '../../model/routes.js';
import type { Site } from '../../model/site.js';
import { escapeText } from '../body/fragment.js';
import type { OutputFile } from '../output-file.js';
import { inParts } from './in-parts.js';

/** Where a file for machines stands: at the root, or with the pages of a version beside the hub. */
export function besideVersion(name: string, { isBeside, routeBase }: Site['config']): OutputPath {
  return outputFile(isBeside ? `${routeBase}/${name}` : name);
}

/**
 * `sitemap.xml`, where the config names the site's address: every page that search engines may list; of very many, the index of the files
 * that list them.
 */
export function sitemaps({ config, pages }: Site): readonly OutputFile[] {
  if (config.url === '' || isKeptOut(config)) return [];
  const listed = pages.filter(isListed);
  const urls = listed.map((page) => {
    const date = page.kind === 'doc' ? dateOf(page.doc) : undefined;
    const changed = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
    return `<url><loc>${escapeText(onWeb(pageHref(page.permalink, config), config))}</loc>${changed}</url>\n`;
  });
  const parts = inParts(urls, mostUrls);
  if (parts.length === 1) return [{ path: besideVersion('sitemap.xml', config), bytes: sitemapOf('urlset', urls) }];
  const files = parts.map((part, index) => ({
    path: besideVersion(`sitemap-${index + 1}.xml`, config),
    bytes: sitemapOf('urlset', part),
  }));
  const entries = files.map(
    ({ path }) => `<sitemap><loc>${escapeText(onWeb(outputHref(path, config.basePath), config))}</loc></sitemap>\n`,
  );
  return [{ path: besideVersion('sitemap.xml', config), bytes: sitemapOf('sitemapindex', entries) }, ...files];
}

/** What a sitemap may list. */
const mostUrls = 50_000;

function sitemapOf(kind: 'urlset' | 'sitemapindex', lines: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${kind}>\n`;
}

function isListed(page: Page): boolean {
  if (page.kind === 'doc') return !page.doc.unlisted;
  return page.kind === 'tag' ? !page.group.unlisted : page.kind !== 'notFound' && page.kind !== 'onePage';
}

/** `robots.txt`: everything may be read, and where the list of pages is. */
export function robots({ config }: Site): OutputFile {
  const map = config.url === '' || isKeptOut(config) ? '' : `Sitemap: ${config.url}${config.basePath}sitemap.xml\n`;
  return {
    path: outputFile('robots.txt'),
    bytes: `User-agent: *\n${isKeptOut(config) ? 'Disallow: /' : 'Allow: /'}\n${map}`,
  };
}
