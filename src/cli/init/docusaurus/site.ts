// A loaded Docusaurus site, its plugins in one form, and what is not taken. Its config may contain anything.
import { difference, get, has, isEmpty, omitBy } from 'lodash-es';
import type * as z from 'zod/mini';
import { faultOf, narrowUnionIssue } from '../../../model/config/issues.js';
import { isRecord, listOf, mapOf } from '../../../model/input/plain-data.js';
import { attempt } from '../../../model/types/attempt.js';
import tables from './not-taken.json' with { type: 'json' };

/** URLs below the base path, which start with a slash. */
export interface SitePages {
  /** Docs of all versions. */
  readonly docs: readonly string[];
  /** Without slashes at their ends. */
  readonly all: ReadonlySet<string>;
  /** Docs of the last versions by id, and the first doc or category of each sidebar by name. */
  readonly byId: ReadonlyMap<string, string>;
  readonly firstOf: ReadonlyMap<string, string>;
}

export interface DocusaurusSite {
  /** The export of `docusaurus.config.*`, or what its function returns. */
  readonly config: unknown;
  /** The exports of `sidebarPath`, by the path in the config or from the site's folder. */
  readonly sidebars: Readonly<Record<string, unknown>>;
  /** Paths from the site's folder, without `node_modules`. */
  readonly files: readonly string[];
  /** The data of `versions.json` and `<id>_versions.json`. */
  readonly listed?: Readonly<Record<string, unknown>>;
  /** By its path from the site's folder. */
  readonly hasFolder: (path: string) => boolean;
  /** Pages of the converted config, for links and redirects. */
  readonly pages?: SitePages | undefined;
  readonly isInstalled?: (name: string) => boolean;
  /** Absolute: the config may contain absolute paths. */
  readonly siteDir: string;
}

/** A string that is not blank. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
/** Without functions. Undefined for what is not data, or contains itself. */
export const plainCopy = (value: unknown): unknown => attempt(() => JSON.parse(JSON.stringify(value)));
/** Undefined if empty. */
export const filled = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined);

/** A plugin, preset or theme with its options. */
export interface Plugin {
  /** Keys of the config: `plugins.2` for the plugin, `plugins.2.1` for its options. */
  readonly key: string;
  readonly optionsKey: string;
  /** `content-docs`, without Docusaurus's prefixes; `a function` for one in the config. */
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** One for each option of the classic preset, always with docs, then the others. */
export function pluginsOf(config: Readonly<Record<string, unknown>>): readonly Plugin[] {
  const ofPresets = entriesOf(config, 'presets')
    .filter(({ name }) => name === 'classic')
    .flatMap(({ optionsKey, options }) =>
      Object.entries({ ...options, docs: options['docs'] ?? {} })
        .filter(([, value]) => value !== undefined && value !== false)
        .map(([name, value]) => {
          const key = `${optionsKey}.${name}`;
          return { key, optionsKey: key, name: `preset:${name}`, options: mapOf(value) };
        }),
    );
  return [...ofPresets, ...entriesOf(config, 'plugins')];
}

/** Without those that are switched off. */
export function entriesOf(
  config: Readonly<Record<string, unknown>>,
  at: 'presets' | 'plugins' | 'themes',
): readonly Plugin[] {
  return listOf(config[at]).flatMap((entry, index): Plugin[] => {
    const [plugin, options] = Array.isArray(entry) ? (entry as unknown[]) : [entry, {}];
    const name = nameOf(plugin);
    const key = `${at}.${index}`;
    return name === undefined ? [] : [{ key, optionsKey: `${key}.1`, name, options: mapOf(options) }];
  });
}

/** The module that a stub (templates/init/stub.cjs) replaces. */
export function moduleOf(value: unknown): string | undefined {
  const isStub = typeof value === 'function' || (typeof value === 'object' && value !== null);
  return isStub ? (Reflect.get(value, Symbol.for('docgen.module')) as string | undefined) : undefined;
}

export function nameOf(plugin: unknown): string | undefined {
  if (typeof plugin === 'string') return plugin === '' ? undefined : shortName(plugin);
  if (typeof plugin !== 'function') return isRecord(plugin) ? 'a module' : undefined;
  return moduleOf(plugin) ?? (plugin.name === '' ? 'a function' : plugin.name);
}

/** `@docusaurus/plugin-content-docs` and a path to it are `content-docs`; a file is named by the end of its path. */
function shortName(name: string): string {
  const path = name.replaceAll('\\', '/');
  const official = /(?:^|\/)@docusaurus\/(?:(?:plugin|preset|theme)-)?([\w-]+)(?:\/|$)/.exec(path)?.[1];
  const installed = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  const file = path.startsWith('/') || /^[A-Za-z]:/.test(path) ? path.split('/').slice(-2).join('/') : path;
  return official ?? installed ?? file;
}

/** Maximum faults of data: with more, none of it is taken. */
const maxFaults = 1000;

/** not-taken.json has the keys of each table: null if converted or not needed, else a description. `*`: other keys, `{}`: the name. */
export class NotTaken {
  /** `key`: a config key, or a path from the site's folder. `what`: a few words. */
  readonly parts: { readonly key: string; readonly what: string }[] = [];

