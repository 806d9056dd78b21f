// Which file a static host serves for an address. Pure.

import { globTest } from '../../model/mounts/globs.js';
import { decodeAddress, parseUrl } from '../../model/path.js';
import { applyRules, type RedirectRule } from './redirect-rules.js';

/** What the addresses of a site are resolved in; plain data, since threads get it. */
export interface SiteData {
  /** Paths of all files. */
  readonly files: readonly string[];
  /** `/hub/`: where the folder is served. */
  readonly base: string;
  /** `https://docs.example`, where it is known. */
  readonly origin: string | undefined;
  readonly rules: readonly RedirectRule[];
  /** Globs of paths of the host that others serve, as `external` of the config. */
  readonly foreign: readonly string[];
}

/** Where an address leads. */
export type Target =
  /** A file of the site; `fragment` as it was written, without `#`. */
  | { readonly kind: 'file'; readonly path: string; readonly fragment: string }
  /** Another address, by a redirect of the host. */
  | { readonly kind: 'redirected'; readonly fragment: string }
  /** Nothing stands there; `path` is from the folder. */
  | { readonly kind: 'missing'; readonly path: string }
  /** Another host, or a part of this one that is not in the folder. */
  | { readonly kind: 'external'; readonly url: string }
  /** Mail, telephone, data, scripts; addresses of the same host that the folder has not to answer. */
  | { readonly kind: 'other' };

/** Addresses whose targets are remembered. */
const mostRemembered = 200_000;

/** Stands for the site's own host where nobody said which it is. */
const anyOrigin = 'https://site.docgen.invalid';
const other: Target = { kind: 'other' };

export interface Resolver {
  /** Where an address in a page leads. */
  readonly resolve: (url: string, page: string, base?: string) => Target;
  /** The file or redirect for a path from the folder, not encoded. */
  readonly serve: (path: string) => Target;
  readonly origin: string;
}

/** Nothing but characters that stand for themselves, and no `.` at the start of a segment. */
const isPlain = /^(?:[\w\-~][\w\-~.]*(?:\/[\w\-~][\w\-~.]*)*\/?)?$/;

export function openResolver({ files, base, origin, rules, foreign }: SiteData): Resolver {
  const paths = new Set(files);
  const own = origin ?? anyOrigin;
  const rooted = new Map<string, Target>();

  const isOfOthers = globTest(foreign);
  const isForeign = (path: string) => foreign.length > 0 && isOfOthers(path.replace(/\/$/, '').slice(1));

  const fileFor = (path: string): string | undefined => {
    if (path === '' || path.endsWith('/'))
      return ['index.html', 'index.htm'].map((name) => `${path}${name}`).find((file) => paths.has(file));
    return [path, `${path}.html`, `${path}/index.html`, `${path}/index.htm`].find((file) => paths.has(file));
  };
  const serve = (path: string, fragment = ''): Target => {
    const file = fileFor(path);
    if (file !== undefined) return { kind: 'file', path: file, fragment };
    if (applyRules(rules, `${base}${path}`) !== undefined) return { kind: 'redirected', fragment };
    return { kind: 'missing', path };
  };
  /** `pathname` is from the root of the host, encoded. */
  const atHost = (pathname: string, fragment: string): Target => {
    const path = decodeAddress(pathname);
    const local = path === base.slice(0, -1) ? '' : path.startsWith(base) ? path.slice(base.length) : undefined;
    const served = local === undefined ? undefined : serve(local, fragment);
    if (served && (served.kind !== 'missing' || !isForeign(path))) return served;
    return applyRules(rules, path) === undefined ? external(pathname) : { kind: 'redirected', fragment };
  };
  const external = (pathname: string): Target =>
    origin === undefined ? other : { kind: 'external', url: `${origin}${pathname}` };
  const byUrl = (url: string, page: string, pageBase: string | undefined): Target => {
    const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(url);
    if (isAbsolute && !/^https?:/i.test(url)) return other;
    const address = parseUrl(addressOf(page, base), own)?.href ?? own;
    const parsed = parseUrl(url, pageBase === undefined ? address : (parseUrl(pageBase, address)?.href ?? address));
    if (parsed === undefined) return isAbsolute || url.startsWith('//') ? { kind: 'external', url } : other;
    if (parsed.origin === own) return atHost(parsed.pathname, parsed.hash.slice(1));
    if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return other;
    return { kind: 'external', url: parsed.href };
  };
  /** An address that means the same in every page. */
  const byRoot = (url: string): Target => {
    const known = rooted.get(url);
    if (known) return known;
    const target = isPlain.test(url.slice(1)) ? atHost(url, '') : byUrl(url, 'index.html', undefined);
    if (rooted.size < mostRemembered) rooted.set(url, target);
    return target;
  };
  const resolve = (url: string, page: string, pageBase?: string): Target => {
    if (pageBase !== undefined) return byUrl(url, page, pageBase);
    if (url.startsWith('#')) return { kind: 'file', path: page, fragment: url.slice(1) };
    if (url.startsWith('/') || url.startsWith('http')) return byRoot(url);
    const near = url !== '' && isPlain.test(url) ? serve(`${folderOf(page)}${url}`) : undefined;
    return near && (near.kind !== 'missing' || foreign.length === 0) ? near : byUrl(url, page, undefined);
  };
  return { resolve, serve: (path) => serve(path), origin: own };
}

const folderOf = (page: string) => page.slice(0, page.lastIndexOf('/') + 1);

/** The address that a page is served at, from the root of the host; encoded where a URL parser does not do so. */
export function addressOf(page: string, base: string): string {
  return `${base}${page.replace(/(^|\/)index\.html?$/, '$1')}`.replace(/[%?#\\]/g, encoded);
}

const encoded = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
