// Markdown to HTML: the one place that knows the order of the steps. A text is scanned for foreign syntax, parsed, and goes through
// the transforms of its dialects as a Markdown tree, then as an HTML tree; sanitising is the last thing that sees what an author wrote.
import type { Element, Root } from 'hast';
import type { Code, Root as MdastRoot, PhrasingContent } from 'mdast';
import type { ComponentRegistry } from '../../../templates/components/index.js';
import type { Diagnostic, Place } from '../../model/diagnostics/diagnostic.js';
import { includeLeftOut, includeMissing } from '../../model/diagnostics/links.js';
import { hasRightToLeft } from '../../model/text-direction.js';
import type { Diagram } from '../diagrams/draw.js';
import { type BlocksInput, blockOf, formulaOf, renderBlocks } from './blocks.js';
import type { BodyFiles, BodyInput } from './body-types.js';
import { isInlineName } from './components/names.js';
import { readAlerts } from './dialects/alerts.js';
import { readCode, readTabLists, replaceVariables } from './dialects/devsite/devsite-trees.js';
import { readNotes } from './dialects/devsite/notes.js';
import { dialectsOf, scanDialects } from './dialects/dialects.js';
import { readNpm2Yarn } from './dialects/docusaurus/npm2yarn.js';
import { readEmoji } from './dialects/emoji.js';
import { readExtras } from './dialects/extras/extras.js';
import { readHtmlText } from './dialects/html-text.js';
import { readAttributeLists } from './dialects/kramdown.js';
import { readTabs } from './dialects/tabs.js';
import { dropTocMarkers } from './dialects/toc-markers.js';
import { type Fragment, splitFragment } from './fragment.js';
import { markDirections } from './html/directions.js';
import { type Heading, Identifier } from './html/headings.js';
import { Overflow } from './html/overflow.js';
import { References } from './html/refs.js';
import type { TreeContext } from './html-tree.js';
import { replaceMarks } from './marks.js';
import { readMathFences } from './math/fences.js';
import { loadParser, parseMarkdown } from './parser.js';
import { finish } from './print/finish.js';
import { cutIntoParts } from './print/parts.js';
import { holdPlain, plainTree } from './print/plain.js';
import { print } from './print/print.js';
import { group } from './syntax/containers.js';
import { type IncludeBudget, type IncludedFile, includeBudget, readIncludes } from './syntax/includes.js';
import { readPlaceholders } from './syntax/placeholders.js';
import { SourceMap } from './syntax/source-map.js';
import { dropUnfinished } from './syntax/unfinished.js';
import { escapeUnknownTags } from './syntax/unknown-tags.js';
import { scopeOf } from './syntax/values.js';
import { visit } from './visit.js';

export interface MarkdownInput
  extends BodyFiles,
    BlocksInput,
    Pick<BodyInput, 'source' | 'text' | 'line' | 'titleLevel' | 'ownSites' | 'headingIds' | 'extras'> {
  readonly components: ComponentRegistry;
}

