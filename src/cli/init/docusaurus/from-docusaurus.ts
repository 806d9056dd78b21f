// A loaded Docusaurus config as a docgen config, and the list of what cannot come along. Pure: nothing is loaded or written here.
import { isRecord } from '../../../model/plain-data.js';
import type { UserConfig } from '../../../model/user-config.js';
import { fromSite, readDocs } from './docs.js';
import { entriesOf, type Plugin, pluginsOfPreset } from './plugins.js';
import { hasRules, isRedirects, readRedirects } from './redirects.js';
import { filesNotTaken, pluginNotTaken, themeNotTaken } from './rest.js';
import type { DocusaurusSite, NotTaken } from './site.js';
import { readTheme } from './theme.js';

/** For a `docgen.config.*` beside `docusaurus.config.*`. */
export interface FromDocusaurus {
  readonly config: UserConfig;
  readonly notTaken: readonly NotTaken[];
  /** Redirects are made by rules of the addresses of the docs: once more, with those. */
  readonly wantsRoutes: boolean;
}

/** Turns a Docusaurus site into a config. Never throws for what a config holds. */
export function fromDocusaurus(site: DocusaurusSite): FromDocusaurus {
  const source = isRecord(site.config) ? site.config : {};
  const presets = entriesOf(source['presets'], 'presets');
  const isClassic = ({ name }: Plugin) => name === 'classic';
  const plugins = [...presets.filter(isClassic).flatMap(pluginsOfPreset), ...entriesOf(source['plugins'], 'plugins')];
  const isDocs = ({ name }: Plugin) => name === 'content-docs' || name === 'preset:docs';
  const docs = readDocs(plugins.filter(isDocs), site);
  const moved = plugins.filter(isRedirects);
  const { redirects, notTaken } = readRedirects(moved, site.routes);
  const theme = readTheme({ source, routes: routesOf(docs.config), files: site.files ?? [] });
  return {
    config: {
      ...siteOf(source),
      ...theme.config,
      ...docs.config,
      ...staticOf(source, site),
      ...(redirects.length > 0 && { redirects: [...redirects] }),
      ...versionOf(source, docs.config, site.files ?? []),
    },
    wantsRoutes: hasRules(moved),
    notTaken: [
      ...siteNotTaken(source),
      ...docs.notTaken,
      ...presets.filter((preset) => !isClassic(preset)).map(({ key, name }) => ({ key, what: `the preset ${name}` })),
      ...notTaken,
      ...plugins.filter((plugin) => !isDocs(plugin) && !isRedirects(plugin)).flatMap(pluginNotTaken),
      ...entriesOf(source['themes'], 'themes').flatMap(themePlugin),
      ...themeNotTaken(source['themeConfig']),
      ...filesNotTaken(site.files ?? []),
    ].filter(({ key }) => !theme.taken.has(key)),
  };
}

/** Where the docs of a config are, as parts of an address. */
function routesOf({ routeBase = 'docs', content }: UserConfig): string[] {
  const prefixes = Array.isArray(content)
    ? content.map((mount) => (typeof mount === 'string' ? '' : (mount.prefix ?? '')))
    : [''];
  return prefixes.map((prefix) => [routeBase, prefix].filter((part) => part !== '').join('/'));
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function siteOf({ title, tagline, url, baseUrl, trailingSlash, i18n }: Record<string, unknown>): UserConfig {
  const lang = isRecord(i18n) ? text(i18n['defaultLocale']) : undefined;
  return {
    ...(text(title) !== undefined && { title: text(title) }),
    ...(text(tagline) !== undefined && { tagline: text(tagline) }),
    ...(text(url) !== undefined && { url: text(url) }),
    ...(text(baseUrl) !== undefined && { basePath: text(baseUrl) }),
    ...(trailingSlash === false && { trailingSlash }),
    ...(lang !== undefined && lang !== 'en' && { lang }),
  };
}

/** The folders whose files Docusaurus publishes as they are. */
function staticOf({ staticDirectories }: Record<string, unknown>, site: DocusaurusSite): Pick<UserConfig, 'static'> {
  const named = Array.isArray(staticDirectories) ? staticDirectories : ['static'];
  const folders = named.filter((dir) => typeof dir === 'string').map((dir) => fromSite(dir, site));
  const found = folders.filter((dir) => site.hasFolder?.(dir));
  return found.length === 0 ? {} : { static: [...new Set(found)] };
}

/** A site that no search engine should list is versions that none should. */
function versionOf({ noIndex }: Record<string, unknown>, docs: UserConfig, files: readonly string[]): UserConfig {
  if (noIndex !== true) return {};
  const saved = files.flatMap((file) => /^versioned_docs\/version-([^/]+)\//.exec(file)?.[1] ?? []);
  const current = docs.includeCurrentVersion === false ? [] : ['current'];
  const isPlain = saved.length === 0 && docs.versions === undefined;
  if (isPlain || docs.disableVersioning || isSeveral(docs)) return { version: { noIndex } };
  const entries = [...current, ...new Set(saved)].map((name) => [name, { ...docs.versions?.[name], noIndex }] as const);
  return { versions: Object.fromEntries(entries) };
}

const isSeveral = ({ content }: UserConfig) => Array.isArray(content) && content.length > 1;

/** Keys that are taken, that only Docusaurus's own commands need, or whose work docgen does by itself. */
const settled = new Set(
  `title tagline url baseUrl trailingSlash staticDirectories noIndex i18n presets plugins themes themeConfig organizationName projectName deploymentBranch githubHost
  githubPort future storage onBrokenLinks onBrokenAnchors onBrokenMarkdownLinks onDuplicateRoutes baseUrlIssueBanner markdown`.split(
    /\s+/,
  ),
);
const described: Readonly<Record<string, string>> = {
  favicon: 'the icon of the site',
  clientModules: 'scripts of the site',
  scripts: 'scripts of the site',
  stylesheets: 'stylesheets of the site',
  headTags: 'elements in the head of pages',
  customFields: 'values for components',
  titleDelimiter: 'what stands between the titles of page and site',
};

function siteNotTaken(source: Record<string, unknown>): NotTaken[] {
  const { i18n, markdown } = source;
  const keys = Object.keys(source).filter((key) => !settled.has(key) && !isEmpty(source[key]));
  const locales = isRecord(i18n) && Array.isArray(i18n['locales']) ? i18n['locales'] : [];
  const others = locales.filter((locale) => isRecord(i18n) && locale !== i18n['defaultLocale']);
  const ofMarkdown = isRecord(markdown)
    ? Object.keys(markdown).filter((key) => !['mermaid', 'hooks'].includes(key))
    : [];
  return [
    ...keys.map((key) => ({ key, what: described[key] ?? `the key ${key}` })),
    ...others.map((locale) => ({ key: 'i18n.locales', what: `the docs in ${String(locale)}` })),
    ...ofMarkdown.map((key) => ({ key: `markdown.${key}`, what: `the option ${key} of Markdown` })),
  ];
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

/** Diagrams are drawn without a theme. */
function themePlugin({ key, name }: Plugin): NotTaken[] {
  return name === 'mermaid' || name === 'classic' ? [] : [{ key, what: `the theme ${name}` }];
}
