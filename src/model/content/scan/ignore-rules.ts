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
