// Collects redirects from pages and configs: `redirect_from` of Jekyll, `aliases` of Hugo, the config key `redirects`, and the configs of
// projects.
// They are untrusted, because every author of a page can write them.
import { posix } from 'node:path';
import { trim } from 'lodash-es';
import type { Config } from '../config/config.js';
import { placeOfConfig } from '../config/read.js';
import { placeOfProject, splitPaths } from '../content/projects.js';
import type { HubContent } from '../content/read-hub.js';
import { type Checked, type Diagnostic, type Place, problem } from '../diagnostics/diagnostic.js';
import { placeOfKey } from '../docs/doc.js';
import { rootSlug } from '../docs/slug.js';
import {
  decodeAddress,
  parseUrl,
  type SourcePath,
  segmentFault,
  splitUrl,
  within,
  withoutTrailingSlash,
} from '../types/path.js';
import type { DocRoute, Page, Redirect } from './routes.js';

/** A path from the root of the site, decoded, without a slash at its end. '' is the root. */
type SitePath = string;

/** Maximum path, in bytes, as for pages. */
const maxPathBytes = 800;

/**
 * Parses a path. A relative one starts at `folder`, a path of the site. Faults: other hosts and schemes, queries, control characters, and
 * paths that leave the site.
 */
function readPath(written: string, folder: SitePath): { readonly path: SitePath } | { readonly fault: string } {
  const text = trim(written, ' \t\r\n');
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return { fault: 'contains a control character' };
  if (text === '') return { fault: 'is empty' };
  if (/^[\\/]{2}/.test(text) || /^[a-z][\w+.-]*:/i.test(text)) return { fault: 'is not a path of this site' };
  if (/[?#*\\]/.test(text))
    return { fault: 'contains a character that is not allowed in a path: `?`, `#`, `*` or a backslash' };
  const decoded = decodeAddress(text);
  if (/[\p{Cc}\u2028\u2029*?#\\]/u.test(decoded))
    return { fault: 'contains an encoded character that is not allowed in a path' };
  const joined = posix.join('.', decoded.startsWith('/') ? '' : folder, decoded);
  const path = joined === '.' || joined === './' ? '' : joined.replace(/^\/+|\/+$/g, '');
  const segments = path.split('/');
  if (segments.some((segment) => segmentFault(segment) === 'escapes')) return { fault: 'is outside the site' };
  if (segments.some((segment) => segmentFault(segment) === 'too-long') || Buffer.byteLength(path) > maxPathBytes)
    return { fault: 'is too long' };
  return { path };
}

/** Target of a redirect: a page, a URL of the site, or a URL of another host. */
type Target =
  | { readonly page: DocRoute }
  | { readonly path: string; readonly suffix: string }
  | { readonly url: string };

/** A redirect before its URLs are checked. With `isPrefix`, `from` matches all URLs below it. */
export interface Wanted extends Pick<Redirect, 'isPrefix' | 'takesRest' | 'status' | 'place'> {
  readonly from: SitePath;
  readonly target: Target;
}

const maxRedirects = { ofPage: 100, ofPages: 10_000 };

/** A permanent redirect from a single URL. */
const once = { isPrefix: false, takesRest: false, status: 301, place: undefined } as const;

/** Reports a redirect that can't be used. */
type Refuse = (key: string, value: string, reason: string, place: Place | undefined) => [];

type Content = Pick<HubContent, 'provenance' | 'projects' | 'rules'>;

/** Returns all configured redirects, those of the config first. Diagnostics: DG511, DG516. */
export function wantedRedirects(
  content: Content & { readonly config: Config; readonly pages: readonly Page[] },
  ofVersions: readonly Page[],
): Checked<readonly Wanted[]> {
  const { config, pages, provenance, projects, rules } = content;
  const diagnostics: Diagnostic[] = [];
  const refuse: Refuse = (key, value, reason, place) => {
    diagnostics.push(problem.redirectUnusable({ key, value, reason }, place));
    return [];
  };
  const place = placeOfConfig(config.file);
  const ofConfig = config.redirects.flatMap(({ from, to, status }, index): Wanted[] => {
    const isPrefix = from.endsWith('/*');
    const takesRest = isPrefix && to.endsWith('/*');
    const read = readPath(isPrefix ? from.slice(0, -1) : from, '');
    if ('fault' in read) return refuse(`redirects.${index}.from`, from, read.fault, place);
    const target = targetOf(takesRest ? to.slice(0, -1) : to);
    if ('fault' in target) return refuse(`redirects.${index}.to`, to, target.fault, place);
    return [{ from: read.path, isPrefix, takesRest, target, status, place }];
  });
  const ofPages = pages.flatMap((page): Wanted[] => {
    if (page.kind !== 'doc') return [];
    const written = writtenOn(page, config);
    if (written.length === 0) return [];
    const limit = maxRedirects.ofPage;
    const beyond = written[limit];
    if (beyond) {
      const values = { count: written.length, limit, isOnPage: true };
      diagnostics.push(problem.redirectsTooMany(values, placeOfKey(page.doc, beyond.key)));
    }
    const section = provenance.get(page.doc.source)?.section ?? rootOfProject(page.doc.source, rules);
    return written.slice(0, limit).flatMap(({ key, from, folder, isAbsolute }): Wanted[] => {
      const place = placeOfKey(page.doc, key);
      const read = readPath(from, folder);
      if ('fault' in read) return refuse(key, from, read.fault, place);
      const path = section === undefined ? read.path : inSection(read.path, section, isAbsolute, config);
      if (path === undefined) return refuse(key, from, 'is outside the section of the page', place);
      return [{ ...once, from: path, target: { page }, place }];
    });
  });
  const ofProjects = projects.flatMap((placed) => {
    const { project, root } = placed;
    const place = placeOfProject(placed);
    const others = new Set(project.locales?.map((folder) => folder.toLowerCase()));
    // `routeBase` can be part of the project's URLs. Its other pages are not in the hub.
    const isBelow = (path: string) => within(path.replace(/^\//, ''), config.routeBase);
    const below = root === '' && config.routeBase !== '' ? project.redirects.filter(([from]) => isBelow(from)) : [];
    const base = below.length > 0 ? '' : posix.join(config.routeBase, rootSlug(root));
    const redirects = below.length > 0 ? below : project.redirects;
    return redirects.slice(0, maxRedirects.ofPages).flatMap(([from, to]): Wanted[] => {
      // Pages in other languages are not in the hub.
      if (others.has(/^\/*([^/#?]*)/.exec(to)?.[1]?.toLowerCase() ?? '')) return [];
      const read = readPath(from.replace(/^\/+/, ''), base);
      if ('fault' in read) return refuse('redirects', from, read.fault, place);
      const target = targetOf(/^https?:/i.test(to) ? to : posix.join('/', base, to));
      if ('fault' in target) return refuse('redirects', to, target.fault, place);
      return [{ ...once, from: read.path, target, place }];
    });
  });
  const limit = maxRedirects.ofPages;
  if (ofPages.length > limit) diagnostics.push(problem.redirectsTooMany({ count: ofPages.length, limit }));
  const ofTranslations = [...pages, ...ofVersions].flatMap((page) => ofTranslation(page, config));
  return { value: [...ofConfig, ...ofTranslations, ...ofPages.slice(0, limit), ...ofProjects], diagnostics };
}

/** Returns the paths that have redirects, except those of prefixes. */
export const oldPaths = (content: Content, config: Config) => (pages: readonly Page[]) =>
  wantedRedirects({ ...content, config, pages }, []).value.flatMap(({ from, isPrefix }) => (isPrefix ? [] : from));

/** Redirects from the URL of the default language to a translation, because the language menus of other pages link to that URL. */
function ofTranslation(page: Page, { basePath }: Config): readonly Wanted[] {
  if (page.kind !== 'doc' || !page.doc.original) return [];
  const from = withoutTrailingSlash(page.doc.original.slice(basePath.length));
  const place = placeOfKey(page.doc, 'slug');
  return [{ from, isPrefix: false, takesRest: false, target: { page }, status: 302, place }];
}

function targetOf(to: string): Target | { readonly fault: string } {
  if (/^https?:/i.test(to)) {
    const url = /[\p{Cc}\s]/u.test(to) ? undefined : parseUrl(to);
    if (url?.username !== '' || url.password !== '') return { fault: 'is not the URL of a site' };
    return { url: url.href };
  }
  const { path, suffix } = splitUrl(to);
  const read = readPath(path, '');
  if ('fault' in read) return read;
  if (/[\p{Cc}\s"<>\\^`{|}$]/u.test(suffix))
    return { fault: 'contains a character that is not allowed in a query or fragment' };
  return { path: read.path, suffix };
}

/** Returns the paths in a page's front matter, each with the folder that a relative one starts at. */
function writtenOn({ doc, permalink }: DocRoute, { basePath }: Config) {
  const { redirect_from: jekyll, aliases: hugo } = doc.frontMatter;
  const own = (jekyll ?? []).filter((from) => !/\/:[a-z]/.test(from)); // jekyll-redirect-from doesn't support placeholders
  // Relative to the page, as browsers resolve URLs.
  const folder = posix.dirname(withoutTrailingSlash(permalink).slice(basePath.length));
  // In Hugo, `..` can't leave the root of the site.
  const inSite = (from: string) => (posix.join(folder, from).startsWith('../') ? posix.join('/', folder, from) : from);
  return [
    ...own.map((from) => ({ key: 'redirect_from', from, folder: '', isAbsolute: true })),
    ...(hugo ?? []).map((from) => ({
      key: 'aliases',
      from: inSite(from),
      folder,
      isAbsolute: from.trim().startsWith('/'),
    })),
  ];
}

/** Returns the folder of the hub that contains the project of a page. Undefined for the root of the hub. */
function rootOfProject(source: SourcePath, rules: Content['rules']): string | undefined {
  const { project, path = '' } = rules.get(source) ?? {};
  const { root } = splitPaths(source, path);
  return project && root !== '' ? rootSlug(root).slice(1) : undefined;
}

/** Resolves a redirect of a synced page in its section, because the page was written for a separate site. Undefined if it is outside. */
function inSection(path: SitePath, section: string, isAbsolute: boolean, { routeBase }: Config): SitePath | undefined {
  const root = posix.join(routeBase, section);
  const within = !isAbsolute || path.startsWith(`${root}/`) ? path : posix.join(root, path);
  return within.startsWith(`${root}/`) ? within : undefined;
}
