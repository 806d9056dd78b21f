import type { Site } from '../../model/site.js';
import type { OutputFile } from '../output-file.js';
import { feeds } from './feeds.js';
import { headers } from './headers.js';
import { llmsTexts } from './llms.js';
import { robots, sitemaps } from './machine.js';
import { redirectFiles } from './redirects.js';

/** The files for machines: sitemap, llms.txt, feeds; of the hub also robots.txt and `_headers`, which a site has once. */
export function siteFiles(site: Site, policy: string): readonly OutputFile[] {
  const once = site.config.isBeside ? [] : [robots(site), headers(site.config, policy), ...redirectFiles(site)];
  return [...sitemaps(site), ...once, ...llmsTexts(site), ...feeds(site)];
}
