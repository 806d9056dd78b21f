// Loads a Docusaurus site from disk. Its config and sidebars are programs of the site's owner. The packages that they import need not be
// installed: a missing one is replaced by a stub that accepts every call, because docgen reads only plain data from a config.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import fs from 'fs-extra';
import { resolveConfig } from '../../../model/config/config.js';
import { importModule, isNodeModule } from '../../../model/config/module.js';
import type { UserConfig } from '../../../model/config/schema/config.js';
import { readHub } from '../../../model/content/named-files.js';
import { listFiles } from '../../../model/content/scan/list-files.js';
import { scanHub } from '../../../model/content/scan/scan-hub.js';
import { isRecord } from '../../../model/input/plain-data.js';
import type { SidebarItem } from '../../../model/sidebar/sidebar.js';
import { buildSite } from '../../../model/site/site.js';
import { withoutTrailingSlash } from '../../../model/types/path.js';
import { readVersions } from '../../../model/versions/read-versions.js';
import { type DocusaurusSite, pluginsOf, type SitePages } from './site.js';

/**
 * `missing` are the packages that the config imports and that are not installed. `sidebarsModule` is the path of the sidebars module from
 * the site's folder, if it is the only one and can be imported as it is. @throws if the config cannot be loaded
 */
export async function loadDocusaurus(siteDir: string, file: string) {
  const stubs = new Stubs(siteDir);
  try {
    const config = await stubs.load(join(siteDir, file));
    if (!isRecord(config)) throw new Error('it exports no map of settings');
    const missing = stubs.missing();
    const sidebars: Record<string, unknown> = {};
    const modules: string[] = [];
    for (const { options } of pluginsOf(config)) {
      const path = options['sidebarPath'];
      const module = typeof path === 'string' && !(path in sidebars) && moduleAt(resolve(siteDir, path));
      if (!module) continue;
      modules.push(relative(siteDir, module).replaceAll('\\', '/'));
      sidebars[path] = await stubs.load(module).then(toPlainData, () => undefined);
    }
    const isPlain = modules.length === 1 && stubs.missing().length === missing.length;
    const hasFolder = (path: string) => statAt(resolve(siteDir, path))?.isDirectory() === true;
    const files = (await listFiles(siteDir, '')).value.map(({ path }) => path);
    const site: DocusaurusSite = { config, sidebars, files, siteDir, hasFolder };
    return { site, missing, sidebarsModule: isPlain ? `./${modules[0]}` : undefined };
  } finally {
    stubs.remove();
  }
}

/** Returns a copy without functions, which sidebars don't need. @throws for data that contains itself */
const toPlainData = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const statAt = (path: string) => statSync(path, { throwIfNoEntry: false });

/** The file of a module that a config names, as Docusaurus finds it: also without its ending. */
function moduleAt(path: string): string | undefined {
  const candidates = ['', '.js', '.ts', '.mjs', '.cjs', '.json'].map((ending) => path + ending);
  return candidates.find((file) => statAt(file)?.isFile());
}

const stubText = `'use strict';
const stub = new Proxy(function () {}, {
  get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => '' : stub),
  apply: () => stub,
  construct: () => stub,
});
module.exports = stub;
`;

/** Loads modules, and calls an exported function. Missing packages are replaced by stubs. */
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
        if (name === undefined || Object.hasOwn(this.#alias, name)) throw error;
        const stub = join(this.#dir, 'node_modules', name.split('node_modules/').at(-1) ?? '', 'index.cjs');
        fs.outputFileSync(stub, stubText);
        this.#alias[name] = stub;
      }
    }
  }

  missing = (): readonly string[] => Object.keys(this.#alias).filter((name) => name !== '@site');

  remove = (): void => rmSync(this.#dir, { recursive: true, force: true });

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

/** Returns the pages of a docgen config, or undefined if the docs can't be read. */
export async function readPages(cwd: string, config: UserConfig): Promise<SitePages | undefined> {
  const resolved = resolveConfig(config, { cwd, file: undefined, overrides: {} }).value;
  if (!resolved) return undefined;
  const urlOf = (permalink: string) => `/${permalink.slice(resolved.basePath.length)}`;
  const docs: string[] = [];
  const all = new Set<string>();
  const byId = new Map<string, string>();
  const firstOf = new Map<string, string>();
  for (const version of readVersions(resolved).value.all) {
    const content = await readHub(await scanHub(version.config.content, version.config));
    const { pages, sidebars } = buildSite(content.value, version.config).value;
    for (const page of pages) {
      all.add(withoutTrailingSlash(urlOf(page.permalink)));
      if (page.kind !== 'doc') continue;
      docs.push(urlOf(page.permalink));
      if (!version.config.isBeside) byId.set(page.doc.id, urlOf(page.permalink));
    }
    for (const [name, items] of version.config.isBeside ? [] : sidebars.byName) {
      const first = firstOfItems(items);
      if (first !== undefined) firstOf.set(name, urlOf(first));
    }
  }
  return { docs, all, byId, firstOf };
}

function firstOfItems(items: readonly SidebarItem[]): string | undefined {
  for (const item of items) {
    const isDoc = item.type === 'link' && item.docId !== undefined;
    const first = isDoc ? item.href : item.type === 'category' ? (item.href ?? firstOfItems(item.items)) : undefined;
    if (first !== undefined) return first;
  }
  return undefined;
}
