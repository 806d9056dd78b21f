// The menu of languages, and the addresses of a page in the other languages. As in Docusaurus, a page has the same path in each of them; if its translation
// has another one, the path of the default language leads there.
import type { HeaderProps } from '../../../../templates/props.js';
import { onWeb } from '../../../model/config/address.js';
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

/** Replaced by the page's address in a language. The header itself is rendered once. */
const placeholder = (name: string) => `#docgen-locale-${name}#` as Href;
const placeholders = /#docgen-locale-([\w-]+)#/g;

export function localeMenu({ locale }: Config): HeaderProps['links'][number] | undefined {
  if (!locale || locale.all.length < 2) return undefined;
  const links = locale.all.map(({ name, label, lang }) => ({ href: placeholder(name), label, lang }));
  return { label: locale.label, links };
}

/** Returns the header of a page, with its addresses in the menu of languages. */
export function headerFor(page: Page, header: DeferredMarkup, config: Config): DeferredMarkup {
  const { locale } = config;
  if (!locale) return header;
  const hrefOf = (name: string) => {
    const choice = locale.all.find((one) => one.name === name);
    return choice ? attribute(config.relative ? relativeHref(page, choice, config) : hrefIn(page, choice, config)) : '';
  };
  const pieces = header.pieces.map((piece) =>
    typeof piece === 'string' ? piece.replace(placeholders, (_, name: string) => hrefOf(name)) : piece,
  );
  return new DeferredMarkup(pieces);
}

const attribute = (href: string) => href.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');

/** Returns the absolute URLs of a page in each language. `x-default` is the default language. */
export function alternatesOf(
  page: Page,
  config: Config,
): { readonly lang: string; readonly url: string }[] | undefined {
  const { locale, url } = config;
  if (!locale || url === '' || !isInAll(page)) return undefined;
  const found = locale.all.map((choice) => {
    const { lang, folder, basePath, siteBase } = choice;
    return { lang, folder, url: onWeb(hrefIn(page, choice, config, canonicalHref), { url, basePath, siteBase }) };
  });
  const first = found.filter(({ folder }) => folder === '').map((one) => ({ ...one, lang: 'x-default' }));
  return [...found, ...first].map(({ lang, url }) => ({ lang, url }));
}

/** Whether every language has the page. Tags are translated, and so are their addresses. */
const isInAll = ({ kind }: Page) => kind !== 'notFound' && kind !== 'tag' && kind !== 'list' && kind !== 'onePage';

/** Returns the address of a page in a language; if it might not have the page, that of its home page. */
function hrefIn(page: Page, choice: LocaleChoice, config: Config, hrefOf = pageHref): Href {
  const own = toHref(toPermalink(config.basePath));
  const path = isInAll(page) ? hrefOf(permalinkIn(page, choice, config), config) : homeOf(config);
  return `${toHref(toPermalink(choice.basePath))}${path.slice(own.length)}` as Href;
}

/** Returns the permalink of a page in a language, with the base path of the page's own one. */
function permalinkIn(page: Page, { folder }: LocaleChoice, { locale }: Config): Permalink {
  const original = page.kind === 'doc' && folder !== locale?.folder ? page.doc.original : undefined;
  return original ?? page.permalink;
}

const homeOf = (config: Config) => pageHref(toPermalink(config.basePath, config.routeBase, '/'), config);

/** For `--relative`: a page's path from the page itself. */
function relativeHref(page: Page, choice: LocaleChoice, config: Config): string {
  const { folder } = choice;
  const { outputPath } = page;
  const isDefault = config.locale?.folder === '';
  const depth = outputPath.split('/').length - (isDefault ? 1 : 0);
  const target = isInAll(page) ? toOutputPath(permalinkIn(page, choice, config), config) : frontFile;
  return `${'../'.repeat(depth) || './'}${folder}${outputHref(target, '/').slice(1)}`;
}
