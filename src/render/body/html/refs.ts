// Collects the URLs of a body (links, images and media), and checks that they are allowed.
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { type Diagnostic, type Place, problem } from '../../../model/diagnostics/diagnostic.js';
import { decodeAddress, parseUrl } from '../../../model/types/path.js';
import { type Slot, slotPlaceholder } from '../print/fragment.js';
import { element, text } from './element.js';

/** Slot kinds by element. The URL is in `href` of a link, and in `src` of other elements. */
const kinds = new Map<string, Slot['kind']>(
  Object.entries({ a: 'link', img: 'image', video: 'media', audio: 'media' }),
);

declare module 'hast' {
  interface ElementData {
    /** Number of the diagram that the image shows. */
    diagram?: number;
  }
}

interface RefsContext {
  readonly token: string;
  readonly placeOf: (node: Element) => Place;
  /** URLs outside the hub that can belong to its pages. */
  readonly ownSites: readonly string[];
}

/** Replaces each URL inside the hub by a placeholder and collects the slots. URLs outside stay if their scheme is allowed. Diagnostics: DG603, DG702. */
export class References {
  readonly slots: Slot[] = [];
  readonly diagnostics: Diagnostic[] = [];
  #images = 0;

  constructor(private readonly context: RefsContext) {}

  /** Must be called once per element, in document order. */
  addReference(node: Element): void {
    const { placeOf, ownSites } = this.context;
    const { properties, tagName } = node;
    if (properties['poster'] !== undefined) delete properties['poster'];
    const kind = kinds.get(tagName);
    if (kind === undefined) return;
    const attribute = kind === 'link' ? 'href' : 'src';
    if (kind === 'image') {
      this.#images += 1;
      if (this.#images > 1) properties['loading'] = 'lazy';
      properties['alt'] ??= '';
    }
    const value = properties[attribute];
    const { diagram, template } = node.data ?? {};
    if (diagram !== undefined) return void this.#addSlot(node, 'src', { kind: 'diagram', url: `${diagram}` });
    if (value === undefined || value === null) {
      if (kind !== 'image') return;
      this.diagnostics.push(problem.imageBroken({ url: '', isComputed: true, template }, placeOf(node)));
      showAlternative(node);
      return;
    }
    if (isOwnAnchor(node)) return;
    const written = String(value).trim();
    const url = withScheme(written.replace(/^pathname:\/\/(?=\/)/, '')); // Docusaurus's scheme for static files
    const verdict = kind === 'link' && isOnSite(url, ownSites) ? 'inside' : classify(url, kind);
    if (verdict === 'inside') this.#addSlot(node, attribute, { kind, url });
    else if (verdict === 'outside') {
      properties[attribute] = url.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());
      if (kind === 'link') properties['rel'] = ['noopener', 'noreferrer'];
      else if (kind === 'image') properties['referrerPolicy'] = 'no-referrer';
    } else {
      if (kind === 'image') showAlternative(node);
      else delete properties[attribute];
      if (!isAutolink(node, url))
        this.diagnostics.push(problem.schemeRemoved({ url: url.slice(0, 80), template }, placeOf(node)));
    }
  }

  #addSlot(node: Element, attribute: 'href' | 'src', target: Pick<Slot, 'kind' | 'url'>): void {
    const { token, placeOf } = this.context;
    node.properties[attribute] = slotPlaceholder(token, this.slots.length);
    const { component, template = '' } = (node.data ?? {}) as {
      readonly component?: string;
      readonly template?: string;
    };
    const alt = target.kind === 'link' ? (component ?? '') : String(node.properties['alt'] ?? '');
    this.slots.push({ place: placeOf(node), alt, template, ...target });
  }

  /** Returns the slot for the cards of the page's category. */
  cards(node: Element): Element {
    const image = element('img', {});
    if (node.position) image.position = node.position;
    this.#addSlot(image, 'src', { kind: 'cards', url: '' });
    return image;
  }
}

/** Whether an author wrote only the URL, so that GFM created the link. Such a URL can be an example. */
const isAutolink = (node: Element, url: string) => /^https?:/i.test(url) && textOf(node) === decodeAddress(url);

function showAlternative(node: Element): void {
  const alt = String(node.properties['alt'] ?? '');
  node.tagName = 'span';
  node.properties = {};
  node.children = alt === '' ? [] : [text(alt)];
}

/** Whether docgen created the link, to a heading or a footnote. */
function isOwnAnchor(node: Element): boolean {
  const { className, dataFootnoteRef, dataFootnoteBackref, href } = node.properties;
  if (typeof href !== 'string' || !href.startsWith('#')) return false;
  const own = Array.isArray(className) && className.includes('heading-anchor');
  return own || dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined;
}

const webSchemes = ['http:', 'https:'];
/** URL schemes of GitHub's allowlist, and `tel`. */
const linkSchemes = [...webSchemes, 'mailto:', 'tel:', 'irc:', 'ircs:', 'xmpp:'];

/** Returns `https://host/path` for `//host/path`, and any other URL unchanged. */
export function withScheme(url: string): string {
  return /^\/\/[^\s/\\\u0000-\u0020][^\\\u0000-\u001f]*$/.test(url) && parseUrl(`https:${url}`) ? `https:${url}` : url;
}

/** Classifies a URL as browsers parse it: inside the hub, outside with an allowed scheme, or forbidden. */
export function classify(url: string, kind: Slot['kind']): 'inside' | 'outside' | 'forbidden' {
  // A URL with a host but no scheme, in any spelling that browsers accept.
  if (/^[\t\n\r]*[\\/][\t\n\r]*[\\/]/.test(url) || url.includes('\\')) return 'forbidden';
  if (!/^[\s\u0000-\u0020]*[a-z][a-z0-9+.\t\n\r-]*:/i.test(url)) return 'inside';
  // `std::fmt` is a path in code, not a URL with a scheme.
  if (kind === 'link' && /^[a-z]\w*(?:::\w+)+(?:#|$)/i.test(url)) return 'inside';
  return (kind === 'link' ? linkSchemes : webSchemes).includes(parseUrl(url)?.protocol ?? '') ? 'outside' : 'forbidden';
}

export function isOnSite(url: string, sites: readonly string[]): boolean {
  return sites.some((site) => url.startsWith(site) && /^(?:[/?#]|$)/.test(url.slice(site.length)));
}
