// Converts a theme's config: logo, links to other sites or to docs, footer, announcement. Pure.
import {
  codeSchema,
  imageNameFault,
  tocSchema,
  type UserConfig,
  type UserLink,
} from '../../../model/config/schema/config.js';
import { type LinkContext, readBar } from './bar.js';
import { filled, record, text } from './site.js';

/** Returns the path of an image that the config names below `static`, if it exists and docgen supports its format. */
export function staticFile(key: Parameters<typeof imageNameFault>[0], path: unknown, files: readonly string[]) {
  const file = `static/${(text(path) ?? '').replace(/^\/+/, '')}`;
  return files.includes(file) && imageNameFault(key, file) === undefined ? file : undefined;
}

export function readTheme(themeConfig: unknown, context: LinkContext): UserConfig {
  const { notTaken, site } = context;
  const { files } = site;
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

  const isTitle = (title: unknown) => title === record(site.config)['title'];
  notTaken.addKeys(
    'navbar',
    without(without(navbar, 'logo', light), 'title', isTitle(navbar['title']) || undefined),
    'themeConfig.navbar.',
  );
  const links = readBar('navbar', navbar, context).map((entry) =>
    'links' in entry ? { label: entry.label ?? '…', links: entry.links } : entry,
  );
  notTaken.addKeys('footer', without(footer, 'copyright', copyright), 'themeConfig.footer.');
  const below = readBar('footer', footer, context);
  const titled = below.flatMap((entry) => ('links' in entry ? [{ title: entry.title, links: entry.links }] : []));
  const flat = below.filter((entry): entry is UserLink => !('links' in entry));
  const columns = filled(flat.length > 0 ? [{ links: flat }, ...titled] : titled);
  const { minHeadingLevel: min, maxHeadingLevel: max } = record(theme['tableOfContents']);
  const { data: toc } = tocSchema.safeParse({ min: min ?? 2, max }); // Docusaurus's default
  const prism = record(theme['prism']);
  const { data: { magicComments } = {} } = codeSchema.safeParse({ magicComments: prism['magicComments'] });
  notTaken.addKeys('prism', without(prism, 'magicComments', magicComments), 'themeConfig.prism.');
  const left = without(without(theme, 'announcementBar', announcement), 'image', socialImage);
  notTaken.addKeys('theme', without(left, 'tableOfContents', toc), 'themeConfig.');
  return {
    logo: light && { light, dark, alt: text(alt) },
    socialImage,
    toc,
    code: magicComments && { magicComments },
    announcement,
    header: links.length > 0 ? { links } : undefined,
    footer: columns || copyright ? { columns, text: copyright } : undefined,
  };
}