  add(key: string, what: string): void {
    this.parts.push({ key, what });
  }

  /** Adds a part that a table has a text for. */
  addNamed(table: keyof typeof tables, key: string, name: string, shown = name.replace(/^preset:/, '')): void {
    const text = this.#what(table, name)?.replace('{}', () => shown);
    if (text !== undefined) this.add(key, text);
  }

  /** Whether something is lost without a part. */
  isLost = (table: keyof typeof tables, name: string): boolean => this.#what(table, name) !== null;

  #what(table: keyof typeof tables, name: string): string | null | undefined {
    const known: Readonly<Record<string, string | null>> = tables[table];
    return Object.hasOwn(known, name) ? known[name] : tables[table]['*'];
  }

  /** Returns the parts of data that a schema accepts, and adds the others. `key`: that of the data. */
  accepted<T>(schema: z.ZodMiniType<unknown, T>, given: unknown, key: string): T | undefined {
    const whole = { data: plainCopy(given) };
    const lost: { readonly key: string; readonly what: string }[] = [];
    while (whole.data !== undefined) {
      const last = schema.safeParse(whole.data).error?.issues.at(-1); // the last, so that removing it moves no other
      if (!last) break;
      const issue = narrowUnionIssue(last, whole.data).at(-1) ?? last;
      const { path, reason } = faultOf(issue, whole.data);
      const found = [...path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(-1) : [])].map(String);
      lost.unshift({ key: [key, ...found].join('.'), what: `docgen does not take it: ${reason}` });
      // A map that lacks a key, or is of an unknown kind, is removed as a whole.
      const isKind = issue.code === 'invalid_union' && found.at(-1) === 'type';
      const at = ['data', ...(isKind || !has(whole, ['data', ...found]) ? found.slice(0, -1) : found)];
      const holder = get(whole, at.slice(0, -1));
      if (lost.length > maxFaults) whole.data = undefined;
      else if (Array.isArray(holder)) holder.splice(Number(at.at(-1)), 1);
      else Reflect.deleteProperty(holder, at.at(-1) ?? '');
    }
    this.parts.push(...lost);
    return whole.data as T | undefined;
  }

  /** Adds the keys with a value, except those with a value in `taken`. `at` is the path to the map. */
  addKeys(table: keyof typeof tables, map: unknown, at = '', taken: Readonly<Record<string, unknown>> = {}): void {
    for (const [name, value] of Object.entries(omitBy(mapOf(map), (_, name) => taken[name] !== undefined)))
      if (typeof value === 'object' ? !isEmpty(value) : value !== undefined) this.addNamed(table, at + name, name);
  }

  /** Adds swizzled components, pages and translations. */
  addFiles(files: readonly string[], locales: readonly string[]): void {
    const names = (pattern: RegExp) => new Set(files.flatMap((file) => pattern.exec(file)?.[1] ?? []));
    for (const name of names(/^src\/theme\/(.+?)(?:\/index)?\.[jt]sx?$/))
      this.addNamed('components', `src/theme/${name}`, name);
    for (const file of names(/^(src\/pages\/(?!(?:.*\/)?_).*\.(?:[jt]sx?|mdx?))$/))
      this.add(file, 'pages that are not docs: `external` keeps links to them');
    for (const locale of difference([...names(/^i18n\/([^/]+)\//)], locales))
      this.add(`i18n/${locale}`, 'translations: `locales` takes them');
  }
}
