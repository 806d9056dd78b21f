// Markup with slots. Slots are filled when a page is composed, because they depend on the rest of the site. So a body only depends on its own file.
import type { Place } from '../../../model/diagnostics/diagnostic.js';
import { restOfTag } from '../../base/printed-tags.js';

/** A URL as its author wrote it. The slot replaces an attribute of the markup, or the element of an image. */
export interface Slot {
  /** The `url` of a `diagram` is its number in the body. `cards` has no URL: the cards of the page's category replace the slot. */
  readonly kind: 'link' | 'image' | 'media' | 'diagram' | 'cards';
  readonly url: string;
  readonly place: Place;
  /** Name of the unknown component, if docgen guessed the link from its props. */
  readonly alt: string;
  /** Name of the component's file whose template contains the URL. '' for the page itself. */
  readonly template: string;
}

export interface CutSlot extends Slot {
  /** Other attributes of an image, each preceded by a space. */
  readonly attributes: string;
}

/** `chunks.length` is `slots.length + 1`: chunk, slot, chunk, slot, …, chunk. */
export interface Fragment {
  readonly chunks: readonly string[];
  readonly slots: readonly CutSlot[];
}

/** Returns the placeholder URL of a slot. Placeholders contain a token that no author can write. */
export const slotPlaceholder = (token: string, index: number) => `/${token}/${index}`;

/** Returns the placeholder of code or a formula, whose markup is inserted when a tree is serialized. */
export const codePlaceholder = (token: string, index: number) => `${codeStart(token)}${index}.`;

const codeStart = (token: string) => `${token}code`;

/** Replaces the placeholders of code in a text by their numbers. */
export function replacePlaceholders(text: string, token: string, markup: (index: number) => string): string {
  const start = codeStart(token);
  if (!text.includes(start)) return text;
  const [before = '', ...others] = text.split(start);
  const filled = others.map((rest) => {
    const end = rest.indexOf('.');
    return markup(Number(rest.slice(0, end))) + rest.slice(end + 1);
  });
  return before + filled.join('');
}

/** Splits serialized markup at its placeholders. Slots of dropped elements are dropped. */
export function splitFragment(html: string, token: string, slots: readonly Slot[]): Fragment {
  const mark = `="/${token}/`;
  const chunks: string[] = [];
  const found: CutSlot[] = [];
  let end = 0;
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, end)) {
    const [tag, attribute] = [html.lastIndexOf('<', at), html.lastIndexOf(' ', at)];
    const behind = html.indexOf('"', at + 2) + 1;
    const isImage = html.startsWith('<img ', tag);
    restOfTag.lastIndex = behind;
    const after = isImage ? restOfTag.exec(html)?.[0] : '>';
    const slot = slots[Number(html.slice(at + mark.length, behind - 1))];
    if (!slot || after === undefined || !/^ (?:href|src)$/.test(html.slice(attribute, at)))
      throw new Error('markup contains a placeholder without a slot');
    chunks.push(html.slice(end, isImage ? tag : attribute));
    const attributes = isImage ? html.slice(tag + 4, attribute) + after.slice(0, -1) : '';
    found.push({ attributes, ...slot });
    end = behind + after.length - (isImage ? 0 : 1);
  }
  return { chunks: [...chunks, html.slice(end)], slots: found };
}

/** Joins the chunks. `fill` returns the content of a slot: attributes, each after a space, or the element of an image. */
export function fillFragment({ chunks, slots }: Fragment, fill: (slot: CutSlot) => string): string {
  let html = chunks[0] ?? '';
  for (const [index, slot] of slots.entries()) html += fill(slot) + (chunks[index + 1] ?? '');
  return html;
}

export const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export const escapeText = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
