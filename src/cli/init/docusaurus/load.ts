// A Docusaurus site on disk, loaded. Its config and sidebars are programs of the site's owner; the packages that they import need not be
// installed: what is not there is replaced by a stub that takes every call, for what docgen reads of a config is plain data.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { listFiles } from '../../../model/content/list-files.js';
import { importModule, isNodeModule } from '../../../model/module.js';
import { isRecord } from '../../../model/plain-data.js';
import { entriesOf, pluginsOfPreset } from './plugins.js';
import type { DocusaurusSite } from './site.js';

export interface LoadedSite {
  readonly site: DocusaurusSite;
  /** Packages that the config imports and that are not installed. */
  readonly missing: readonly string[];
  /** The module of the sidebars from the site's folder, where it is the only one and can be imported as it is. */
  readonly sidebarsModule: string | undefined;
}

/** Loads the site whose config is `file`. Throws where the config cannot be loaded. */
export async function loadDocusaurus(siteDir: string, file: string): Promise<LoadedSite> {
  const stubs = new Stubs(siteDir);
  try {
    const config = await stubs.load(join(siteDir, file));
    if (!isRecord(config)) throw new Error('it exports no map of settings');
    const missing = stubs.missing();
    const sidebars: Record<string, unknown> = {};
    const modules: string[] = [];
    for (const path of sidebarPaths(config)) {
      const found = moduleAt(resolve(siteDir, path));
      if (found === undefined) continue;
      modules.push(found.slice(siteDir.length + 1));
      sidebars[path] = await stubs.load(found).catch(() => undefined);
    }
    const isPlain = modules.length === 1 && stubs.missing().length === missing.length;
    const hasFolder = (path: string) => isFolder(resolve(siteDir, path));
    const files = (await listFiles(siteDir, '')).value.map(({ path }) => path);
    return {
      site: { config, sidebars, files, siteDir, hasFolder },
      missing,
      sidebarsModule: isPlain && modules[0] ? `./${modules[0].replaceAll('\\', '/')}` : undefined,
    };
  } finally {
    stubs.remove();
  }
}

function sidebarPaths(config: Readonly<Record<string, unknown>>): readonly string[] {
  const plugins = [...entriesOf(config['presets'], '').flatMap(pluginsOfPreset), ...entriesOf(config['plugins'], '')];
  const paths = plugins.map(({ options }) => options['sidebarPath']);
  return [...new Set(paths.filter((path) => typeof path === 'string'))];
}

/** The file of a module that a config names, as Docusaurus finds it: also without its ending. */
function moduleAt(path: string): string | undefined {
  return ['', '.js', '.ts', '.mjs', '.cjs', '.json'].map((ending) => path + ending).find(isFile);
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Most packages that are replaced for one site. */
const mostStubs = 100;

const stubText = `'use strict';
const stub = new Proxy(function () {}, {
  get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => '' : stub),
  apply: () => stub,
  construct: () => stub,
});
module.exports = stub;
`;

/** Loads modules, and calls a function that one exports; each package that is not found gets a stub, and all begins again. */
class Stubs {
  readonly #dir = mkdtempSync(join(tmpdir(), 'docgen-init-'));
  readonly #alias: Record<string, string>;

  constructor(siteDir: string) {
    this.#alias = { '@site': siteDir };
  }

  async load(file: string): Promise<unknown> {
    for (;;) {
      try {
        const exported = await importModule(file, 'default', this.#alias);
        return typeof exported === 'function' ? await (exported as () => unknown)() : exported;
      } catch (error) {
        const name = this.#missingIn(error);
        if (name === undefined || Object.hasOwn(this.#alias, name) || this.missing().length >= mostStubs) throw error;
        const stub = join(this.#dir, 'node_modules', name.split('node_modules/').at(-1) ?? '', 'index.cjs');
        mkdirSync(dirname(stub), { recursive: true });
        writeFileSync(stub, stubText);
        this.#alias[name] = stub;
      }
    }
  }

  missing(): readonly string[] {
    return Object.keys(this.#alias).filter((name) => name !== '@site');
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** The package, or the file of one, that an import did not find. */
  #missingIn(error: unknown): string | undefined {
    const message = error instanceof Error ? error.message : '';
    const named = /^Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1] ?? '';
    const own = join(this.#dir, 'node_modules', '/');
    const name = named.startsWith(own) ? named.slice(own.length).replace('/index.cjs', '') : named;
    const isPackage = /^(?:@[\w.-]+\/)?[\w-][\w./-]*$/.test(name) && !isNodeModule(name);
    const isInstalled = name.includes('node_modules/'); // by its path
    return (isPackage || isInstalled) && !/node_modules\/.*\.\.|^[^.].*\.\./.test(name) ? name : undefined;
  }
}
