import type { Element, Root } from 'hast';
import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { imageBroken } from '../../../model/diagnostics/links.js';
import { schemeRemoved } from '../../../model/diagnostics/rendering.js';
import { type Hole, holeMark } from '../fragment.js';
import { replaceChild, visit } from '../visit.js';
import { classify, isOnSite, withScheme } from './url-policy.js';

/** The attribute of an element that holds an address, and what it leads to. */
const addresses: Readonly<Record<string, readonly [attribute: string, kind: Hole['kind']]>> = {
  a: ['href', 'link'],
  img: ['src', 'image'],
  video: ['src', 'media'],
  audio: ['src', 'media'],
};

export interface RefsContext {
  readonly token: string;
  readonly placeOf: (node: Element) => Place;
  /** Addresses outside the hub that may mean pages of it; see origins.ts. */
  readonly ownSites: readonly string[];
  /** How many diagrams the body has. */
  readonly diagrams: number;
}

/**
 * Replaces each address inside the hub by a mark and returns the holes; addresses outside stay where their scheme is allowed, and an `<a>`
 * that leads nowhere is its content: no reader should take it for a link.
 * The address is judged as a browser reads it, after entities are decoded. Diagnostics: DG702.
 */
export function markReferences(
  tree: Root,
  { token, placeOf, diagrams, ownSites }: RefsContext,
): { holes: Hole[]; diagnostics: Diagnostic[] } {
  const holes: Hole[] = [];
  const diagnostics: Diagnostic[] = [];
  let images = 0;
  const mark = (node: Element) => {
    const [attribute, kind] = Object.hasOwn(addresses, node.tagName) ? (addresses[node.tagName] ?? []) : [];
    delete node.properties['poster'];
    if (attribute === undefined || kind === undefined) return;
    if (kind === 'image') {
      images += 1;
      if (images > 1) node.properties['loading'] = 'lazy';
      node.properties['alt'] ??= '';
    }
    const value = node.properties[attribute];
    if (kind === 'image' && (value === undefined || value === null)) {
      diagnostics.push(imageBroken({ url: 'src={…}', near: undefined }, placeOf(node)));
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
      node.properties[attribute] = holeMark(token, holes.length);
      holes.push({ kind: 'diagram', url: diagram, place: placeOf(node), alt: String(node.properties['alt'] ?? '') });
      return;
    }
    const isOwn = kind === 'link' && isOnSite(url, ownSites);
    switch (isOwn ? 'inside' : classify(url, kind)) {
      case 'inside':
        node.properties[attribute] = holeMark(token, holes.length);
        holes.push({ kind, url, place: placeOf(node), alt: String(node.properties['alt'] ?? '') });
        break;
      case 'outside':
        node.properties[attribute] = url.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());
        if (kind === 'link') node.properties['rel'] = ['noopener', 'noreferrer'];
        else if (kind === 'image') node.properties['referrerPolicy'] = 'no-referrer';
        break;
      case 'forbidden':
        if (kind === 'image') showAlternative(node);
        else delete node.properties[attribute];
        diagnostics.push(schemeRemoved({ url: url.slice(0, 80) }, placeOf(node)));
        break;
    }
  };
  visit(tree, 'element', (node, index, parent) => {
    mark(node);
    if (node.tagName !== 'a' || typeof node.properties['href'] === 'string') return undefined;
    if (node.properties['id'] === undefined && parent && index !== undefined) {
      replaceChild(parent, index, node.children);
      return index;
    }
    node.tagName = 'span';
    return undefined;
  });
  return { holes, diagnostics };
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
  const own = Array.isArray(className) && className.includes('heading-anchor');
  return (
    typeof href === 'string' &&
    href.startsWith('#') &&
    (own || dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined)
  );
}
