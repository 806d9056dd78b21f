// Loads modules of the site owner (a config, components, templates, remark plugins), and hashes their code. Never content.
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import Module, { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compact } from 'lodash-es';
import { outsidePath, type Place, type Point } from '../diagnostics/diagnostic.js';
import { sha256 } from '../input/hash.js';
import { reasonOf } from '../input/plain-data.js';
import { fileFault, foldersFrom, ownText, packageFile } from '../input/regular-file.js';
import type { RemarkPluginEntry } from './schema/config.js';

type Modules = Readonly<Record<string, unknown>>;

const require = createRequire(import.meta.url);
const offered: (() => Promise<Modules>)[] = [];

/** Adds modules of docgen, by name, that the site owner's modules can import without installing them. */
export function offerModules(load: () => Promise<Modules>): void {
  offered.push(load);
}

/** Returns the file to load instead of a module, or undefined. `from` is the file that needs it, if known; with `error`, it was not found. */
export type Replace = (wanted: {
  readonly name: string;
  readonly from?: string | undefined;
  readonly error?: unknown;
}) => string | undefined;

interface Resolver {
  _resolveFilename: (name: string, parent: { readonly filename?: string } | undefined, ...more: unknown[]) => string;
}

/** Loads modules with replacements. Node.js 20 has no other hook that `require.resolve` calls. */
export async function withReplacements<T>(replace: Replace, load: () => Promise<T>): Promise<T> {
  const resolver = Module as unknown as Resolver;
  const original = resolver._resolveFilename;
  resolver._resolveFilename = function (this: unknown, name, parent, ...more) {
    const from = parent?.filename;
    try {
      return replace({ name, from }) ?? original.call(this, name, parent, ...more);
    } catch (error) {
      const file = replace({ name, from, error });
      if (file === undefined) throw error;
      return file;
    }
  };
  try {
    return await load();
  } finally {
    resolver._resolveFilename = original;
  }
}

/** Returns the default export, or all exports, of a module. With `alias`, folders or files of modules by name, nothing that was loaded is kept. */
export async function importModule(
  file: string,
  what: 'default' | 'all' = 'default',
  alias?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { createJiti } = require('jiti') as typeof import('jiti');
  const jiti = createJiti(import.meta.url, {
    fsCache: packageFile('dist/.cache/modules'),
    virtualModules: Object.assign({}, ...(await Promise.all(offered.map((load) => load())))) as Modules,
    extensions: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.json'], // its own list lacks .jsx
    jsx: { runtime: 'automatic' },
    ...(alias && { alias: { ...alias }, moduleCache: false, fsCache: false }),
  });
  return settled(jiti.import(file, what === 'default' ? { default: true } : {}));
}

