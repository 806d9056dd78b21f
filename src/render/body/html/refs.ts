// The URLs of a body: links, images and media.
import type { Element } from 'hast';
import type { Diagnostic, Place } from '../../../model/diagnostics/diagnostic.js';
import { problem } from '../../../model/diagnostics/problem.js';
import { type Slot, slotPlaceholder } from '../print/fragment.js';
import { text } from './element.js';
import { classify, isOnSite, withScheme } from './url-policy.js';

/** Elements with a URL. It is the `href` of a link, and the `src` of others. */
const kinds: ReadonlyMap<string, Slot['kind']> = new Map([
  ['a', 'link'],
  ['img', 'image'],
  ['video', 'media'],
  ['audio', 'media'],
]);

interface RefsContext {
  readonly token: string;
  readonly placeOf: (node: Element) => Place;
  /** URLs outside the hub that can belong to its pages, see original-address.ts. */
  readonly ownSites: readonly string[];
  /** Number of diagrams in the body. */
  readonly diagrams: number;
}

/** Replaces each URL inside the hub by a placeholder and collects the slots. URLs outside stay if their scheme is allowed. Diagnostics: DG603, DG702. */
export class References {
  readonly slots: Slot[] = [];
  readonly diagnostics: Diagnostic[] = [];
  #images = 0;

  constructor(private readonly context: RefsContext) {}

  /** Replaces the URL of an element, or removes a forbidden one. Must be called once per element, in document order. */
  mark(node: Element): void {
    const { token, placeOf, diagrams, ownSites } = this.context;
    if (node.properties['poster'] !== undefined) delete node.properties['poster'];
    const kind = kinds.get(node.tagName);
    if (kind === undefined) return;
    const attribute = kind === 'link' ? 'href' : 'src';
    if (kind === 'image') {
      this.#images += 1;
      if (this.#images > 1) node.properties['loading'] = 'lazy';
      node.properties['alt'] ??= '';
    }
    const value = node.properties[attribute];
    if (value === undefined || value === null) {
      if (kind !== 'image') return;
      this.diagnostics.push(problem.imageBroken({ url: 'src={…}', near: undefined }, placeOf(node)));
      showAlternative(node);
      return;
    }
    if (isOwnAnchor(node)) return;
    const written = String(value).trim();
    const url = withScheme(written.replace(/^pathname:\/\/(?=\/)/, '')); // Docusaurus's scheme for static files
    const diagram = kind === 'image' ? diagramOf(url, token, diagrams) : undefined;
    const isOwn = kind === 'link' && isOnSite(url, ownSites);
    if (diagram !== undefined) this.#slot(node, attribute, { kind: 'diagram', url: diagram });
    else if (isOwn) this.#slot(node, attribute, { kind, url });
    else this.#classified(node, attribute, { kind, url });
  }

  #classified(node: Element, attribute: string, { kind, url }: Pick<Slot, 'kind' | 'url'>): void {
    switch (classify(url, kind)) {
      case 'inside':
        this.#slot(node, attribute, { kind, url });
        break;
      case 'outside':
        node.properties[attribute] = url.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());
        if (kind === 'link') node.properties['rel'] = ['noopener', 'noreferrer'];
        else if (kind === 'image') node.properties['referrerPolicy'] = 'no-referrer';
        break;
      case 'forbidden':
        if (kind === 'image') showAlternative(node);
        else delete node.properties[attribute];
        this.diagnostics.push(problem.schemeRemoved({ url: url.slice(0, 80) }, this.context.placeOf(node)));
        break;
    }
  }

  #slot(node: Element, attribute: string, { kind, url }: Pick<Slot, 'kind' | 'url'>): void {
    const { token, placeOf } = this.context;
    node.properties[attribute] = slotPlaceholder(token, this.slots.length);
    this.slots.push({ kind, url, place: placeOf(node), alt: String(node.properties['alt'] ?? '') });
  }
}

/** Replaces an image without a URL by its alternative text. */
function showAlternative(node: Element): void {
  const alt = String(node.properties['alt'] ?? '');
  node.tagName = 'span';
  node.properties = {};
  node.children = alt === '' ? [] : [text(alt)];
}

/** Returns the placeholder URL of a diagram. The first has the number 0. */
export const diagramPlaceholder = (token: string, index: number | string) => `docgen:${token}/${index}`;

/** Returns the number of the diagram with a placeholder URL. */
function diagramOf(url: string, token: string, count: number): string | undefined {
  const start = diagramPlaceholder(token, '');
  const number = url.startsWith(start) ? url.slice(start.length) : undefined;
  return number !== undefined && Number(number) < count ? number : undefined;
}

/** Whether docgen made a link to a heading or a footnote. */
function isOwnAnchor(node: Element): boolean {
  const { className, dataFootnoteRef, dataFootnoteBackref, href } = node.properties;
  if (typeof href !== 'string' || !href.startsWith('#')) return false;
  const own = Array.isArray(className) && className.includes('heading-anchor');
  return own || dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined;
}
