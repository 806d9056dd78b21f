// Loads a Docusaurus site. Its config and sidebars are programs of the owner. Stubs that accept every call replace packages that are not
// installed, because docgen reads only plain data from a config.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import fs from 'fs-extra';
import { isFolderAt } from '../../../disk/files.js';
import { scanSites } from '../../../disk/scan-sites.js';
import { resolveConfig } from '../../../model/config/config.js';
import { importModule, type Replace, withReplacements } from '../../../model/config/module.js';
import type { UserConfig } from '../../../model/config/schema/config.js';
import { listFiles } from '../../../model/content/list-files.js';
import { readHub } from '../../../model/content/read-hub.js';
import { isRecord, reasonOf } from '../../../model/input/plain-data.js';
import { foldersFrom, packageFile } from '../../../model/input/regular-file.js';
import { allItems, type SidebarItem } from '../../../model/sidebar/sidebar-item.js';
import { buildSite } from '../../../model/site/site.js';
import { withoutTrailingSlash } from '../../../model/types/path.js';
import { type DocusaurusSite, moduleOf, plainCopy, pluginsOf, type SitePages } from './site.js';

/**
 * `packages`: those of package.json, of which plugins of Markdown are not run. `notes`: modules that were not found. `sidebarsModule`: path
 * from the site's folder, if it is the only one and can be imported as it is. @throws if the config cannot be loaded
 */
export async function loadDocusaurus(siteDir: string, file: string, packages: readonly string[]) {
  const plugins = packages.filter((name) => /remark|rehype/.test(name));
  const stubs = new Stubs(siteDir, plugins);
  try {
    const { exported: config, missing } = await stubs.load(join(siteDir, file));
    if (!isRecord(config) || moduleOf(config) !== undefined) throw new Error('it exports no map of settings');
    const notes = missing.length === 0 ? [] : [`not installed, and not needed for the config: ${missing.join(', ')}`];
    const sidebars: Record<string, unknown> = {};
    const modules: string[] = [];
    let isPlain = true;
    for (const { options } of pluginsOf(config)) {
      const path = options['sidebarPath'];
      const module = typeof path === 'string' && !(path in sidebars) && moduleAt(resolve(siteDir, path));
      if (!module) continue;
      const name = relative(siteDir, module).replaceAll('\\', '/');
      modules.push(name);
      try {
        const loaded = await stubs.load(module);
        if (loaded.missing.length > 0) notes.push(`incomplete: ${name} needs ${loaded.missing.join(', ')}: ${again}`);
        isPlain &&= loaded.missing.length === 0;
        sidebars[path] = plainCopy(loaded.exported);
      } catch (error) {
        notes.push(`not loaded: ${name}: ${reasonOf(error)}`);
      }
    }
    const listed: Record<string, unknown> = {};
    const hasFolder = (path: string) => isFolderAt(resolve(siteDir, path));
    const files = (await listFiles(siteDir, '')).value.map(({ path }) => path);
    for (const list of files.filter((path) => /^(?:\w+_)?versions\.json$/.test(path)))
      listed[list] = await importModule(join(siteDir, list)).catch(() => undefined);
    const isInstalled = (name: string) =>
      foldersFrom(siteDir).some((dir) => existsSync(join(dir, 'node_modules', name)));
    const site: DocusaurusSite = { config, sidebars, files, siteDir, hasFolder, isInstalled, listed };
    return { site, notes, sidebarsModule: isPlain && modules.length === 1 ? `./${modules[0]}` : undefined };
  } finally {
    stubs.remove();
  }
}

const again = 'install or make what is missing, delete docgen.config.ts and run `docgen init` again';