/** Returns the file of a module that the config of a folder names: a path, or a package. Empty if there is none. */
function resolveModule(name: string, cwd: string): string {
  if (/^\.{0,2}\//.test(name)) return resolve(cwd, name);
  const { createJiti } = require('jiti') as typeof import('jiti');
  const url = createJiti(join(cwd, 'docgen.config.js')).esmResolve(name, { try: true });
  return url === undefined ? '' : fileURLToPath(url);
}

/** Keeps the process alive until a promise settles. Otherwise a module that awaits forever would end the process without a message. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  let isIdle = () => {};
  const idle = new Promise<never>((_, reject) => {
    isIdle = () => reject(new Error('it awaits a promise that never settles'));
    process.once('beforeExit', isIdle);
  });
  return Promise.race([promise, idle]).finally(() => process.off('beforeExit', isIdle));
}

export interface FileFault {
  readonly reason: string;
  readonly place: Place;
}

export interface ModuleFault {
  readonly reason: string;
  readonly file?: string;
  readonly start?: Point;
}

/** Describes an error of a module, with the file of a syntax error, or the innermost file of the project on the stack. */
export function moduleFault(error: unknown): ModuleFault {
  try {
    return syntaxFault(error) ?? { reason: reasonOf(error), ...thrownAt(error) };
  } catch {
    return { reason: reasonOf(error) }; // an error may be anything, also one that throws when it is read
  }
}

/** Calls a function of the config. Returns its failure, or undefined. */
export async function hookFault(call: () => Promise<unknown>): Promise<ModuleFault | undefined> {
  try {
    await settled(call());
    return undefined;
  } catch (error) {
    return moduleFault(error);
  }
}

export function placeOfFault({ file, start }: ModuleFault, loaded: string, cwd: string): Place {
  return { file: outsidePath(file ?? loaded, cwd), ...(start && { start }) };
}

/** Returns the fault of a syntax error. The last line of the parser's message is the location, with columns from 0. */
function syntaxFault(error: unknown): ModuleFault | undefined {
  const message = error instanceof Error ? error.message : '';
  const [, reason = '', file, line, column] = /^ParseError: ([^\n]*)\n\s*(.+):(\d+):(\d+)\s*$/.exec(message) ?? [];
  if (file === undefined) return undefined;
  const start = { line: Number(line), column: Number(column) + 1 };
  return { reason: reason.trim().replace(/\.$/, ''), file, start };
}

const maxStackChars = 20_000;
const docgensOwn = ['bin', 'dist', 'src'].map((folder) => packageFile(folder) + sep);

/** Returns the location of the innermost call that is neither in a package nor in docgen. */
function thrownAt(error: unknown): Partial<ModuleFault> {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack.slice(0, maxStackChars) : '';
  for (const call of stack.split('\n')) {
    const [, file = '', line, column] =
      /^\s+at (?:.*\()?(?:file:\/\/)?(\/.*|[A-Za-z]:\\.*):(\d+):(\d+)\)?$/.exec(call) ?? [];
    if (file === '' || docgensOwn.some((folder) => file.startsWith(folder)) || file.split(sep).includes('node_modules'))
      continue;
    const isCompiled = /\.(?:[cm]?ts|[jt]sx)$/.test(file); // which preserves lines only
    return { file, start: { line: Number(line), column: isCompiled ? 1 : Number(column) } };
  }
  return {};
}

function isComponent(entry: unknown): boolean {
  if (typeof entry === 'function') return true;
  if (typeof entry !== 'object' || entry === null) return false;
  return '$$typeof' in entry || ['component', 'default'].some((key) => isComponent(Reflect.get(entry, key)));
}

/** Returns why a file can't be used as `components`, or undefined. */
export async function componentsFault(file: string, cwd: string): Promise<string | FileFault | undefined> {
  const fault = fileFault(file);
  if (fault !== undefined) return `\`${basename(file)}\` ${fault}`;
  const at = (fault: ModuleFault): FileFault => ({ reason: fault.reason, place: placeOfFault(fault, file, cwd) });
  try {
    const loaded = await importModule(file);
    if (typeof loaded !== 'object' || loaded === null)
      return at({ reason: 'its default export must be a map: name → component' });
    const wrong = Object.entries(loaded).find(([, entry]) => !isComponent(entry)); // a getter or a proxy that throws does so here
    if (!wrong) return undefined;
    const wanted = 'is no component, no `{component, isInline}` and no module whose default export is one';
    return at({ reason: `\`${wrong[0]}\` ${wanted}` });
  } catch (error) {
    return at(moduleFault(error));
  }
}

export interface RemarkPlugin {
  /** Name or path of the module, as in the config. */
  readonly name: string;
  /** Absolute path of the module. Empty if it can't be found. */
  readonly file: string;
  readonly options: unknown;
}

export function toPlugins(entries: readonly RemarkPluginEntry[], cwd: string): readonly RemarkPlugin[] {
  return entries.map((entry) => {
    const [name, options] = typeof entry === 'string' ? [entry] : entry;
    return { name, file: resolveModule(name, cwd), options };
  });
}

/** Returns the files of the modules that bodies depend on. For a package, that is its `package.json`, whose version identifies its code. */
export function bodyModules(config: { readonly components: string; readonly remarkPlugins: readonly RemarkPlugin[] }) {
  const files = config.remarkPlugins.map(({ file }) => {
    const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
    return folder === undefined ? file : join(folder, 'package.json');
  });
  return compact([config.components, ...files]);
}

/** Returns why the plugins can't be used, or undefined. */
export async function pluginsFault(
  plugins: readonly RemarkPlugin[],
  cwd: string,
): Promise<string | FileFault | undefined> {
  for (const { name, file } of plugins) {
    if (file === '' || fileFault(file) !== undefined)
      return `there is no module \`${name}\`: is its package installed?`;
    try {
      if (typeof (await importModule(file)) !== 'function')
        return `the default export of \`${name}\` must be a remark plugin`;
    } catch (error) {
      const fault = moduleFault(error);
      return { reason: `\`${name}\`: ${fault.reason}`, place: placeOfFault(fault, file, cwd) };
    }
  }
  return undefined;
}

const specifier = /\b(?:from|import|require(?:\.resolve)?)\s*\(?\s*(["'])([^"'\n]+)\1/g;
/** Matches an import with a computed name, whose target can't be determined statically. */
const computed = /\b(?:import|require)\s*\(\s*(?!(["'])[^"'\n]*\1\s*[,)])[^)\s]/;
/** Imports that `specifier` does not see: after a comment, or by a function of another name. */
const unseen = /\bcreateRequire\b|\b(?:from|import|require)\s*\(?\s*\/[*/]/;
const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.json'];

/**
 * Returns the texts of modules and of everything that they import, by file. For a package, that is its `package.json`. `isComplete` is
 * false if an import is computed, a module is missing, or a package is linked from elsewhere.
 */
export function readModules(entries: readonly string[], offered: readonly string[]) {
  const texts = new Map<string, string>();
  let isComplete = true;
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (texts.has(file)) continue;
    const isReadable = fileFault(file) === undefined;
    const text = isReadable ? ownText(file) : '';
    texts.set(file, text);
    if (!isReadable) isComplete = false;
    if (file.endsWith('.json')) continue;
    if (computed.test(text) || unseen.test(text)) isComplete = false;
    for (const [, , name = ''] of text.matchAll(specifier)) {
      if (isBuiltin(name) || offered.includes(name)) continue;
      const found = /^\.{0,2}\//.test(name) ? filesOf(file, name) : packageOf(file, name);
      if (found.length === 0) isComplete = false;
      queue.push(...found);
    }
  }
  return { texts, isComplete };
}

/** Returns a hash of modules and their imports, or undefined if the imports can't be determined. Files read at run time are not included. */
export function moduleKey(entries: readonly string[], offered: readonly string[]): string | undefined {
  const { texts, isComplete } = readModules(entries, offered);
  return isComplete ? sha256(JSON.stringify([...texts])) : undefined;
}

/** Returns the files that a path in an import can mean. Empty if a package.json decides. */
function filesOf(importer: string, name: string): string[] {
  const path = join(dirname(importer), name);
  if (existsSync(join(path, 'package.json'))) return [];
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return [...endings.map((ending) => path + ending), ...endings.map((ending) => stem + ending)]
    .concat(isFolder ? endings.map((ending) => join(path, `index${ending}`)) : [])
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** Returns the package.json of a package, whose version identifies its code. Empty if the package is linked from elsewhere. */
function packageOf(importer: string, name: string): string[] {
  const [folder = ''] = /^(?:@[^/]*\/)?[^/]*/.exec(name) ?? [];
  const files = foldersFrom(dirname(importer)).map((dir) => join(dir, 'node_modules', folder, 'package.json'));
  const file = files.find((path) => lstatSync(path, { throwIfNoEntry: false }));
  return file !== undefined && realpathSync(file).includes('node_modules') ? [file] : [];
}
