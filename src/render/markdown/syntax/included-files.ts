// Which files a text includes, imports as Markdown or shows as they are: found before it is rendered, so that its body depends on nothing else.
import type { Extra } from '../../../model/config.js';
import {
  type Import,
  includeCandidates,
  isSnippet,
  type NamedFile,
  type NamedTexts,
  namedTexts,
} from '../../../model/content/imports.js';
import type { RepositoryFile, RepositoryFiles } from '../../../model/mounts/repository-files.js';
import type { SourcePath } from '../../../model/path.js';

/** Files that a text names and that its tree holds. */
export interface TextFiles {
  /** Texts of the files that it includes, by source path, without their front matter. */
  readonly partials: Readonly<Record<string, string>>;
  /** Whole texts of the files that it shows as they are. */
  readonly shown: Readonly<Record<string, string>>;
  /** Which file each import means, and each include of a file of a repository: source path of the naming file → import → source path. */
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of files of repositories: their web pages, and why a text is not here. */
  readonly origins: Readonly<Record<string, Omit<RepositoryFile, 'text'>>>;
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

/** The name of an import in `TextFiles.imports`. */
export const importKey = ({ kind, path }: NamedFile) => `${kind} ${path}`;

export interface Library {
  /** The body of a doc or a partial. */
  readonly bodyOf: (path: string) => string | undefined;
  /** The whole text of a file. */
  readonly textOf: (path: string) => string | undefined;
  readonly candidatesOf: (file: Import, from: string) => readonly SourcePath[];
  readonly repositoryFiles: RepositoryFiles;
}

/**
 * Every file that a text includes, imports or shows, directly or through others; `named` are those of the text itself. What is over the bounds is left out, and reported
 * as an include of a file that is not there.
 */
export function collectFiles(
  named: NamedTexts,
  source: string,
  { bodyOf, textOf, candidatesOf, repositoryFiles }: Library,
): TextFiles {
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
      if (found === undefined && repositoryFiles.get(path)) return { path };
      if (found === undefined || found.length > left.characters) continue;
      left.characters -= found.length;
      known.set(path, found);
      return { path, text: found };
    }
    return undefined;
  };
  const walk = (content: NamedTexts, from: string, depth: number) => {
    if (depth > longestChain) return;
    const named: Record<string, string> = Object.create(null);
    for (const path of content.includes) {
      if (left.includes === 0) return;
      left.includes -= 1;
      const file = { kind: 'include', path } as const;
      const inHub = includeCandidates(path, from);
      const found = first([...inHub, ...repositoryFiles.candidates(file, from)], partials, bodyOf);
      if (found && !inHub.includes(found.path)) named[importKey(file)] = found.path;
      if (found?.text !== undefined) walk(namedTexts(found.text), found.path, depth + 1);
    }
    for (const file of content.imports) {
      if (left.includes === 0) break;
      left.includes -= 1;
      const isMarkdown = file.kind === 'partial' || isSnippet(file);
      const inRepository = repositoryFiles.candidates(file, from);
      const candidates = [...candidatesOf(file, from), ...inRepository];
      // Only Markdown has front matter that is none of its text.
      const bodyOr = (path: string) => (isSnippet(file) && !/\.mdx?$/i.test(path) ? textOf(path) : bodyOf(path));
      const found = first(candidates, isMarkdown ? partials : shown, isMarkdown ? bodyOr : textOf);
      // Code of the repository of the text that is not there is missing; other code is in another repository.
      const path = found?.path ?? (file.kind === 'code' ? inRepository[0] : undefined);
      if (path !== undefined) named[importKey(file)] = path;
      if (isMarkdown && found?.text !== undefined) walk(namedTexts(found.text), found.path, depth + 1);
    }
    if (Object.keys(named).length > 0) imports.set(from, named);
  };
  walk(named, source, 0);
  const taken = { partials: sorted(partials), shown: sorted(shown), imports: sorted(imports) };
  return { ...taken, origins: originsOf(imports.values(), repositoryFiles) };
}

function originsOf(
  imports: Iterable<Readonly<Record<string, string>>>,
  repositoryFiles: RepositoryFiles,
): TextFiles['origins'] {
  const origins = new Map<string, Omit<RepositoryFile, 'text'>>();
  for (const path of [...imports].flatMap((named) => Object.values(named))) {
    const file = repositoryFiles.get(path);
    if (file) origins.set(path, { address: file.address, ...(file.fault !== undefined && { fault: file.fault }) });
  }
  return sorted(origins);
}

function sorted<T>(entries: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
