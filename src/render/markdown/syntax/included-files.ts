// Collects the files that a text includes before rendering, so that a body depends on nothing else.
import type { Extra } from '../../../model/config/config.js';
import type { CodeOptions, Messages } from '../../../model/config/schema/config.js';
import {
  collectionFile,
  hasImports,
  includeCandidates,
  isSnippet,
  type NamedTexts,
  namedFiles,
  namedTexts,
  wrappedPartials,
} from '../../../model/content/parse/imports.js';
import type { RepositoryFile, RepositoryFiles } from '../../../model/content/repository-files.js';
import type { GeneratorName, ProjectVariables, WrittenFields } from '../../../model/generators/generator.js';
import type { ReadFiles } from '../../../model/input/code/operators.js';
import { importedFile, type NamedFile } from '../../../model/input/imports.js';
import { folderOfGlob, type SourcePath } from '../../../model/types/path.js';
import { CodeLines } from './code-lines.js';
import packagesJson from './packages.json' with { type: 'json' };

export interface TextFiles {
  /** Markdown files without their front matter, by source path. */
  readonly partials: Readonly<Record<string, string>>;
  /** Texts of files that are shown as code or read as data, with their front matter, by source path. */
  readonly wholeTexts: Readonly<Record<string, string>>;
  /** Source path of the importing file → import → source path of the imported file. */
  readonly imports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Web URLs of files in repositories, and the reason if a text is missing, by source path. */
  readonly origins: Readonly<Record<string, Omit<RepositoryFile, 'text'>>>;
}

export interface MarkdownFile extends TextFiles {
  readonly source: SourcePath;
  readonly text: string;
  /** Line of the file, from 1, on which `text` starts. */
  readonly line: number;
  readonly extras: readonly Extra[];
  readonly code: CodeOptions;
  /** `mdx` and `md` set the format. `detect` determines it by the text. */
  readonly markdown: 'detect' | 'mdx' | 'md';
  /** Generator whose syntax applies, in addition to the syntax of all texts. */
  readonly generator: GeneratorName;
  /** Values of the project that the text can print. Plain data. */
  readonly variables: ProjectVariables;
  /** Messages for `<Translate>`, by id. Empty if no text imports it. */
  readonly messages: Messages;
}

export const textsOf = ({ text, partials }: Pick<MarkdownFile, 'text' | 'partials'>) => [
  text,
  ...Object.values(partials),
];

export const maxIncludeDepth = 8;
/** Maximum number of includes in one page, and of their characters. */
export const maxIncludes = { includes: 1000, characters: 2_000_000 };

export const importKey = ({ kind, path }: NamedFile) => `${kind} ${path}`;

/** Code that replaces modules of packages. It is interpreted like that of the project. `...unknown` marks an object that has more keys in the package. */
export const packages: ReadonlyMap<string, string> = new Map(Object.entries(packagesJson));

/** Returns access to the modules that the texts of a page import. `@docusaurus/Translate` imports the messages. */
export function modulesOf({ imports, wholeTexts, messages }: TextFiles & Pick<MarkdownFile, 'messages'>): ReadFiles {
  const modules = new Map([...packages, ['code.json', JSON.stringify(messages)]]);
  modules.set('astro:content', collectionModule({ imports, wholeTexts }));
  return {
    read: (path) => modules.get(path) ?? ownValue(wholeTexts, path) ?? wholeTexts[path.replace(/\?raw$/, '')],
    resolve: (written, from) => {
      if (modules.has(written) || from === 'astro:content') return written;
      const { kind, path } = importedFile(written);
      const shownKind = kind === 'module' ? 'data' : kind === 'file' ? 'glob' : kind;
      const named = ownValue(imports, from) ?? {};
      const found = ownValue(named, written) ?? ownValue(named, importKey({ kind: shownKind, path }));
      return kind === 'raw' && found !== undefined ? `${found}?raw` : found;
    },
  };
}

/** Returns code by which components of Astro get the items of the collections that are JSON files. It imports the files, so that invalid JSON hides one collection only. */
function collectionModule({ imports, wholeTexts }: Pick<TextFiles, 'imports' | 'wholeTexts'>): string {
  const config = Object.keys(imports).find((path) => path.endsWith('/content.config.ts')) ?? '';
  const collections = [...(wholeTexts[config] ?? '').matchAll(collectionFile)];
  const sources = collections.map(([, , , path]) => JSON.stringify(imports[config]?.[`data @site/${path}`] ?? ''));
  const all = collections.map(([, key], index) => `${key}: file${index}`);
  return `${sources.map((source, index) => `import file${index} from ${source};`).join('')} const all = {${all}}; export const getCollection = (name, filter) => (filter ? unknown : all[name].map((data) => ({ id: data.id, data })));`;
}

export const ownValue = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** A page in a list: its path from the folder of the list's pattern, and its values. */
export type ListedPage = readonly [path: string, values: WrittenFields];

export interface Library {
  readonly bodyOf: (path: string) => string | undefined;
  readonly textOf: (path: string) => string | undefined;
  readonly candidatesOf: (file: NamedFile, from: string) => readonly SourcePath[];
  readonly repositoryFiles: RepositoryFiles;
}

/** Whether a file is included as Markdown. Others are shown as code or read as data. */
const isMarkdown = (file: NamedFile) => file.kind === 'partial' || file.kind === 'include' || isSnippet(file);

