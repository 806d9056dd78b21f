// Converts a loaded Docusaurus config, and lists what is not taken. Pure.
import { posix } from 'node:path';
import { isString, partition, pick } from 'lodash-es';
import { codeSchema, configSchema, type UserConfig, type UserRedirect } from '../../../model/config/schema/config.js';
import { isRecord, listOf, mapOf } from '../../../model/input/plain-data.js';
import { attempt } from '../../../model/types/attempt.js';
import { withoutTrailingSlash } from '../../../model/types/path.js';
import { fromSite, readDocs } from './docs.js';
import { otherRoutes } from './routes.js';
import { type DocusaurusSite, entriesOf, filled, NotTaken, type Plugin, pluginsOf, text } from './site.js';
import { readTheme, staticFile } from './theme.js';

function readLocales(i18n: unknown, { hasFolder }: DocusaurusSite, notTaken: NotTaken) {
  const { defaultLocale, locales, localeConfigs, path = 'i18n' } = mapOf(i18n);
  const optionsOf = (name: string) => mapOf(mapOf(localeConfigs)[name]);
  const own = text(defaultLocale) ?? 'en';
  const folderOf = (name: string) => posix.join(String(path), text(optionsOf(name)['path']) ?? name);
  const listed = listOf(locales).filter((name) => typeof name === 'string');
  // A clone lacks translations that the site fetches: each language would repeat all pages.
  const [names, absent] = partition(listed, (name) => name === own || hasFolder(folderOf(name)));
  for (const name of absent)
    notTaken.add(`i18n.locales.${name}`, `languages without a folder of translations in ${String(path)}`);
  const lang = names.length > 1 ? own : (text(optionsOf(own)['htmlLang']) ?? own);
  const entries = names.map((name) => {
    for (const key of ['url', 'baseUrl'].filter((key) => optionsOf(name)[key] !== undefined))
      notTaken.add(`i18n.localeConfigs.${name}.${key}`, `another address of the docs in ${name}`);
    const below = posix.relative('i18n', folderOf(name));
    const kept = pick(optionsOf(name), ['label', 'htmlLang', 'direction']);
    return [name, { ...kept, path: below === name ? undefined : below }] as const;
  });
  const given = names.length > 1 ? Object.fromEntries(entries) : undefined;
  return {
    lang: lang === 'en' ? undefined : lang,
    locales: notTaken.accepted(configSchema.shape.locales, given, 'i18n.localeConfigs'),
  };
}

/** Without `pages`, returns a first config from which the pages can be read. */
export function fromDocusaurus(site: DocusaurusSite) {
  const notTaken = new NotTaken();
  const source = mapOf(site.config);
  const { files } = site;
  const plugins = pluginsOf(source);
  const isDocs = ({ name }: Plugin) => name === 'content-docs' || name === 'preset:docs';
  const isRedirects = ({ name }: Plugin) => name === 'client-redirects';
  const redirecting = plugins.filter(isRedirects);
  const favicon = staticFile('favicon', source['favicon'], files);
  notTaken.addKeys('site', source, '', { favicon });
  notTaken.addKeys('markdown', source['markdown'], 'markdown.');
  const { docs, docsPlugins } = readDocs(plugins.filter(isDocs), site, notTaken);
  for (const preset of entriesOf(source, 'presets'))
    if (preset.name !== 'classic') notTaken.add(preset.key, `the preset ${preset.name}`);
  const redirects = readRedirects(redirecting, site, notTaken);
  for (const plugin of plugins)
    if (!isDocs(plugin) && !isRedirects(plugin)) notTaken.addNamed('plugins', plugin.key, plugin.name);
  for (const theme of entriesOf(source, 'themes')) notTaken.addNamed('themes', theme.key, theme.name);
  const routes = otherRoutes(plugins, docsPlugins, site);
  const { logo, code, ...theme } = readTheme(source['themeConfig'], { site, plugins: docsPlugins, routes, notTaken });
  const languages = readLocales(source['i18n'], site, notTaken);
  notTaken.addFiles(files, Object.keys(languages.locales ?? {}));
  const config: UserConfig = {
    ...siteOf(source),
    ...languages,
    logo,
    favicon,
    ...theme,
    ...docs,
    markdown: formatOf(source['markdown']),
    diagnostics: severitiesOf(source),
    code: codeOf(plugins.filter(isDocs), code, notTaken),
    static: staticOf(source, site),
    redirects: filled(redirects),
    external: routes.globs(source['baseUrl']),
    ...versionOf(source, docs, files),
  };
  return { config, notTaken: notTaken.parts };
}

