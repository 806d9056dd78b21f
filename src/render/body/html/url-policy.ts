// Which addresses may stand in a page.
import { parseUrl, protocolOf } from '../../../model/path.js';
import type { Hole } from '../fragment.js';

const allowedSchemes: Readonly<Record<Hole['kind'], readonly string[]>> = {
  link: ['http:', 'https:', 'mailto:', 'tel:'],
  image: ['http:', 'https:'],
  diagram: [],
  media: ['http:', 'https:'],
};

/** `//host/path`, as authors wrote it when sites had both schemes, as `https://host/path`; any other address as it is. */
export function withScheme(url: string): string {
  return /^\/\/[^\s/\\\u0000-\u0020][^\\\u0000-\u001f]*$/.test(url) && parseUrl(`https:${url}`) ? `https:${url}` : url;
}

/** Inside the hub, outside it by a scheme that is allowed there, or forbidden. The address is judged as a browser reads it. */
export function classify(url: string, kind: Hole['kind']): 'inside' | 'outside' | 'forbidden' {
  // An address with a host but no scheme, in any spelling that browsers take for one.
  if (/^[\t\n\r]*[\\/][\t\n\r]*[\\/]/.test(url) || url.includes('\\')) return 'forbidden';
  const hasScheme = /^[\s\u0000-\u0020]*[a-z][a-z0-9+.\t\n\r-]*:/i.test(url);
  if (!hasScheme) return 'inside';
  return allowedSchemes[kind].includes(protocolOf(url)) ? 'outside' : 'forbidden';
}

/** True for an address on one of the sites. */
export function isOnSite(url: string, sites: readonly string[]): boolean {
  return sites.some((site) => url.startsWith(site) && /^(?:[/?#]|$)/.test(url.slice(site.length)));
}
