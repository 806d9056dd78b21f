// The image of a page's link preview: that of the site owner, or a card that docgen draws for each section. The hash of its texts is in the
// name of the card, so that pages can link to it before it is drawn.
import type { Href, OutputPath } from '../../model/types/path.js';
import { ownAsset } from './links/assets.js';

export interface CardTexts {
  readonly siteTitle: string;
  readonly tagline: string;
  /** First letter of the title, or '' if the hub has its own icon. */
  readonly initial: string;
  /** '' for the hub itself. */
  readonly section: string;
}

/** Texts of all cards of a hub. */
export type HubTexts = Omit<CardTexts, 'section'>;

/** Maximum number of sections with a card. */
const maxCards = 100;

/** Returns the names of the sections that have a card. */
export function cardSections(titleNames: ReadonlyMap<OutputPath, readonly string[]>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name] of [...titleNames.values()].map((all) => all.slice(-1)))
    if (name !== undefined && names.size < maxCards) names.add(name);
  return names;
}

interface Card {
  readonly texts: CardTexts;
  readonly href: Href;
  readonly path: OutputPath;
}

/** Returns the texts and the address of a section's card. */
export function cardOf(section: string, hub: HubTexts, basePath: string): Card {
  const texts = { ...hub, section, tagline: section === '' ? hub.tagline : '' };
  const { href, file } = ownAsset('card.png', Buffer.from(JSON.stringify(texts)), basePath);
  return { texts, href, path: file.path };
}
