// Markdown to HTML: the one place that knows the order of the steps behind the Markdown tree. Sanitising is the last thing that sees what an
// author wrote.
import type { Element, Root } from 'hast';
import type { Root as MdastRoot } from 'mdast';
import type { ComponentRegistry } from '../../../templates/components/index.js';
import type { Place } from '../../model/diagnostics/diagnostic.js';
import type { PageFacts } from '../../model/docs/shown/shown.js';
import { hasRightToLeft } from '../../model/text-direction.js';
import { factsOf } from '../markdown/facts.js';
import { type MarkdownTree, readMarkdown } from '../markdown/read-markdown.js';
import { type MarkdownFile, textsOf } from '../markdown/syntax/included-files.js';
import { type BlocksInput, renderBlocks } from './blocks.js';
import type { Body, BodyInput } from './body-types.js';
import { isInlineName } from './components/names.js';
import { splitFragment } from './fragment.js';
import { markDirections } from './html/directions.js';
import { Identifier } from './html/headings.js';
import { Overflow } from './html/overflow.js';
import { References } from './html/refs.js';
import { type TreeContext, toHtmlTree } from './html-tree.js';
import { replaceMarks } from './marks.js';
import { finish } from './print/finish.js';
import { cutIntoParts } from './print/parts.js';
import { printBody } from './print/print.js';

export interface TextInput
  extends MarkdownFile,
    BlocksInput,
    Pick<BodyInput, 'canTakeHeading' | 'ownSites' | 'headingIds'> {
  readonly components: ComponentRegistry;
}

/** A text that was read, but of which no HTML was made. */
export interface TextTree extends MarkdownTree {
  readonly facts: PageFacts;
}

/** Reads a text, and what it says of itself. Diagnostics: DG609, DG611, DG711. */
export async function readText(input: TextInput): Promise<TextTree> {
  const { components } = input;
  const read = await readMarkdown({
    ...input,
    isKnown: (name) => Object.hasOwn(components, name),
    isInline: (name) => isInlineName(name, components),
  });
  return { ...read, facts: factsOf(read.tree.children) };
}

/** Transforms, sanitizes and prints the tree of a text, which is used up. Diagnostics: those of reading it, and DG603, DG702, DG704, DG705, DG707, DG709, DG710, DG712. */
export async function renderTree(read: TextTree, input: TextInput): Promise<Omit<Body, 'status'>> {
  const { lap } = input;
  const { tree: mdast, sources, diagnostics, facts: page } = read;
  const { value: blocks, diagnostics: inBlocks } = await renderBlocks(mdast, input, sources);
  const isMixed = textsOf(input).some(hasRightToLeft);
  const { tree, holes: found, ...facts } = toFinishedTree(mdast, { input, page, sources, blocks, isMixed });
  lap('html');
  const { chunks, holes } = splitFragment(printBody(tree, input.token), input.token, found);
  const withCode = (chunk: string) => replaceMarks(chunk, input.token, (index) => blocks.codes[index] ?? '');
  return {
    ...facts,
    diagrams: blocks.diagrams,
    diagnostics: [...diagnostics, ...inBlocks, ...facts.diagnostics],
    html: { chunks: chunks.map(withCode), holes },
  };
}

interface HtmlContext extends TreeContext {
  readonly input: TextInput;
  readonly page: PageFacts;
  /** True where some of the body runs from right to left. */
  readonly isMixed: boolean;
}

/** The Markdown tree as a finished HTML tree, which only has to be sanitised, and what is known of it. */
function toFinishedTree(mdast: MdastRoot, context: HtmlContext) {
  const { value: tree, diagnostics } = toHtmlTree(mdast, context);
  const finished = finishTree(tree, context);
  if (context.isMixed) markDirections(tree);
  cutIntoParts(tree);
  return { ...finished, tree, diagnostics: [...diagnostics, ...finished.diagnostics] };
}

/** The last walk over a tree, and what it found. */
function finishTree(tree: Root, { input, page, sources, blocks }: HtmlContext) {
  const { token, words, canTakeHeading, headingIds: rule, ownSites } = input;
  const { formulas, diagrams } = blocks;
  const shown = (text: string) => replaceMarks(text, token, (index) => formulas.words.get(index) ?? '');
  const placeOf = ({ position }: Element): Place => sources.placeOf(position?.start.offset);
  const overflow = new Overflow({ shown, words });
  const titleLevel = canTakeHeading && page.title ? page.title.level : 1;
  const ids = new Identifier({ titleLevel, shown, rule, words });
  const refs = new References({ token, placeOf, ownSites, diagrams: diagrams.length });
  finish(tree, { overflow, ids, refs, token });
  return { ...ids.found(), holes: refs.holes, diagnostics: refs.diagnostics };
}
