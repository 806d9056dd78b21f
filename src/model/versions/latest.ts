// `latest` in the place of a version: addresses that lead to the version that is the latest one now.
import {
  caseFold,
  type Permalink,
  pageHref,
  toHref,
  toOutputPath,
  toPermalink,
  withoutTrailingSlash,
} from '../path.js';
import type { Redirect } from '../redirects/redirects.js';
import { ancestorsOf, fileTest, type Page } from '../routes.js';
import type { Site } from '../site.js';

/**
 * A redirect for all addresses below `latest`, for hosts that redirect, and for each page of a section one that is a page, for others.
 * A section has none where a version, a page or a file stands at that name or below it.
 */
export function latestRedirects(
  main: Site,
  sections: readonly string[],
  ofVersions: readonly Page[],
): readonly Redirect[] {
  const pages = [...main.pages, ...ofVersions];
  const { config, redirects, statics } = main;
  const { basePath, routeBase } = config;
  const taken = [...pages.map(({ outputPath }) => outputPath), ...statics.keys()].map(caseFold);
  const old = new Set(redirects.flatMap(({ outputPath }) => outputPath ?? []).map(caseFold));
  const isFile = fileTest(pages, config);
  return sections.flatMap((section): Redirect[] => {
    const front = toPermalink(basePath, routeBase, section, '/');
    const from = `${front}latest` as Permalink;
    const name = caseFold(from.slice(basePath.length));
    if (redirects.some((one) => one.isPrefix && one.from === from)) return [];
    if (taken.some((path) => path === name || path === `${name}.html` || path.startsWith(`${name}/`))) return [];
    const ofPages = main.pages.flatMap((page): Redirect[] => {
      const whole = `${withoutTrailingSlash(page.permalink)}/`;
      if (page.kind === 'notFound' || !whole.startsWith(front)) return [];
      const rest = whole.slice(front.length);
      const own = withoutTrailingSlash(`${from}/${rest}`) as Permalink;
      const outputPath = toOutputPath(own, config);
      const key = caseFold(outputPath);
      if (old.has(key) || isFile(key) || ancestorsOf(key).some((path) => old.has(path) || isFile(path))) return [];
      const to = pageHref(page.permalink, config);
      return [{ ...always, from: own, to, page, label: page.title, outputPath, isCovered: rest !== '' }];
    });
    const all = { ...always, isPrefix: true, takesRest: true, from, to: toHref(front), page: undefined };
    return [...ofPages, { ...all, label: front, outputPath: undefined }];
  });
}

/** For a while: another version will be the latest. */
const always = {
  isPrefix: false,
  takesRest: false,
  status: 302,
  fragment: '',
  place: undefined,
  isCovered: false,
} as const;
