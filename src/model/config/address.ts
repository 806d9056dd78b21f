// Where the site is: the host's address and the path of the site on it, of three places that may each say both.
import { type Href, notInPath, type Permalink, parseUrl, toHref } from '../types/path.js';

export interface Address extends Host {
  /** Without slashes at their ends. */
  readonly routeBase: string;
  readonly tagsBasePath: string;
}

interface Host {
  readonly url: string;
  /** Begins and ends with a slash. */
  readonly basePath: string;
  /** The base path of the site that is published: another one than `basePath` in a preview of it at another path. */
  readonly siteBase: string;
  /** The site is a copy for reviewers: no search engine may list it, and its pages name those of the site itself as canonical. */
  readonly isPreview: boolean;
}

interface Written {
  readonly url: string;
  readonly basePath?: string | undefined;
  readonly routeBase: string;
  readonly tagsBasePath: string;
}

interface AddressFault {
  readonly key: string;
  readonly reason: string;
  readonly example: string;
}

/** In bytes; what follows it has its own limit, see `fitSlug`. */
const maxRouteBaseBytes = 100;

interface Given {
  readonly base?: string | undefined;
  /** Undefined: the build is a preview if `base` is not the path of the site that the config names. */
  readonly preview?: boolean | undefined;
}

/** The host, and the paths of site, docs and tags. */
export function addressOf(written: Written, given: Given): Address | { readonly fault: AddressFault } {
  const host = hostOf(written, given);
  if ('fault' in host) return host;
  const [routeBase, tags] = [written.routeBase, written.tagsBasePath].map((path) => path.replace(/^\/+|\/+$/g, ''));
  const paths = { basePath: host.basePath, routeBase: routeBase ?? '', tagsBasePath: tags || 'tags' };
  const bad = Object.entries(paths).find(([, path]) => notInPath.test(path));
  const isTaken = paths.routeBase === 'assets' || Buffer.byteLength(paths.routeBase) > maxRouteBaseBytes;
  const [key, path] = bad ?? ['routeBase', paths.routeBase];
  if (bad === undefined && !isTaken) return { ...host, ...paths };
  const example = key === 'basePath' ? '/hub/' : 'docs';
  return { fault: { key, reason: `\`${path}\` cannot be the start of an address`, example } };
}

/** Host and path of the site. The path of `url` counts where no other is given. */
function hostOf({ url, basePath }: Written, { base, preview }: Given): Host | { readonly fault: AddressFault } {
  const key = base === undefined ? 'basePath' : '--base';
  const given = base ?? basePath;
  if (given !== undefined && /^(?:[a-z][a-z\d+.-]*:|\/\/[^/])/i.test(given)) {
    const path = parseUrl(given, 'https://x.invalid')?.pathname ?? '/';
    const reason = 'must be a path, not a URL: set the URL of the host in `url`';
    return { fault: { key, reason, example: slashed(path) } };
  }
  const { origin, pathname } = parseUrl(url) ?? { origin: '', pathname: '/' };
  const ofUrl = slashed(pathname);
  const path = given === undefined ? ofUrl : slashed(given);
  if (given !== undefined && base === undefined && ofUrl !== '/' && ofUrl !== path) {
    const reason = `its path is \`${ofUrl}\`, but \`basePath\` is \`${path}\`: set only one of them`;
    return { fault: { key: 'url', reason, example: origin } };
  }
  const siteBase = basePath === undefined ? ofUrl : slashed(basePath);
  const isPreview = preview ?? (origin !== '' && path !== siteBase);
  return { url: origin, basePath: path, siteBase: isPreview && origin !== '' ? siteBase : path, isPreview };
}

/** The address of a page or file on the web; in a preview that of the same page or file of the site itself. */
export function onWeb(href: Href, { url, basePath, siteBase }: Pick<Address, 'url' | 'basePath' | 'siteBase'>): string {
  const [base, own] = [basePath, siteBase].map((path) => toHref(path as Permalink));
  return base !== undefined && href.startsWith(base) ? `${url}${own}${href.slice(base.length)}` : url + href;
}

/** True for a site, or a version, that search engines shall not list. */
export function isKeptOut({
  isPreview,
  version,
}: Pick<Address, 'isPreview'> & { readonly version: { readonly noIndex: boolean } }): boolean {
  return isPreview || version.noIndex;
}

const slashed = (path: string) => `/${path}/`.replace(/\/{2,}/g, '/');
