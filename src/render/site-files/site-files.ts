import type { Site } from '../../model/site.js';
import type { OutputFile } from '../output-file.js';
import { feeds } from './feeds.js';
import { llmsText } from './llms.js';
import { headers, robots, sitemap } from './machine.js';

/** The files for machines: sitemap, robots.txt, llms.txt, `_headers`, feeds. */
export function siteFiles(site: Site): readonly OutputFile[] {
  const map = sitemap(site);
  return [...(map ? [map] : []), robots(site), llmsText(site), headers(site.config.basePath), ...feeds(site)];
}
