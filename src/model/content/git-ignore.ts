// Finds files that Git ignores without running Git: by `.gitignore` in all folders from the repository's to the file's, and `.git/info/exclude`. Doesn't use the user's
// own Git config, so that all machines build the same site.
import { readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { bytesAt, entryAt, repositoryOf } from '../input/regular-file.js';

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

// Files of a git repository, read without git.

const maxGitFileBytes = 256 * 1024;

/** The text of a regular file; '' where there is none, or one over the limit. git follows no link there either. */
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

// Parses and matches the lines of a `.gitignore` by Git's rules. They are untrusted, so patterns are matched without regular expressions: each star backtracks at most
// once per character.

interface Rule {
  readonly ignores: boolean;
  readonly onlyFolders: boolean;
  readonly segments: readonly Segment[];
}

/** Pattern of a path segment: `**` for any number of folders, a text for a name without special characters. */
type Segment = '**' | { readonly name: string } | { readonly tokens: readonly Token[] };
type Token = '*' | { readonly takes: (char: string) => boolean };

/** The rules of one file, the last first: that is the order in which they win. */
export type IgnoreRules = readonly Rule[];

/** Rules of one file, and characters of a line, that are read: ten times what the longest real ones have. */
const maxRules = { rules: 5000, characters: 1000 };

export function parseIgnoreRules(text: string): IgnoreRules {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n|\r$/, maxRules.rules);
  return lines.flatMap(toRule).reverse();
}

function toRule(line: string): Rule[] {
  // Trailing spaces only count after a backslash.
  const written = line.length > maxRules.characters ? '' : line.replace(/(?<! |\\) +$/, '').replace(/(\\ ) +$/, '$1');
  if (written === '' || written.startsWith('#')) return [];
  const ignores = !written.startsWith('!');
  const pattern = ignores ? written : written.slice(1);
  const path = pattern.replace(/\/$/, '');
  if (path === '') return [];
  // A slash at the beginning or in the middle: the pattern counts from the folder of its file, else in every folder.
  const isAnchored = path.includes('/');
  const names = path.replace(/^\//, '').split('/');
  const whole = [...(isAnchored ? [] : ['**']), ...names];
  // At the end, it matches everything in a folder, but not the folder.
  const segments = (whole.length > 1 && whole.at(-1) === '**' ? [...whole, '*'] : whole).map(toSegment);
  return [{ ignores, onlyFolders: pattern.endsWith('/'), segments }];
}

function toSegment(pattern: string): Segment {
  if (pattern === '**') return pattern;
  return /[\\*?[]/.test(pattern) ? { tokens: tokensOf(pattern) } : { name: pattern };
}

/** Whether rules ignore a path, relative to the folder of their file. Undefined if no rule matches. */
export function ignoredBy(
  rules: IgnoreRules,
  path: readonly string[],
  { isFolder }: { readonly isFolder: boolean },
): boolean | undefined {
  return rules.find(({ onlyFolders, segments }) => (isFolder || !onlyFolders) && matches(segments, path))?.ignores;
}

function matches(pattern: readonly Segment[], path: readonly string[]): boolean {
  return wildcard(pattern, path, { isStar: (segment) => segment === '**', equals: matchesName });
}

function matchesName(segment: Segment, name: string): boolean {
  if (segment === '**') return true;
  if ('name' in segment) return segment.name === name;
  return wildcard(segment.tokens, [...name], {
    isStar: (token) => token === '*',
    equals: (token, char) => typeof token !== 'string' && token.takes(char),
  });
}

function tokensOf(segment: string): Token[] {
  const tokens: Token[] = [];
  const chars = [...segment];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    if (char === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*');
    } else if (char === '?') tokens.push({ takes: () => true });
    else if (char === '[') {
      const set = setAt(chars, at);
      tokens.push(set.token);
      at = set.end;
    } else {
      if (char === '\\') at += 1;
      const literal = chars[at] ?? '';
      tokens.push({ takes: (other) => other === literal });
    }
  }
  return tokens;
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  digit: /[0-9]/,
  lower: /[a-z]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** `[a-z]`, `[!a]`, `[[:digit:]]`; one that is not closed matches nothing. */
function setAt(chars: readonly string[], start: number): { readonly token: Token; readonly end: number } {
  const isNegated = chars[start + 1] === '!' || chars[start + 1] === '^';
  const first = start + (isNegated ? 2 : 1);
  const takers: ((char: string) => boolean)[] = [];
  let at = first;
  for (; at < chars.length && (chars[at] !== ']' || at === first); at += 1) {
    const named = chars[at] === '[' && chars[at + 1] === ':' ? chars.indexOf(']', at) : -1;
    if (named > 0 && chars[named - 1] === ':') {
      const known = classes[chars.slice(at + 2, named - 1).join('')];
      takers.push((char) => known?.test(char) === true);
      at = named;
      continue;
    }
    if (chars[at] === '\\') at += 1;
    const from = chars[at] ?? '';
    if (chars[at + 1] !== '-' || chars[at + 2] === ']' || at + 2 >= chars.length) {
      takers.push((char) => char === from);
      continue;
    }
    at += 2;
    if (chars[at] === '\\') at += 1;
    const to = chars[at] ?? '';
    takers.push((char) => char >= from && char <= to);
  }
  if (at >= chars.length) return { token: { takes: () => false }, end: chars.length };
  return { token: { takes: (char) => takers.some((takes) => takes(char)) !== isNegated }, end: at };
}

/** A pattern with stars against a list: when it fails, the last star takes one more. */
function wildcard<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  { isStar, equals }: { readonly isStar: (one: P) => boolean; readonly equals: (one: P, item: T) => boolean },
): boolean {
  let [at, item, star, taken] = [0, 0, -1, 0];
  while (item < items.length) {
    const one = pattern[at];
    if (one !== undefined && isStar(one)) [star, at, taken] = [at, at + 1, item];
    else if (one !== undefined && equals(one, items[item] as T)) [at, item] = [at + 1, item + 1];
    else if (star !== -1) [at, taken, item] = [star + 1, taken + 1, taken + 1];
    else return false;
  }
  return pattern.slice(at).every(isStar);
}
