import type { Site } from '../../model/site.js';
import type { OutputFile } from '../output-file.js';
import { feeds } from './feeds.js';
import { headers } from './headers.js';
import { llmsText } from './llms.js';
import { robots, sitemap } from './machine.js';

/** The files for machines: sitemap, robots.txt, llms.txt, `_headers`, feeds. */
export function siteFiles(site: Site, policy: string): readonly OutputFile[] {
  const map = sitemap(site);
  return [...(map ? [map] : []), robots(site), llmsText(site), headers(site.config, policy), ...feeds(site)];
}
