// Which files of a repository are gathered, and where in the section they go: from their names alone.
import { posix } from 'node:path';
import picomatch from 'picomatch';
import { entrySkipped, nothingGathered } from '../../model/catalogue.js';
import type { SourcePathRule } from '../../model/config.js';
import { type Checked, type Diagnostic, nearest } from '../../model/diagnostic.js';
import { cleanPath } from './plan.js';

/** A file of a commit. */
export interface TreeEntry {
  /** `100644`, `100755`; `120000` is a symbolic link, `160000` a submodule. */
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

/** A file that is gathered. */
export interface Selected {
  readonly entry: TreeEntry;
  /** Path in the section. */
  readonly target: string;
}

/** Diagnostics: DG205 where a rule finds nothing, DG210 for what cannot be exported safely. */
export function select(
  tree: readonly TreeEntry[],
  rules: readonly SourcePathRule[],
  source: string,
): Checked<readonly Selected[]> {
  const diagnostics: Diagnostic[] = [];
  const selected = new Map<string, Selected>();
  const skip = (path: string, reason: string) => diagnostics.push(entrySkipped({ source, path, reason }));
  for (const rule of rules) {
    const from = cleanPath(rule.from);
    const matching = tree.filter(matcherOf(rule, from));
    if (matching.length === 0) {
      const near = nearest(from, foldersOf(tree));
      diagnostics.push(nothingGathered({ source, from: rule.from, near }));
    }
    for (const entry of matching) {
      const target = targetOf(entry.path, rule, from);
      const kind = kinds[entry.mode];
      const fault = kind ?? faultOf(target);
      const twin = selected.get(target.toLowerCase());
      if (fault !== undefined) skip(entry.path, fault);
      else if (!twin) selected.set(target.toLowerCase(), { entry, target });
      else if (twin.entry.path !== entry.path) skip(entry.path, `\`${twin.entry.path}\` has the same place`);
    }
  }
  return { value: [...selected.values()], diagnostics };
}

const kinds: Readonly<Record<string, string>> = { '120000': 'it is a symbolic link', '160000': 'it is a submodule' };

function matcherOf({ include, exclude }: SourcePathRule, from: string): (entry: TreeEntry) => boolean {
  const options = { nocase: false, nonegate: true, noextglob: true };
  const wanted = include.length === 0 ? () => true : picomatch([...include], options);
  const unwanted = exclude.length === 0 ? () => false : picomatch([...exclude], options);
  return ({ path }) => {
    if (path === from) return true;
    const inside = from === '' ? path : path.startsWith(`${from}/`) ? path.slice(from.length + 1) : undefined;
    if (inside === undefined || inside.split('/').some((part) => part.startsWith('.'))) return false;
    return wanted(inside) && !unwanted(inside);
  };
}

function targetOf(path: string, { to, rename }: SourcePathRule, from: string): string {
  const isFile = path === from;
  const inside = isFile ? posix.basename(path) : from === '' ? path : path.slice(from.length + 1);
  if (Object.hasOwn(rename, inside)) return cleanPath(posix.join(isFile ? '.' : to, rename[inside] ?? inside));
  // A single file goes to a name of its own, or into a folder.
  if (isFile && to !== '' && !to.endsWith('/') && posix.extname(to) !== '') return cleanPath(to);
  return cleanPath(posix.join(to, inside));
}

/** Characters that some file systems leave out of names. */
const ignored = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Why a path cannot be a file of the export. */
function faultOf(path: string): string | undefined {
  if (path === '' || path.startsWith('/')) return 'it has no name';
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'its path leads out of the folder';
    if (/[\u0000-\u001f\u007f\\]/.test(part)) return 'its name holds control characters or backslashes';
    const plain = part
      .replace(ignored, '')
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[. ]+$|:.*$/g, '');
    if (plain === '.git' || plain === 'git~1') return 'its name is one of git’s own';
    if (Buffer.byteLength(part) > 250) return 'its name is too long';
  }
  return undefined;
}

function* foldersOf(tree: readonly TreeEntry[]): Generator<string> {
  const seen = new Set<string>();
  for (const { path } of tree) {
    yield path;
    for (let dir = posix.dirname(path); dir !== '.' && !seen.has(dir); dir = posix.dirname(dir)) {
      seen.add(dir);
      yield dir;
    }
    if (seen.size > 2000) return; // enough to find a spelling mistake in
  }
}
