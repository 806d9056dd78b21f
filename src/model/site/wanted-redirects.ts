// The redirects that pages and the config ask for: `redirect_from` as Jekyll has it, `aliases` as Hugo has them, `redirects` of the config.
// They are hostile, because every author of a page can write them.
import { posix } from 'node:path';
import type { Config } from '../config/config.js';
import { placeOfConfig } from '../config/read.js';
import type { RedirectStatus } from '../config/schema/config.js';
import { type Checked, type Diagnostic, type Place, problem } from '../diagnostics/diagnostic.js';
import { placeOfKey } from '../docs/doc.js';
import { decodeAddress, parseUrl, segmentFault, withoutTrailingSlash } from '../types/path.js';
import type { DocRoute } from './routes.js';
import type { Site } from './site.js';

/** A path from the root of the site, decoded, without a slash at its end; '' for the root. */
type SitePath = string;

/** Longest path in bytes, as of a page. */
const maxPathBytes = 800;

/**
 * Reads a path. A relative one counts from `folder`, a path of the site. Addresses of other hosts, other schemes, queries, control
 * characters and paths that leave the site are faults.
 */
function readPath(written: string, folder: SitePath): { readonly path: SitePath } | { readonly fault: string } {
  const text = written.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return { fault: 'contains a control character' };
  if (text === '') return { fault: 'is empty' };
  if (/^[\\/]{2}/.test(text) || /^[a-z][\w+.-]*:/i.test(text)) return { fault: 'is not a path of this site' };
  if (/[?#\\]/.test(text))
    return { fault: 'contains a character that is not allowed in a path: `?`, `#` or a backslash' };
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

/** Where a redirect leads: a page, an address of the site, or one of another host. */
type Target =
  | { readonly page: DocRoute }
  | { readonly path: string; readonly suffix: string }
  | { readonly url: string };

export interface Wanted {
  readonly from: SitePath;
  /** Whether `from` matches all URLs below it. `to` can insert the rest. */
  readonly isPrefix: boolean;
  readonly takesRest: boolean;
  readonly target: Target;
  readonly status: RedirectStatus;
  readonly place: Place | undefined;
}

const maxRedirects = { ofPage: 100, ofPages: 10_000 };

/** All redirects that are asked for, those of the config first. Diagnostics: DG511, DG516. */
export function wantedRedirects({ config, pages, provenance }: Site): Checked<readonly Wanted[]> {
  const diagnostics: Diagnostic[] = [];
  const wanted = config.redirects.flatMap((redirect, index) => {
    const read = ofConfig(redirect, config.file);
    if (!('fault' in read)) return [read];
    const { key, value, reason } = read.fault;
    diagnostics.push(
      problem.redirectUnusable({ key: `redirects.${index}.${key}`, value, reason }, placeOfConfig(config.file)),
    );
    return [];
  });
  const ofPages = pages.flatMap((page) => {
    if (page.kind !== 'doc') return [];
    const found = ofPage(page, { config, section: provenance.get(page.doc.source)?.section });
    diagnostics.push(...found.diagnostics);
    return found.value;
  });
  const limit = maxRedirects.ofPages;
  if (ofPages.length > limit) diagnostics.push(problem.redirectsTooMany({ count: ofPages.length, limit }));
  return { value: [...wanted, ...ofPages.slice(0, limit)], diagnostics };
}

type Fault = { readonly fault: { readonly key: 'from' | 'to'; readonly value: string; readonly reason: string } };

function ofConfig({ from, to, status }: Config['redirects'][number], file: string | undefined): Wanted | Fault {
  const isPrefix = from.endsWith('/*');
  const read = readPath(isPrefix ? from.slice(0, -1) : from, '');
  if ('fault' in read) return { fault: { key: 'from', value: from, reason: read.fault } };
  const takesRest = isPrefix && to.endsWith('/*');
  const target = targetOf(takesRest ? to.slice(0, -1) : to);
  if ('fault' in target) return { fault: { key: 'to', value: to, reason: target.fault } };
  return { from: read.path, isPrefix, takesRest, target, status, place: placeOfConfig(file) };
}

function targetOf(to: string): Target | { readonly fault: string } {
  if (/^https?:/i.test(to)) {
    const url = /[\p{Cc}\s]/u.test(to) ? undefined : parseUrl(to);
    if (url?.username !== '' || url.password !== '') return { fault: 'is not the URL of a site' };
    return { url: url.href };
  }
  const [, path = '', suffix = ''] = /^([^?#]*)([\s\S]*)$/.exec(to) ?? [];
  const read = readPath(path, '');
  if ('fault' in read) return read;
  if (/[\p{Cc}\s"<>\\^`{|}$]/u.test(suffix))
    return { fault: 'contains a character that is not allowed in a query or fragment' };
  return { path: read.path, suffix };
}

interface PageContext {
  readonly config: Config;
  /** Section of a synced page, which can't redirect from URLs outside it. */
  readonly section: string | undefined;
}

function ofPage(page: DocRoute, { config, section }: PageContext): Checked<readonly Wanted[]> {
  const { doc } = page;
  const { redirect_from: jekyll, aliases: hugo } = doc.frontMatter;
  const written = [
    ...(jekyll ?? []).map((from) => ({ key: 'redirect_from', from, folder: '', isAbsolute: true })),
    // Relative to the page, as in a browser.
    ...(hugo ?? []).map((from) => {
      return { key: 'aliases', from, folder: folderOf(page, config), isAbsolute: from.trim().startsWith('/') };
    }),
  ] as const;
  const diagnostics: Diagnostic[] = [];
  const limit = maxRedirects.ofPage;
  const beyond = written[limit];
  if (beyond) {
    const values = { count: written.length, limit, isOnPage: true };
    diagnostics.push(problem.redirectsTooMany(values, placeOfKey(doc, beyond.key)));
  }
  const wanted = written.slice(0, limit).flatMap(({ key, from, folder, isAbsolute }): Wanted[] => {
    const read = readPath(from, folder);
    const place = placeOfKey(doc, key);
    const path = 'fault' in read ? undefined : inSection(read.path, { section, config, isAbsolute });
    if (path !== undefined)
      return [{ from: path, isPrefix: false, takesRest: false, target: { page }, status: 301, place }];
    const reason = 'fault' in read ? read.fault : 'is outside the section of the page';
    diagnostics.push(problem.redirectUnusable({ key, value: from, reason }, place));
    return [];
  });
  return { value: wanted, diagnostics };
}

function folderOf({ permalink }: DocRoute, { basePath }: Pick<Config, 'basePath'>): SitePath {
  const folder = posix.dirname(withoutTrailingSlash(permalink).slice(basePath.length));
  return folder === '.' ? '' : folder;
}

/** Resolves a redirect of a synced page in its section, because the page was written for a separate site. */
function inSection(
  path: SitePath,
  { section, config: { routeBase }, isAbsolute }: PageContext & { readonly isAbsolute: boolean },
): SitePath | undefined {
  if (section === undefined) return path;
  const root = posix.join(routeBase, section);
  const within = !isAbsolute || path.startsWith(`${root}/`) ? path : posix.join(root, path);
  return within.startsWith(`${root}/`) ? within : undefined;
}
