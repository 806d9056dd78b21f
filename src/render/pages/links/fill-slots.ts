// Fills the slots of a body: resolves the URLs of links and images in the site.
import type { Words } from '../../../model/labels/ui-text.js';
import type { Href } from '../../../model/types/path.js';
import { attributesIn, printedTag } from '../../base/printed-tags.js';
import type { Body } from '../../body/body-types.js';
import { measure } from '../../body/html/overflow.js';
import { type CutSlot, escapeAttribute, escapeText, fillFragment } from '../../body/print/fragment.js';
import { ownAsset } from './assets.js';
import type { SlotResolver } from './slot-resolver.js';

/** Fills the slots of a body. `cards` is the markup of the cards of the page's category. */
export function fillSlots(body: Body, links: SlotResolver, cards = ''): string {
  const { words, config } = links.context.site;
  let isEachAlive = true;
  const diagrams = body.diagrams.map(({ svg }) => ownAsset('diagram.svg', Buffer.from(svg), config.basePath));
  links.files.push(...diagrams.map(({ file }) => file));
  const fill = (slot: CutSlot): string => {
    if (slot.kind === 'diagram') {
      const href = diagrams[Number(slot.url)]?.href;
      const image = imageMarkup(slot, href, { size: undefined, words });
      const isWide = (body.diagrams[Number(slot.url)]?.width ?? 0) > measure;
      return href !== undefined && isWide ? `<a href="${escapeAttribute(href)}">${image}</a>` : image;
    }
    if (slot.kind === 'cards') return cards;
    const { href, isOutside, asset } = links.resolve(slot);
    if (slot.kind === 'link') {
      const rel = isOutside ? ' rel="noopener noreferrer"' : '';
      if (href === undefined) isEachAlive = false;
      return href === undefined ? '' : ` href="${escapeAttribute(href)}"${rel}`;
    }
    if (slot.kind === 'media') return href === undefined ? '' : ` src="${escapeAttribute(href)}"`;
    const attributes = `${slot.attributes}${isOutside ? ' referrerpolicy="no-referrer"' : ''}`;
    return imageMarkup({ ...slot, attributes }, href, { size: asset?.size, words });
  };
  const filled = fillFragment(body.html, fill);
  return isEachAlive ? filled : withoutDeadLinks(filled);
}

function imageMarkup(
  slot: { readonly attributes: string; readonly alt: string },
  href: Href | undefined,
  { size, words }: { readonly size: { width: number; height: number } | undefined; readonly words: Words },
): string {
  if (href === undefined)
    return `<span class="missing-image">${escapeText(slot.alt === '' ? words.text('missingImage') : slot.alt)}</span>`;
  const sized =
    size && !/ (?:width|height)=/.test(slot.attributes) ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${escapeAttribute(href)}"${slot.attributes}${sized}>`;
}

const linkTag = printedTag('a');

/** Replaces links without URLs by their text. A link with an id stays as an anchor. */
function withoutDeadLinks(markup: string): string {
  const closings: string[] = [];
  return markup.replace(linkTag, (tag, slash: string, _name: string, attributes: string) => {
    if (slash !== '') return closings.pop() ?? tag;
    const names = attributes.startsWith(' href=') ? ['href'] : attributesIn(attributes).map(({ name }) => name);
    const isLink = names.includes('href');
    const isPlace = names.includes('id');
    closings.push(isLink ? '</a>' : isPlace ? '</span>' : '');
    return isLink ? tag : isPlace ? `<span${attributes}>` : '';
  });
}
