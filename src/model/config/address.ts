// The URL of the site's host and the path of the site on it. `url`, `basePath` and `--base` may each set the path.
import { trim } from 'lodash-es';
import { type Href, notInPath, type Permalink, parseUrl, toHref } from '../types/path.js';

export interface Address {
  /** Path of the docs on the site, without slashes at its ends, like `tagsBasePath`. */
  readonly routeBase: string;
  readonly tagsBasePath: string;
  readonly url: string;
  /** Begins and ends with a slash. */
  readonly basePath: string;
  /** The base path of the published site; a preview may be at another one. */
  readonly siteBase: string;
  /** Whether the build is a preview, which search engines must not index, and whose canonical URLs are those of the published site. */
  readonly isPreview: boolean;
}

type Host = Omit<Address, 'routeBase' | 'tagsBasePath'>;
type Written = Pick<Address, 'url' | 'routeBase' | 'tagsBasePath'> & { readonly basePath?: string | undefined };

type Faulty = { readonly fault: Readonly<Record<'key' | 'reason' | 'example', string>> };

/** Maximum length of `routeBase`, in bytes. `fitSlug` limits the rest of a path. */
const maxRouteBaseBytes = 100;

interface Given {
  readonly base?: string | undefined;
  /** Whether the build is a preview. By default, it is one if `base` is not the path in the config. */
  readonly preview?: boolean | undefined;
}

export function addressOf(written: Written, given: Given): Address | Faulty {
  const host = hostOf(written, given);
  if ('fault' in host) return host;
  const [routeBase, tags] = [written.routeBase, written.tagsBasePath].map((path) => trim(path, '/'));
  const paths = { basePath: host.basePath, routeBase: routeBase ?? '', tagsBasePath: tags || 'tags' };
  const bad = Object.entries(paths).find(([, path]) => notInPath.test(path));
  const isTaken = paths.routeBase === 'assets' || Buffer.byteLength(paths.routeBase) > maxRouteBaseBytes;
  const [key, path] = bad ?? ['routeBase', paths.routeBase];
  if (bad === undefined && !isTaken) return { ...host, ...paths };
  const example = key === 'basePath' ? '/hub/' : 'docs';
  return { fault: { key, reason: `\`${path}\` cannot be the start of an address`, example } };
}

/** Returns the origin and base path of the site. The path is that of `--base`, else of `basePath`, else of `url`. */
function hostOf({ url, basePath }: Written, { base, preview }: Given): Host | Faulty {
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

/** Returns the absolute URL of a page or file. In a preview, it is that of the published site. */
export function absoluteUrl(href: Href, address: Pick<Address, 'url' | 'basePath' | 'siteBase'>): string {
  const { url, basePath, siteBase } = address;
  const [base, own] = [basePath, siteBase].map((path) => toHref(path as Permalink));
  return base !== undefined && href.startsWith(base) ? `${url}${own}${href.slice(base.length)}` : url + href;
}

type Listed = Pick<Address, 'isPreview'> & { readonly version: { readonly noIndex: boolean } };

export const isNoIndex = ({ isPreview, version }: Listed): boolean => isPreview || version.noIndex;

const slashed = (path: string) => `/${path}/`.replace(/\/{2,}/g, '/');
