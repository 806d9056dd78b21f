// The plugins of a Docusaurus config, with those of its presets, in one form.
import { isRecord } from '../../../model/plain-data.js';

/** A plugin, preset or theme with its options. */
export interface Plugin {
  /** Where the config names it, and where its options: `plugins.2`, `plugins.2.1`. */
  readonly key: string;
  readonly optionsKey: string;
  /** `content-docs`, without Docusaurus's own prefixes; `a function` for one that is written in the config. */
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Every entry of `presets`, `plugins` or `themes`; those that are switched off are left out. */
export function entriesOf(list: unknown, key: string): readonly Plugin[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown, index): Plugin[] => {
    const [plugin, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry, {}];
    const optionsKey = `${key}.${index}.1`;
    const at = { key: `${key}.${index}`, optionsKey, options: isRecord(options) ? options : {} };
    if (typeof plugin === 'string' && plugin !== '') return [{ ...at, name: shortName(plugin) }];
    if (typeof plugin === 'function') return [{ ...at, name: nameOf(plugin) }];
    return isRecord(plugin) ? [{ ...at, name: 'a module' }] : [];
  });
}

/** A stub of a package that is not installed has a name that is no text. */
const nameOf = ({ name }: { readonly name: unknown }) =>
  typeof name === 'string' && name !== '' ? name : 'a function';

/** `@docusaurus/plugin-content-docs`, `content-docs` and a path to that package are the same; a file is named by its path's end. */
function shortName(name: string): string {
  const path = name.replaceAll('\\', '/');
  const own = /(?:^|\/)@docusaurus\/(?:(?:plugin|preset|theme)-)?([\w-]+)(?:\/|$)/.exec(path)?.[1];
  if (own !== undefined) return own;
  const installed = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  if (installed !== undefined) return installed;
  return path.startsWith('/') || /^[A-Za-z]:/.test(path) ? path.split('/').slice(-2).join('/') : path;
}

/** The plugins that preset classic has where its options do not say otherwise. */
const presetPlugins = [
  'docs',
  'blog',
  'pages',
  'theme',
  'sitemap',
  'svgr',
  'debug',
  'gtag',
  'googleAnalytics',
  'googleTagManager',
];

/** The plugins of a preset classic, by the names of its options. An option that is not there is a plugin with its defaults for `docs`. */
export function pluginsOfPreset({ optionsKey, options }: Plugin): readonly Plugin[] {
  const named = presetPlugins.flatMap((name): Plugin[] => {
    const value = options[name];
    if (value === false || (value === undefined && name !== 'docs')) return [];
    return [pluginAt(`${optionsKey}.${name}`, name, isRecord(value) ? value : {})];
  });
  const others = Object.keys(options).filter((name) => !presetPlugins.includes(name));
  return [...named, ...others.map((name) => pluginAt(`${optionsKey}.${name}`, name, {}))];
}

const pluginAt = (key: string, name: string, options: Plugin['options']): Plugin => ({
  ...{ key, optionsKey: key, options },
  name: `preset:${name}`,
});
