// What of a Docusaurus site has no place in a docgen config: each thing by its key or path.
import { isRecord } from '../../../model/plain-data.js';
import type { Plugin } from './plugins.js';
import type { NotTaken } from './site.js';

const ofPreset: Readonly<Record<string, string>> = {
  'preset:blog': 'the blog',
  'preset:pages': 'options of pages that are no docs',
  'preset:theme': 'stylesheets of the theme: `css` takes one that is written for docgen',
  'preset:gtag': 'analytics: pages run no script',
  'preset:googleAnalytics': 'analytics: pages run no script',
  'preset:googleTagManager': 'analytics: pages run no script',
  'content-blog': 'a blog',
  'content-pages': 'pages that are no docs',
  'google-gtag': 'analytics: pages run no script',
  'google-analytics': 'analytics: pages run no script',
  'google-tag-manager': 'analytics: pages run no script',
  pwa: 'the app for offline reading: pages run no script',
};
/** docgen does the work of these by itself, or needs none of it. */
const needless = ['preset:sitemap', 'preset:svgr', 'preset:debug', 'sitemap', 'svgr', 'debug', 'css-cascade-layers'];

/** A plugin that is none of docs or redirects. */
export function pluginNotTaken({ key, name }: Plugin): NotTaken[] {
  if (needless.includes(name)) return [];
  return [{ key, what: ofPreset[name] ?? `the plugin ${name.replace(/^preset:/, '')}` }];
}

/** The theme's config: navigation bar and footer link by link, the rest key by key. */
export function themeNotTaken(themeConfig: unknown): NotTaken[] {
  if (!isRecord(themeConfig)) return [];
  const { navbar, footer, prism, ...rest } = themeConfig;
  const keys = Object.keys(rest).filter((key) => !['mermaid', 'colorMode'].includes(key) && rest[key] !== undefined);
  return [
    ...barNotTaken(navbar, 'themeConfig.navbar'),
    ...barNotTaken(footer, 'themeConfig.footer'),
    ...(isRecord(prism) ? Object.keys(prism) : [])
      .filter((key) => key !== 'additionalLanguages')
      .map((key) => ({ key: `themeConfig.prism.${key}`, what: `colours of code: ${key}` })),
    ...keys.map((key) => ({ key: `themeConfig.${key}`, what: described[key] ?? `the key ${key} of the theme` })),
  ];
}

const described: Readonly<Record<string, string>> = {
  algolia: 'the search: `/docs/all/` lists every page',
  announcementBar: 'the bar of announcements',
  metadata: 'metadata of all pages',
  image: 'the image of shared links',
  tableOfContents: 'which headings the contents of pages have: front matter of pages says it',
};

function barNotTaken(bar: unknown, key: string): NotTaken[] {
  if (!isRecord(bar)) return [];
  const { items, links, style: _, hideOnScroll: __, ...rest } = bar;
  const others = Object.keys(rest).filter((name) => rest[name] !== undefined);
  return [
    ...others.map((name) => ({ key: `${key}.${name}`, what: `the ${name} of ${nameOf(key)}` })),
    ...linksNotTaken(items, `${key}.items`),
    ...linksNotTaken(links, `${key}.links`),
  ];
}

const nameOf = (key: string) => (key.includes('navbar') ? 'the navigation bar' : 'the footer');

/** Links of a bar; those of a menu or column stand below it. */
function linksNotTaken(list: unknown, key: string, depth = 0): NotTaken[] {
  if (!Array.isArray(list) || depth > 5) return [];
  return list.flatMap((item: unknown, index): NotTaken[] => {
    if (!isRecord(item)) return [];
    const at = `${key}.${index}`;
    if (Array.isArray(item['items'])) return linksNotTaken(item['items'], `${at}.items`, depth + 1);
    const target = item['to'] ?? item['href'] ?? item['docId'] ?? item['sidebarId'];
    const label = item['label'] ?? item['aria-label'] ?? item['title'];
    const what =
      target === undefined
        ? `an entry of ${nameOf(key)}: ${String(item['type'] ?? (item['html'] === undefined ? label : 'html'))}`
        : `a link of ${nameOf(key)}: ${label === undefined ? '' : `${String(label)}, `}${String(target)}`;
    return [{ key: at, what }];
  });
}

const scripts = /\.(?:[jt]sx?|mdx?)$/;

/** Files that Docusaurus would use: swizzled components, pages, docs in other languages. */
export function filesNotTaken(files: readonly string[]): NotTaken[] {
  const swizzled = new Set<string>();
  const folders = new Map<string, string>();
  const pages: NotTaken[] = [];
  for (const file of files) {
    const [, component] = /^src\/theme\/(.+?)(?:\/index)?\.[jt]sx?$/.exec(file) ?? [];
    if (component !== undefined) swizzled.add(component);
    if (/^src\/pages\//.test(file) && scripts.test(file)) pages.push({ key: file, what: 'a page that is no doc' });
    const [locale, name] = /^i18n\/([^/]+)\//.exec(file) ?? [];
    if (locale !== undefined) folders.set(locale.slice(0, -1), `translations: ${name}`);
  }
  return [
    ...[...swizzled].map((name) => ({
      key: `src/theme/${name}`,
      what:
        name === 'MDXComponents'
          ? 'components for MDX: `components` takes those that need no script'
          : `the swizzled component ${name}`,
    })),
    ...pages,
    ...[...folders].map(([key, what]) => ({ key, what })),
  ];
}
