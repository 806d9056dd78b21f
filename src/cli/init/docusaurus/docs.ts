// Converts instances of Docusaurus's docs plugin to content folders, sidebars, URLs and versions.
import { posix } from 'node:path';
import { isEqual, partition, pick, pickBy, trim, trimEnd } from 'lodash-es';
import * as z from 'zod/mini';
import type { RemarkPluginEntry, UserConfig } from '../../../model/config/schema/config.js';
import { mountSchema, versioningShape } from '../../../model/config/schema/content.js';
import { sidebarsSchema } from '../../../model/config/schema/sidebars.js';
import { listOf, mapOf } from '../../../model/input/plain-data.js';
import { attempt } from '../../../model/types/attempt.js';
import { parseUrl } from '../../../model/types/path.js';
import { toSection } from '../../../model/versions/section-sidebars.js';
import { type DocusaurusSite, filled, moduleOf, type NotTaken, nameOf, type Plugin, plainCopy, text } from './site.js';

export type DocsPlugin = ReturnType<typeof toInstance>;

export function readDocs(plugins: readonly Plugin[], site: DocusaurusSite, notTaken: NotTaken) {
  const all = plugins.map((plugin) => toInstance(plugin, site));
  const [found, missing] = partition(all, ({ isMissing }) => !isMissing);
  for (const { id, dir, plugin } of missing)
    notTaken.add(plugin.optionsKey, `the docs of ${id}: their folder ${dir} does not exist`);
  const isOne = found.length === 1;
  const instances = found.map((instance) => ({ ...instance, prefix: isOne ? '' : instance.route }));
  const [first] = instances;
  if (!first) {
    notTaken.add('presets', 'no docs: the site has no docs plugin');
    return { docs: {}, docsPlugins: missing };
  }
  for (const instance of instances) reportOptions(instance, isOne, notTaken);
  const mounts = instances.map((instance) => toMount(instance, notTaken));
  const [mount] = mounts;
  const remarkPlugins = readRemark(instances, site, notTaken);
  const sidebars: Record<string, Sidebars[string]> = {};
  for (const { id, prefix, ...instance } of instances) {
    const own = sidebarsOf(instance, site, notTaken);
    for (const [name, items] of Object.entries(prefix === '' ? own : toSection(sidebarsSchema.parse(own), prefix, {})))
      sidebars[Object.hasOwn(sidebars, name) ? `${id}-${name}` : name] = items;
  }
  const editUrl = commonOf(instances, editBase);
  if (editUrl === undefined && instances.some(({ plugin }) => typeof plugin.options['editUrl'] === 'string'))
    notTaken.add(`${first.plugin.optionsKey}.editUrl`, 'edit URLs without a common start: set `editUrl`');
  const tagsBasePath = commonOf(instances, ({ plugin }) => plugin.options['tagsBasePath'] ?? 'tags');
  const isOwnPath = typeof tagsBasePath === 'string' && tagsBasePath !== 'tags';
  return {
    docs: {
      ...(isOne && mount ? ofOne(mount) : { content: mounts }),
      routeBase: isOne ? first.route : '',
      sidebars: Object.keys(sidebars).length > 0 ? sidebars : undefined,
      editUrl,
      tagsBasePath: isOwnPath ? trim(tagsBasePath, '/') : undefined,
      remarkPlugins: filled(remarkPlugins),
    },
    docsPlugins: [...instances, ...missing],
  };
}

