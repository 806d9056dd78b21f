// Converts the instances of Docusaurus's docs plugin to content folders, sidebars, URLs and versions.
import { posix } from 'node:path';
import { isEqual, partition, sortBy } from 'lodash-es';
import type * as z from 'zod/mini';
import type { RemarkPluginEntry, UserConfig } from '../../../model/config/schema/config.js';
import {
  mountSchema,
  type UserMount,
  type UserVersioning,
  type UserVersionOptions,
  versioningShape,
  versionOptionsSchema,
} from '../../../model/config/schema/content.js';
import { parseUrl } from '../../../model/types/path.js';
import { toSection } from '../../../model/versions/section-sidebars.js';
import { readSidebars } from './sidebars.js';
import {
  type DocusaurusSite,
  filled,
  list,
  moduleOf,
  type NotTaken,
  nameOf,
  type Plugin,
  plainCopy,
  record,
  text,
} from './site.js';

/** An instance of the docs plugin. */
export interface DocsPlugin {
  readonly id: string;
  readonly dir: string;
  /** URL path below the base path, without slashes at its ends. */
  readonly route: string;
  /** Prefix of its docs in the hub: the route if there are several instances. */
  readonly prefix: string;
  readonly isMissing: boolean;
  /** Paths below the route of versions that have no folder. */
  readonly missingVersions: readonly string[];
}

interface Instance extends DocsPlugin {
  readonly plugin: Plugin;
  /** Set if its saved versions are not found by the name of its folder. */
  readonly ownId: string | undefined;
  /** Whether docgen finds a version, by its name. */
  readonly isKnown: (version: string) => boolean;
}

/** Returns the config keys for docs, and the instances of the plugin. */
export function readDocs(
  plugins: readonly Plugin[],
  site: DocusaurusSite,
  notTaken: NotTaken,
): { readonly docs: UserConfig; readonly docsPlugins: readonly DocsPlugin[] } {
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
  const remarkPlugins = readRemark(instances, site, notTaken);
  const sidebars: Record<string, Sidebars[string]> = {};
  for (const { id, prefix, ...instance } of instances) {
    const own = sidebarsOf(instance, site, notTaken);
    for (const [name, items] of Object.entries(prefix === '' ? own : toSection(own, prefix, {})))
      sidebars[Object.hasOwn(sidebars, name) ? `${id}-${name}` : name] = items;
  }
  const editUrl = commonOf(instances, editBase);
  if (editUrl === undefined && instances.some(({ plugin }) => typeof plugin.options['editUrl'] === 'string'))
    notTaken.add(`${first.plugin.optionsKey}.editUrl`, 'edit URLs without a common start: set `editUrl`');
  const tagsBasePath = commonOf(instances, ({ plugin }) => plugin.options['tagsBasePath'] ?? 'tags');
  const isOwnPath = typeof tagsBasePath === 'string' && tagsBasePath !== 'tags';
  return {
    docs: {
      ...(isOne ? ofOne(first) : { content: instances.map(toMount) }),
      routeBase: isOne ? first.route : '',
      sidebars: Object.keys(sidebars).length > 0 ? sidebars : undefined,
      editUrl,
      tagsBasePath: isOwnPath ? tagsBasePath.replace(/^\/+|\/+$/g, '') : undefined,
      ...{ remarkPlugins: filled(remarkPlugins) },
    },
    docsPlugins: [...instances, ...missing],
  };
}

