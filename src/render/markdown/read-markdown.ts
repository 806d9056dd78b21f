// A text to a Markdown tree: it is scanned for foreign syntax, parsed, and goes through the transforms of its dialects. The one place that
// knows their order.
import type { PhrasingContent, Root } from 'mdast';
import { hasSnippets } from '../../model/content/imports.js';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.js';
import { includeLeftOut, includeMissing } from '../../model/diagnostics/links.js';
import type { Words } from '../../model/labels/words.js';
import type { Lap } from '../stopwatch.js';
import { readAlerts } from './dialects/alerts.js';
import { readCode, readTabLists, replaceVariables } from './dialects/devsite/devsite-trees.js';
import { readNotes } from './dialects/devsite/notes.js';
import { dialectsOf, scanDialects } from './dialects/dialects.js';
import { readNpm2Yarn } from './dialects/docusaurus/npm2yarn.js';
import { readEmoji } from './dialects/emoji.js';
import { readExtras } from './dialects/extras/extras.js';
import { readHtmlText } from './dialects/html-text.js';
import { readAttributeLists } from './dialects/kramdown.js';
import { readMathFences } from './dialects/math-fences.js';
import { readCodeSnippets } from './dialects/snippets.js';
import { readTabs } from './dialects/tabs.js';
import { dropTocMarkers } from './dialects/toc-markers.js';
import { ForeignSyntax, hasForeign } from './foreign.js';
import { unnestLinks } from './nested-links.js';
import { loadParser, parseMarkdown } from './parser.js';
import { group, type IsInline } from './syntax/containers.js';
import { type MarkdownFile, textsOf } from './syntax/included-files.js';
import {
  type IncludeBudget,
  type IncludeContext,
  type IncludedFile,
  includeBudget,
  readIncludes,
} from './syntax/includes.js';
import { readPlaceholders } from './syntax/placeholders.js';
import { SourceMap } from './syntax/source-map.js';
import { dropUnfinished } from './syntax/unfinished.js';
import { escapeUnknownTags } from './syntax/unknown-tags.js';
import { scopeOf } from './syntax/values.js';
import { visit } from './visit.js';

/** A text, and what is known where it is read. */
export interface MarkdownInput extends MarkdownFile {
  /** What no author can write. */
  readonly token: string;
  /** True for the name of a component that there is. */
  readonly isKnown: (name: string) => boolean;
  readonly isInline: IsInline;
  readonly words: Words;
  readonly lap: Lap;
}

