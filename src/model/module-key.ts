// A name for the code of a maintainer's modules: of their own texts, of all that they import by path, and of the packages they import.

import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const specifier = /\b(?:from|import|require(?:\.resolve)?)\s*\(?\s*(["'])([^"'\n]+)\1/g;
/** An import whose name is computed, so that nobody can tell what it loads. */
const computed = /\b(?:import|require)\s*\(\s*(?!(["'])[^"'\n]*\1\s*[,)])[^)\s]/;
const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.json'];

/**
 * Changes when the modules, or what they import, change; undefined where that cannot be told: a computed import, or a package that is
 * linked from elsewhere. `offered` are modules of docgen's own, by name. What a module reads from disk as it runs is not seen.
 */
export function moduleKey(entries: readonly string[], offered: readonly string[]): string | undefined {
  const hash = createHash('sha256');
  const seen = new Set<string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    hash.update(JSON.stringify([file, text]));
    if (file.endsWith('.json')) continue;
    if (computed.test(text)) return undefined;
    for (const [, , name = ''] of text.matchAll(specifier)) {
      if (name.startsWith('node:') || offered.includes(name)) continue;
      const found = /^\.{0,2}\//.test(name) ? fileOf(file, name) : packageOf(file, name);
      if (found === 'linked') return undefined;
      if (found === undefined) hash.update(JSON.stringify([file, name, 'not found']));
      else queue.push(found);
    }
  }
  return hash.digest('hex');
}

/** The file that a path in an import means. */
function fileOf(importer: string, name: string): string | undefined {
  const path = join(dirname(importer), name);
  const stem = path.replace(/\.[cm]?jsx?$/, '');
  return [...endings.map((ending) => path + ending), ...endings.map((ending) => stem + ending)]
    .concat(endings.map((ending) => join(path, `index${ending}`)))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** The package.json of a package: its version stands for its code. */
function packageOf(importer: string, name: string): string | 'linked' | undefined {
  const folder = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  for (let dir = dirname(importer); ; dir = dirname(dir)) {
    const file = join(dir, 'node_modules', folder, 'package.json');
    if (lstatSync(file, { throwIfNoEntry: false }))
      return realpathSync(file).includes('node_modules') ? file : 'linked';
    if (dir === dirname(dir)) return undefined;
  }
}
