// The machine-readable files of a site, and `_headers` for Netlify and Cloudflare Pages.
import { mapKeys } from 'lodash-es';
import type { Config } from '../../model/config/config.js';
import type { Site } from '../../model/site/site.js';
import { outputFile } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { initialOf } from './layout-assets.js';
import { feeds, llmsText, robots, sitemaps } from './machine.js';
import { pageIndexPath } from './page-index.js';
import { drawTouchIcon, touchIconPath } from './preview/cards.js';
import { redirectFiles } from './redirects.js';

/** Returns the files of a site except `index.json`, which needs all pages. Files that exist once are only made for the hub. */
export function siteFiles(site: Site, policy: string): readonly OutputFile[] {
  const { isOtherVersion, locale } = site.config;
  const own = [robots(site), headers(site.config, policy)].filter(({ path }) => !site.statics.has(path));
  const once = isOtherVersion || locale?.folder ? [] : [...own, ...redirectFiles(site)];
  const { favicon, title } = site.config;
  const icons =
    favicon !== '' || isOtherVersion || site.statics.has(touchIconPath) ? [] : [drawTouchIcon(initialOf(title))];
  return [...sitemaps(site), ...once, ...icons, llmsText(site, pageIndexPath(site)), ...feeds(site)];
}

type Headers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns `_headers` with docgen's and the site owner's headers. For the same path and name, the site owner's value applies. */
export function headers(
  { basePath, headers: own, locale }: Pick<Config, 'basePath' | 'headers'> & Partial<Pick<Config, 'locale'>>,
  policy: string,
): OutputFile {
  const theirs: Headers = mapKeys(own, (_, path) => `${basePath}${path.slice(1)}`);
  const ours: Headers = {
    [`${basePath}*`]: {
      'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    },
    ...Object.fromEntries(
      (locale?.all ?? [{ basePath }]).map((one) => [
        `${one.basePath}assets/*`,
        { 'Cache-Control': 'public, max-age=31536000, immutable' },
      ]),
    ),
  };
  const paths = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const lines = paths.flatMap((path) => [path, ...merged(ours[path], theirs[path])]);
  return { path: outputFile('_headers'), bytes: `${lines.join('\n')}\n` };
}

function merged(ours: Headers[string] = {}, theirs: Headers[string] = {}): string[] {
  const replaced = new Set(Object.keys(theirs).map((name) => name.toLowerCase()));
  const kept = Object.entries(ours).filter(([name]) => !replaced.has(name.toLowerCase()));
  return [...kept, ...Object.entries(theirs)].map(([name, value]) => `  ${name}: ${value}`);
}
