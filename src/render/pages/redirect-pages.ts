// HTML pages for redirects: for hosts that can't redirect, and for browsers that don't follow `meta refresh`.
import { onWeb } from '../../model/config/address.js';
import type { Redirect } from '../../model/site/routes.js';
import type { Href } from '../../model/types/path.js';
import type { OutputFile } from '../base/output-file.js';
import { type Anchor, isEverywhere } from './links/anchors.js';
import type { PageContext } from './page-context.js';

/** Returns the pages of all redirects that can be an HTML page, and the anchors that they point to. */
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
