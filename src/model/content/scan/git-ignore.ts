// Finds files that Git ignores without running Git: by `.gitignore` in all folders from the repository's to the file's, and `.git/info/exclude`. Doesn't use the user's
// own Git config, so that all machines build the same site.
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { repositoryOf } from '../../input/regular-file.js';
import { gitFolders, gitText } from './git-files.js';
import { type IgnoreRules, ignoredBy, parseIgnoreRules } from './ignore-rules.js';

interface Level {
  /** The folder from which the paths of the rules count. */
  readonly dir: string;
  readonly rules: IgnoreRules;
}

/** Tells which entries of a folder git ignores. Folders are asked from above, as they are walked. */
export type Ignores = (folder: string, names: readonly Entry[]) => ReadonlySet<string>;
interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * The rules for a folder. One that is ignored itself, or all that is in it, was named by its owner all the same: then only the rules in it
 * count. Rules of folders that are ignored are never read.
 */
export function gitIgnores(root: string): Ignores {
  const above = levelsAbove(root);
  const isNamed = isIgnored([...above], root, true) || isIgnored([...above], join(root, 'any name.md'), false);
  const levels = new Map<string, readonly Level[]>([[root, withOwn(isNamed ? [] : above, root)]]);
  return (folder, entries) => {
    const own = levels.get(folder) ?? [];
    const ignored = new Set<string>();
    for (const { name, isFolder } of entries) {
      if (own.length === 0 && !isFolder) continue; // no rule to ask
      const path = join(folder, name);
      if (isIgnored(own, path, isFolder)) ignored.add(name);
      else if (isFolder) levels.set(path, withOwn(own, path));
    }
    return ignored;
  };
}

function withOwn(levels: readonly Level[], dir: string): readonly Level[] {
  const rules = rulesIn(join(dir, '.gitignore'));
  return rules.length === 0 ? levels : [...levels, { dir, rules }];
}

/** The nearest file that says something decides. */
function isIgnored(levels: readonly Level[], path: string, isFolder: boolean): boolean {
  for (const { dir, rules } of levels.toReversed()) {
    const said = ignoredBy(rules, relative(dir, path).split(sep), { isFolder });
    if (said !== undefined) return said;
  }
  return false;
}

/** Returns the rules of the repository that apply to a folder. Returns none if a parent folder is ignored, and so the folder itself. */
function levelsAbove(root: string): readonly Level[] {
  const dir = repositoryOf(root);
  if (dir === undefined) return [];
  const names = relative(dir, root).split(sep).slice(0, -1);
  const folders = root === dir ? [] : [dir, ...names.map((_, index) => join(dir, ...names.slice(0, index + 1)))];
  const exclude = rulesIn(join(gitFolders(dir).shared, 'info', 'exclude'));
  let levels: readonly Level[] = exclude.length === 0 ? [] : [{ dir, rules: exclude }];
  for (const folder of folders) {
    if (folder !== dir && isIgnored(levels, folder, true)) return [];
    levels = withOwn(levels, folder);
  }
  return levels;
}

function rulesIn(file: string): IgnoreRules {
  const text = gitText(file);
  return text === '' ? [] : parseIgnoreRules(text);
}

/** Entries of a folder that is left out which are looked at for Markdown. */
const maxEntries = 500;

export const isPageName = (name: string) => /^[^._].*\.mdx?$/.test(name);

export const isPageFolder = (name: string) => !/^[._]|^node_modules$/.test(name);

/** Whether an ignored folder contains Markdown. Checks only a few hundred entries. */
export function holdsMarkdown(folder: string): boolean {
  const queue = [folder];
  let left = maxEntries;
  for (let dir = queue.shift(); dir !== undefined && left > 0; dir = queue.shift()) {
    for (const entry of entriesIn(dir)) {
      left -= 1;
      if (entry.isFile() && isPageName(entry.name)) return true;
      if (entry.isDirectory() && isPageFolder(entry.name)) queue.push(join(dir, entry.name));
    }
  }
  return false;
}

function entriesIn(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
