// Fills the slots of a body: resolves the URLs of links and images in the site.
import type { Diagnostic } from '../../../model/diagnostics/diagnostic.js';
import type { Words } from '../../../model/labels/words.js';
import type { Href, SourcePath } from '../../../model/types/path.js';
import type { OutputFile } from '../../base/output-file.js';
import { attributesIn, printedTag } from '../../base/printed-tags.js';
import type { Body } from '../../body/body-types.js';
import { measure } from '../../body/html/overflow.js';
import { type CutSlot, escapeAttribute, escapeText, fillFragment, type Slot } from '../../body/print/fragment.js';
import type { Anchor } from './anchors.js';
import { type ContentAsset, ownAsset } from './assets.js';
import type { LinkingDoc } from './original-address.js';
import { type LinkContext, resolveSlot } from './resolve-slot.js';

/** Results of a page or a text, besides its markup. */
export interface Used {
  /** The page. For a doc also its Markdown version, and the images that its body generates. */
  readonly files: readonly OutputFile[];
  readonly assets: readonly ContentAsset[];
  readonly anchors: readonly Anchor[];
  readonly diagnostics: readonly Diagnostic[];
}

interface FilledBody extends Used {
  readonly markup: string;
}

/** Maximum number of problems of one page with a hint. A page can contain a million broken links. */
const maxHints = 100;

export interface FillContext extends LinkContext {
  readonly assetOf: (source: SourcePath) => ContentAsset;
  /** Markup of the cards of the page's category. */
  readonly cards?: string;
}

/** Fills the slots of a doc's body. Diagnostics: DG601, DG603–DG606, DG706, DG301, DG305. */
export function fillSlots(
  doc: LinkingDoc,
  body: Body,
  { site, hub, assetOf, hints = true, cards = '' }: FillContext,
): FilledBody {
  const { words } = site;
  const diagnostics: Diagnostic[] = [];
  const anchors: Anchor[] = [];
  const assets = new Set<ContentAsset>();
  let isEachAlive = true;
  const diagrams = body.diagrams.map(({ svg }) => ownAsset('diagram.svg', Buffer.from(svg), site.config.basePath));
  const fill = (slot: CutSlot): string => {
    if (slot.kind === 'diagram') {
      const href = diagrams[Number(slot.url)]?.href;
      const image = imageMarkup(slot, href, { size: undefined, words });
      const isWide = (body.diagrams[Number(slot.url)]?.width ?? 0) > measure;
      return href !== undefined && isWide ? `<a href="${escapeAttribute(href)}">${image}</a>` : image;
    }
    if (slot.kind === 'cards') return cards;
    const wantsHints = hints && diagnostics.length < maxHints;
    const resolved = resolveHref(slot, doc, { site, hub, assetOf, hints: wantsHints });
    const { href, isOutside, asset } = resolved;
    diagnostics.push(...resolved.diagnostics);
    if (resolved.anchor) anchors.push(resolved.anchor);
    if (asset) assets.add(asset);
    if (slot.kind === 'link') {
      const rel = isOutside ? ' rel="noopener noreferrer"' : '';
      if (href === undefined) isEachAlive = false;
      return href === undefined ? '' : ` href="${escapeAttribute(href)}"${rel}`;
    }
    if (slot.kind === 'media') return href === undefined ? '' : ` src="${escapeAttribute(href)}"`;
    const attributes = `${slot.attributes}${isOutside ? ' referrerpolicy="no-referrer"' : ''}`;
    return imageMarkup({ ...slot, attributes }, href, { size: asset?.asset?.size, words });
  };
  const filled = fillFragment(body.html, fill);
  const markup = isEachAlive ? filled : withoutDeadLinks(filled);
  return { markup, files: diagrams.map(({ file }) => file), assets: [...assets], anchors, diagnostics };
}

/** Resolves a slot. `href` is undefined if the target doesn't exist or is not published. */
export function resolveHref(slot: Slot, doc: LinkingDoc, { assetOf, ...context }: FillContext) {
  const { target, anchor, diagnostics } = resolveSlot(slot, doc, context);
  const asset = target.kind === 'file' ? assetOf(target.source) : undefined;
  const isOutside = target.kind === 'outside';
  const href = target.kind === 'page' || isOutside ? target.href : asset?.asset?.href;
  const ofAsset = asset?.diagnose ? [asset.diagnose(slot.place)] : [];
  return { href, isOutside, asset, anchor, diagnostics: [...diagnostics, ...ofAsset] };
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

/** Shows links without URL as text. A link with an id stays an anchor. */
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
