// The language menu, and the URLs of a page in other languages: the path in the default language, which redirects if a translation has a different one.
import type { HeaderProps } from '../../../../templates/props.js';
import { absoluteUrl } from '../../../model/config/address.js';
import type { Config } from '../../../model/config/config.js';
import type { LocaleChoice } from '../../../model/config/schema/config.js';
import type { Page } from '../../../model/site/routes.js';
import {
  canonicalHref,
  frontFile,
  type Href,
  outputHref,
  type Permalink,
  pageHref,
  toHref,
  toOutputPath,
  toPermalink,
} from '../../../model/types/path.js';
import { DeferredMarkup } from '../print/render-template.js';

/** Placeholder for the page's URL in a language. The header itself is rendered once. */
const placeholder = (name: string) => `#docgen-locale-${name}#` as Href;
const placeholders = /#docgen-locale-([\w-]+)#/g;

export function localeMenu({ locale }: Config): HeaderProps['links'][number] | undefined {
  if (!locale || locale.all.length < 2) return undefined;
  const links = locale.all.map(({ name, label, lang }) => ({ href: placeholder(name), label, lang }));
  return { label: locale.label, links };
}

/** Returns the header of a page, with its URLs in the language menu. */
export function headerFor(page: Page, header: DeferredMarkup, config: Config): DeferredMarkup {
  const { locale } = config;
  if (!locale) return header;
  const hrefOf = (name: string) => {
    const choice = locale.all.find((one) => one.name === name);
    const href = choice && (config.relative ? relativeHref : hrefIn)(page, choice, config);
    return (href ?? '').replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
  };
  const pieces = header.pieces.map((piece) =>
    typeof piece === 'string' ? piece.replace(placeholders, (_, name: string) => hrefOf(name)) : piece,
  );
  return new DeferredMarkup(pieces);
}

/** Returns the absolute URLs of a page in each language. `x-default` is the default language. */
export function alternatesOf(page: Page, config: Config) {
  const { locale, url } = config;
  if (!locale || url === '' || !isInAll(page)) return undefined;
  const first = locale.all.filter(({ folder }) => folder === '').map((choice) => ({ ...choice, lang: 'x-default' }));
  return [...locale.all, ...first].map((choice) => ({
    lang: choice.lang,
    url: absoluteUrl(hrefIn(page, choice, config, canonicalHref), { ...choice, url }),
  }));
}

/** Whether every language has the page. Tags are translated, and so are their URLs. */
const isInAll = ({ kind }: Page) => kind !== 'notFound' && kind !== 'tag' && kind !== 'list' && kind !== 'onePage';

/** Returns the URL of a page in a language, or of the home page if the language might not have the page. */
function hrefIn(page: Page, choice: LocaleChoice, config: Config, hrefOf = pageHref): Href {
  const own = toHref(toPermalink(config.basePath));
  const home = toPermalink(config.basePath, config.routeBase, '/');
  const path = isInAll(page) ? hrefOf(permalinkIn(page, choice, config), config) : pageHref(home, config);
  return `${toHref(toPermalink(choice.basePath))}${path.slice(own.length)}` as Href;
}

const permalinkIn = (page: Page, { folder }: LocaleChoice, { locale }: Config): Permalink =>
  (page.kind === 'doc' && folder !== locale?.folder && page.doc.original) || page.permalink;

/** Returns a path relative to the page, for `--relative`. */
function relativeHref(page: Page, choice: LocaleChoice, config: Config): string {
  const depth = page.outputPath.split('/').length - (config.locale?.folder === '' ? 1 : 0);
  const target = isInAll(page) ? toOutputPath(permalinkIn(page, choice, config), config) : frontFile;
  return `${'../'.repeat(depth) || './'}${choice.folder}${outputHref(target, '/').slice(1)}`;
}
