// Resolves addresses to the files that a static host serves. Pure.
import { decodeAddress, encodePart, globTest, parseUrl } from '../../model/types/path.js';
import { applyRules, type RedirectRule } from './redirect-rules.js';

export interface SiteData {
  readonly files: readonly string[];
  /** Path at which the folder is served, such as `/hub/`. */
  readonly base: string;
  /** Such as `https://docs.example`. */
  readonly origin: string | undefined;
  readonly rules: readonly RedirectRule[];
  /** Globs of paths of the host that other applications serve. */
  readonly foreign: readonly string[];
}

/** Paths of files are from the folder. */
export type Target =
  /** `fragment` is as written, without `#`. */
  | { readonly kind: 'file'; readonly path: string; readonly fragment: string }
  /** A redirect of the host matches this decoded path. */
  | { readonly kind: 'redirected'; readonly path: string }
  | { readonly kind: 'missing'; readonly path: string }
  /** Another host, or a part of this one that is not in the folder. */
  | { readonly kind: 'external'; readonly url: string }
  /** Mail, telephone, data, scripts; other addresses of the same host. */
  | { readonly kind: 'other' };

const maxRemembered = 200_000;

const anyOrigin = 'https://site.docgen.invalid';
const other: Target = { kind: 'other' };

/** `pageBase` is the page's `<base href>`. */
export type Resolver = (url: string, page: string, pageBase?: string) => Target;

export function openResolver({ files, base, origin, rules, foreign }: SiteData): Resolver {
  const paths = new Set(files);
  const own = origin ?? anyOrigin;
  const known = new Map<string, Target>();
  const isOfOthers = globTest(foreign);
  const isForeign = (path: string) => foreign.length > 0 && isOfOthers(path.replace(/\/$/, '').slice(1));

  const fileFor = (path: string): string | undefined => {
    const isFolder = path === '' || path.endsWith('/');
    const index = isFolder ? path : `${path}/`;
    const candidates = [...(isFolder ? [] : [path, `${path}.html`]), `${index}index.html`, `${index}index.htm`];
    return candidates.find((file) => paths.has(file));
  };
  /** `pathname` is encoded. */
  const atHost = (pathname: string, fragment: string): Target => {
    const path = decodeAddress(pathname);
    const isBelow = `${path}/`.startsWith(base);
    const local = path.slice(base.length);
    const file = isBelow ? fileFor(local) : undefined;
    if (file !== undefined) return { kind: 'file', path: file, fragment };
    if (applyRules(rules, path) !== undefined) return { kind: 'redirected', path };
    if (isBelow && !isForeign(path)) return { kind: 'missing', path: local };
    return origin === undefined ? other : { kind: 'external', url: `${origin}${pathname}` };
  };
  const byUrl = (url: string, page: string, pageBase: string | undefined): Target => {
    const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(url);
    if (isAbsolute && !/^https?:/i.test(url)) return other;
    const address = parseUrl(addressOf(page, base), own)?.href ?? own;
    const parsed = parseUrl(url, pageBase === undefined ? address : (parseUrl(pageBase, address)?.href ?? address));
    if (parsed === undefined) return isAbsolute || url.startsWith('//') ? { kind: 'external', url } : other;
    if (parsed.origin === own) return atHost(parsed.pathname, parsed.hash.slice(1));
    return /^https?:/.test(parsed.protocol) ? { kind: 'external', url: parsed.href } : other;
  };
  return (url, page, pageBase) => {
    if (pageBase !== undefined) return byUrl(url, page, pageBase);
    if (url.startsWith('#')) return { kind: 'file', path: page, fragment: url.slice(1) };
    const isRooted = url.startsWith('/') || url.startsWith('http');
    // Most addresses have the same target in all pages, or in all pages of a folder.
    const folder = () => (/^[\w.]/.test(url) ? page.slice(0, page.lastIndexOf('/') + 1) : page);
    const key = isRooted ? url : `${folder()}\n${url}`;
    const target = known.get(key) ?? byUrl(url, isRooted ? 'index.html' : page, undefined);
    if (known.size < maxRemembered) known.set(key, target);
    return target;
  };
}

/** Encodes the characters that a URL parser leaves. */
export function addressOf(page: string, base: string): string {
  return `${base}${page.replace(/(^|\/)index\.html?$/, '$1')}`.replace(/[%?#\\]/g, encodePart);
}

/** Removes `index.html`, `.html` and the last slash, in which the addresses of one page can differ. */
export const bareAddress = (address: string) => address.replace(/(?:(?:^|\/)index)?\.html?$|\/$/, '');
