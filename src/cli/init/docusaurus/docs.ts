// The instances of Docusaurus's docs plugin as content folders, sidebars and addresses of docgen.
import { posix } from 'node:path';
import { parseUrl } from '../../../model/path.js';
import type { UserConfig, UserSidebar } from '../../../model/user-config.js';
import type { Plugin } from './plugins.js';
import { readSidebars } from './sidebars.js';
import type { DocusaurusSite, NotTaken } from './site.js';
import { type DocsOptions, docsOptionNames, docsOptions, unknownVersions, type VersionsOf } from './versions.js';

interface Instance extends VersionsOf {
  readonly id: string;
  readonly dir: string;
  /** Below the base path, without slashes at its ends. */
  readonly route: string;
  /** Where its saved versions are not found by the name of its folder. */
  readonly ownId: { readonly id?: string };
}

/** Keys of `content`, `routeBase`, `sidebars`, `editUrl`, `tagsBasePath` and versions, and what of the instances cannot come along. */
export function readDocs(
  plugins: readonly Plugin[],
  site: DocusaurusSite,
): { readonly config: UserConfig; readonly notTaken: readonly NotTaken[] } {
  const all = plugins.map((plugin) => toInstance(plugin, site));
  const instances = all.filter(({ dir }) => site.hasFolder?.(dir) !== false);
  const gone = all.filter((instance) => !instances.includes(instance));
  const missing = gone.map(({ id, dir, plugin }) => ({
    key: plugin.optionsKey,
    what: `the docs of ${id}: their folder ${dir} does not exist`,
  }));
  const [first] = instances;
  if (!first)
    return { config: {}, notTaken: [...missing, { key: 'presets', what: 'no docs: the site has no docs plugin' }] };
  const isOne = instances.length === 1;
  const prefixOf = ({ route }: Instance) => (isOne ? '' : route);
  const sidebars: Record<string, UserSidebar> = {};
  const notTaken: NotTaken[] = [...missing, ...instances.flatMap((instance) => optionsNotTaken(instance, isOne))];
  for (const instance of instances) {
    const read = sidebarsOf(instance, prefixOf(instance), site);
    notTaken.push(...read.notTaken);
    for (const [name, items] of Object.entries(read.sidebars))
      sidebars[Object.hasOwn(sidebars, name) ? `${instance.id}-${name}` : name] = items;
  }
  const edits = new Set(instances.map((instance) => editBase(instance, prefixOf(instance))));
  const editUrl = edits.size === 1 ? [...edits][0] : undefined;
  if (editUrl === undefined && instances.some(({ plugin }) => typeof plugin.options['editUrl'] === 'string'))
    notTaken.push({
      key: `${first.plugin.optionsKey}.editUrl`,
      what: 'addresses to edit at that have no one address above them',
    });
  return {
    config: {
      ...(isOne ? ofOne(first, docsOptions(first)) : ofSeveral(instances)),
      routeBase: isOne ? first.route : '',
      ...(Object.keys(sidebars).length > 0 && { sidebars }),
      ...(editUrl !== undefined && { editUrl }),
      ...tagsOf(instances),
    },
    notTaken,
  };
}

/** Options of one folder stand beside it in the config. */
function ofOne({ dir, ownId }: Instance, { include, exclude, ...versioning }: DocsOptions): UserConfig {
  const own = { ...ownId, ...(include && { include }), ...(exclude && { exclude }) };
  return { content: Object.keys(own).length > 0 ? [{ dir, ...own }] : dir, ...versioning };
}

function ofSeveral(instances: readonly Instance[]): UserConfig {
  return { content: instances.map((one) => ({ dir: one.dir, ...one.ownId, prefix: one.route, ...docsOptions(one) })) };
}

/** Where the pages of tags are: docgen has one place for all docs. */
function tagsOf(instances: readonly Instance[]): Pick<UserConfig, 'tagsBasePath'> {
  const [path, ...others] = new Set(instances.map(({ plugin }) => plugin.options['tagsBasePath'] ?? 'tags'));
  const isTaken = others.length === 0 && typeof path === 'string' && path !== 'tags';
  return isTaken ? { tagsBasePath: path.replace(/^\/+|\/+$/g, '') } : {};
}

