// What of a theme's config has a place in docgen's: logo, links that lead out or to docs, footer, announcement. Pure.
import { posix } from 'node:path';
import { isRecord } from '../../../model/plain-data.js';
import type { UserColumn, UserConfig, UserDropDown, UserLink } from '../../../model/user-config.js';

export interface ReadTheme {
  readonly config: Pick<UserConfig, 'logo' | 'favicon' | 'socialImage' | 'header' | 'footer' | 'announcement'>;
  /** Keys of the site's config that are in it. */
  readonly taken: ReadonlySet<string>;
}

export interface ThemeInput {
  readonly source: Readonly<Record<string, unknown>>;
  /** Addresses below which docs are, without slashes at their ends; '' is every address. */
  readonly routes: readonly string[];
  /** Paths of files below the site's folder. */
  readonly files: readonly string[];
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
const record = (value: unknown) => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function readTheme({ source, routes, files }: ThemeInput): ReadTheme {
  const { navbar: bar, footer: bottom, announcementBar, image } = record(source['themeConfig']);
  const [navbar, footer] = [record(bar), record(bottom)];
  const taken = new Set<string>();
  const take = <T>(key: string, value: T | undefined): T | undefined => {
    if (value !== undefined) taken.add(key);
    return value;
  };
  const staticFile = (path: unknown, extensions: RegExp) => {
    const file = `static/${(text(path) ?? '').replace(/^\/+/, '')}`;
    return extensions.test(posix.extname(file)) && files.includes(file) ? file : undefined;
  };
  const linksOf = (items: unknown, key: string): UserLink[] =>
    list(items).flatMap((item, index) => take(`${key}.${index}`, linkOf(item, routes)) ?? []);

  const { src, srcDark, alt } = record(navbar['logo']);
  const images = /^\.(?:svg|png|webp|jpe?g|gif)$/;
  const [light, dark] = [staticFile(src, images), staticFile(srcDark, images)];
  const logo = take(
    'themeConfig.navbar.logo',
    light && { light, ...(dark && { dark }), ...(text(alt) && { alt: text(alt) }) },
  );
  const favicon = take('favicon', staticFile(source['favicon'], /^\.(?:svg|png|ico)$/));
  const socialImage = take('themeConfig.image', staticFile(image, /^\.(?:png|jpe?g|webp|gif)$/));
  const announcement = take('themeConfig.announcementBar', text(record(announcementBar)['content']));
  const copyright = take('themeConfig.footer.copyright', text(footer['copyright']));

  const barKey = Array.isArray(navbar['items']) ? 'items' : 'links';
  const links = list(navbar[barKey]).flatMap((item, index): (UserLink | UserDropDown)[] => {
    const key = `themeConfig.navbar.${barKey}.${index}`;
    const { label, items } = record(item);
    if (!Array.isArray(items)) return take(key, linkOf(item, routes)) ? [linkOf(item, routes) as UserLink] : [];
    const inside = linksOf(items, `${key}.items`);
    return inside.length === 0 ? [] : [{ label: text(label) ?? '…', links: inside }];
  });
  const flat = linksOf(footer['links'], 'themeConfig.footer.links');
  const columns = list(footer['links']).flatMap((column, index): UserColumn[] => {
    const { title, items } = record(column);
    const inside = linksOf(items, `themeConfig.footer.links.${index}.items`);
    return inside.length === 0 ? [] : [{ ...(text(title) && { title: text(title) }), links: inside }];
  });
  const all = flat.length > 0 ? [{ links: flat }, ...columns] : columns;
  return {
    taken,
    config: {
      ...(logo && { logo }),
      ...(favicon && { favicon }),
      ...(socialImage && { socialImage }),
      ...(announcement && { announcement }),
      ...(links.length > 0 && { header: { links } }),
      ...((all.length > 0 || copyright) && {
        footer: { ...(all.length > 0 && { columns: all }), ...(copyright && { text: copyright }) },
      }),
    },
  };
}

/** A link to another site or to a doc; undefined for any other entry. */
function linkOf(item: unknown, routes: readonly string[]): UserLink | undefined {
  const { label: written, 'aria-label': name, href, to, html, items } = record(item);
  const label = text(written) ?? text(name);
  if (label === undefined || html !== undefined || items !== undefined) return undefined;
  const address = text(href) ?? text(to);
  if (address === undefined) return undefined;
  if (/^(?:https?:\/\/|mailto:)/i.test(address)) return { label, href: address };
  const path = address.replace(/^\/+/, '');
  const isDoc = routes.some((route) => route !== '' && (path === route || path.startsWith(`${route}/`)));
  return isDoc ? { label, href: `/${path}` } : undefined;
}
