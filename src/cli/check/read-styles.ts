// The stylesheets of a site: addresses in them that lead to no file.
import { tokenTypes as kinds, tokenize } from 'css-tree/tokenizer';
import { string, url as unquoted } from 'css-tree/utils';
import { openResolver, type SiteData } from './addresses.js';
import { isStyle, textOf } from './folder.js';
import type { MissingReference } from './read-batch.js';

export interface StyleFacts {
  readonly path: string;
  readonly missing: readonly MissingReference[];
}

/** Reads every stylesheet of a folder. */
export function readStyles(dir: string, site: SiteData): readonly StyleFacts[] {
  const { resolve } = openResolver(site);
  const styles = site.files.filter(isStyle);
  return styles.map((path) => ({
    path,
    missing: addressesOf(textOf(dir, path)).flatMap(({ url, offset }): MissingReference[] => {
      const target = resolve(url, path);
      return target.kind === 'missing' ? [{ kind: 'file', url, offset, path: target.path }] : [];
    }),
  }));
}

/** What a stylesheet loads: `url(…)`, and the text of an `@import`. */
export function addressesOf(css: string): readonly { readonly url: string; readonly offset: number }[] {
  const found: { url: string; offset: number }[] = [];
  let before = '';
  tokenize(css, (type, start, end) => {
    if (type === kinds.WhiteSpace || type === kinds.Comment) return;
    const text = css.slice(start, end);
    if (type === kinds.Url) {
      const url = unquoted.decode(text);
      found.push({ url, offset: start + Math.max(0, text.indexOf(url)) });
    }
    if (type === kinds.String && /^(?:url\(|src\(|@import)$/.test(before))
      found.push({ url: string.decode(text), offset: start + 1 });
    before = type === kinds.Function || type === kinds.AtKeyword ? text.toLowerCase() : '';
  });
  return found.filter(({ url }) => url !== '');
}