function toInstance(plugin: Plugin, site: DocusaurusSite): Instance {
  const { id = 'default', path = 'docs', routeBasePath = 'docs' } = plugin.options;
  const route = String(routeBasePath).replace(/^[/\s]+|[/\s]+$/g, '');
  const dir = fromSite(String(path), site);
  const prefix = id === 'default' ? '' : `${String(id)}_`;
  const hasFolder = (version: string) => site.hasFolder?.(`${prefix}versioned_docs/version-${version}`) !== false;
  const isKnown = (version: string) => version === 'current' || hasFolder(version);
  const hasSaved = site.files?.some((file) => file.startsWith(`${prefix}versioned_docs/`)) === true;
  const isFound = posix.basename(dir) === (id === 'default' ? 'docs' : id);
  return { plugin, id: String(id), dir, route, isKnown, ownId: hasSaved && !isFound ? { id: String(id) } : {} };
}

/** A path of the config from the site's folder; configs often name absolute ones. */
export function fromSite(path: string, { siteDir }: DocusaurusSite): string {
  const clean = posix.normalize(path.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
  return siteDir !== undefined && posix.isAbsolute(clean)
    ? posix.relative(siteDir.replaceAll('\\', '/'), clean) || '.'
    : clean;
}

function sidebarsOf(
  { plugin }: Instance,
  prefix: string,
  site: DocusaurusSite,
): { readonly sidebars: Readonly<Record<string, UserSidebar>>; readonly notTaken: readonly NotTaken[] } {
  const path = plugin.options['sidebarPath'];
  const key = `${plugin.optionsKey}.sidebarPath`;
  const generated = { defaultSidebar: [{ type: 'autogenerated' as const, dirName: prefix === '' ? '.' : prefix }] };
  if (path === undefined || path === null) return { sidebars: generated, notTaken: [] };
  if (path === false)
    return {
      sidebars: generated,
      notTaken: [{ key, what: 'docs without a sidebar: it is generated from the folders' }],
    };
  const loaded = site.sidebars?.[String(path)] ?? site.sidebars?.[fromSite(String(path), site)];
  if (loaded !== undefined) return readSidebars({ sidebars: loaded, prefix, key });
  return {
    sidebars: generated,
    notTaken: [{ key, what: 'sidebars that could not be loaded: they are generated from the folders' }],
  };
}

/** Address below which the files of the hub can be edited: the folder of the docs there, without the prefix they have here. */
function editBase({ plugin, dir }: Instance, prefix: string): string | undefined {
  const { editUrl } = plugin.options;
  if (typeof editUrl !== 'string') return undefined;
  const url = parseUrl(`${editUrl.replace(/\/+$/, '')}/${dir}`)?.href.replace(/\/+$/, '');
  if (prefix === '') return url;
  return url?.endsWith(`/${prefix}`) ? url.slice(0, -prefix.length - 1) : undefined;
}

const taken = ['id', 'path', 'routeBasePath', 'sidebarPath', 'editCurrentVersion', 'onInlineTags', ...docsOptionNames];
const described: Readonly<Record<string, string>> = {
  tags: 'another file of tags: docgen reads `tags.yml`',
  tagsBasePath: 'another address of the pages of tags',
  remarkPlugins: 'plugins that change Markdown',
  rehypePlugins: 'plugins that change HTML',
};

function optionsNotTaken(instance: Instance, isOne: boolean): NotTaken[] {
  const { plugin, id, route } = instance;
  const { optionsKey: key, options } = plugin;
  const { editUrl } = options;
  const isSettled = (name: string) =>
    taken.includes(name) ||
    name === 'editUrl' ||
    (name === 'tags' && (options['tags'] === null || options['tags'] === 'tags.yml')) ||
    (name === 'tagsBasePath' &&
      (options['tagsBasePath'] === 'tags' || (isOne && typeof options['tagsBasePath'] === 'string')));
  const names = Object.keys(options).filter((name) => options[name] !== undefined && !isSettled(name));
  const found: NotTaken[] = names.map((name) => ({
    key: `${key}.${name}`,
    what: described[name] ?? `the option ${name} of the docs`,
  }));
  if (editUrl !== undefined && editUrl !== null && typeof editUrl !== 'string')
    found.push({ key: `${key}.editUrl`, what: 'addresses to edit at that a function makes' });
  for (const version of unknownVersions(instance))
    found.push({ key: `${key}.versions`, what: `version ${version}: it has no folder of its own` });
  if (!isOne && route !== '')
    found.push({
      key,
      what: `slugs with a slash at their beginning in the docs of ${id}: they count from the root of the hub, not from /${route}`,
    });
  return found;
}
