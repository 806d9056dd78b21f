import type { Element } from 'hast';
import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { imageBroken } from '../../../model/diagnostics/links.js';
import { schemeRemoved } from '../../../model/diagnostics/rendering.js';
import { type Hole, holeMark } from '../fragment.js';
import { classify, isOnSite, withScheme } from './url-policy.js';

/** The attribute of an element that holds an address, and what it leads to. */
const addresses: ReadonlyMap<string, { readonly attribute: string; readonly kind: Hole['kind'] }> = new Map([
  ['a', { attribute: 'href', kind: 'link' }],
  ['img', { attribute: 'src', kind: 'image' }],
  ['video', { attribute: 'src', kind: 'media' }],
  ['audio', { attribute: 'src', kind: 'media' }],
]);

export interface RefsContext {
  readonly token: string;
  readonly placeOf: (node: Element) => Place;
  /** Addresses outside the hub that may mean pages of it; see origins.ts. */
  readonly ownSites: readonly string[];
  /** How many diagrams the body has. */
  readonly diagrams: number;
}

/**
 * Replaces each address inside the hub by a mark and collects the holes; addresses outside stay where their scheme is allowed. The address
 * is judged as a browser reads it, after entities are decoded. Diagnostics: DG603, DG702.
 */
export class References {
  readonly holes: Hole[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #context: RefsContext;
  #images = 0;

  constructor(context: RefsContext) {
    this.#context = context;
  }

  /** Marks the address of an element; each comes once, in order. One that must not lead anywhere has no address behind that. */
  mark(node: Element): void {
    const { token, placeOf, diagrams, ownSites } = this.#context;
    if (node.properties['poster'] !== undefined) delete node.properties['poster'];
    const address = addresses.get(node.tagName);
    if (address === undefined) return;
    const { attribute, kind } = address;
    if (kind === 'image') {
      this.#images += 1;
      if (this.#images > 1) node.properties['loading'] = 'lazy';
      node.properties['alt'] ??= '';
    }
    const value = node.properties[attribute];
    if (kind === 'image' && (value === undefined || value === null)) {
      this.diagnostics.push(imageBroken({ url: 'src={…}', near: undefined }, placeOf(node)));
      showAlternative(node);
    }
    if (value === undefined || value === null || isOwnAnchor(node)) return;
    const url = withScheme(
      String(value)
        .trim()
        .replace(/^pathname:\/\/(?=\/)/, ''),
    ); // Docusaurus's word for a static file
    const diagram = kind === 'image' ? diagramOf(url, token, diagrams) : undefined;
    if (diagram !== undefined) {
      this.#hole(node, attribute, { kind: 'diagram', url: diagram });
      return;
    }
    const isOwn = kind === 'link' && isOnSite(url, ownSites);
    switch (isOwn ? 'inside' : classify(url, kind)) {
      case 'inside':
        this.#hole(node, attribute, { kind, url });
        break;
      case 'outside':
        node.properties[attribute] = url.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());
        if (kind === 'link') node.properties['rel'] = ['noopener', 'noreferrer'];
        else if (kind === 'image') node.properties['referrerPolicy'] = 'no-referrer';
        break;
      case 'forbidden':
        if (kind === 'image') showAlternative(node);
        else delete node.properties[attribute];
        this.diagnostics.push(schemeRemoved({ url: url.slice(0, 80) }, placeOf(node)));
        break;
    }
  }

  #hole(node: Element, attribute: string, { kind, url }: Pick<Hole, 'kind' | 'url'>): void {
    const { token, placeOf } = this.#context;
    node.properties[attribute] = holeMark(token, this.holes.length);
    this.holes.push({ kind, url, place: placeOf(node), alt: String(node.properties['alt'] ?? '') });
  }
}

/** An image without an address, such as one that an expression gives, is its alternative text. */
function showAlternative(node: Element): void {
  const alt = String(node.properties['alt'] ?? '');
  node.tagName = 'span';
  node.properties = {};
  node.children = alt === '' ? [] : [{ type: 'text', value: alt }];
}

/** The address of a diagram of the body until it has one; the first has the number 0. */
export function diagramMark(token: string, index: number | string): string {
  return `docgen:${token}/${index}`;
}

/** The number of the diagram that an address names, as text. */
function diagramOf(url: string, token: string, count: number): string | undefined {
  const start = diagramMark(token, '');
  const number = url.startsWith(start) ? url.slice(start.length) : undefined;
  return number !== undefined && Number(number) < count ? number : undefined;
}

/** Links that docgen itself made, to headings and footnotes of the same page. */
function isOwnAnchor(node: Element): boolean {
  const { className, dataFootnoteRef, dataFootnoteBackref, href } = node.properties;
  if (typeof href !== 'string' || !href.startsWith('#')) return false;
  const own = Array.isArray(className) && className.includes('heading-anchor');
  return own || dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined;
}
