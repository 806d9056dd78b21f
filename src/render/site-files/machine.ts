// Machine-readable files: sitemaps, `robots.txt`, `llms.txt`, and feeds of release notes.
import { chunk } from 'lodash-es';
import { absoluteUrl, isNoIndex } from '../../model/config/address.js';
import { compareStrings } from '../../model/diagnostics/diagnostic.js';
import { dateOf } from '../../model/docs/doc.js';
import { isListedDoc } from '../../model/site/pages/page.js';
import type { DocRoute, Page, Site } from '../../model/site/site.js';
import {
  canonicalHref,
  type OutputPath,
  outputFile,
  outputHref,
  pageHref,
  toPermalink,
} from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { escapeText } from '../body/print/fragment.js';
import { titlesIn } from '../pages/lists/cards.js';
import { feedPath, isRelease, pagesBySection } from '../pages/lists/sections.js';
import { markdownCopyHref } from '../pages/markdown-copy.js';

/** Returns the path of a machine-readable file: at the root, or below the URL of a version other than the latest. */
export function besideVersion(name: string, { isOtherVersion, routeBase }: Site['config']): OutputPath {
  return outputFile(isOtherVersion ? `${routeBase}/${name}` : name);
}

/** Returns `sitemap.xml`, or an index of several sitemaps if there are too many pages for one file. */
export function sitemaps({ config, pages }: Site): readonly OutputFile[] {
  if (config.url === '' || isNoIndex(config)) return [];
  const listed = pages.filter(isInSitemap);
  const urls = listed.map((page) => {
    const date = page.kind === 'doc' ? dateOf(page.doc) : undefined;
    const changed = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
    return `<url><loc>${escapeText(absoluteUrl(canonicalHref(page.permalink, config), config))}</loc>${changed}</url>\n`;
  });
  const parts = chunk(urls, maxUrls);
  const fileOf = (name: string, kind: 'urlset' | 'sitemapindex', lines: readonly string[]) => ({
    path: besideVersion(name, config),
    bytes: `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${kind}>\n`,
  });
  if (parts.length < 2) return [fileOf('sitemap.xml', 'urlset', urls)];
  const files = parts.map((part, index) => fileOf(`sitemap-${index + 1}.xml`, 'urlset', part));
  const entries = files.map(
    ({ path }) =>
      `<sitemap><loc>${escapeText(absoluteUrl(outputHref(path, config.basePath), config))}</loc></sitemap>\n`,
  );
  return [fileOf('sitemap.xml', 'sitemapindex', entries), ...files];
}

/** Maximum number of URLs in a sitemap. By the sitemap protocol, it has at most 50,000, and 50 MB. The longest URLs have 2,400 bytes. */
const maxUrls = 20_000;

function isInSitemap(page: Page): boolean {
  if (page.kind === 'doc') return isListedDoc(page);
  return page.kind === 'tag' ? !page.group.unlisted : page.kind !== 'notFound' && page.kind !== 'onePage';
}

export function robots({ config }: Site): OutputFile {
  const bases = config.locale?.all.map(({ basePath }) => basePath) ?? [config.basePath];
  const maps = bases.map((base) => `Sitemap: ${config.url}${base}sitemap.xml\n`).join('');
  const map = config.url === '' || isNoIndex(config) ? '' : maps;
  return {
    path: outputFile('robots.txt'),
    bytes: `User-agent: *\n${isNoIndex(config) ? 'Disallow: /' : 'Allow: /'}\n${map}`,
  };
}

/** Returns `llms.txt`, with a link to the index of all pages. */
export function llmsText(site: Site, index: OutputPath | undefined): OutputFile {
  const { config, pages } = site;
  const sections = [...pagesBySection(site)].map(
    ([section, list]) => `## ${section === '' ? config.title : section}\n\n${linesOf(list, site).join('')}`,
  );
  const front =
    config.url === ''
      ? ''
      : `\nFront: ${absoluteUrl(pageHref(pages.find(({ kind }) => kind === 'home')?.permalink ?? toPermalink(), config), config)}\n`;
  const tagline = config.tagline === '' ? '' : `\n> ${config.tagline}\n`;
  const link = index === undefined ? '' : `\nIndex: ${absoluteUrl(outputHref(index, config.basePath), config)}\n`;
  const head = `# ${config.title}\n${tagline}${front}${link}\n`;
  return { path: besideVersion('llms.txt', config), bytes: `${head}${sections.join('\n')}` };
}

function linesOf(list: readonly DocRoute[], site: Site): string[] {
  const { config } = site;
  const docs = list.map(({ doc }) => doc);
  const titleOf = titlesIn(docs, site);
  return list.map((page) => {
    const { description } = page.doc.shown;
    const name = titleOf(page.doc).replace(/[[\]]/g, '').replace(/\s+/g, ' ');
    return `- [${name}](${absoluteUrl(markdownCopyHref(page, config.basePath), config)})${description === '' ? '' : `: ${description}`}\n`;
  });
}

const maxEntries = 50;

// Atom requires a date for each entry. Only dates that authors wrote are known.
const unknownDate = '1970-01-01';

/** Returns the feeds of a site with a URL. Entries are sorted from newest to oldest, as far as their dates are known. */
export function feeds(site: Site): OutputFile[] {
  const { url, basePath, title } = site.config;
  if (url === '' || isNoIndex(site.config)) return [];
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
