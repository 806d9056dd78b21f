// The URLs of a body: links, images and media.
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { type Diagnostic, type Place, problem } from '../../../model/diagnostics/diagnostic.js';
import { decodeAddress } from '../../../model/types/path.js';
import { type Slot, slotPlaceholder } from '../print/fragment.js';
import { element, text } from './element.js';
import { classify, isOnSite, withScheme } from './url-policy.js';

/** Elements with a URL. It is the `href` of a link, and the `src` of others. */
const kinds = new Map<string, Slot['kind']>(
  Object.entries({ a: 'link', img: 'image', video: 'media', audio: 'media' }),
);

interface RefsContext {
  readonly token: string;
  readonly placeOf: (node: Element) => Place;
  /** URLs outside the hub that can belong to its pages. */
  readonly ownSites: readonly string[];
  readonly diagrams: number;
}

/** Replaces each URL inside the hub by a placeholder and collects the slots. URLs outside stay if their scheme is allowed. Diagnostics: DG603, DG702. */
export class References {
  readonly slots: Slot[] = [];
  readonly diagnostics: Diagnostic[] = [];
  #images = 0;

  constructor(private readonly context: RefsContext) {}

  /** Must be called once per element, in document order. */
  mark(node: Element): void {
    const { token, placeOf, diagrams, ownSites } = this.context;
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
    const isOwn = diagram !== undefined || (kind === 'link' && isOnSite(url, ownSites));
    const verdict = isOwn ? 'inside' : classify(url, kind);
    if (verdict === 'inside') {
      properties[attribute] = slotPlaceholder(token, this.slots.length);
      const target = diagram === undefined ? { kind, url } : ({ kind: 'diagram', url: diagram } as const);
      const { component } = (node.data ?? {}) as { readonly component?: string };
      const alt = kind === 'link' ? (component ?? '') : String(properties['alt'] ?? '');
      this.slots.push({ ...target, place: placeOf(node), alt });
    } else if (verdict === 'outside') {
      properties[attribute] = url.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());
      if (kind === 'link') properties['rel'] = ['noopener', 'noreferrer'];
      else if (kind === 'image') properties['referrerPolicy'] = 'no-referrer';
    } else {
      if (kind === 'image') showAlternative(node);
      else delete properties[attribute];
      if (!isAutolink(node, url))
        this.diagnostics.push(problem.schemeRemoved({ url: url.slice(0, 80) }, placeOf(node)));
    }
  }

  /** Returns the slot of the cards of the page's category. */
  cards(node: Element): Element {
    const index = this.slots.push({ kind: 'cards', url: '', place: this.context.placeOf(node), alt: '' }) - 1;
    return element('img', { src: slotPlaceholder(this.context.token, index) });
  }
}

/** Whether the author wrote only the URL: an example that GFM made a link of. */
const isAutolink = (node: Element, url: string) => /^https?:/i.test(url) && textOf(node) === decodeAddress(url);

function showAlternative(node: Element): void {
  const alt = String(node.properties['alt'] ?? '');
  node.tagName = 'span';
  node.properties = {};
  node.children = alt === '' ? [] : [text(alt)];
}

export const diagramPlaceholder = (token: string, index: number | string) => `docgen:${token}/${index}`;

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