/** The remark plugins that a config can name: installed packages whose options are plain data. */
function readRemark(instances: readonly DocsPlugin[], { isInstalled }: DocusaurusSite, notTaken: NotTaken) {
  const taken = new Map<string, RemarkPluginEntry>();
  for (const { plugin: docs } of instances) {
    const { options, optionsKey } = docs;
    for (const key of Object.keys(options).filter((name) => /r(?:emark|ehype)Plugins$/i.test(name)))
      for (const [index, entry] of listOf(options[key]).entries()) {
        const [plugin, given]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
        const name = nameOf(plugin) ?? 'a function';
        const isData = given === undefined || isEqual(given, plainCopy(given));
        const isPackage = (moduleOf(plugin) ?? plugin) === name && !/[#\s]|^\./.test(name);
        const isRemark = /remarkPlugins$/i.test(key) && isPackage && isData && notTaken.isLost('remark', name);
        if (isRemark && isInstalled?.(name)) taken.set(name, given === undefined ? name : [name, given]);
        else {
          const what = `${name}, a plugin that can change pages`;
          const hint = isRemark
            ? ': install it, and add it to `remarkPlugins`'
            : /remarkPlugins$/i.test(key)
              ? ': add a module to `remarkPlugins` of which it is the default export'
              : ': rehype plugins are not run';
          notTaken.addNamed('remark', `${optionsKey}.${key}.${index}`, name, what + hint);
        }
      }
  }
  return [...taken.values()];
}

/** The value that all instances have, because docgen has one for all docs. */
function commonOf<T>(instances: readonly DocsPlugin[], read: (instance: DocsPlugin) => T): T | undefined {
  const [value, ...others] = new Set(instances.map(read));
  return others.length === 0 ? value : undefined;
}

/** Options of the only folder become keys of the config. */
function ofOne({ dir, id, include, exclude, prefix, ...versioning }: ReturnType<typeof toMount>): UserConfig {
  const isPlain = id === undefined && !include && !exclude;
  return { content: isPlain ? dir : [{ dir, id, include, exclude }], ...versioning };
}

const { include, exclude } = mountSchema.shape;
const optionsSchema = z.object({ ...versioningShape, include, exclude });

/** Without options of versions that docgen does not find. */
function toMount({ plugin, dir, ownId: id, prefix, isKnown }: DocsPlugin, notTaken: NotTaken) {
  const given = pick(plugin.options, Object.keys(optionsSchema.shape));
  const own = notTaken.accepted(optionsSchema, given, plugin.optionsKey) ?? {};
  const versions = pickBy(own.versions, (fields, name) => isKnown(name) && Object.keys(fields).length > 0);
  return {
    dir,
    id,
    prefix,
    ...own,
    lastVersion: own.lastVersion !== undefined && isKnown(own.lastVersion) ? own.lastVersion : undefined,
    onlyIncludeVersions: filled(own.onlyIncludeVersions?.filter(isKnown) ?? []),
    versions: Object.keys(versions).length > 0 ? versions : undefined,
  };
}

function toInstance(plugin: Plugin, site: DocusaurusSite) {
  const { id = 'default', path = 'docs', routeBasePath = 'docs' } = plugin.options;
  const route = String(routeBasePath).replace(/^[/\s]+|[/\s]+$/g, '');
  const dir = fromSite(String(path), site);
  const before = id === 'default' ? '' : `${String(id)}_`;
  const saved = `${before}versioned_docs/`;
  const names = listOf(site.listed?.[`${before}versions.json`]);
  const isKnown = (version: string) =>
    version === 'current' || names.includes(version) || site.hasFolder(`${saved}version-${version}`);
  const hasSaved = site.files.some((file) => file.startsWith(saved));
  const isFound = posix.basename(dir) === (id === 'default' ? 'docs' : id);
  const ownId = hasSaved && !isFound ? String(id) : undefined;
  const isMissing = !site.hasFolder(dir);
  const missingVersions = Object.entries(mapOf(plugin.options['versions']))
    .filter(([version]) => !isKnown(version) && version !== plugin.options['lastVersion'])
    .map(([version, options]) => text(mapOf(options)['path']) ?? version);
  return {
    plugin,
    id: String(id),
    dir,
    /** URL path below the base path, without slashes at its ends. */
    route,
    /** The route if there are several instances, else ''. */
    prefix: route,
    /** Whether docgen finds a version, by its name. */
    isKnown,
    /** Set if the name of its folder doesn't lead to its saved versions. */
    ownId,
    isMissing,
    /** Paths below the route of versions without a folder. */
    missingVersions,
  };
}

/** Makes a path of the config, also an absolute one, relative to the site's folder. */
export function fromSite(path: string, { siteDir }: DocusaurusSite): string {
  const clean = posix.normalize(path.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
  return posix.isAbsolute(clean) ? posix.relative(siteDir.replaceAll('\\', '/'), clean) || '.' : clean;
}

type Sidebars = Parameters<typeof toSection>[0];

function sidebarsOf({ plugin }: Pick<DocsPlugin, 'plugin'>, site: DocusaurusSite, notTaken: NotTaken): Sidebars {
  const path = plugin.options['sidebarPath'] ?? undefined;
  const key = `${plugin.optionsKey}.sidebarPath`;
  const sidebars = site.sidebars[String(path)] ?? site.sidebars[fromSite(String(path), site)];
  if (path && sidebars !== undefined)
    return (notTaken.accepted(sidebarsSchema, withFolders(sidebars), key) ?? {}) as Sidebars;
  if (path === false) notTaken.add(key, 'docs without a sidebar: it is generated from the folders');
  else if (path !== undefined)
    notTaken.add(key, 'sidebars that could not be loaded: they are generated from the folders');
  return { defaultSidebar: [{ type: 'autogenerated', dirName: '.' }] };
}

/** Folders of generated items as docgen takes them: `api` for `./api/`. */
const withFolders = (sidebars: unknown): unknown =>
  attempt(() =>
    JSON.parse(JSON.stringify(sidebars), (key, value) =>
      key === 'dirName' ? trimEnd(String(value).replace(/^(?:\.?\/)+/, ''), '/') || '.' : value,
    ),
  );

/** The URL below which docs can be edited, without the prefix that they have in the hub. */
function editBase({ plugin, dir, prefix }: DocsPlugin): string | undefined {
  const { editUrl } = plugin.options;
  if (typeof editUrl !== 'string') return undefined;
  const url = parseUrl(`${trimEnd(editUrl, '/')}/${dir}`)?.href.replace(/\/+$/, '');
  if (prefix === '') return url;
  return url?.endsWith(`/${prefix}`) ? url.slice(0, -prefix.length - 1) : undefined;
}

function reportOptions({ plugin, isKnown }: DocsPlugin, isOne: boolean, notTaken: NotTaken): void {
  const { optionsKey: key, options } = plugin;
  const { tags, tagsBasePath, editUrl, versions, lastVersion, onlyIncludeVersions } = options;
  const isOwnPath = tagsBasePath === 'tags' || (isOne && typeof tagsBasePath === 'string');
  const taken = { tags: tags === 'tags.yml' || undefined, tagsBasePath: isOwnPath || undefined };
  notTaken.addKeys('docs', options, `${key}.`, taken);
  if (editUrl !== undefined && editUrl !== null && typeof editUrl !== 'string')
    notTaken.add(`${key}.editUrl`, 'edit URLs that a function makes: set `editUrl`');
  const names = [...Object.keys(mapOf(versions)), lastVersion, onlyIncludeVersions].flat();
  for (const name of new Set(names.filter((one) => typeof one === 'string')))
    if (!isKnown(name)) notTaken.add(`${key}.versions`, `version ${name}: it has no folder of its own`);
}
