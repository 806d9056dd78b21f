// Converts a theme's config: logo, links to other sites or to docs, footer, announcement. Pure.
import { isEqual } from 'lodash-es';
import { tocSchema, type UserConfig } from '../../../model/config/schema/config.js';
import { imageNameFault, type UserLink } from '../../../model/config/schema/frame.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { filled, list, type NotTaken, record, text } from './site.js';

interface ThemeContext {
  /** URL paths below which docs are, without slashes at their ends; '' is the root. */
  readonly routes: readonly string[];
  readonly files: readonly string[];
  readonly notTaken: NotTaken;
}

/** Returns the path of an image that the config names below `static`, if it exists and docgen supports its format. */
export function staticFile(key: Parameters<typeof imageNameFault>[0], path: unknown, files: readonly string[]) {
  const file = `static/${(text(path) ?? '').replace(/^\/+/, '')}`;
  return files.includes(file) && imageNameFault(key, file) === undefined ? file : undefined;
}

export function readTheme(themeConfig: unknown, context: ThemeContext): UserConfig {
  const { files, notTaken } = context;
  const theme = record(themeConfig);
  const [navbar, footer] = [record(theme['navbar']), record(theme['footer'])];
  const { src, srcDark, alt } = record(navbar['logo']);
  const [light, dark] = [staticFile('logo', src, files), staticFile('logo', srcDark, files)];
  const socialImage = staticFile('socialImage', theme['image'], files);
  const announcement = text(record(theme['announcementBar'])['content']);
  const copyright = text(footer['copyright']);
  /** A map without a key that is converted. */
  const without = (map: Record<string, unknown>, key: string, converted: unknown) =>
    converted === undefined ? map : { ...map, [key]: undefined };

  notTaken.addKeys('navbar', without(navbar, 'logo', light), 'themeConfig.navbar.');
  const links = readBar('navbar', navbar, context).map((entry) =>
    'links' in entry ? { label: entry.label ?? '…', links: entry.links } : entry,
  );
  notTaken.addKeys('footer', without(footer, 'copyright', copyright), 'themeConfig.footer.');
  const below = readBar('footer', footer, context);
  const titled = below.flatMap((entry) => ('links' in entry ? [{ title: entry.title, links: entry.links }] : []));
  const flat = below.filter((entry): entry is UserLink => !('links' in entry));
  const columns = filled(flat.length > 0 ? [{ links: flat }, ...titled] : titled);
  const { minHeadingLevel: min, maxHeadingLevel: max } = record(theme['tableOfContents']);
  const { data: toc } = tocSchema.safeParse({ min, max });
  notTaken.addKeys('prism', theme['prism'], 'themeConfig.prism.');
  const left = without(without(theme, 'announcementBar', announcement), 'image', socialImage);
  notTaken.addKeys('theme', without(left, 'tableOfContents', toc), 'themeConfig.');
  return {
    logo: light && { light, dark, alt: text(alt) },
    socialImage,
    toc: isEqual(toc, tocSchema.parse({})) ? undefined : toc,
    announcement,
    header: links.length > 0 ? { links } : undefined,
    footer: columns || copyright ? { columns, text: copyright } : undefined,
  };
}

/** A link, or the links below a label (a dropdown) or a title (a column of the footer). */
type Entry =
  | UserLink
  | { readonly label: string | undefined; readonly title: string | undefined; readonly links: UserLink[] };

/** Maximum nesting of entries: a config may contain itself. */
const maxDepth = 5;

function readBar(bar: 'navbar' | 'footer', map: Record<string, unknown>, context: ThemeContext): Entry[] {
  const name = { navbar: 'the navigation bar', footer: 'the footer' }[bar];
  const readEntries = (items: unknown, at: string, depth: number): Entry[] =>
    list(items).flatMap((item, index): Entry[] => {
      if (!isRecord(item)) return [];
      const key = `${at}.${index}`;
      const { label, title, items: inner } = item;
      if (Array.isArray(inner)) {
        const entries = depth < maxDepth ? readEntries(inner, `${key}.items`, depth + 1) : [];
        const links = entries.flatMap((entry) => ('links' in entry ? entry.links : [entry]));
        return links.length > 0 ? [{ label: text(label), title: text(title), links }] : [];
      }
      const link = linkOf(item, context.routes);
      if (link === undefined) context.notTaken.add(key, describe(item, name));
      return link === undefined ? [] : [link];
    });
  return ['items', 'links'].flatMap((key) => readEntries(map[key], `themeConfig.${bar}.${key}`, 0));
}

function describe(item: Record<string, unknown>, bar: string): string {
  const { label, title, type, html, to, href, docId, sidebarId, 'aria-label': name } = item;
  const target = to ?? href ?? docId ?? sidebarId;
  const shown = label ?? name ?? title;
  if (target === undefined) return `an entry of ${bar}: ${String(type ?? (html === undefined ? shown : 'html'))}`;
  return `a link of ${bar}: ${shown === undefined ? '' : `${String(shown)}, `}${String(target)}`;
}

/** Only links to other sites and to docs are converted. */
function linkOf(item: Record<string, unknown>, routes: readonly string[]): UserLink | undefined {
  const label = text(item['label']) ?? text(item['aria-label']);
  const address = text(item['href']) ?? text(item['to']);
  if (label === undefined || address === undefined || item['html'] !== undefined || item['items'] !== undefined)
    return undefined;
  if (/^(?:https?:\/\/|mailto:)/i.test(address)) return { label, href: address };
  const path = address.replace(/^\/+/, '');
  const isDoc = routes.some((route) => route !== '' && `${path}/`.startsWith(`${route}/`));
  return isDoc ? { label, href: `/${path}` } : undefined;
}
