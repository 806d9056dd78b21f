// Converts a theme's config: logo, announcement, links of the navigation bar and footer. Pure.
import { raw } from 'hast-util-raw';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import {
  codeSchema,
  imageNameFault,
  tocSchema,
  type UserConfig,
  type UserLink,
} from '../../../model/config/schema/config.js';
import { isRecord, listOf, mapOf } from '../../../model/input/plain-data.js';
import { parseUrl, splitUrl, within, withoutTrailingSlash } from '../../../model/types/path.js';
import type { DocsPlugin } from './docs.js';
import type { OtherRoutes } from './routes.js';
import { type DocusaurusSite, filled, type NotTaken, plainCopy, text } from './site.js';

export interface LinkContext {
  readonly site: DocusaurusSite;
  readonly plugins: readonly DocsPlugin[];
  readonly routes: OtherRoutes;
  readonly notTaken: NotTaken;
}

/** A link, or links below a label (a dropdown) or a title (a column of the footer). */
type Entry =
  | UserLink
  | { readonly label: string | undefined; readonly title: string | undefined; readonly links: UserLink[] };

/** Menus that docgen makes itself: only the site's additional links are taken. */
const menuLabels: Readonly<Record<string, string>> = { docsVersionDropdown: 'Versions', localeDropdown: 'Languages' };

function readBar(bar: 'navbar' | 'footer', map: Record<string, unknown>, context: LinkContext): Entry[] {
  const name = { navbar: 'the navigation bar', footer: 'the footer' }[bar];
  const readEntries = (items: unknown, at: string): Entry[] =>
    listOf(items).flatMap((item, index): Entry[] => {
      if (!isRecord(item)) return [];
      const key = `${at}.${index}`;
      const { label, title, items: inner, type, dropdownItemsBefore, dropdownItemsAfter } = item;
      const menuLabel = menuLabels[String(type)];
      if (Array.isArray(inner) || menuLabel !== undefined) {
        const all = menuLabel === undefined ? inner : [...listOf(dropdownItemsBefore), ...listOf(dropdownItemsAfter)];
        const links = readEntries(all, `${key}.items`).flatMap((entry) => ('links' in entry ? entry.links : [entry]));
        return links.length > 0 ? [{ label: text(label) ?? menuLabel, title: text(title), links }] : [];
      }
      const links = linksOf(item, context);
      if (links === undefined) context.notTaken.add(key, describe(item, name));
      return links ?? [];
    });
  return ['items', 'links'].flatMap((key) => readEntries(map[key], `themeConfig.${bar}.${key}`));
}

function describe(item: Record<string, unknown>, bar: string): string {
  const { label, title, type, html, to, href, docId, sidebarId, 'aria-label': name } = item;
  const target = to ?? href ?? docId ?? sidebarId;
  const shown = label ?? name ?? title;
  if (target === undefined) return `an entry of ${bar}: ${String(type ?? (html === undefined ? shown : 'html'))}`;
  return `a link of ${bar}: ${shown === undefined ? '' : `${String(shown)}, `}${String(target)}: there is no such page`;
}

/** Undefined for a lost entry, [] for one without content: a line, or the name of the version. */
function linksOf(item: Record<string, unknown>, context: LinkContext): UserLink[] | undefined {
  const { label, html, value, type, docId, sidebarId } = item;
  const markup = text(html) ?? text(value);
  const href = targetOf(item, context);
  if (href !== undefined) {
    const host = /^https?:/.test(href) ? parseUrl(href)?.hostname.replace(/^www\./, '') : undefined;
    const name = text(label) ?? text(item['aria-label']) ?? linksInHtml(`<a>${markup ?? ''}</a>`)[0]?.label;
    const shown = text(name) ?? text(docId) ?? text(sidebarId) ?? host;
    return shown === undefined ? undefined : [{ label: shown, href }];
  }
  if (type === 'docsVersion' && item['to'] === undefined && label === undefined) return [];
  if (markup === undefined) return undefined;
  const links = linksInHtml(markup).map((link) => ({ ...link, href: hrefOf(link.href, context) }));
  const known = links.filter((link): link is UserLink => link.href !== undefined);
  const isLine = /^\s*<hr\b[^>]*>\s*$/i.test(markup);
  return isLine || (known.length > 0 && known.length === links.length) ? known : undefined;
}

function targetOf(item: Record<string, unknown>, context: LinkContext): string | undefined {
  const { type, docId, sidebarId, docsPluginId = 'default' } = item;
  const plugin = context.plugins.find(({ id }) => id === docsPluginId);
  const { byId, firstOf } = context.site.pages ?? {};
  if (type === 'doc' && typeof docId === 'string')
    return byId?.get(plugin?.prefix ? `${plugin.prefix}/${docId}` : docId);
  if (type === 'docSidebar' && typeof sidebarId === 'string')
    return firstOf?.get(`${String(docsPluginId)}-${sidebarId}`) ?? firstOf?.get(sidebarId);
  const address = text(item['href']) ?? text(item['to']);
  if (address !== undefined) return hrefOf(address, context);
  const isNamedVersion = type === 'docsVersion' && text(item['label']) !== undefined;
  return isNamedVersion && plugin ? hrefOf(plugin.route, context) : undefined;
}

