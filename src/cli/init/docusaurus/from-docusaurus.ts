// Converts a loaded Docusaurus config, and lists what is not taken. Pure.
import { posix } from 'node:path';
import { isEmpty, isString, mapValues, partition, pickBy } from 'lodash-es';
import { codeSchema, type UserConfig, type UserRedirect } from '../../../model/config/schema/config.js';
import { isRecord } from '../../../model/input/plain-data.js';
import { attempt } from '../../../model/types/attempt.js';
import { fromSite, readDocs } from './docs.js';
import { otherRoutes } from './routes.js';
import {
  type DocusaurusSite,
  entriesOf,
  filled,
  list,
  NotTaken,
  type Plugin,
  pluginsOf,
  record,
  text,
} from './site.js';
import { readTheme, staticFile } from './theme.js';

function readLocales(
  i18n: unknown,
  { hasFolder }: DocusaurusSite,
  notTaken: NotTaken,
): Pick<UserConfig, 'lang' | 'locales'> {
  const { defaultLocale, locales, localeConfigs, path = 'i18n' } = record(i18n);
  const optionsOf = (name: string) => record(record(localeConfigs)[name]);
  const own = text(defaultLocale) ?? 'en';
  const folderOf = (name: string) => posix.join(String(path), text(optionsOf(name)['path']) ?? name);
  const listed = list(locales).filter((name) => typeof name === 'string');
  // A clone lacks translations that the site fetches: each language would repeat all pages.
  const [names, absent] = partition(listed, (name) => name === own || hasFolder(folderOf(name)));
  for (const name of absent)
    notTaken.add(`i18n.locales.${name}`, `languages without a folder of translations in ${String(path)}`);
  const lang = names.length > 1 ? own : (text(optionsOf(own)['htmlLang']) ?? own);
  const entries = names.map((name) => {
    const { label, htmlLang, direction, ...rest } = optionsOf(name);
    for (const key of ['url', 'baseUrl'].filter((key) => rest[key] !== undefined))
      notTaken.add(`i18n.localeConfigs.${name}.${key}`, `another address of the docs in ${name}`);
    const below = posix.relative('i18n', folderOf(name));
    const dir = below === name ? undefined : below;
    const side = direction === 'ltr' || direction === 'rtl' ? direction : undefined;
    return [name, { label: text(label), htmlLang: text(htmlLang), direction: side, path: dir }] as const;
  });
  return {
    lang: lang === 'en' ? undefined : lang,
    locales: names.length > 1 ? Object.fromEntries(entries) : undefined,
  };
}

/** Without `pages`, returns a first config from which the pages can be read. */
export function fromDocusaurus(site: DocusaurusSite) {
  const notTaken = new NotTaken();
  const source = record(site.config);
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
    ...{ logo, favicon, ...theme },
    ...docs,
    markdown: formatOf(source['markdown']),
    diagnostics: severitiesOf(source),
    code: codeOf(plugins.filter(isDocs), code),
    static: staticOf(source, site),
    redirects: filled(redirects),
    external: routes.globs(source['baseUrl']),
    ...versionOf(source, docs, files),
  };
  return { config, notTaken: notTaken.parts };
}

/** Docusaurus reads `.md` as MDX unless `markdown.format` says otherwise. */
const formatOf = (markdown: unknown): UserConfig['markdown'] =>
  [undefined, 'mdx'].includes(record(markdown)['format'] as string | undefined) ? 'mdx' : undefined;

/** Ignored and logged problems are infos. Docusaurus's `warn` is a warning, which fails only with `--strict`. */
function severitiesOf({
  onBrokenLinks,
  onBrokenAnchors,
  markdown,
}: Record<string, unknown>): UserConfig['diagnostics'] {
  const { onBrokenMarkdownImages } = record(record(markdown)['hooks']);
  const values = { DG601: onBrokenLinks, DG602: onBrokenAnchors, DG603: onBrokenMarkdownImages };
  const infos = mapValues(
    pickBy(values, (value) => value === 'ignore' || value === 'log'),
    () => 'info' as const,
  );
  return isEmpty(infos) ? undefined : infos;
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
function codeOf(docs: readonly Plugin[], code: UserConfig['code']): UserConfig['code'] {
  const options = docs
    .flatMap(({ options }) => list(options['remarkPlugins']))
    .map((plugin) => record(list(plugin)[1]));
  const npm2yarn = options.map(({ converters }) => converters).find((one) => one !== undefined);
  const { data } = codeSchema.safeParse({ npm2yarn });
  return npm2yarn === undefined || !data ? code : { ...code, npm2yarn: data.npm2yarn };
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
const ruleNames = ['fromExtensions', 'toExtensions', 'createRedirects'];

/** Without pages, no rule is applied. */
function readRedirects(plugins: readonly Plugin[], { pages }: DocusaurusSite, notTaken: NotTaken): UserRedirect[] {
  const byFrom = new Map<string, UserRedirect>();
  const add = (key: string, { from, to }: UserRedirect) => {
    if (!isPath(from) || !(isPath(to) || /^https?:\/\/[^\s]+$/i.test(to)))
      notTaken.add(key, `the redirect from ${from} to ${to}`);
    else if (!byFrom.has(from)) byFrom.set(from, { from, to });
  };
  for (const { optionsKey, options } of plugins) {
    for (const [index, { from, to }] of list(options['redirects']).filter(isRecord).entries())
      for (const one of [from].flat()) add(`${optionsKey}.redirects.${index}`, { from: String(one), to: String(to) });
    for (const name of ruleNames.filter((rule) => options[rule] !== undefined)) {
      const redirects = pages && applyRule(name, options[name], pages.docs);
      if (!redirects) notTaken.add(`${optionsKey}.${name}`, `redirects by the rule ${name}`);
      for (const redirect of redirects ?? []) add(`${optionsKey}.${name}`, redirect);
    }
    notTaken.addKeys('redirects', options, `${optionsKey}.`);
  }
  const excess = byFrom.size - maxRedirects;
  if (excess > 0) notTaken.add('plugins', `${excess} of ${byFrom.size} redirects: too many for a config`);
  return [...byFrom.values()].slice(0, maxRedirects);
}

const isPath = (text: string) => /^\/(?!\/)[^\s\\]*$/.test(text) && text.length <= 2000 && !/^[^?#]*\*/.test(text);

/** Returns undefined if the rule is not one, or throws. */
function applyRule(name: string, rule: unknown, routes: readonly string[]): readonly UserRedirect[] | undefined {
  if (name !== 'createRedirects') {
    const isEndings = Array.isArray(rule) && rule.every((ending) => typeof ending === 'string');
    if (!isEndings) return undefined;
    return routes.flatMap((route) => rule.flatMap((ending: string) => withEnding(name, ending, route)));
  }
  if (typeof rule !== 'function') return undefined;
  const fromsOf = (to: string): unknown[] => [rule(to)].flat();
  return attempt(() =>
    routes.flatMap((to) =>
      fromsOf(to)
        .filter(isString)
        .map((from) => ({ from, to })),
    ),
  );
}

function withEnding(name: string, ending: string, route: string): UserRedirect[] {
  const bare = route.length > 1 ? route.replace(/\/$/, '') : route;
  const dotted = `.${ending.replace(/^\./, '')}`;
  if (name === 'toExtensions') return bare.endsWith(dotted) ? [{ from: bare.slice(0, -dotted.length), to: bare }] : [];
  return bare === '/' || bare.endsWith(dotted) ? [] : [{ from: `${bare}${dotted}`, to: route }];
}
