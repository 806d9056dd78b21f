// Where the site is: the host's address and the path of the site on it, of three places that may each say both.
import { parseUrl } from '../path.js';

interface Address {
  readonly url: string;
  /** Begins and ends with a slash. */
  readonly basePath: string;
}

interface AddressFault {
  readonly key: string;
  readonly reason: string;
  readonly example: string;
}

/** Host and path; `base` is the command line's, which wins over the config. The path of `url` counts where no other is given. */
export function addressOf(
  { url, basePath }: { readonly url: string; readonly basePath?: string | undefined },
  base: string | undefined,
): Address | { readonly fault: AddressFault } {
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
