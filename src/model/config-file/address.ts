// Where the site is: the host's address and the path of the site on it, of three places that may each say both.
import { notInPath, parseUrl } from '../path.js';

interface Address {
  readonly url: string;
  /** Begins and ends with a slash. */
  readonly basePath: string;
  /** Without slashes at their ends. */
  readonly routeBase: string;
  readonly tagsBasePath: string;
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
const longestRouteBase = 100;

/** The host, and the paths of site, docs and tags; `base` is the command line's, which wins over the config. */
export function addressOf(written: Written, base: string | undefined): Address | { readonly fault: AddressFault } {
  const host = hostOf(written, base);
  if ('fault' in host) return host;
  const [routeBase, tags] = [written.routeBase, written.tagsBasePath].map((path) => path.replace(/^\/+|\/+$/g, ''));
  const paths = { basePath: host.basePath, routeBase: routeBase ?? '', tagsBasePath: tags || 'tags' };
  const bad = Object.entries(paths).find(([, path]) => notInPath.test(path));
  const isTaken = paths.routeBase === 'assets' || Buffer.byteLength(paths.routeBase) > longestRouteBase;
  const [key, path] = bad ?? ['routeBase', paths.routeBase];
  if (bad === undefined && !isTaken) return { ...paths, url: host.url };
  const example = key === 'basePath' ? '/hub/' : 'docs';
  return { fault: { key, reason: `\`${path}\` cannot be the start of an address`, example } };
}

/** Host and path of the site. The path of `url` counts where no other is given. */
function hostOf(
  { url, basePath }: Written,
  base: string | undefined,
): Pick<Address, 'url' | 'basePath'> | { readonly fault: AddressFault } {
  const key = base === undefined ? 'basePath' : '--base';
  const given = base ?? basePath;
  if (given !== undefined && /^(?:[a-z][a-z\d+.-]*:|\/\/[^/])/i.test(given)) {
    const path = parseUrl(given, 'https://x.invalid')?.pathname ?? '/';
    return {
      fault: {
        key,
        reason: 'must be a path, not an address: the address of the host is `url` of the config',
        example: slashed(path),
      },
    };
  }
  const { origin, pathname } = parseUrl(url) ?? { origin: '', pathname: '/' };
  const ofUrl = slashed(pathname);
  if (given === undefined) return { url: origin, basePath: ofUrl };
  const path = slashed(given);
  if (base === undefined && ofUrl !== '/' && ofUrl !== path)
    return {
      fault: {
        key: 'url',
        reason: `its path is \`${ofUrl}\`, that of \`basePath\` is \`${path}\`: one of them is enough`,
        example: origin,
      },
    };
  return { url: origin, basePath: path };
}

const slashed = (path: string) => `/${path}/`.replace(/\/{2,}/g, '/');
