// Determines the files that a build depends on, and decides when a change starts a build.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { compact, uniq } from 'lodash-es';
import { ownModules, type Report } from '../../build.js';
import { isFolderAt } from '../../disk/files.js';
import { lockName } from '../../disk/snapshots.js';
import { readCss } from '../../markup/read-css.js';
import { type Config, configFiles } from '../../model/config/config.js';
import { bodyModules, readModules } from '../../model/config/module.js';
import { findFolders } from '../../model/content/project-folders.js';
import { projectOfMount } from '../../model/content/scan-hub.js';
import { fileFault, isInside, ownText, resolveLinks } from '../../model/input/regular-file.js';
import { baselineName } from '../../model/strict/baseline.js';
import { decodeAddress, splitUrl } from '../../model/types/path.js';
import { possibleVersionLists } from '../../model/versions/saved-files.js';
import { translationFolders } from '../../model/versions/translations.js';
import type { Watched } from './builder-process.js';

interface WatchedInput {
  readonly cwd: string;
  readonly configFile: string | undefined;
  readonly cache: string | undefined;
  /** Config of the last build. Undefined if the config is invalid. Then only its own files are watched. */
  readonly config: Config | undefined;
  /** Sites of the last build. Empty before the first build. */
  readonly sites: Report['sites'];
}

export function watchedBy({ cwd, configFile, cache, config, sites }: WatchedInput): Watched {
  const configs = configFiles(cwd, configFile);
  const entry = configs.find((file) => existsSync(file));
  const code = [
    ...configs.filter((file) => !file.endsWith('.json')),
    ...compact([config?.components]), // even if it doesn't exist
    ...modulesOf(compact([entry, ...(config ? bodyModules(config) : [])])),
    ...templatesOf(config?.templates ?? ''),
  ];
  const folders = uniq((config ? [config, ...sites.map((site) => site.config)] : []).flatMap(foldersOf));
  const ofHub = [...configs, join(cwd, baselineName), join(cwd, lockName)];
  // Watch events contain paths without symbolic links.
  const paths = [...folders, ...(config ? layoutFilesIn(config) : []), ...ofHub, ...code].map(resolveLinks);
  const named = sites.flatMap(({ files, textFiles }) => [...files.values(), ...textFiles]);
  const outside = named.filter((file) => !folders.some((dir) => isInside(file, dir))).map(firstMissing);
  const all = uniq([...paths, ...outside.map(resolveLinks)]);
  const top = resolveLinks(cwd);
  return {
    paths: all,
    above: uniq(all.flatMap((path) => foldersAbove(path, top))),
    code: [...new Set(code.map(resolveLinks))],
    ignored: config ? compact([config.out, cache, ...ofSync(config)]).map(resolveLinks) : [],
  };
}

/** Returns a path, or, if it doesn't exist, the first folder in it that doesn't exist, because its creation is a change. */
function firstMissing(path: string): string {
  const parent = dirname(path);
  return parent === path || existsSync(parent) ? path : firstMissing(parent);
}

/** Returns the folders above a path, up to the first that also contains `top`. If such a folder is moved, no file in it reports that. */
function foldersAbove(path: string, top: string): string[] {
  const folder = dirname(path);
  return folder === path || isInside(top, folder) ? [folder] : [folder, ...foldersAbove(folder, top)];
}

/** Returns what a sync writes in addition to the snapshots. */
const ofSync = ({ workDir }: Config) => ['store', 'sync.lock'].map((name) => join(workDir, name));

function foldersOf(config: Config): string[] {
  const { content, sources, workDir } = config;
  const written = content.filter(({ layer }) => layer !== 'synced');
  const mounts = content.map((mount) => ({ mount, found: projectOfMount(mount.dir, [], mount.generator) }));
  return [
    // A changed list of versions changes the folders.
    ...written.flatMap((mount) => [mount.dir, ...possibleVersionLists(mount, config)]),
    ...content.flatMap((mount) => translationFolders(mount, config).map(dirname)).filter((dir) => existsSync(dir)),
    ...(sources.length > 0 ? [workDir] : []), // the first sync creates it
    ...(config.static ?? []),
    ...findFolders(mounts, config).folders.flatMap(({ kind, dir }) => (kind === 'static' ? [dir] : [])),
  ];
}

function layoutFilesIn({ css, logo, favicon, socialImage }: Config): string[] {
  return compact([css, ...namedIn(css), logo?.light, logo?.dark, favicon, socialImage]);
}

/** Returns the files that a stylesheet references, also through imports. */
function namedIn(css: string): Set<string> {
  const found = new Set<string>();
  const queue = [css];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (fileFault(file) !== undefined) continue;
    for (const { url } of readCss(ownText(file)).references) {
      const named = join(dirname(file), decodeAddress(splitUrl(url).path));
      if (/^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(url) || found.has(named)) continue;
      found.add(named);
      if (named.endsWith('.css')) queue.push(named);
    }
  }
  return found;
}

function modulesOf(entries: readonly string[]): string[] {
  const found = entries.filter((file) => existsSync(file));
  const { texts } = readModules(found, Object.keys(ownModules));
  return [...texts.keys()].filter((file) => !file.split(sep).includes('node_modules'));
}

function templatesOf(folder: string): string[] {
  if (folder === '') return [];
  const names = (isFolderAt(folder) ? readdirSync(folder) : []).filter((name) => /\.[cm]?[jt]sx?$/.test(name));
  return [folder, ...modulesOf(names.map((name) => join(folder, name)))];
}

/** Maximum number of consecutive superseded builds, because a program might write files continuously. */
const maxSuperseded = 3;

export class BuildQueue {
  #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  #superseded = 0;
  #isClosed = false;

  constructor(
    /** Runs a build. `changed` are the paths since the last finished build. Returns soon after an abort. */
    readonly run: (changed: ReadonlySet<string>, signal: AbortSignal) => Promise<void>,
    /** Time without changes after which a build starts, in milliseconds. If a program writes a file in slower steps, the next change aborts that build. */
    readonly quietMs = 20,
  ) {}

  changed(path: string): void {
    this.#pending.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), this.quietMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  #settle(): void {
    this.#timer = undefined;
    if (!this.#running) this.start();
    else if (this.#superseded < maxSuperseded) this.#running.abort.abort();
  }

  start(): void {
    if (this.#isClosed) return;
    const changed = this.#pending;
    this.#pending = new Set();
    const abort = new AbortController();
    const ended = this.run(changed, abort.signal).finally(() => {
      this.#running = undefined;
      this.#superseded = abort.signal.aborted ? this.#superseded + 1 : 0;
      if (abort.signal.aborted) for (const path of changed) this.#pending.add(path);
      if (this.#timer === undefined && (this.#pending.size > 0 || abort.signal.aborted)) this.start();
    });
    this.#running = { abort, ended };
  }
}
