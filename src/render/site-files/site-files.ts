import type { Site } from '../../model/site.js';
import type { OutputFile } from '../output-file.js';
import { feeds } from './feeds.js';
import { headers } from './headers.js';
import { llmsText } from './llms.js';
import { robots, sitemap } from './machine.js';
import { redirectFiles } from './redirects.js';

/** The files for machines: sitemap, llms.txt, feeds; of the hub also robots.txt and `_headers`, which a site has once. */
export function siteFiles(site: Site, policy: string): readonly OutputFile[] {
  const map = sitemap(site);
  const once = site.config.isBeside ? [] : [robots(site), headers(site.config, policy), ...redirectFiles(site)];
  return [...(map ? [map] : []), ...once, llmsText(site), ...feeds(site)];
}