export interface MarkdownTree {
  /** Dialects are nodes of their own in it (`component`, `formula`, `htmlText`), includes are in their places. */
  readonly tree: Root;
  /** Where each offset in the tree is in the files. */
  readonly sources: SourceMap;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a text. Diagnostics: DG609, DG611, DG711. */
export async function readMarkdown(input: MarkdownInput): Promise<MarkdownTree> {
  const { lap } = input;
  const texts = textsOf(input);
  await loadParser(texts);
  lap('load');
  const diagnostics: Diagnostic[] = [];
  const sources = new SourceMap();
  const { source: path, text, line } = input;
  const foreign = new ForeignSyntax(sources);
  const files = { sources, diagnostics, budget: includeBudget(), foreign };
  const tree = parseSource(input, { path, text, line, chain: [path], isImport: false, props: {} }, files);
  if (texts.some((one) => one.includes('<'))) dropUnfinished(tree);
  if (texts.some((one) => /<a\s/i.test(one))) unnestLinks(tree);
  if (texts.some(hasForeign)) foreign.readTexts(tree);
  diagnostics.push(...foreign.diagnostics);
  readTabs(tree, input.words);
  lap('dialects');
  return { tree, sources, diagnostics };
}

interface Source extends IncludedFile {
  readonly text: string;
  readonly line: number;
}

/** What grows while the files of a body are parsed. */
interface Found {
  readonly sources: SourceMap;
  readonly diagnostics: Diagnostic[];
  readonly budget: IncludeBudget;
  readonly foreign: ForeignSyntax;
}

/** The Markdown tree of a file, with all its dialects read and its includes in place. */
function parseSource(input: MarkdownInput, source: Source, found: Found): Root {
  const { token, isInline, lap } = input;
  const { path, text, line, chain, isImport, props } = source;
  const { sources } = found;
  const isKnown = (name: string) => input.isKnown(name) || name === 'CodeBlock';
  const own = dialectsOf(text, path);
  // What a page imports is MDX as the page is, whatever its name.
  const dialects = isImport ? { ...own, isMdx: true } : own;
  const scanned = scanDialects(text, dialects, { token, isKnown, scope: scopeOf(text, props) });
  lap('dialects');
  const tree = parseMarkdown(scanned.text);
  lap('parse');
  const toOffset = sources.add({ file: path, text, line, toSource: scanned.toSource, removed: scanned.removed });
  if (chain.length > 1) shift(tree, toOffset);

  const context = includeContext(input, source, found);
  if (scanned.placeholders.length > 0) {
    readPlaceholders(tree, scanned, token);
    found.foreign.readContainers(tree);
  }
  // Before includes: code of other files stays as it is.
  if (text.includes('{%')) readCode(tree, context);
  if (hasSnippets(text)) readCodeSnippets(tree, context);
  if (scanned.placeholders.length > 0) readIncludes(tree, context);
  const isEncoded = /&[#a-z]/i.test(text); // a character may stand in the tree that is not in the text
  if (dialects.isDevsite) {
    if (isEncoded || /\{\\?\{/.test(text)) replaceVariables(tree);
    readNotes(tree);
  }
  if (scanned.placeholders.length > 0) group(tree, { isInline, parseTitle });
  // Each of these walks the whole tree; a text without its characters has nothing for it.
  if (text.includes('{:')) readAttributeLists(tree);
  if (text.includes('[!')) readAlerts(tree);
  if (isEncoded || /[-*+.)\]][\s>]+\\?\{[^{}\n]+\}/.test(text)) readTabLists(tree);
  if (input.extras.length > 0) readExtras(tree, input.extras);
  if (text.includes('math')) readMathFences(tree);
  if (text.includes('npm2yarn')) readNpm2Yarn(tree);
  if (isEncoded || /(?:\b|_)toc(?:\b|_)/i.test(text)) dropTocMarkers(tree);
  if (isEncoded || /:(?:[+-]1|[a-z0-9_]+):/.test(text)) readEmoji(tree);
  if (!dialects.isMdx && text.includes('<')) {
    readHtmlText(tree, parseInline);
    escapeUnknownTags(tree);
  }
  return tree;
}

/** What the includes of a text need. */
function includeContext(input: MarkdownInput, { chain }: Source, found: Found): IncludeContext {
  const { sources, diagnostics, budget } = found;
  return {
    files: input,
    budget,
    chain,
    parse: (file) =>
      parseSource(input, { ...file, text: file.text ?? input.partials[file.path] ?? '', line: 1 }, found),
    onMissing: ({ path, isCode = false }, offset, reason, below = 0) => {
      const at = sources.placeOf(offset);
      const place = at.start && below > 0 ? { ...at, start: { line: at.start.line + below, column: 1 } } : at;
      diagnostics.push(
        reason === undefined ? includeMissing({ path, isCode }, place) : includeLeftOut({ path, reason }, place),
      );
    },
  };
}

/** Markdown of one line, without a paragraph around it; `offset` is where it stands. */
function parseInline(text: string, offset = 0): PhrasingContent[] {
  const tree = parseMarkdown(text);
  if (offset > 0) shift(tree, (at) => at + offset);
  const [first] = tree.children;
  return first?.type === 'paragraph' ? first.children : [{ type: 'text', value: text }];
}

/** Markdown of a title, which stands where what it belongs to begins. */
function parseTitle(text: string, offset = 0): PhrasingContent[] {
  const children = parseInline(text);
  shift({ type: 'root', children }, () => offset);
  return children;
}

function shift(tree: Root, toOffset: (offset: number) => number): void {
  visit(tree, ({ position }) => {
    if (position?.start.offset === undefined) return;
    position.start.offset = toOffset(position.start.offset);
    if (position.end.offset !== undefined) position.end.offset = toOffset(position.end.offset);
  });
}