/** Returns the plugins of Markdown that a config can name: packages that are installed, with options that are plain data. */
function readRemark(instances: readonly Instance[], { pages, isInstalled }: DocusaurusSite, notTaken: NotTaken) {
  const taken = new Map<string, RemarkPluginEntry>();
  const isBelow = (url: string, { route }: Instance) => route === '' || `${url}/`.startsWith(`/${route}/`);
  const instanceOf = (url: string) =>
    sortBy(instances, ({ route }) => -route.length).find((instance) => isBelow(url, instance));
  for (const instance of instances) {
    const { options, optionsKey } = instance.plugin;
    const count = (pages?.docs ?? []).filter((url) => instanceOf(url) === instance).length;
    for (const key of Object.keys(options).filter((name) => /r(?:emark|ehype)Plugins$/i.test(name)))
      for (const [index, entry] of list(options[key]).entries()) {
        const [plugin, given]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
        const name = nameOf(plugin) ?? 'a function';
        const isData = given === undefined || isEqual(given, plainCopy(given));
        const isPackage = (moduleOf(plugin) ?? plugin) === name && !/[#\s]|^\./.test(name);
        const isRemark = /remarkPlugins$/i.test(key) && isPackage && isData && notTaken.isLost('remark', name);
        if (isRemark && isInstalled?.(name)) taken.set(name, given === undefined ? name : [name, given]);
        else {
          const what = `${name}, a plugin that can change ${count} pages`;
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

/** Returns the value that all instances have: docgen has one for all docs. */
function commonOf<T>(instances: readonly Instance[], read: (instance: Instance) => T): T | undefined {
  const [value, ...others] = new Set(instances.map(read));
  return others.length === 0 ? value : undefined;
}

/** Options of the only folder become keys of the config. */
function ofOne(instance: Instance): UserConfig {
  const { dir, id, include, exclude, prefix, ...versioning } = toMount(instance);
  const isPlain = id === undefined && !include && !exclude;
  return { content: isPlain ? dir : [{ dir, id, include, exclude }], ...versioning };
}

const { versions: _, ...versioning } = versioningShape;
const { include, exclude } = mountSchema.shape;

/** Returns the content folder of an instance with the options that are valid, of versions that docgen finds. */
function toMount({ plugin, dir, ownId: id, prefix, isKnown }: Instance): UserMount & UserVersioning {
  const { options } = plugin;
  const own = fitting<UserMount>(options, { ...versioning, include, exclude });
  const versions = Object.entries(record(options['versions']))
    .map(([name, one]) => [name, fitting<UserVersionOptions>(one, versionOptionsSchema.shape)] as const)
    .filter(([name, fields]) => isKnown(name) && Object.keys(fields).length > 0);
  return {
    ...{ dir, id, prefix },
    ...own,
    lastVersion: own.lastVersion !== undefined && isKnown(own.lastVersion) ? own.lastVersion : undefined,
    onlyIncludeVersions: filled(own.onlyIncludeVersions?.filter(isKnown) ?? []),
    versions: versions.length > 0 ? Object.fromEntries(versions) : undefined,
  };
}

/** Returns the values that the schema of their key accepts. */
function fitting<T>(given: unknown, shape: Readonly<Record<string, z.ZodMiniType>>): T {
  const values = Object.entries(shape).map(([name, schema]) => [name, record(given)[name], schema] as const);
  const valid = values.filter(([, value, schema]) => value !== undefined && schema.safeParse(value).success);
  return Object.fromEntries(valid) as T;
}

function toInstance(plugin: Plugin, site: DocusaurusSite): Instance {
  const { id = 'default', path = 'docs', routeBasePath = 'docs' } = plugin.options;
  const route = String(routeBasePath).replace(/^[/\s]+|[/\s]+$/g, '');
  const dir = fromSite(String(path), site);
  const before = id === 'default' ? '' : `${String(id)}_`;
  const saved = `${before}versioned_docs/`;
  const names = list(site.listed?.[`${before}versions.json`]);
  const isKnown = (version: string) =>
    version === 'current' || names.includes(version) || site.hasFolder(`${saved}version-${version}`);
  const hasSaved = site.files.some((file) => file.startsWith(saved));
  const isFound = posix.basename(dir) === (id === 'default' ? 'docs' : id);
  const ownId = hasSaved && !isFound ? String(id) : undefined;
  const isMissing = !site.hasFolder(dir);
  const missingVersions = Object.entries(record(plugin.options['versions']))
    .filter(([version]) => !isKnown(version) && version !== plugin.options['lastVersion'])
    .map(([version, options]) => text(record(options)['path']) ?? version);
  return { plugin, id: String(id), dir, route, prefix: route, isKnown, ownId, isMissing, missingVersions };
}

/** Returns a path of the config, which might be absolute, from the site's folder. */
export function fromSite(path: string, { siteDir }: DocusaurusSite): string {
  const clean = posix.normalize(path.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
  return posix.isAbsolute(clean) ? posix.relative(siteDir.replaceAll('\\', '/'), clean) || '.' : clean;
}

type Sidebars = Parameters<typeof toSection>[0];

/** Returns the sidebars of an instance, as those of a site of its own. */
function sidebarsOf({ plugin }: Pick<Instance, 'plugin'>, site: DocusaurusSite, notTaken: NotTaken): Sidebars {
  const path = plugin.options['sidebarPath'] ?? undefined;
  const key = `${plugin.optionsKey}.sidebarPath`;
  const sidebars = site.sidebars[String(path)] ?? site.sidebars[fromSite(String(path), site)];
  if (path && sidebars !== undefined) return readSidebars(sidebars, key, notTaken) as Sidebars;
  if (path === false) notTaken.add(key, 'docs without a sidebar: it is generated from the folders');
  else if (path !== undefined)
    notTaken.add(key, 'sidebars that could not be loaded: they are generated from the folders');
  return { defaultSidebar: [{ type: 'autogenerated', dirName: '.' }] };
}

/** The URL below which the files of the hub can be edited: the folder of the docs there, without the prefix they have here. */
function editBase({ plugin, dir, prefix }: Instance): string | undefined {
  const { editUrl } = plugin.options;
  if (typeof editUrl !== 'string') return undefined;
  const url = parseUrl(`${editUrl.replace(/\/+$/, '')}/${dir}`)?.href.replace(/\/+$/, '');
  if (prefix === '') return url;
  return url?.endsWith(`/${prefix}`) ? url.slice(0, -prefix.length - 1) : undefined;
}

function reportOptions({ plugin, isKnown }: Instance, isOne: boolean, notTaken: NotTaken): void {
  const { optionsKey: key, options } = plugin;
  const { tags, tagsBasePath, editUrl, versions, lastVersion, onlyIncludeVersions } = options;
  const isOwnPath = tagsBasePath === 'tags' || (isOne && typeof tagsBasePath === 'string');
  const left = {
    ...options,
    tags: tags === 'tags.yml' ? undefined : tags,
    tagsBasePath: isOwnPath ? undefined : tagsBasePath,
  };
  notTaken.addKeys('docs', left, `${key}.`);
  if (editUrl !== undefined && editUrl !== null && typeof editUrl !== 'string')
    notTaken.add(`${key}.editUrl`, 'edit URLs that a function makes: set `editUrl`');
  const names = [...Object.keys(record(versions)), lastVersion, onlyIncludeVersions].flat();
  for (const name of new Set(names.filter((one) => typeof one === 'string')))
    if (!isKnown(name)) notTaken.add(`${key}.versions`, `version ${name}: it has no folder of its own`);
}
