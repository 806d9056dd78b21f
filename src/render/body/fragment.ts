// Markup with holes: what depends on the rest of the site is left open when a body is rendered and filled when its page is
// composed. So a body is a function of its own file alone.
import type { Place } from '../../model/diagnostics/diagnostic.js';

/** An address as the author wrote it. It stands for a whole attribute of the markup or, an image, for the whole element. */
export interface Hole {
  /** `diagram`: an image that the body itself brings; its `url` is the number of it. */
  readonly kind: 'link' | 'image' | 'media' | 'diagram';
  readonly url: string;
  readonly place: Place;
  /** Text that takes the place of an image that is not there. */
  readonly alt: string;
}

/** A hole with what the markup says around it: for an image its other attributes, each with a space before it. */
export interface CutHole extends Hole {
  readonly attributes: string;
}

/** `chunks.length` is `holes.length + 1`: chunk, hole, chunk, hole, …, chunk. */
export interface Fragment {
  readonly chunks: readonly string[];
  readonly holes: readonly CutHole[];
}

/** The address that stands in the markup for hole number `index`. The token must not be one that an author can write. */
export function holeMark(token: string, index: number): string {
  return `/${token}/${index}`;
}

/** Attributes of an image behind its address. */
const attributesBehind = /(?: [^\s"=<>]+(?:="[^"]*")?)*>/y;

/** Cuts printed markup, in which `<` only begins tags, at its marks; holes whose element was dropped are dropped. */
export function splitFragment(html: string, token: string, holes: readonly Hole[]): Fragment {
  const mark = `="/${token}/`;
  const chunks: string[] = [];
  const found: CutHole[] = [];
  let end = 0;
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, end)) {
    const [tag, attribute, behind] = [
      html.lastIndexOf('<', at),
      html.lastIndexOf(' ', at),
      html.indexOf('"', at + 2) + 1,
    ];
    const isImage = html.startsWith('<img ', tag);
    attributesBehind.lastIndex = behind;
    const after = isImage ? attributesBehind.exec(html)?.[0] : '>';
    const hole = holes[Number(html.slice(at + mark.length, behind - 1))];
    if (!hole || after === undefined || !/^ (?:href|src)$/.test(html.slice(attribute, at)))
      throw new Error('markup holds a mark of no hole');
    chunks.push(html.slice(end, isImage ? tag : attribute));
    const { kind, url, place, alt } = hole;
    const attributes = isImage ? html.slice(tag + 4, attribute) + after.slice(0, -1) : '';
    found.push({ kind, url, place, alt, attributes });
    end = behind + after.length - (isImage ? 0 : 1);
  }
  return { chunks: [...chunks, html.slice(end)], holes: found };
}

/** Joins the chunks; `fill` gives what stands in a hole: attributes with a space before each, or an image's element. */
export function fillFragment({ chunks, holes }: Fragment, fill: (hole: CutHole) => string): string {
  let html = chunks[0] ?? '';
  for (const [index, hole] of holes.entries()) html += fill(hole) + (chunks[index + 1] ?? '');
  return html;
}

/** A value for a double-quoted attribute. */
export function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

export function escapeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