/** Docusaurus reads `.md` as MDX unless `markdown.format` says otherwise. */
const formatOf = (markdown: unknown): UserConfig['markdown'] =>
  [undefined, 'mdx'].includes(mapOf(markdown)['format'] as string | undefined) ? 'mdx' : undefined;

/** Ignored and logged problems are infos. Docusaurus's `warn` is a warning, which fails only with `--strict`. */
function severitiesOf({
  onBrokenLinks,
  onBrokenAnchors,
  markdown,
}: Record<string, unknown>): UserConfig['diagnostics'] {
  const { onBrokenMarkdownImages } = mapOf(mapOf(markdown)['hooks']);
  const values = { DG601: onBrokenLinks, DG602: onBrokenAnchors, DG603: onBrokenMarkdownImages };
  const codes = Object.entries(values).flatMap(([code, value]) => (value === 'ignore' || value === 'log' ? code : []));
  return codes.length === 0 ? undefined : Object.fromEntries(codes.map((code) => [code, 'info'] as const));
}

function siteOf({ title, tagline, url, baseUrl, trailingSlash }: Record<string, unknown>): UserConfig {
  return {
    title: text(title),
    tagline: text(tagline),
    url: text(url),
    basePath: text(baseUrl),
    trailingSlash: trailingSlash === true ? undefined : trailingSlash === false ? false : 'record',
  };
}

/** Adds the package managers of `npm2yarn`, also if the plugin is not installed. */
function codeOf(docs: readonly Plugin[], code: UserConfig['code'], notTaken: NotTaken): UserConfig['code'] {
  const options = docs.flatMap(({ options }) => listOf(options['remarkPlugins']).map((plugin) => listOf(plugin)[1]));
  const npm2yarn = options.map((one) => mapOf(one)['converters']).find((one) => one !== undefined);
  return npm2yarn === undefined ? code : { ...code, ...notTaken.accepted(codeSchema, { npm2yarn }, 'converters') };
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

const maxRedirects = 2000;

const endings = (rule: unknown) => (rule as readonly string[]).map((ending) => `.${ending.replace(/^\./, '')}`);
/** The rules of the plugin: URLs that redirect to a route. @throws for a value that is not a rule */
const rules: Readonly<Record<string, (rule: unknown, route: string) => unknown>> = {
  fromExtensions: (rule, route) =>
    endings(rule).flatMap((ending) => (route === '/' || route.endsWith(ending) ? [] : route + ending)),
  toExtensions: (rule, route) =>
    endings(rule).flatMap((ending) => (route.endsWith(ending) ? route.slice(0, -ending.length) : [])),
  createRedirects: (rule, route) => (rule as (route: string) => unknown)(route),
};

/** Without pages, no rule is applied. */
function readRedirects(plugins: readonly Plugin[], { pages }: DocusaurusSite, notTaken: NotTaken): UserRedirect[] {
  const byFrom = new Map<string, UserRedirect>();
  const add = (key: string, { from, to }: UserRedirect) => {
    if (!isPath(from) || !(isPath(to) || /^https?:\/\/[^\s]+$/i.test(to)))
      notTaken.add(key, `the redirect from ${from} to ${to}`);
    else if (!byFrom.has(from)) byFrom.set(from, { from, to });
  };
  for (const { optionsKey, options } of plugins) {
    for (const [index, { from, to }] of listOf(options['redirects']).filter(isRecord).entries())
      for (const one of [from].flat()) add(`${optionsKey}.redirects.${index}`, { from: String(one), to: String(to) });
    for (const [name, rule] of Object.entries(pick(rules, Object.keys(options)))) {
      const fromsOf = (to: string) => rule(options[name], name === 'createRedirects' ? to : withoutTrailingSlash(to));
      const redirects = attempt(() => pages?.docs.flatMap((to) => [fromsOf(to)].flat().map((from) => ({ from, to }))));
      if (!redirects) notTaken.add(`${optionsKey}.${name}`, `redirects by the rule ${name}`);
      for (const { from, to } of redirects ?? []) if (isString(from)) add(`${optionsKey}.${name}`, { from, to });
    }
    notTaken.addKeys('redirects', options, `${optionsKey}.`);
  }
  const excess = byFrom.size - maxRedirects;
  if (excess > 0) notTaken.add('plugins', `${excess} of ${byFrom.size} redirects: too many for a config`);
  return [...byFrom.values()].slice(0, maxRedirects);
}

const isPath = (text: string) => /^\/(?!\/)[^\s\\]*$/.test(text) && text.length <= 2000 && !/^[^?#]*\*/.test(text);
