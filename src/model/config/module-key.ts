// Hashes the code of the site owner's modules: their texts, those of all modules that they import by path, and versions of packages.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileFault, ownText } from '../input/regular-file.js';
import { isNodeModule } from './module.js';

const specifier = /\b(?:from|import|require(?:\.resolve)?)\s*\(?\s*(["'])([^"'\n]+)\1/g;
/** Matches an import with a computed name, whose target can't be determined statically. */
const computed = /\b(?:import|require)\s*\(\s*(?!(["'])[^"'\n]*\1\s*[,)])[^)\s]/;
/** Imports that `specifier` does not see: behind a comment, or by a function of another name. */
const unseen = /\bcreateRequire\b|\b(?:from|import|require)\s*\(?\s*\/[*/]/;
const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.json'];

/**
 * Returns the texts of modules and of all that they import, by file; of a package its package.json. `isComplete` is false for a computed
 * import, a missing module, or a package that is linked from elsewhere.
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
      if (isNodeModule(name) || offered.includes(name)) continue;
      const found = /^\.{0,2}\//.test(name) ? filesOf(file, name) : packageOf(file, name);
      if (found.length === 0) isComplete = false;
      queue.push(...found);
    }
  }
  return { texts, isComplete };
}

/** Returns undefined if the imports can't be determined statically. The hash leaves out files that a module reads at run time. */
export function moduleKey(entries: readonly string[], offered: readonly string[]): string | undefined {
  const { texts, isComplete } = readModules(entries, offered);
  if (!isComplete) return undefined;
  const hash = createHash('sha256');
  for (const entry of texts) hash.update(JSON.stringify(entry));
  return hash.digest('hex');
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
  for (let dir = dirname(importer); ; dir = dirname(dir)) {
    const file = join(dir, 'node_modules', folder, 'package.json');
    if (lstatSync(file, { throwIfNoEntry: false })) return realpathSync(file).includes('node_modules') ? [file] : [];
    if (dir === dirname(dir)) return [];
  }
}
