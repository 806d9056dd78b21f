// Which files a text includes, imports as Markdown or shows as they are: found before it is rendered, so that its body depends on nothing else.
import { posix } from 'node:path';
import type { Extra } from '../../../model/config.js';
import { type Import, type NamedTexts, namedTexts } from '../../../model/content/imports.js';
import type { SourcePath } from '../../../model/path.js';

/** Files that a text names and that its tree holds. */
export interface TextFiles {
  /** Texts of the files that it includes, by source path, without their front matter. */
  readonly partials: Readonly<Record<string, string>>;
  /** Whole texts of the files that it shows as they are. */
  readonly shown: Readonly<Record<string, string>>;
  /** Which file each import means: source path of the importing file → import → source path. */
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A text, and what it depends on. */
export interface MarkdownFile extends TextFiles {
  readonly source: SourcePath;
  /** The file without its front matter. */
  readonly text: string;
  /** Line of the file, from 1, on which `text` begins. */
  readonly line: number;
  /** Syntax that the config asks for. */
  readonly extras: readonly Extra[];
}

/** All texts of which a tree is made. */
export const textsOf = ({ text, partials }: Pick<MarkdownFile, 'text' | 'partials'>): readonly string[] => [
  text,
  ...Object.values(partials),
];

/** Deepest chain of files that include each other. */
export const longestChain = 8;
/** Includes of one page that are looked for, and characters that they may bring. */
export const most = { includes: 1000, characters: 2_000_000 };

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

/** The name of an import in `TextFiles.imports`. */
export const importKey = ({ kind, path }: Pick<Import, 'kind' | 'path'>) => `${kind} ${path}`;

export interface Library {
  /** The body of a doc or a partial. */
  readonly bodyOf: (path: string) => string | undefined;
  /** The whole text of a file. */
  readonly textOf: (path: string) => string | undefined;
  readonly candidatesOf: (file: Import, from: string) => readonly SourcePath[];
}

/**
 * Every file that a text includes, imports or shows, directly or through others; `named` are those of the text itself. What is over the bounds is left out, and reported
 * as an include of a file that is not there.
 */
export function collectFiles(named: NamedTexts, source: string, { bodyOf, textOf, candidatesOf }: Library): TextFiles {
  const partials = new Map<string, string>();
  const shown = new Map<string, string>();
  const imports = new Map<string, Readonly<Record<string, string>>>();
  const left = { ...most };
  /** The first of some paths that there is, and where it was not known yet its text. */
  const first = (
    candidates: readonly string[],
    known: Map<string, string>,
    read: (path: string) => string | undefined,
  ): { readonly path: string; readonly text?: string } | undefined => {
    for (const path of candidates) {
      if (path === source || known.has(path)) return { path };
      const found = read(path);
      if (found === undefined || found.length > left.characters) continue;
      left.characters -= found.length;
      known.set(path, found);
      return { path, text: found };
    }
    return undefined;
  };
  const walk = (content: NamedTexts, from: string, depth: number) => {
    if (depth > longestChain) return;
    for (const path of content.includes) {
      if (left.includes === 0) return;
      left.includes -= 1;
      const found = first(includeCandidates(path, from), partials, bodyOf);
      if (found?.text !== undefined) walk(namedTexts(found.text), found.path, depth + 1);
    }
    const named: Record<string, string> = Object.create(null);
    for (const file of content.imports) {
      if (left.includes === 0) break;
      left.includes -= 1;
      const isRaw = file.kind === 'raw';
      const found = first(candidatesOf(file, from), isRaw ? shown : partials, isRaw ? textOf : bodyOf);
      if (!found) continue;
      named[importKey(file)] = found.path;
      if (!isRaw && found.text !== undefined) walk(namedTexts(found.text), found.path, depth + 1);
    }
    if (Object.keys(named).length > 0) imports.set(from, named);
  };
  walk(named, source, 0);
  return { partials: sorted(partials), shown: sorted(shown), imports: sorted(imports) };
}

function sorted<T>(entries: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
