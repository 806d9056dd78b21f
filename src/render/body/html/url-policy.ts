// Allowed URLs in a page.
import { parseUrl, protocolOf } from '../../../model/types/path.js';
import type { Slot } from '../print/fragment.js';

const webSchemes = ['http:', 'https:'];
const linkSchemes = [...webSchemes, 'mailto:', 'tel:'];

/** Returns `https://host/path` for `//host/path`, and any other URL unchanged. */
export function withScheme(url: string): string {
  return /^\/\/[^\s/\\\u0000-\u0020][^\\\u0000-\u001f]*$/.test(url) && parseUrl(`https:${url}`) ? `https:${url}` : url;
}

/** Classifies a URL as a browser reads it: inside the hub, outside with an allowed scheme, or forbidden. */
export function classify(url: string, kind: Slot['kind']): 'inside' | 'outside' | 'forbidden' {
  // A URL with a host but no scheme, in any spelling that browsers accept.
  if (/^[\t\n\r]*[\\/][\t\n\r]*[\\/]/.test(url) || url.includes('\\')) return 'forbidden';
  if (!/^[\s\u0000-\u0020]*[a-z][a-z0-9+.\t\n\r-]*:/i.test(url)) return 'inside';
  return (kind === 'link' ? linkSchemes : webSchemes).includes(protocolOf(url)) ? 'outside' : 'forbidden';
}

export function isOnSite(url: string, sites: readonly string[]): boolean {
  return sites.some((site) => url.startsWith(site) && /^(?:[/?#]|$)/.test(url.slice(site.length)));
}
