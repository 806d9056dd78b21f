// Finds files that Git ignores without running Git: by `.gitignore` in all folders from the repository's to the file's, and `.git/info/exclude`, except those that Git
// tracks. Doesn't use the user's own Git config, so that all machines build the same site. The rules are untrusted, so patterns are matched without regular expressions:
// each star backtracks at most once per character.
import { readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { memoize } from 'lodash-es';
import { bytesAt, entryAt, repositoryOf } from '../input/regular-file.js';
import { attempt } from '../types/attempt.js';
import { matchesInOrder } from '../types/globs.js';
import characterClasses from './character-classes.json' with { type: 'json' };
import { trackedBelow } from './git-index.js';

interface Rule {
  readonly ignores: boolean;
  readonly onlyFolders: boolean;
  /** Number of names in the path of the folder from which the rule's paths count. */
  readonly depth: number;
  readonly segments: readonly Segment[];
}

/** Pattern of a name: `**` for any number of folders, a name without special characters, or what its characters can be. */
type Segment = string | readonly Token[];
type Token = '*' | ((char: string) => boolean);

/** The last rule that matches a path counts. */
type IgnoreRules = readonly Rule[];

/**
 * Returns a function that finds the entries of a folder that Git ignores. Call it for a folder before those in it. If Git ignores the content folder itself or everything
 * in it, only rules inside of it apply, because the config lists the folder explicitly. Rules in ignored folders are not read.
 */
export function gitIgnores(root: string) {
  const above = rulesAbove(root);
  const isNamed = isIgnored(above, root, true) || isIgnored(above, join(root, 'any name.md'), false);
  const byFolder = new Map<string, IgnoreRules>([[root, [...(isNamed ? [] : above), ...rulesIn(root)]]]);
  const tracked = memoize(() => {
    const top = repositoryOf(root);
    return top === undefined ? new Set<string>() : trackedBelow(root, { top, gitDir: gitFolders(top).own });
  });
  return (folder: string, entries: readonly { readonly name: string; readonly isFolder: boolean }[]) => {
    const rules = byFolder.get(folder) ?? [];
    const ignored = new Set<string>();
    for (const { name, isFolder } of entries) {
      const path = join(folder, name);
      const isOut = isIgnored(rules, path, isFolder);
      if (isOut && !tracked().has(path)) ignored.add(name);
      else if (isFolder) byFolder.set(path, isOut ? parseIgnoreRules('*', path) : [...rules, ...rulesIn(path)]); // `*`: all that is not tracked
    }
    return ignored;
  };
}

/** Whether rules ignore a path on disk. */
export function isIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  const names = rules.length === 0 ? [] : path.split(sep);
  const matches = ({ onlyFolders, depth, segments }: Rule) =>
    (isFolder || !onlyFolders) && matchesInOrder(segments, names.slice(depth), '**', matchesName);
  return rules.findLast(matches)?.ignores === true;
}

/** Returns the rules of the repository that apply to a folder. Returns none if a parent folder is ignored, and so the folder itself. */
function rulesAbove(root: string): IgnoreRules {
  const dir = repositoryOf(root);
  if (dir === undefined) return [];
  let rules = readRules(join(gitFolders(dir).shared, 'info', 'exclude'), dir);
  let folder = dir;
  for (const name of root === dir ? [] : relative(dir, root).split(sep)) {
    if (folder !== dir && isIgnored(rules, folder, true)) return [];
    rules = [...rules, ...rulesIn(folder)];
    folder = join(folder, name);
  }
  return rules;
}

const rulesIn = (dir: string) => readRules(join(dir, '.gitignore'), dir);
const readRules = (file: string, dir: string) => parseIgnoreRules(gitText(file), dir);

const maxGitFileBytes = 256 * 1024;

/** Returns the text of a regular file, or '' if it is missing or over the limit. Like Git, it doesn't follow symbolic links here. */
export const gitText = (file: string): string => bytesAt(file, maxGitFileBytes)?.toString('utf8') ?? '';

