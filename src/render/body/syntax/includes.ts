// Files that a text includes: finds them, and puts their trees in the place of the includes.
import { posix } from 'node:path';
import type { Root } from 'mdast';
import { replaceChild, SKIP, visit } from '../visit.js';

/** Deepest chain of files that include each other. */
const longestChain = 8;
/** Includes of one page that are looked for, and characters that they may bring. */
const most = { includes: 1000, characters: 2_000_000 };

const include = /^[ \t]*<<([^<>\n]+)>>[ \t]*$|\{%-?\s*include\s+(?:["']([^"']+)["']|(\S+\.\w+))/gm;

/** The source paths that an include may mean, nearest reading first. */
export function includeCandidates(path: string, from: string): string[] {
  const clean = path.trim();
  const beside = posix.join(posix.dirname(from), clean);
  const fromRoot = posix.normalize(clean.replace(/^\/+/, ''));
  const named = clean.startsWith('/') ? [fromRoot] : [beside, fromRoot];
  // A partial's name begins with `_`, also where the include omits it.
  const hidden = named.map((path) => posix.join(posix.dirname(path), `_${posix.basename(path)}`));
  return [...named, ...hidden].filter((candidate) => !candidate.startsWith('..'));
}

/**
 * Every file that a text includes, directly or through others: source path → text. What is over the bounds is left out, and reported
 * as an include of a file that is not there.
 */
export function collectIncludes(
  text: string,
  source: string,
  textOf: (path: string) => string | undefined,
): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const left = { ...most };
  const walk = (content: string, from: string, depth: number) => {
    if (depth > longestChain) return;
    for (const match of content.matchAll(include)) {
      if (left.includes === 0) return;
      left.includes -= 1;
      for (const path of includeCandidates(match[1] ?? match[2] ?? match[3] ?? '', from)) {
        const partial = path === source || found.has(path) ? undefined : textOf(path);
        if (partial === undefined || partial.length > left.characters) continue;
        left.characters -= partial.length;
        found.set(path, partial);
        walk(partial, path, depth + 1);
        break;
      }
    }
  };
  walk(text, source, 0);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export interface IncludeContext {
  readonly partials: Readonly<Record<string, string>>;
  /** The files that are being included, outermost first. */
  readonly chain: readonly string[];
  /** The tree of a partial, its own includes read. */
  readonly parse: (path: string, chain: readonly string[]) => Root;
  readonly onMissing: (path: string, offset: number) => void;
}

/** Puts the trees of partials in the place of their includes. */
export function readIncludes(tree: Root, { partials, chain, parse, onMissing }: IncludeContext): void {
  visit(tree, 'placeholder', (node, index, parent) => {
    const { meaning } = node.placeholder;
    if (meaning.kind !== 'include' || !parent || index === undefined) return undefined;
    const path = includeCandidates(meaning.path, chain.at(-1) ?? '').find((candidate) =>
      Object.hasOwn(partials, candidate),
    );
    const isSafe = path !== undefined && !chain.includes(path) && chain.length <= longestChain;
    if (!isSafe) onMissing(meaning.path, node.position?.start.offset ?? 0);
    const children = isSafe ? parse(path, [...chain, path]).children : [];
    return [SKIP, replaceChild(parent, index, children)];
  });
}