/** As Docusaurus finds it: also without its ending. */
function moduleAt(path: string): string | undefined {
  const candidates = ['', '.js', '.ts', '.mjs', '.cjs', '.json'].map((ending) => path + ending);
  return candidates.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

const maxStubs = 500;

/** Loads modules, and calls an exported function. Stubs replace missing modules. */
class Stubs {
  readonly #dir = mkdtempSync(join(tmpdir(), 'docgen-init-'));
  readonly #files = new Map<string, string>();
  readonly #alias: Record<string, string>;

  /** `always`: packages to replace even if they are installed. */
  constructor(
    private readonly siteDir: string,
    always: readonly string[],
  ) {
    for (const name of always) this.#add(name);
    this.#alias = { '@site': siteDir, ...Object.fromEntries(this.#files) };
  }

  /** `missing`: the modules that were not found. */
  async load(file: string): Promise<{ readonly exported: unknown; readonly missing: readonly string[] }> {
    for (;;) {
      const used = new Set<string>();
      const failed = new WeakMap<object, string>();
      const replace: Replace = ({ name, from, error }) => {
        if (error === undefined) return Object.hasOwn(this.#alias, name) ? this.#alias[name] : undefined;
        const isPath = /^(?:\.{0,2}\/|[A-Za-z]:)/.test(name);
        const known = isPath ? relative(this.siteDir, resolve(from === undefined ? '' : dirname(from), name)) : name;
        const stub = this.#files.get(known);
        if (stub === undefined) failed.set(error as Error, known);
        else used.add(known);
        return stub;
      };
      try {
        const exported = await withReplacements(replace, async () => {
          const value = await importModule(file, 'default', this.#alias);
          return typeof value === 'function' ? await (value as () => unknown)() : value;
        });
        return { exported, missing: [...used] };
      } catch (error) {
        const name = failed.get(Object(error));
        if (name === undefined || this.#files.size >= maxStubs) throw error;
        this.#add(name);
      }
    }
  }

  #add(name: string): void {
    const path = name.replace(/^.*node_modules\//, '').replace(/[^\w@./-]|\.\./g, '_');
    const stub = join(this.#dir, 'node_modules', path, 'index.cjs');
    const make = packageFile('templates/init/stub.cjs');
    fs.outputFileSync(stub, `module.exports = require(${JSON.stringify(make)})(${JSON.stringify(name)});\n`);
    this.#files.set(name, stub);
  }

  remove = (): void => rmSync(this.#dir, { recursive: true, force: true });
}

/** The pages of a config, and what a build reports; undefined if the docs can't be read. */
export async function firstBuild(cwd: string, config: UserConfig) {
  const resolved = resolveConfig(config, { cwd, file: undefined, overrides: {} }).value;
  if (!resolved) return undefined;
  const urlOf = (permalink: string) => `/${permalink.slice(resolved.basePath.length)}`;
  const docs: string[] = [];
  const all = new Set<string>();
  const byId = new Map<string, string>();
  const firstOf = new Map<string, string>();
  const { versions, all: sites } = await scanSites(resolved);
  const diagnostics = [...versions.diagnostics];
  for (const { version, scan } of sites) {
    const content = await readHub(scan);
    const { value: site, diagnostics: faults } = buildSite(content.value, version.config);
    const { pages, sidebars } = site;
    diagnostics.push(...faults);
    for (const page of pages) {
      all.add(withoutTrailingSlash(urlOf(page.permalink)));
      if (page.kind !== 'doc') continue;
      docs.push(urlOf(page.permalink));
      if (!version.config.isOtherVersion) byId.set(page.doc.id, urlOf(page.permalink));
    }
    for (const [name, items] of version.config.isOtherVersion ? [] : sidebars.byName) {
      const isPage = (item: SidebarItem) =>
        item.type === 'category' || (item.type === 'link' && item.docId !== undefined);
      const [first] = allItems(items).flatMap((item) => ('href' in item && isPage(item) && item.href) || []);
      if (first !== undefined) firstOf.set(name, urlOf(first));
    }
  }
  const found: SitePages = { docs, all, byId, firstOf };
  return { pages: found, diagnostics };
}
