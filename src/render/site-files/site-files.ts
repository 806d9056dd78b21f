import type { Site } from '../../model/site/site.js';
import type { OutputFile } from '../base/output-file.js';
import { feeds } from './feeds.js';
import { headers } from './headers.js';
import { llmsTexts } from './llms.js';
import { robots, sitemaps } from './machine.js';
import { redirectFiles } from './redirects.js';

/** Returns the machine-readable files of a site: sitemap, llms.txt, feeds. For the hub also robots.txt, `_headers` and redirects, which exist once. */
export function siteFiles(site: Site, policy: string): readonly OutputFile[] {
  const once = site.config.isBeside ? [] : [robots(site), headers(site.config, policy), ...redirectFiles(site)];
  return [...sitemaps(site), ...once, ...llmsTexts(site), ...feeds(site)];
}
