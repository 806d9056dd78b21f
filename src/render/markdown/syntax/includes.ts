// Puts the trees of included files in the place of their includes.
import type { Code, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import type { CodeInclude } from '../../../model/content/devsite.js';
import { includeCandidates, type NamedFile, type Snippet } from '../../../model/content/imports.js';
import { cutPart, cutSnippet, newestAddress, sourceLine } from '../snippets.js';
import { replaceChild, SKIP, visit } from '../visit.js';
import type { ComponentNode } from './containers.js';
import { importKey, longestChain, most, type TextFiles } from './included-files.js';
import type { PlaceholderNode } from './placeholders.js';
import type { Included, Props } from './scan.js';

/** What may still be included in one body: a file that is included again is parsed again. */
export interface IncludeBudget {
  includes: number;
  characters: number;
}

export const includeBudget = (): IncludeBudget => ({ ...most });

/** What is included: a file, and what it gets from the place that includes it. */
export interface IncludedFile {
  readonly path: string;
  /** The files that lead to it, itself last. */
  readonly chain: readonly string[];
  readonly isImport: boolean;
  readonly props: Props;
  /** The part of it that is included; else it is all of the file. */
  readonly text?: string;
}

export interface IncludeContext {
  readonly files: TextFiles;
  readonly budget: IncludeBudget;
  /** The files that are being included, outermost first. */
  readonly chain: readonly string[];
  /** The tree of a partial, its own includes read. */
  readonly parse: (file: IncludedFile) => Root;
  /**
   * `isCode` is true for a file of a repository; `reason` says why one that is there is left out; `below` are the lines from the offset
   * to the include.
   */
  readonly onMissing: (
    file: { readonly path: string; readonly isCode?: boolean },
    offset: number,
    reason: string | undefined,
    below?: number,
  ) => void;
}

/** Puts the trees of partials, and the texts of files that are shown, in the place of their includes. */
export function readIncludes(tree: Root, context: IncludeContext): void {
  const cut: Cut = { paragraphs: new Set(), blocks: new Set() };
  visit(tree, 'placeholder', (node, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const children = childrenOf(node, context);
    if (!children) return undefined;
    const fitted = node.isBlock ? children : inline(children);
    if (fitted === children && !node.isBlock && parent.type === 'paragraph') {
      cut.paragraphs.add(parent);
      for (const child of children) cut.blocks.add(child);
    }
    return [SKIP, replaceChild(parent, index, fitted)];
  });
  if (cut.blocks.size > 0) cutParagraphs(tree, cut);
}

/** What a placeholder includes; undefined for any other. */
function childrenOf({ placeholder, position }: PlaceholderNode, context: IncludeContext): RootContent[] | undefined {
  const { meaning } = placeholder;
  if (['include', 'raw', 'snippet', 'part'].includes(meaning.kind))
    return contentOf(meaning as Included, position, context);
  if (meaning.kind !== 'files') return undefined;
  const tabs = meaning.files.flatMap(({ label, meaning: file }) => {
    const children = contentOf(file, position, context);
    return children.length === 0 ? [] : [component('TabItem', { label }, children, position)];
  });
  return tabs.length > 1 ? [component('Tabs', {}, tabs, position)] : (tabs[0]?.children ?? []);
}

function component(name: string, props: Props, children: RootContent[], position: Code['position']): ComponentNode {
  return { type: 'component', name, props, children, ...(position && { position }) };
}

/**
 * The code that an include means, undefined where it is not there, and the line below it that says where it is from: a link to the
 * commit, to the newest for code of another repository.
 */
export function snippetAt(
  code: CodeInclude,
  position: Code['position'],
  { files, chain, budget, onMissing }: IncludeContext,
): { readonly snippet: string | undefined; readonly source: Paragraph } {
  const path = importedPath({ kind: 'code', path: code.path }, files, chain.at(-1) ?? '');
  if (path === undefined)
    return { snippet: undefined, source: sourceLine(code.path, newestAddress(code.path), position) };
  const { address, fault } = (Object.hasOwn(files.origins, path) ? files.origins[path] : undefined) ?? {};
  const text = Object.hasOwn(files.shown, path) ? files.shown[path] : undefined;
  const over = text === undefined ? fault : faultOf(path, text, { kind: 'snippet', ...code }, { chain, budget });
  const cut = text === undefined || over !== undefined ? undefined : cutSnippet(text, code);
  const region = code.region === undefined ? 'it' : `its region \`${code.region}\``;
  const lack = cut ? `${region} is empty` : `${region} is not there`;
  if (!cut?.value)
    onMissing({ ...code, isCode: true }, position?.start.offset ?? 0, over ?? (text === undefined ? undefined : lack));
  const line = cut?.line === undefined ? '' : `#L${cut.line}`;
  return { snippet: cut?.value || undefined, source: sourceLine(code.path, address && `${address}${line}`, position) };
}

/** The part of a file that a snippet means; undefined where it is not there, which is reported at a line below the offset. */
export function partAt(
  snippet: Snippet,
  { offset, below }: { readonly offset: number | undefined; readonly below: number },
  { files, chain, budget, onMissing }: IncludeContext,
): { readonly path: string; readonly value: string; readonly line: number } | undefined {
  const path = importedPath(snippet, files, chain.at(-1) ?? '') ?? '';
  const text = Object.hasOwn(files.partials, path) ? files.partials[path] : undefined;
  const fault = faultOf(path, text, { kind: 'part', snippet }, { chain, budget });
  const cut = text === undefined || fault !== undefined ? undefined : cutPart(text, snippet);
  if (cut) return { path, ...cut };
  const lack = text === undefined ? files.origins[path]?.fault : `it has no part \`${snippet.part}\``;
  onMissing({ path: snippet.path, isCode: true }, offset ?? 0, fault ?? lack, below);
  return undefined;
}

function contentOf(meaning: Included, position: Code['position'], context: IncludeContext): RootContent[] {
  if (meaning.kind === 'part') {
    const part = partAt(meaning.snippet, { offset: position?.start.offset, below: 0 }, context);
    if (!part) return [];
    const { path, value, line } = part;
    if (meaning.snippet.macro.startsWith('play')) return [codeOf(value, { lang: 'rust', meta: '' }, position)];
    const text = '\n'.repeat(line - 1) + value;
    return context.parse({ path, chain: [...context.chain, path], isImport: false, props: {}, text }).children;
  }
  if (meaning.kind === 'snippet') {
    const { snippet, source } = snippetAt(meaning, position, context);
    const lang = /\.(\w+)$/.exec(meaning.path)?.[1] ?? '';
    return snippet === undefined ? [source] : [codeOf(snippet, { lang, meta: '' }, position), source];
  }
  const { files, chain, onMissing } = context;
  const path = pathOf(meaning, files, chain.at(-1) ?? '');
  const text = path === undefined ? undefined : (meaning.kind === 'raw' ? files.shown : files.partials)[path];
  const reason = path === undefined ? undefined : (faultOf(path, text, meaning, context) ?? files.origins[path]?.fault);
  if (path !== undefined && text !== undefined && reason === undefined)
    return treeOf(meaning, { path, text }, position, context);
  onMissing(meaning, position?.start.offset ?? 0, reason);
  return [];
}

/** Paragraphs into which blocks were included, and those. */
interface Cut {
  readonly paragraphs: Set<Paragraph>;
  readonly blocks: Set<RootContent>;
}

function pathOf(
  meaning: Exclude<Included, { kind: 'snippet' | 'part' }>,
  files: TextFiles,
  from: string,
): string | undefined {
  const { kind, path } = meaning;
  if (kind === 'raw' || meaning.isImport === true)
    return importedPath({ kind: kind === 'raw' ? 'raw' : 'partial', path }, files, from);
  const inHub = includeCandidates(path, from).find((candidate) => Object.hasOwn(files.partials, candidate));
  return inHub ?? importedPath({ kind: 'include', path }, files, from);
}

/** The file that an import in a file means. */
function importedPath(file: NamedFile, { imports }: TextFiles, from: string): string | undefined {
  const key = importKey(file);
  const named = Object.hasOwn(imports, from) ? imports[from] : undefined;
  return named && Object.hasOwn(named, key) ? named[key] : undefined;
}

function treeOf(
  meaning: Exclude<Included, { kind: 'snippet' | 'part' }>,
  { path, text }: { readonly path: string; readonly text: string },
  position: Code['position'],
  { chain, parse }: IncludeContext,
): RootContent[] {
  if (meaning.kind === 'raw') return [codeOf(text, meaning, position)];
  const { isImport = false, props = {} } = meaning;
  return parse({ path, chain: [...chain, path], isImport, props }).children;
}

/** Why a file is not included, though it is there; what is included counts. */
function faultOf(
  path: string,
  text: string | undefined,
  meaning: Included,
  { chain, budget }: Pick<IncludeContext, 'chain' | 'budget'>,
): string | undefined {
  if (chain.includes(path)) return 'it includes itself';
  if (text === undefined) return undefined;
  if (chain.length > longestChain) return `files include each other more than ${longestChain} deep`;
  const length = text.length + (meaning.kind === 'include' ? filledLength(text, meaning.props) : 0);
  if (budget.includes === 0 || length > budget.characters)
    return `the page includes more than ${most.includes} files or ${most.characters} characters`;
  budget.includes -= 1;
  budget.characters -= length;
  return undefined;
}

/** At most so many characters of props stand in a partial that is filled. */
function filledLength(text: string, props: Props = {}): number {
  const places = text.split('props').length - 1;
  return places === 0 ? 0 : places * JSON.stringify(props).length;
}

function codeOf(
  text: string,
  { lang, meta }: { readonly lang: string; readonly meta: string },
  position: Code['position'],
): Code {
  const value = text.replace(/^\ufeff/, '').replace(/\n$/, '');
  return { type: 'code', lang: lang || null, meta: meta || null, value, ...(position && { position }) };
}

/** In a sentence a single paragraph is its words. */
function inline(children: RootContent[]): RootContent[] {
  const [only] = children;
  return children.length === 1 && only?.type === 'paragraph' ? only.children : children;
}

/** Paragraphs into which blocks were included become the paragraphs around them. */
function cutParagraphs(tree: Root, { paragraphs, blocks }: Cut): void {
  const isCut = (node: RootContent): node is Paragraph => node.type === 'paragraph' && paragraphs.has(node);
  visit(tree, (parent) => {
    if (!('children' in parent) || !(parent.children as RootContent[]).some(isCut)) return;
    const holder = parent as { children: RootContent[] };
    holder.children = holder.children.flatMap((child) => (isCut(child) ? parted(child, blocks) : [child]));
  });
}

function parted(paragraph: Paragraph, blocks: ReadonlySet<RootContent>): RootContent[] {
  const parts: RootContent[] = [];
  let words: PhrasingContent[] = [];
  const flush = () => {
    if (words.some((node) => node.type !== 'text' || node.value.trim() !== ''))
      parts.push({ ...paragraph, children: words });
    words = [];
  };
  for (const child of paragraph.children) {
    if (blocks.has(child)) {
      flush();
      parts.push(child);
    } else words.push(child);
  }
  flush();
  return parts;
}