export interface MarkdownOutput {
  /** Sanitised markup. */
  readonly html: Fragment;
  readonly diagrams: readonly Diagram[];
  readonly headings: readonly Heading[];
  readonly ids: readonly string[];
  readonly isTitled: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses, transforms, sanitises and prints one body. Diagnostics: DG609, DG702, DG704, DG707, DG709. */
export async function renderMarkdown(input: MarkdownInput): Promise<MarkdownOutput> {
  const { lap } = input;
  const texts = [input.text, ...Object.values(input.partials)];
  const parser = await loadParser(texts);
  lap('load');
  const diagnostics: Diagnostic[] = [];
  const sources = new SourceMap();
  const { source: path, text, line } = input;
  const files = { sources, diagnostics, budget: includeBudget() };
  const mdast = parseSource(input, { path, text, line, chain: [path], isImport: false, props: {} }, files);
  if (texts.some((one) => one.includes('<'))) dropUnfinished(mdast);
  readTabs(mdast, input.words);
  lap('dialects');
  const { value: blocks, diagnostics: inBlocks } = await renderBlocks(mdast, input, sources);
  const isMixed = texts.some(hasRightToLeft);
  const held = parser === 'satteri' && !isMixed ? holdPlain(mdast, blocks.definitions) : mdast;
  const { tree, holes: found, ...facts } = await toFinishedTree(held, { input, sources, blocks, isMixed });
  lap('html');
  const html =
    parser === 'satteri' ? print(tree) : (await import('./print/by-remark.js')).printByRemark(mdast, tree, input.token);
  const { chunks, holes } = splitFragment(html, input.token, found);
  const withCode = (chunk: string) => replaceMarks(chunk, input.token, (index) => blocks.codes[index] ?? '');
  return {
    ...facts,
    diagrams: blocks.diagrams,
    diagnostics: [...diagnostics, ...inBlocks, ...facts.diagnostics],
    html: { chunks: chunks.map(withCode), holes },
  };
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
}

/** The Markdown tree of a file, with all its dialects read and its includes in place. */
function parseSource(input: MarkdownInput, source: Source, found: Found): MdastRoot {
  const { token, components, lap } = input;
  const { path, text, line, chain, isImport, props } = source;
  const { sources } = found;
  const isKnown = (name: string) => Object.hasOwn(components, name) || name === 'CodeBlock';
  const own = dialectsOf(text, path);
  // What a page imports is MDX as the page is, whatever its name.
  const dialects = isImport ? { ...own, isMdx: true } : own;
  const scanned = scanDialects(text, dialects, { token, isKnown, scope: scopeOf(text, props) });
  lap('dialects');
  const tree = parseMarkdown(scanned.text);
  lap('parse');
  const toOffset = sources.add({ file: path, text, line, toSource: scanned.toSource, removed: scanned.removed });
  if (chain.length > 1) shift(tree, toOffset);

  if (scanned.placeholders.length > 0) {
    readPlaceholders(tree, scanned, token);
    includeFiles(tree, input, source, found);
  }
  const isEncoded = /&[#a-z]/i.test(text); // a character may stand in the tree that is not in the text
  const hasLinks = text.includes('{%') && readCode(tree);
  if (dialects.isDevsite) {
    if (isEncoded || /\{\\?\{/.test(text)) replaceVariables(tree);
    readNotes(tree);
  }
  if (hasLinks || scanned.placeholders.length > 0)
    group(tree, { isInline: (name) => isInlineName(name, components), parseTitle });
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

/** Puts the trees of the files in place that a text includes. */
function includeFiles(tree: MdastRoot, input: MarkdownInput, { chain }: Source, found: Found): void {
  const { sources, diagnostics, budget } = found;
  readIncludes(tree, {
    files: input,
    budget,
    chain,
    parse: (file) => parseSource(input, { ...file, text: input.partials[file.path] ?? '', line: 1 }, found),
    onMissing: (path, offset, reason) => {
      const place = sources.placeOf(offset);
      diagnostics.push(
        reason === undefined ? includeMissing({ path }, place) : includeLeftOut({ path, reason }, place),
      );
    },
  });
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

function shift(tree: MdastRoot, toOffset: (offset: number) => number): void {
  visit(tree, ({ position }) => {
    if (position?.start.offset === undefined) return;
    position.start.offset = toOffset(position.start.offset);
    if (position.end.offset !== undefined) position.end.offset = toOffset(position.end.offset);
  });
}

interface HtmlContext extends TreeContext {
  readonly input: MarkdownInput;
  /** True where some of the body runs from right to left. */
  readonly isMixed: boolean;
}

/** The Markdown tree as a finished HTML tree, which only has to be sanitised, and what is known of it. */
async function toFinishedTree(mdast: MdastRoot, context: HtmlContext) {
  const plain = plainTree(mdast);
  const { value: tree, diagnostics } = plain
    ? { value: plain, diagnostics: [] }
    : (await import('./html-tree.js')).toHtmlTree(mdast, context);
  const finished = finishTree(tree, context);
  if (context.isMixed) markDirections(tree);
  cutIntoParts(tree);
  return { ...finished, tree, diagnostics: [...diagnostics, ...finished.diagnostics] };
}

/** The last walk over a tree, and what it found. */
function finishTree(tree: Root, { input, sources, blocks }: HtmlContext) {
  const { token, words, titleLevel, headingIds: rule, ownSites } = input;
  const { formulas, definitions, diagrams } = blocks;
  const shown = (text: string) => replaceMarks(text, token, (index) => formulas.words.get(index) ?? '');
  const placeOf = ({ position }: Element): Place => sources.placeOf(position?.start.offset);
  const overflow = new Overflow({ shown, words });
  const ids = new Identifier({ titleLevel, shown, rule, words });
  const refs = new References({ token, placeOf, ownSites, diagrams: diagrams.length });
  const codeOf = (node: Code) => blockOf(node, blocks);
  finish(tree, { overflow, ids, refs, codeOf, formulaOf: (node) => formulaOf(node, blocks), definitions, token });
  return { ...ids.found(), holes: refs.holes, diagnostics: refs.diagnostics };
}
