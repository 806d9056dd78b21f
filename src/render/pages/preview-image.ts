// The image of a page's link preview: that of the site owner, or a card that docgen draws for each section. The hash of its texts is in the
// name of the card, so that pages can link to it before it is drawn.
import type { OutputPath } from '../../model/types/path.js';
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

/** Returns the cards of a hub and of its sections, which are the last names in titles. `of` returns that of a section, or that of the hub. */
export function cardsOf(titleNames: ReadonlyMap<OutputPath, readonly string[]>, hub: HubTexts, basePath: string) {
  const front = cardOf('', hub, basePath);
  const sections = new Map<string, typeof front>();
  for (const [name] of [...titleNames.values()].map((all) => all.slice(-1)))
    if (name !== undefined && sections.size < maxCards && !sections.has(name))
      sections.set(name, cardOf(name, hub, basePath));
  return { all: [front, ...sections.values()], of: (section: string) => sections.get(section) ?? front };
}

function cardOf(section: string, hub: HubTexts, basePath: string) {
  const texts: CardTexts = { ...hub, section, tagline: section === '' ? hub.tagline : '' };
  const { href, file } = ownAsset('card.png', Buffer.from(JSON.stringify(texts)), basePath);
  return { texts, href, path: file.path };
}