/** Returns Git's folders for a working tree. A worktree or submodule has its own folder in addition to the shared one. */
export function gitFolders(top: string): { readonly own: string; readonly shared: string } {
  const path = join(top, '.git');
  const named = entryAt(path)?.isFile() ? /^gitdir: (.+)$/m.exec(gitText(path))?.[1] : undefined;
  if (named === undefined) return { own: path, shared: path };
  const own = resolve(top, named.trim());
  const common = gitText(join(own, 'commondir')).trim();
  return { own, shared: common === '' ? own : resolve(own, common) };
}

/** Maximum number of rules per file and of characters per line. Ten times the largest real ones. */
const maxRules = { rules: 5000, characters: 1000 };

/** Parses the lines of a `.gitignore` in a folder. */
export function parseIgnoreRules(text: string, dir: string): IgnoreRules {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n|\r$/, maxRules.rules);
  const depth = dir.replace(/[\\/]$/, '').split(sep).length;
  return lines.flatMap((line): Rule[] => {
    // Trailing spaces only count after a backslash.
    const written = line.replace(/(?<! |\\) +$/, '').replace(/(\\ ) +$/, '$1');
    const [, negation, path = '', slash] = /^(!?)(.*?)(\/?)$/s.exec(written) ?? [];
    if (path === '' || written.startsWith('#') || line.length > maxRules.characters) return [];
    // With a slash at the beginning or in the middle, the pattern counts from the folder of its file, else in every folder.
    const whole = [...(path.includes('/') ? [] : ['**']), ...path.replace(/^\//, '').split('/')];
    // At the end, `**` matches everything in a folder, but not the folder.
    const segments = (whole.length > 1 && whole.at(-1) === '**' ? [...whole, '*'] : whole).map(toSegment);
    return [{ ignores: negation === '', onlyFolders: slash === '/', depth, segments }];
  });
}

/** An escaped character, stars, any character, a set of characters, a set that is not closed, or another character. */
const parts = /\\(.?)|(\*+)|\?|\[([!^]?)(\]?(?:\[:\w*:\]|\\.|[^\]\\])*)\]|(\[).*|(.)/gsu;

function toSegment(pattern: string): Segment {
  if (pattern === '**' || !/[\\*?[]/.test(pattern)) return pattern;
  return [...pattern.matchAll(parts)].map(([, escaped, stars, negation, set, open, plain]): Token => {
    if (stars !== undefined) return '*';
    if (set !== undefined) return setOf(set, negation !== '');
    const literal = escaped ?? plain;
    return (char) => open === undefined && (literal === undefined || char === literal);
  });
}

const classes = new Map(Object.entries(characterClasses).map(([name, set]) => [name, new RegExp(`[${set}]`)]));

/** Returns a test for a character set from the text between its brackets: `[a-z]`, `[!a]`, `[[:digit:]]`. */
function setOf(set: string, isNegated: boolean): (char: string) => boolean {
  const items = [...set.matchAll(/\[:(\w*):\]|\\?(.)(?:-\\?(.))?/gsu)].map(([, name, from = '', to = from]) => {
    return (char: string) => (name === undefined ? char >= from && char <= to : classes.get(name)?.test(char) === true);
  });
  return (char) => items.some((includes) => includes(char)) !== isNegated;
}

function matchesName(segment: Segment, name: string): boolean {
  if (typeof segment === 'string') return segment === name;
  return matchesInOrder(segment, [...name], '*', (token, char) => token !== '*' && token(char));
}

/** Maximum number of entries of an ignored folder that are checked for Markdown. */
const maxEntries = 500;

export const isPageName = (name: string) => /^(?:[^._].*|_index(?:\..+)?)\.mdx?$/.test(name);

export const isPageFolder = (name: string) => !/^[._]|^node_modules$/.test(name);

/** Whether an ignored folder contains Markdown. Checks only a few hundred entries. */
export function holdsMarkdown(folder: string): boolean {
  const folders = [folder]; // grows while it is walked
  let left = maxEntries;
  for (const dir of folders) {
    if (left <= 0) return false;
    for (const entry of attempt(() => readdirSync(dir, { withFileTypes: true })) ?? []) {
      left -= 1;
      if (entry.isFile() && isPageName(entry.name)) return true;
      if (entry.isDirectory() && isPageFolder(entry.name)) folders.push(join(dir, entry.name));
    }
  }
  return false;
}
