// Converts a loaded Docusaurus config, and lists what docgen has no place for. Pure: nothing is loaded or written here.
import type { UserConfig } from '../../../model/config/schema/config.js';
import { fromSite, readDocs } from './docs.js';
import { hasRules, isRedirects, readRedirects } from './redirects.js';
import {
  type DocusaurusSite,
  entriesOf,
  filled,
  isClassic,
  list,
  NotTaken,
  type Plugin,
  pluginsOf,
  record,
  text,
} from './site.js';
import { readTheme, staticFile } from './theme.js';

/** Converts a Docusaurus site to a `docgen.config.*` next to `docusaurus.config.*`. */
export function fromDocusaurus(site: DocusaurusSite) {
  const notTaken = new NotTaken();
  const source = record(site.config);
  const { files } = site;
  const plugins = pluginsOf(source);
  const isDocs = ({ name }: Plugin) => name === 'content-docs' || name === 'preset:docs';
  const redirecting = plugins.filter(isRedirects);

  const favicon = staticFile('favicon', source['favicon'], files);
  reportSite({ ...source, favicon: favicon === undefined ? source['favicon'] : undefined }, notTaken);
  const { docs, routes } = readDocs(plugins.filter(isDocs), site, notTaken);
  for (const preset of entriesOf(source, 'presets'))
    if (!isClassic(preset)) notTaken.add(preset.key, `the preset ${preset.name}`);
  const redirects = readRedirects(redirecting, site.routes, notTaken);
  for (const plugin of plugins)
    if (!isDocs(plugin) && !isRedirects(plugin)) notTaken.addNamed('plugins', plugin.key, plugin.name);
  for (const theme of entriesOf(source, 'themes')) notTaken.addNamed('themes', theme.key, theme.name);
  const { logo, ...theme } = readTheme(source['themeConfig'], { routes, files, notTaken });
  notTaken.addFiles(files);
  const config: UserConfig = {
    ...siteOf(source),
    ...{ logo, favicon, ...theme },
    ...docs,
    static: staticOf(source, site),
    redirects: filled(redirects),
    ...versionOf(source, docs, files),
  };
  // If rules make redirects from the URLs of the docs, the site is converted again with `routes`.
  return { config, wantsRoutes: hasRules(redirecting), notTaken: notTaken.parts };
}

function siteOf({ title, tagline, url, baseUrl, trailingSlash, i18n }: Record<string, unknown>): UserConfig {
  const lang = text(record(i18n)['defaultLocale']);
  return {
    title: text(title),
    tagline: text(tagline),
    url: text(url),
    basePath: text(baseUrl),
    trailingSlash: trailingSlash === false ? trailingSlash : undefined,
    lang: lang === 'en' ? undefined : lang,
  };
}

function staticOf({ staticDirectories }: Record<string, unknown>, site: DocusaurusSite): string[] | undefined {
  const names = Array.isArray(staticDirectories) ? staticDirectories : ['static'];
  const folders = names.filter((dir) => typeof dir === 'string').map((dir) => fromSite(dir, site));
  return filled([...new Set(folders.filter(site.hasFolder))]);
}

/** `noIndex` of the site is that of each version. */
function versionOf({ noIndex }: Record<string, unknown>, docs: UserConfig, files: readonly string[]): UserConfig {
  if (noIndex !== true) return {};
  const saved = files.flatMap((file) => /^versioned_docs\/version-([^/]+)\//.exec(file)?.[1] ?? []);
  const current = docs.includeCurrentVersion === false ? [] : ['current'];
  const isPlain = saved.length === 0 && docs.versions === undefined;
  const isSeveral = Array.isArray(docs.content) && docs.content.length > 1;
  if (isPlain || docs.disableVersioning || isSeveral) return { version: { noIndex } };
  const entries = [...current, ...new Set(saved)].map((name) => [name, { ...docs.versions?.[name], noIndex }] as const);
  return { versions: Object.fromEntries(entries) };
}

function reportSite(source: Record<string, unknown>, notTaken: NotTaken): void {
  const { defaultLocale, locales } = record(source['i18n']);
  notTaken.addKeys('site', source);
  for (const locale of list(locales).filter((one) => one !== defaultLocale))
    notTaken.add('i18n.locales', `the docs in ${String(locale)}`);
  notTaken.addKeys('markdown', source['markdown'], 'markdown.');
}
