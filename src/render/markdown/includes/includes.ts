// Replaces includes by the syntax trees of the included files.
import type { Code, Nodes, Root, RootContent } from 'mdast';
import type { CodeInclude } from '../../../model/content/parse/devsite.js';
import { includeCandidates, type NamedFile, type Snippet } from '../../../model/content/parse/imports.js';
import { replaceNodes } from '../../base/visit.js';
import { component, splitParagraph } from '../syntax/containers.js';
import { importKey, maxIncludeDepth, maxIncludes, type TextFiles } from '../syntax/included-files.js';
import type { ParsedSyntax, Props } from '../syntax/scan.js';
import { cutPart, cutSnippet, newestAddress, sourceLine } from './snippets.js';

export interface IncludedFile {
  readonly path: string;
  /** The file without its front matter, or the included part of it. */
  readonly text: string;
  readonly chain: readonly string[];
  readonly isImport: boolean;
  readonly props: Props;
}

export interface IncludeContext {
  readonly files: TextFiles;
  /** The rest of the budget of one body. Each include counts, because a file is parsed each time. */
  readonly budget: { includes: number; characters: number };
  /** The files that are currently included, outermost first. */
  readonly chain: readonly string[];
  readonly parse: (file: IncludedFile) => Root;
  /** `reason` is why an existing file is left out, `below` the number of lines from the offset to the include. */
  readonly onMissing: (
    file: { readonly path: string; readonly isCode?: boolean },
    offset: number | undefined,
    reason: string | undefined,
    below?: number,
  ) => void;
}

export function readIncludes(tree: Root, context: IncludeContext): void {
  /** Paragraphs that contain included blocks, and these blocks. */
  const cut = new Set<Nodes>();
  replaceNodes(tree, 'placeholder', (node, parent) => {
    const children = childrenOf(node.placeholder.meaning, node.position, context);
    if (!children || node.isBlock) return children;
    const [only] = children;
    if (children.length === 1 && only?.type === 'paragraph') return only.children; // an include in a sentence
    if (parent.type === 'paragraph') for (const block of [parent, ...children]) cut.add(block);
    return children;
  });
  if (cut.size === 0) return;
  replaceNodes(tree, 'paragraph', (paragraph) =>
    cut.has(paragraph)
      ? splitParagraph(paragraph, cut as ReadonlySet<RootContent>).filter((node) => !isEmpty(node))
      : undefined,
  );
}

const isEmpty = (node: RootContent) =>
  node.type === 'paragraph' && node.children.every((child) => child.type === 'text' && child.value.trim() === '');

function childrenOf(
  meaning: ParsedSyntax,
  position: Code['position'],
  context: IncludeContext,
): RootContent[] | undefined {
  switch (meaning.kind) {
    case 'include':
    case 'raw':
      return contentOf(meaning, position, context);
    case 'snippet': {
      const { snippet, source } = snippetAt(meaning, position, context);
      const lang = /\.(\w+)$/.exec(meaning.path)?.[1] ?? '';
      return snippet === undefined ? [source] : [codeOf(snippet, { lang }, position), source];
    }
    case 'part': {
      const part = partAt(meaning.snippet, position?.start.offset, context);
      if (!part) return [];
      const { path, value, line } = part;
      if (meaning.snippet.macro.startsWith('play')) return [codeOf(value, { lang: 'rust' }, position)];
      const file = { path, text: '\n'.repeat(line - 1) + value, chain: [...context.chain, path] };
      return context.parse({ ...file, isImport: false, props: {} }).children;
    }
    case 'files': {
      const tabs = meaning.files.flatMap(({ label, meaning: file }) => {
        const children = childrenOf(file, position, context) ?? [];
        return children.length === 0 ? [] : [component('TabItem', { label }, children, position)];
      });
      return tabs.length > 1 ? [component('Tabs', {}, tabs, position)] : (tabs[0]?.children ?? []);
    }
    default:
      return undefined;
  }
}