/** The address of a page, file or other site. A page that is neither a doc nor static is a plugin's. */
function hrefOf(address: string, { site, plugins, routes }: LinkContext): string | undefined {
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(address)) return address;
  if (/^[a-z][a-z+.-]*:(?!\/\/\/)/i.test(address)) return undefined;
  const base = `/${String(mapOf(site.config)['baseUrl'] ?? '')}/`.replace(/\/{2,}/g, '/');
  const absolute = `/${address.replace(/^pathname:/, '').replace(/^[./]+/, '')}`;
  const href = base !== '/' && absolute.startsWith(base) ? absolute.slice(base.length - 1) : absolute;
  const path = withoutTrailingSlash(splitUrl(href).path);
  const isDoc = plugins.some(({ route }) => route !== '' && within(path.slice(1), route));
  if (!site.pages) return isDoc ? href : undefined;
  if (path === '/' || site.pages.all.has(path) || site.files.includes(`static${path}`)) return href;
  return routes.has(path) || (!isDoc && routes.add(path)) ? href : undefined;
}

/** With their texts, or else the names of their images, or their hosts. */
function linksInHtml(html: string): UserLink[] {
  const links: UserLink[] = [];
  visit(raw({ type: 'root', children: [{ type: 'raw', value: html }] }), 'element', (link) => {
    if (link.tagName !== 'a') return;
    const href = String(link.properties['href'] ?? '');
    const names = [textOf(link)];
    visit(link, 'element', ({ properties: { ariaLabel, title, alt } }) =>
      names.push(`${ariaLabel ?? title ?? alt ?? ''}`),
    );
    const named = names.map((name) => name.replace(/\s+/g, ' ').trim()).find(Boolean);
    links.push({ label: named ?? parseUrl(href)?.hostname ?? href, href });
  });
  return links;
}

/** The path of an image below `static`, if it exists and docgen supports its format. */
export function staticFile(key: Parameters<typeof imageNameFault>[0], path: unknown, files: readonly string[]) {
  const file = `static/${(text(path) ?? '').replace(/^\/+/, '')}`;
  return files.includes(file) && imageNameFault(key, file) === undefined ? file : undefined;
}

export function readTheme(themeConfig: unknown, context: LinkContext): UserConfig {
  const { notTaken, site } = context;
  const { files } = site;
  const theme = mapOf(themeConfig);
  const [navbar, footer] = [mapOf(plainCopy(theme['navbar'])), mapOf(plainCopy(theme['footer']))];
  const { src, srcDark, alt } = mapOf(navbar['logo']);
  const [light, dark] = [staticFile('logo', src, files), staticFile('logo', srcDark, files)];
  const socialImage = staticFile('socialImage', theme['image'], files);
  const announcement = text(mapOf(theme['announcementBar'])['content']);
  const copyright = text(footer['copyright']);
  const isTitle = (title: unknown) => title === mapOf(site.config)['title'];
  const navbarKeys = { logo: light, title: isTitle(navbar['title']) || undefined };
  notTaken.addKeys('navbar', navbar, 'themeConfig.navbar.', navbarKeys);
  const links = readBar('navbar', navbar, context).map((entry) =>
    'links' in entry ? { label: entry.label ?? '…', links: entry.links } : entry,
  );
  notTaken.addKeys('footer', footer, 'themeConfig.footer.', { copyright });
  const below = readBar('footer', footer, context);
  const titled = below.flatMap((entry) => ('links' in entry ? [{ title: entry.title, links: entry.links }] : []));
  const flat = below.filter((entry): entry is UserLink => !('links' in entry));
  const columns = filled(flat.length > 0 ? [{ links: flat }, ...titled] : titled);
  const { minHeadingLevel: min, maxHeadingLevel: max } = mapOf(theme['tableOfContents']);
  const levels = { min: min ?? 2, max }; // Docusaurus's default
  const prism = mapOf(theme['prism']);
  const { data: { magicComments } = {} } = codeSchema.safeParse({ magicComments: prism['magicComments'] });
  notTaken.addKeys('prism', prism, 'themeConfig.prism.', { magicComments });
  notTaken.addKeys('theme', theme, 'themeConfig.', { announcementBar: announcement, image: socialImage });
  return {
    logo: light && { light, dark, alt: text(alt) },
    socialImage,
    toc: notTaken.accepted(tocSchema, levels, 'themeConfig.tableOfContents'),
    code: magicComments && { magicComments },
    announcement,
    header: links.length > 0 ? { links } : undefined,
    footer: columns || copyright ? { columns, text: copyright } : undefined,
  };
}
