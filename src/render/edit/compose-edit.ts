// The pages of docs that were edited, of what the previous build made of them.
import { defaultParts } from '../../../templates/index.js';
import type { HeadingProps } from '../../../templates/types.js';
import { FrameChanged } from '../build-error.js';
import type { Composer } from '../compose-parts.js';
import { type FormerPage, replaceBody, type WrittenPage } from '../pages/doc-page.js';
import { contentAssets } from '../pages/links/assets.js';
import { printPart } from '../pages/print/part.js';
import type { NamedInput } from '../threads/body-inputs.js';
import type { KnownSite } from './known-links.js';

/** The page of a doc that was edited, as the previous build made it. */
export interface EditedPage {
  readonly page: WrittenPage;
  readonly input: NamedInput;
  readonly former: FormerPage;
}

/** Makes the edited pages, by their names. Throws a `FrameChanged`. */
export function composerOf(edited: ReadonlyMap<string, EditedPage>, known: KnownSite | undefined): Composer {
  const site = known?.site;
  const context = site && {
    site,
    hub: site,
    assetOf: contentAssets(site),
    contentsOf: (headings: readonly HeadingProps[]) =>
      printPart('TableOfContents', { headings }, { parts: defaultParts, words: site.words }).pieces.join(''),
  };
  return ({ name }, { body }) => {
    const wanted = edited.get(name);
    const isRendered = body?.status === 'rendered';
    const made = wanted && context && isRendered && replaceBody(wanted.page, body, wanted.former, context);
    if (!made) throw new FrameChanged(name);
    return made;
  };
}
