// Machine-readable files: sitemaps and `robots.txt`.

import { isKeptOut, onWeb } from '../../model/config/address.js';
import { dateOf } from '../../model/docs/doc.js';
import type { Page } from '../../model/site/routes.js';
import type { Site } from '../../model/site/site.js';
import { canonicalHref, type OutputPath, outputFile, outputHref } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { escapeText } from '../body/print/fragment.js';

/** Returns the path of a machine-readable file: at the root, or below the URL of a version other than the latest. */
export function besideVersion(name: string, { isBeside, routeBase }: Site['config']): OutputPath {
  return outputFile(isBeside ? `${routeBase}/${name}` : name);
}

/** Returns `sitemap.xml`, or an index of several sitemaps if there are too many pages for one file. */
export function sitemaps({ config, pages }: Site): readonly OutputFile[] {
  if (config.url === '' || isKeptOut(config)) return [];
  const listed = pages.filter(isListed);
  const urls = listed.map((page) => {
    const date = page.kind === 'doc' ? dateOf(page.doc) : undefined;
    const changed = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
    return `<url><loc>${escapeText(onWeb(canonicalHref(page.permalink, config), config))}</loc>${changed}</url>\n`;
  });
  const parts = inParts(urls, maxUrls);
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

/** Maximum number of URLs in a sitemap, by the sitemap protocol. */
const maxUrls = 50_000;

function sitemapOf(kind: 'urlset' | 'sitemapindex', lines: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${kind}>\n`;
}

function isListed(page: Page): boolean {
  if (page.kind === 'doc') return !page.doc.unlisted;
  return page.kind === 'tag' ? !page.group.unlisted : page.kind !== 'notFound' && page.kind !== 'onePage';
}

export function robots({ config }: Site): OutputFile {
  const bases = config.locale?.all.map(({ basePath }) => basePath) ?? [config.basePath];
  const maps = bases.map((base) => `Sitemap: ${config.url}${base}sitemap.xml\n`).join('');
  const map = config.url === '' || isKeptOut(config) ? '' : maps;
  return {
    path: outputFile('robots.txt'),
    bytes: `User-agent: *\n${isKeptOut(config) ? 'Disallow: /' : 'Allow: /'}\n${map}`,
  };
}

const maxFileChars = 2_000_000;

/** Splits lines into chunks of at most `most` lines and about `maxFileChars` characters. Returns at least one, possibly empty. */
export function inParts(lines: readonly string[], most = Number.POSITIVE_INFINITY): readonly (readonly string[])[] {
  let part: string[] = [];
  let length = 0;
  const parts = [part];
  for (const line of lines) {
    if (part.length > 0 && (part.length >= most || length + line.length > maxFileChars)) {
      part = [];
      length = 0;
      parts.push(part);
    }
    part.push(line);
    length += line.length;
  }
  return parts;
}