function contentOf(
  meaning: Extract<ParsedSyntax, { kind: 'include' | 'raw' }>,
  position: Code['position'],
  context: IncludeContext,
): RootContent[] {
  const { files, chain, parse, onMissing } = context;
  const isRaw = meaning.kind === 'raw';
  const { isImport = false, props = {} } = isRaw ? {} : meaning;
  const inHub = isRaw || isImport ? [] : includeCandidates(meaning.path, chain.at(-1) ?? '');
  const kind = isRaw ? 'raw' : isImport ? 'partial' : 'include';
  const path =
    inHub.find((candidate) => Object.hasOwn(files.partials, candidate)) ??
    importedPath({ kind, path: meaning.path }, context);
  const { text, fault } = load(path, isRaw ? files.shown : files.partials, context, props);
  if (path === undefined || text === undefined) onMissing(meaning, position?.start.offset, fault);
  else if (isRaw) return [codeOf(text, meaning, position)];
  else return parse({ path, text, chain: [...chain, path], isImport, props }).children;
  return [];
}

/** The code of an include, and the line with its source: a link to the commit, or to the default branch of another repository. */
export function snippetAt(code: CodeInclude, position: Code['position'], context: IncludeContext) {
  const { files, onMissing } = context;
  const path = importedPath({ kind: 'code', path: code.path }, context);
  if (path === undefined)
    return { snippet: undefined, source: sourceLine(code.path, newestAddress(code.path), position) };
  const { text, fault } = load(path, files.shown, context);
  const cut = text === undefined ? undefined : cutSnippet(text, code);
  if (!cut?.value) {
    const region = code.region === undefined ? 'it' : `its region \`${code.region}\``;
    const lack = cut ? `${region} is empty` : `${region} is not there`;
    onMissing({ ...code, isCode: true }, position?.start.offset, text === undefined ? fault : lack);
  }
  const line = cut?.line === undefined ? '' : `#L${cut.line}`;
  const address = ownValue(files.origins, path)?.address;
  return { snippet: cut?.value || undefined, source: sourceLine(code.path, address && `${address}${line}`, position) };
}

/** The part of a file that a snippet selects. If it is missing, reports it, `below` lines after the offset. */
export function partAt(snippet: Snippet, offset: number | undefined, context: IncludeContext, below = 0) {
  const path = importedPath(snippet, context) ?? '';
  const { text, fault } = load(path, context.files.partials, context);
  const cut = text === undefined ? undefined : cutPart(text, snippet);
  if (cut) return { path, ...cut };
  const reason = text === undefined ? fault : `it has no part \`${snippet.part}\``;
  context.onMissing({ path: snippet.path, isCode: true }, offset, reason, below);
  return undefined;
}

function ownValue<T>(values: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function importedPath(file: NamedFile, { files, chain }: IncludeContext): string | undefined {
  return ownValue(ownValue(files.imports, chain.at(-1) ?? '') ?? {}, importKey(file));
}

export const includesItself = 'it includes itself';

/** Subtracts the text of a file from the budget. If it can't be included but exists, returns why. */
function load(
  path: string | undefined,
  texts: Readonly<Record<string, string>>,
  { files, chain, budget }: IncludeContext,
  props: Props = {},
): { readonly text?: string | undefined; readonly fault?: string | undefined } {
  if (path === undefined) return {};
  if (chain.includes(path)) return { fault: includesItself };
  const text = ownValue(texts, path);
  if (text === undefined) return { fault: ownValue(files.origins, path)?.fault };
  if (chain.length > maxIncludeDepth) return { fault: `files include each other more than ${maxIncludeDepth} deep` };
  // Props add at most this many characters to a partial.
  const added = (text.split('props').length - 1) * JSON.stringify(props).length;
  if (budget.includes === 0 || text.length + added > budget.characters)
    return {
      fault: `the page includes more than ${maxIncludes.includes} files or ${maxIncludes.characters} characters`,
    };
  budget.includes -= 1;
  budget.characters -= text.length + added;
  return { text };
}

function codeOf(text: string, { lang, meta = '' }: Pick<Code, 'lang' | 'meta'>, position: Code['position']): Code {
  const value = text.replace(/^\ufeff/, '').replace(/\n$/, '');
  return { type: 'code', lang: lang || null, meta: meta || null, value, position };
}
