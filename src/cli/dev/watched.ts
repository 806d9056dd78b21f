import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { ownModules, type Report } from '../../build.js';
import { lockName } from '../../disk/exports.js';
import { type Config, configFiles } from '../../model/config.js';
import { findFolders } from '../../model/content/static-folders.js';
import { readModules } from '../../model/module-key.js';
import { decodeAddress } from '../../model/path.js';
import { fileFault, ownText } from '../../model/regular-file.js';
import { baselineName } from '../../model/strict/baseline.js';
import { possibleLists } from '../../model/versions/saved-files.js';
import type { Watched } from './messages.js';

export interface WatchedInput {
  readonly cwd: string;
  /** What `--config` says. */
  readonly configFile: string | undefined;
  /** Undefined where it is not valid: then what it would be loaded from is watched. */
  readonly config: Config | undefined;
  /** The versions that were built of it; none before a build. */
  readonly sites: Report['sites'];
}

/** What a build of a config depends on. */
export function watchedBy({ cwd, configFile, config, sites }: WatchedInput): Watched {
  const configs = configFiles(cwd, configFile);
  const entry = configs.find((file) => existsSync(file));
  const code = [
    ...configs.filter((file) => !file.endsWith('.json')),
    ...(config && config.components !== '' ? [config.components] : []), // also where it does not exist
    ...modulesOf([entry ?? '', config?.components ?? '']),
    ...(config ? templatesOf(config.templates) : []),
  ];
  const configsOfSites = sites.map((site) => site.config);
  const folders = [...new Set((config ? [config, ...configsOfSites] : []).flatMap(foldersOf))];
  const ofHub = [...configs, join(cwd, baselineName), join(cwd, lockName)];
  const paths = [...folders, ...(config ? frameOf(config) : []), ...ofHub, ...code].map(real);
  const named = sites.flatMap(({ files }) => [...files.values()]);
  const beside = named.filter((file) => !folders.some((dir) => isIn(dir, file))).map(real);
  return {
    paths: [...new Set([...paths, ...beside])],
    code: [...new Set(code.map(real))],
    ignored: config ? [config.out, ...ofSync(config)].map(real) : [],
  };
}

/** Paths that a sync writes in addition to the exports. */
const ofSync = ({ workDir }: Config) => ['store', 'sync.lock'].map((name) => join(workDir, name));

/** True for a folder or file itself, and for what is below it. */
export function isIn(path: string, file: string): boolean {
  return file === path || file.startsWith(path.endsWith(sep) ? path : path + sep);
}

function foldersOf(config: Config): string[] {
  const { content, sources, workDir } = config;
  return [
    // Another list of versions means other folders.
    ...content.flatMap((mount) => (mount.layer === 'export' ? [] : [mount.dir, ...possibleLists(mount, config)])),
    ...(sources.length > 0 ? [workDir] : []), // which the first sync makes
    ...(config.static ?? []),
    ...findFolders(content, config).folders.flatMap(({ kind, dir }) => (kind === 'static' ? [dir] : [])),
  ];
}

/** Stylesheet and images of all pages. */
function frameOf({ css, logo, favicon, socialImage }: Config): string[] {
  const images = [logo?.light ?? '', logo?.dark ?? '', favicon, socialImage].filter((file) => file !== '');
  return [...(css === '' ? [] : [css, ...namedIn(css)]), ...images];
}

/** Files that a stylesheet names, and those that they name; one that is named only in a comment is watched in vain. */
function namedIn(css: string): Set<string> {
  const found = new Set<string>();
  const queue = [css];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (fileFault(file) !== undefined) continue;
    const text = ownText(file);
    for (const [, written = ''] of text.matchAll(/(?:\burl\(|@import)\s*["']?([^\s"'()]+)/gi)) {
      const named = join(dirname(file), decodeAddress(written.split(/[?#]/)[0] ?? ''));
      if (/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(written) || found.has(named)) continue;
      found.add(named);
      if (named.endsWith('.css')) queue.push(named);
    }
  }
  return found;
}

/** Modules and what they import by path. */
function modulesOf(entries: readonly string[]): string[] {
  const { texts } = readModules(
    entries.filter((file) => file !== '' && existsSync(file)),
    Object.keys(ownModules),
  );
  return [...texts.keys()].filter((file) => !file.split(sep).includes('node_modules'));
}

function templatesOf(folder: string): string[] {
  if (folder === '') return [];
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  const names = (isThere ? readdirSync(folder) : []).filter((name) => /\.[cm]?[jt]sx?$/.test(name));
  return [folder, ...modulesOf(names.map((name) => join(folder, name)))];
}

/** A path without links, as far as it exists: events name what they are about without them. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(real(parent), path.slice(parent.length));
}
