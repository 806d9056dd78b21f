// Pages at addresses that moved: for hosts that cannot redirect, and for readers whose browser does not forward.
import { onWeb } from '../../../model/config-file/address.js';
import type { Href } from '../../../model/path.js';
import type { Redirect } from '../../../model/redirects/redirects.js';
import type { OutputFile } from '../../output-file.js';
import type { PageContext } from '../page-context.js';
import { type Anchor, isEverywhere } from './anchors.js';

/** The pages of all redirects that can be one, and the places in other pages that they name. */
export function redirectPages({ site, print }: PageContext): {
  readonly files: readonly OutputFile[];
  readonly anchors: readonly Anchor[];
} {
  const { lang, url } = site.config;
  const files = site.redirects.flatMap(({ outputPath, to, label }): OutputFile[] => {
    if (outputPath === undefined) return [];
    const isHere = to.startsWith('/');
    const canonical = isHere ? (url === '' ? undefined : onWeb(to.replace(/#[\s\S]*$/, '') as Href, site.config)) : to;
    const bytes = print('RedirectPage', { lang, target: { href: to, label }, canonical });
    return [{ path: outputPath, bytes }];
  });
  return { files, anchors: site.redirects.flatMap(anchorOf) };
}

function anchorOf({ page, fragment, place }: Redirect): Anchor[] {
  if (page?.kind !== 'doc' || !place || isEverywhere(fragment)) return [];
  return [{ target: page.outputPath, page: page.doc.source, fragment, place }];
}