/** Collects included files recursively. `named` is what the text itself names, `namesIn` returns that of another text. Files over the limits are reported as missing. */
export function collectFiles(named: NamedTexts, source: string, library: Library, namesIn = namedTexts): TextFiles {
  const { bodyOf, textOf, candidatesOf, repositoryFiles } = library;
  const partials = new Map<string, string>();
  const wholeTexts = new Map<string, string>();
  const imports = new Map<string, Readonly<Record<string, string>>>();
  const left = { ...maxIncludes };
  /** Returns the first candidate that exists: with its text if this call has loaded it, without it if an earlier call has, or if the file can't be shown. */
  const load = (file: NamedFile, candidates: readonly string[]) => {
    const loaded = isMarkdown(file) ? partials : wholeTexts;
    for (const path of candidates) {
      if ((path === source && !isSnippet(file)) || loaded.has(path)) return { path };
      // Only Markdown files have front matter that is not part of the text.
      const isBody = isMarkdown(file) && (!isSnippet(file) || /\.mdx?$/i.test(path));
      const text = isBody ? bodyOf(path) : textOf(path);
      if (text === undefined && repositoryFiles.get(path)) return { path };
      if (text === undefined || text.length > left.characters) continue;
      left.characters -= text.length;
      loaded.set(path, text);
      return { path, text };
    }
    return undefined;
  };
  const walk = (ofText: NamedTexts, from: string, depth: number) => {
    if (depth > maxIncludeDepth) return;
    const paths: Record<string, string> = Object.create(null);
    const files = [...namedFiles(ofText)];
    for (const file of files) {
      if (left.includes === 0) break;
      left.includes -= 1;
      const inHub = file.kind === 'include' ? includeCandidates(file.path, from) : candidatesOf(file, from);
      const inRepository = repositoryFiles.candidates(file, from);
      const found = load(file, [...inHub, ...inRepository]);
      // Unresolved code is missing if it belongs to the text's own repository. Otherwise it is in another repository.
      const path = found?.path ?? (file.kind === 'code' ? inRepository[0] : undefined);
      // Rendering finds included files of the hub by their paths.
      const isResolved = file.kind === 'include' && inHub.some((candidate) => candidate === path);
      if (path !== undefined && !isResolved) paths[importKey(file)] = path;
      if (!found) continue;
      // The loop goes on with the partials that an imported component shows.
      const code = file.kind === 'data' ? wholeTexts.get(found.path) : undefined;
      if (code !== undefined) files.push(...wrappedPartials(code, file.path).filter(({ name }) => name === file.name));
      const hasBodies = file.kind === 'pages' && file.name === 'content';
      const listed: readonly ListedPage[] = hasBodies ? JSON.parse(found.text ?? '[]') : [];
      for (const [path] of listed) load({ kind: 'partial', path }, [folderOfGlob(found.path) + path]);
      const hasNames = isMarkdown(file) || (file.kind === 'data' && hasImports(found.path));
      if (hasNames && found.text !== undefined) walk(namesIn(found.text, found.path), found.path, depth + 1);
    }
    if (Object.keys(paths).length > 0) imports.set(from, paths);
  };
  walk(named, source, 0);
  const origins = originsIn(imports.values(), repositoryFiles);
  return { partials: sorted(partials), wholeTexts: sorted(wholeTexts), imports: sorted(imports), origins };
}

/** Returns what pages show about the included files of repositories. */
function originsIn(imports: Iterable<TextFiles['imports'][string]>, repositoryFiles: RepositoryFiles) {
  const origins = new Map<string, TextFiles['origins'][string]>();
  for (const path of [...imports].flatMap((named) => Object.values(named))) {
    const file = repositoryFiles.get(path);
    if (file) origins.set(path, { address: file.address, ...(file.fault !== undefined && { fault: file.fault }) });
  }
  return sorted(origins);
}

export interface Definition {
  readonly path: string;
  /** Label of a link definition. Undefined for an abbreviation. */
  readonly label: string | undefined;
  readonly line: string;
}

const definition = /^ {0,3}(\*?)\[(?!\^)([^\]]{1,300})\]:[ \t]*\S/;
const labelIn = (written: string) => written.trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns link definitions and abbreviations in a page and its snippets, which form one text. Empty if there are no snippets. */
export function definitionsIn({ partials, imports, source, text }: MarkdownFile): readonly Definition[] {
  const named = Object.values(imports).flatMap((files) => Object.entries(files));
  const paths = new Set(named.flatMap(([key, path]) => (/^(?:mkdocs|mdbook) /.test(key) ? path : [])));
  const texts = Object.entries(partials).filter(([path]) => paths.has(path));
  if (texts.length === 0) return [];
  return [...texts, [source, text] as const].flatMap(([path, text]) => {
    const code = new CodeLines(false);
    return text.split('\n').flatMap((line) => {
      const [whole, sign, label = ''] = code.follow(line).isCode ? [] : (definition.exec(line) ?? []);
      return whole === undefined ? [] : { path, label: sign ? undefined : labelIn(label), line };
    });
  });
}

/** Returns the lines of other files that define labels or abbreviations in a text. */
export function definitionsFor(path: string, text: string, all: readonly Definition[]): string {
  const names = all.length === 0 ? [] : text.matchAll(/\[([^[\]]{1,300})\]/g);
  const wanted = new Set(Array.from(names, ([, label = '']) => labelIn(label)));
  const lines = all.flatMap((one) =>
    one.path !== path && (one.label === undefined || wanted.has(one.label)) ? one.line : [],
  );
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}\n`;
}

const sorted = <T>(entries: ReadonlyMap<string, T>): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
