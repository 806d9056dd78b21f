// Resolves URLs like a static host: to files, and through `_redirects`. Pure.
import { globTest } from '../../model/types/globs.js';
import { decodeAddress, encodePart, parseUrl, withoutTrailingSlash } from '../../model/types/path.js';

export interface SiteData {
  readonly files: readonly string[];
  /** Path at which the folder is served, such as `/hub/`. */
  readonly base: string;
  /** Origin of the site, such as `https://docs.example`. */
  readonly origin: string | undefined;
  readonly rules: readonly RedirectRule[];
  /** Globs of paths that other applications serve. */
  readonly foreign: readonly string[];
}

/** Target of a URL. Paths of files are relative to the folder. */
export type Target =
  /** `fragment` is not decoded and has no `#`. */
  | { readonly kind: 'file'; readonly path: string; readonly fragment: string }
  /** A redirect of the host matches. The path is decoded. */
  | { readonly kind: 'redirected'; readonly path: string }
  | { readonly kind: 'missing'; readonly path: string }
  /** A URL of another host, or a part of this host that another application serves. */
  | { readonly kind: 'external'; readonly url: string }
  /** A URL to mail, telephone, data or scripts, or another URL of the same host. */
  | { readonly kind: 'other' };

const maxRemembered = 200_000;

const anyOrigin = 'https://site.docgen.invalid';
const other: Target = { kind: 'other' };

/** Resolves a URL in a page. `pageBase` is the page's `<base href>`. */
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
  /** Resolves an encoded path on the host. */
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
    // Most URLs have the same target in all pages, or in all pages of a folder. This is the cache key.
    const folder = () => (/^[\w.]/.test(url) ? page.slice(0, page.lastIndexOf('/') + 1) : page);
    const key = isRooted ? url : `${folder()}\n${url}`;
    const target = known.get(key) ?? byUrl(url, isRooted ? 'index.html' : page, undefined);
    if (known.size < maxRemembered) known.set(key, target);
    return target;
  };
}

/** Returns the URL of a page. Also encodes characters that a URL parser leaves. */
export function addressOf(page: string, base: string): string {
  return `${base}${page.replace(/(^|\/)index\.html?$/, '$1')}`.replace(/[%?#\\]/g, encodePart);
}

/** Removes the parts that can differ between URLs of one page: `index.html`, `.html`, the last slash. */
export const bareAddress = (address: string) => address.replace(/(?:(?:^|\/)index)?\.html?$|\/$/, '');

/** A rule of `_redirects`, as Netlify and Cloudflare parse it: `from to [status]` per line. */
export interface RedirectRule {
  /** Path pattern. `:name` matches one segment, and `*` at the end matches the rest. */
  readonly from: string;
  readonly to: string;
  readonly status: number;
  /** Whether the rule has precedence over a file. */
  readonly isForced: boolean;
  /** Offset of `to` in the file, in UTF-16 units from 0. */
  readonly offset: number;
}

/** Maximum number of rules (hosts accept 2,000), and maximum length of a rule in characters. */
const [maxRules, maxRuleLength] = [10_000, 4000];

export function readRules(text: string) {
  const rules: RedirectRule[] = [];
  const invalid: { readonly offset: number; readonly text: string }[] = [];
  for (const { 0: whole, index: offset } of text.matchAll(/[^\r\n]+/g)) {
    if (rules.length + invalid.length >= maxRules) break;
    const line = whole.slice(0, maxRuleLength).replace(/(?:^|\s)#.*$/s, '');
    if (line.trim() === '') continue;
    const rule = toRule(line, offset);
    if (rule) rules.push(rule);
    else invalid.push({ offset, text: line.trim().slice(0, 200) });
  }
  return { rules, invalid };
}

const isAddress = (text: string) => text.startsWith('/') || /^https?:\/\//i.test(text);

function toRule(line: string, offset: number): RedirectRule | undefined {
  const words = [...line.matchAll(/\S+/g)];
  const [from] = words;
  const to = words.slice(1).find(([word]) => isAddress(word)); // query parameters can be between them
  if (!from || !to || !isAddress(from[0])) return undefined;
  const after = words[words.indexOf(to) + 1]?.[0];
  const status = /^(\d{3})(!?)$/.exec(after ?? '');
  if (after !== undefined && !status && !after.includes('=')) return undefined;
  return {
    from: from[0],
    to: to[0],
    status: Number(status?.[1] ?? 301),
    isForced: status?.[2] === '!',
    offset: offset + to.index,
  };
}

/** Returns the first rule that matches a path, with the matched values inserted in `to`. */
export function applyRules(rules: readonly RedirectRule[], path: string): RedirectRule | undefined {
  for (const rule of rules) {
    const values = match(rule.from, path);
    if (values) return { ...rule, to: rule.to.replace(/:(\w+)/g, (name) => values.get(name.slice(1)) ?? name) };
  }
  return undefined;
}

/** Matches a path. Returns the values of the names in the pattern, or undefined. */
function match(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  // Fast path: without it, 10,000 rules and paths take minutes.
  if (!/[*:]/.test(pattern))
    return withoutTrailingSlash(pattern) === withoutTrailingSlash(path) ? new Map() : undefined;
  const values = new Map<string, string>();
  const parts = withoutTrailingSlash(pattern).split('/');
  const given = withoutTrailingSlash(path).split('/');
  for (const [index, part] of parts.entries()) {
    if (part === '*' || (part.endsWith('*') && index === parts.length - 1)) {
      const [start, rest] = [part.slice(0, -1), given.slice(index).join('/')];
      return rest.startsWith(start) ? values.set('splat', rest.slice(start.length)) : undefined;
    }
    const segment = given[index];
    if (segment !== undefined && part.startsWith(':')) values.set(part.slice(1), segment);
    else if (part !== segment) return undefined;
  }
  return given.length === parts.length ? values : undefined;
}
